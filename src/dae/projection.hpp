// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Back to the manifold I(w) = (g, ψ) = 0 of a formulation, w = (q, p): Leimkuhler & Reich (1992),
// section 4. After a step, every one or every n-th,
//
//   endpoint:  w = w̃ − I'(w)ᵀλ,   0 = I(w)
//
// or within it, which they call midpoint projection for the midpoint rule and find unstable,
//
//   stages:    W_i = w_n + h Σ a_ij f(W_j) − I'(W_i)ᵀΛ_i,   0 = I(W_i),   w_{n+1} = w_n + h Σ b_j
//   f(W_j)
//
// Tangents follow by differentiation, with I'' λ.

#include <memory>
#include <vector>

#include "sparkdyn/dae/formulation.hpp"
#include "sparkdyn/dae/integrate.hpp"

namespace sparkdyn::dae {

struct ProjectionOptions {
  enum class Kind { none, endpoint, stages };
  Kind kind = Kind::none;
  int every = 1;  ///< so many steps
};

/// In the order of ProjectionOptions::Kind.
const std::vector<std::string>& projection_names();

/// A point of the manifold and λ, with which it was reached.
struct Foot {
  Point at;
  Eigen::VectorXd lambda;
};

/// The one nearest to `from`. Throws core::Error (numerics) when Newton's method does not find it.
Foot project(const Formulations& of, const Point& from);

/// The derivative of project() applied to the columns of `tangents`.
Eigen::MatrixXd project_tangents(const Formulations& of, const Foot& foot,
                                 const Eigen::MatrixXd& tangents);

/// constant_steps() with projections. Throws core::Error (input) for a projection of stages with a
/// method that has not one matrix for all terms.
std::unique_ptr<Run> projected_steps(Stepper& stepper, std::shared_ptr<const Formulations> of,
                                     const ProjectionOptions& options, const Point& start,
                                     double end_time, double h,
                                     std::vector<double> pattern = {1.0});

}  // namespace sparkdyn::dae
