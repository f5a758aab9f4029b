// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Σ_k β_k A_k with Σ_k β_k = 1: one term's matrix mixed from the Lobatto families, Jay (1998),
// section 7. Every mixture keeps the order 2s − 2. The damping knob is
//
//   (1+γ)/2 · IIIC + (1−γ)/2 · IIIC*,   γ = (1 − ρ∞)/(1 + ρ∞)
//
// with |R(∞)| = ρ∞ for every s: 1 is IIID (no damping), 0 is IIIC (L-stable). For β IIIC + β* IIIC*
//
//   R = (β P_{s−2,s} + β* P_{s,s−2}) / (β Q_{s−2,s} + β* Q_{s,s−2}),
//
// P/Q the Padé approximations of eᶻ, because det(I − zA) is linear in the one entry of the
// W-transform in which IIIC and IIIC* differ.

#include <array>
#include <map>
#include <string>

#include "sparkdyn/tableau/lobatto.hpp"
#include "sparkdyn/tableau/types.hpp"

namespace sparkdyn::tableau {

/// The weights β of one term. IIID is not a fifth matrix but (C + C*)/2, and is stored so: equal
/// mixtures have equal weights.
class Mixture {
 public:
  /// One family alone.
  static Mixture pure(Family family);

  /// The damping knob above. Throws std::invalid_argument unless 0 ≤ rho ≤ 1.
  static Mixture rho_infinity(double rho);

  /// Throws std::invalid_argument unless the weights are finite and their sum is 1 to 1e-12.
  static Mixture weights(const std::map<Family, double>& weight_of);

  /// The weight of A, B, C or C*. Always 0 for IIID, whose share is in C and C*.
  double weight(Family family) const;
  /// Whether the family has a weight.
  bool contains(Family family) const { return weight(family) != 0.0; }

  /// Σ β_k A_k for this number of stages.
  Matrix evaluate(const Lobatto& lobatto) const;

  /// "C", "D", "0.75 C + 0.25 C*"; enough digits to tell any two mixtures apart.
  std::string text() const;

  /// Equal up to the rounding of the formulas above (1e-14).
  friend bool operator==(const Mixture& left, const Mixture& right);

 private:
  Mixture() = default;
  void add(Family family, double weight);

  std::array<double, 4> weights_ = {};  ///< A, B, C, C*
};

}  // namespace sparkdyn::tableau
