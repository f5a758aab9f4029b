#pragma once
// One Runge–Kutta method (b_i, a_ij) as in Definition 4.1 of Jay (1998): plain data, and predicates
// for the properties of its section 6. Gauss and Radau IIA come from the same W-transformed matrix
// as the Lobatto families, see lobatto.hpp; for them WᵀBW is the identity.

#include <string>

#include "sparkdyn/tableau/lobatto.hpp"
#include "sparkdyn/tableau/types.hpp"

namespace sparkdyn::tableau {

struct RungeKutta {
  std::string name;  // "Gauss", "Radau IIA", "Lobatto IIIC*", …
  Matrix A;
  Vector b;
  Vector c;
  int order = 0;

  int stages() const { return static_cast<int>(b.size()); }
};

// Each throws std::invalid_argument when s is out of range.
RungeKutta gauss(int s);                   // order 2s,     s >= 1
RungeKutta radau_iia(int s);               // order 2s − 1, s >= 1
RungeKutta lobatto(Family family, int s);  // order 2s − 2, s >= 2

// The residuals of conditions.hpp, judged at 1e-12.
bool is_symplectic(const RungeKutta& method);        // (35) with itself
bool is_symmetric(const RungeKutta& method);         // (36)
bool is_stiffly_accurate(const RungeKutta& method);  // (S)
bool is_algebraically_stable(const RungeKutta& method);

}  // namespace sparkdyn::tableau
