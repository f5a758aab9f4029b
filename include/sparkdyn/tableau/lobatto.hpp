// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The s-stage Lobatto IIIA, IIIB, IIIC, IIIC*, IIID coefficients of Jay (1998), section 8, built
// from their W-transforms (Lemma 8.1). With w_ij = P_{j−1}(c_i), P the normalised shifted Legendre
// polynomials, B = diag(b) and σ = (2s − 1)/(s − 1),
//
//   A = W S X S WᵀB,   S = (WᵀBW)⁻¹ = diag(1, …, 1, 1/σ)
//
// where S X S is tridiagonal: 1/2 in the first corner, ∓ζ_k beside the diagonal, and in the last
// corner κ = 1/(4s − 2) for IIIC, −κ for IIIC*, 0 otherwise. IIIA lacks the last ζ above the
// diagonal, IIIB the last one below. IIID = (IIIC + IIIC*)/2.

#include <array>
#include <optional>
#include <string_view>

#include "sparkdyn/tableau/types.hpp"

namespace sparkdyn::tableau {

/// The families of section 8; they share nodes and weights.
enum class Family { IIIA, IIIB, IIIC, IIICstar, IIID };

/// Every family, in the order of the enumeration.
inline constexpr std::array<Family, 5> all_families = {Family::IIIA, Family::IIIB, Family::IIIC,
                                                       Family::IIICstar, Family::IIID};

/// "A", "B", "C", "C*" or "D".
std::string_view name(Family family);

/// The inverse of name(); empty when no family is called so.
std::optional<Family> find_family(std::string_view family_name);

/// The coefficients for one number of stages, accurate to rounding. Entries that are zero or equal
/// to a weight by definition (row 1 of IIIA, the last column of IIIB, the last row of IIIC, …) are
/// so exactly.
class Lobatto {
 public:
  /// Throws std::invalid_argument unless 2 ≤ stages ≤ max_stages.
  explicit Lobatto(int stages);

  int stages() const { return static_cast<int>(b_.size()); }  ///< s
  int order() const { return 2 * stages() - 2; }              ///< of every mixture too

  const Vector& b() const { return b_; }  ///< weights
  const Vector& c() const { return c_; }  ///< nodes from 0 to 1

  /// The s×s matrix of a family; the reference lives as long as this object.
  const Matrix& matrix(Family family) const;
  const Matrix& A() const { return matrix(Family::IIIA); }          ///< IIIA
  const Matrix& B() const { return matrix(Family::IIIB); }          ///< IIIB
  const Matrix& C() const { return matrix(Family::IIIC); }          ///< IIIC
  const Matrix& Cstar() const { return matrix(Family::IIICstar); }  ///< IIIC*
  const Matrix& D() const { return matrix(Family::IIID); }          ///< IIID

 private:
  Vector b_;
  Vector c_;
  std::array<Matrix, all_families.size()> matrices_;
};

}  // namespace sparkdyn::tableau
