// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Loads that turn along, as forces f of M v' = −f, with the symmetric part of their tangents:
//   force    f_r = −a Σ p_k d_k
//   moment   m = a Σ p_k d_k, with f_i = −½ m × d_i on each director, whose power is −m·ω
//   pressure f_i = a p ∫ N_i ∂r/∂ξ × ∂r/∂η dξ dη, exactly: a polynomial

#include <span>

#include "sparkdyn/structure/mesh.hpp"
#include "term.hpp"

namespace sparkdyn::structure::nonlinear {

/// Of a displacement and three directors.
ElementTermPtr follower_force(const Eigen::Vector3d& p, mechanics::AmplitudePtr amplitude);
/// Of three directors.
ElementTermPtr follower_moment(const Eigen::Vector3d& p, mechanics::AmplitudePtr amplitude);
/// Of the displacements of a facet's nodes, which are at `points` at the reference.
ElementTermPtr follower_pressure(Shape facet, std::span<const Vector> points, double pressure,
                                 mechanics::AmplitudePtr amplitude);

}  // namespace sparkdyn::structure::nonlinear
