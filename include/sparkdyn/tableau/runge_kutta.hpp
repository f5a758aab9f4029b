// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// One Runge–Kutta method (b_i, a_ij) as in Definition 4.1 of Jay (1998): plain data, and predicates
// for the properties of its section 6. Gauss and Radau IIA come from the same W-transformed matrix
// as the Lobatto families, see lobatto.hpp; for them WᵀBW is the identity.

#include <string>

#include "sparkdyn/tableau/lobatto.hpp"
#include "sparkdyn/tableau/types.hpp"

namespace sparkdyn::tableau {

/// The coefficients of one method, and what it is called.
struct RungeKutta {
  std::string name;  ///< "Gauss", "Radau IIA", "Lobatto IIIC*", …
  Matrix A;          ///< s×s
  Vector b;          ///< weights
  Vector c;          ///< nodes
  int order = 0;     ///< of the classical theory

  int stages() const { return static_cast<int>(b.size()); }  ///< s
};

/// @{
/// The method with s stages: Gauss of order 2s, Radau IIA of order 2s − 1, Lobatto, with two stages
/// at least, of order 2s − 2. Throws std::invalid_argument when s is out of range.
RungeKutta gauss(int s);
RungeKutta radau_iia(int s);
RungeKutta lobatto(Family family, int s);
/// @}

/// @{
/// The residuals of conditions.hpp, judged at 1e-12: (35) with itself, (36), (S), Definition 6.6.
bool is_symplectic(const RungeKutta& method);
bool is_symmetric(const RungeKutta& method);
bool is_stiffly_accurate(const RungeKutta& method);
bool is_algebraically_stable(const RungeKutta& method);
/// @}

}  // namespace sparkdyn::tableau
