// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Which ρ∞ integrates which term on Gauss nodes: every term, and every region of the structure, has
// the member A_γ, γ = (1 − ρ∞)/(1 + ρ∞), of gauss_lobatto.hpp. The constraint term has none: the
// closing of Jay (2007) follows from b and c alone.

#include <Eigen/Core>
#include <array>
#include <string>
#include <string_view>

#include "sparkdyn/tableau/gauss_lobatto.hpp"
#include "sparkdyn/tableau/term.hpp"

namespace sparkdyn::tableau {

/// The kinds that have a ρ∞: all but the constraint.
inline constexpr std::array<Term, 5> gauss_terms = {Term::velocity, Term::elastic, Term::damping,
                                                    Term::inertia, Term::load};

/// The ρ∞ of every term but the constraint.
class GaussSplitting : public TermMap<double> {
 public:
  /// The same for every term. Throws std::invalid_argument unless 0 ≤ rho_infinity ≤ 1.
  static GaussSplitting uniform(double rho_infinity);

  /// term_name is a kind, `elastic`, or a kind in a region, `elastic``@``joint`. Throws
  /// std::invalid_argument, and changes nothing, when the kind is unknown or the constraint, the
  /// region is empty, or ρ∞ is outside of 0 to 1.
  void set(std::string_view term_name, double rho_infinity);

  /// Whether any term has a ρ∞ below 1, which costs one order.
  bool damped() const;

  /// `every term: 0.8`, or the kinds with their ρ∞, those in regions too.
  std::string text() const;

  /// The same kinds and regions with equal ρ∞.
  friend bool operator==(const GaussSplitting&, const GaussSplitting&) = default;

 private:
  using TermMap::TermMap;
};

/// The ρ∞ that "0.8" says for a term. Throws std::invalid_argument for other texts; for "C" and
/// "C:0.75+C*:0.25" it says that those belong to the Lobatto nodes of splitting.hpp.
double parse_rho_infinity(std::string_view term_name, std::string_view text);

/// M(μ), (30) of Jay (1998), of y' = z, z' = −λ²y − δz with the ρ∞ of velocity, elastic and
/// damping; μ = λh and d = δh.
Eigen::Matrix2d stability_matrix(const GaussLobatto& coefficients, const GaussSplitting& splitting,
                                 double mu, double d = 0.0);

}  // namespace sparkdyn::tableau
