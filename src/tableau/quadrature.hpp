// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// ∫₀¹ f(x) dx ≈ Σᵢ bᵢ f(cᵢ), the quadrature that all terms of a SPARK method share: (20) in
// Jay (1998), section 4.2. With P_k the Legendre polynomial on [−1, 1] and x = 2c − 1 the nodes are
//
//   Gauss          zeros of P_s(x)                      exact to degree 2s − 1
//   Radau (right)  zeros of P_s(x) − P_{s−1}(x)         exact to degree 2s − 2, c_s = 1
//   Lobatto        zeros of (1 − x²) P'_{s−1}(x)        exact to degree 2s − 3, c_1 = 0, c_s = 1

#include "sparkdyn/tableau/types.hpp"

namespace sparkdyn::tableau {

/// Nodes and weights of one rule.
struct Quadrature {
  Vector nodes;    ///< c, increasing, on [0, 1]
  Vector weights;  ///< b, positive
};

/// @{
/// The rule above with s nodes. Gauss and Radau have one at least, Lobatto two; throws
/// std::invalid_argument for fewer and for more than max_stages.
Quadrature gauss_quadrature(int s);
Quadrature radau_right_quadrature(int s);
Quadrature lobatto_quadrature(int s);
/// @}

}  // namespace sparkdyn::tableau
