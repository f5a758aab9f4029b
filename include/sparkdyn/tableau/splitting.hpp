// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Which matrix integrates which term of
//
//   q' = v,   M v' = F(t) − C v − K q − Gᵀλ
//
// Definition 4.1 and section 7 of Jay (1998): every term, and every region of the structure, may
// have its own mixture of the Lobatto matrices. The constraint term may not contain IIIA, because
// (21b), A⁽¹⁾A⁽²⁾ = A⁽¹⁾A⁽³⁾ = A⁽¹⁾A⁽⁴⁾, holds for IIIB, IIIC, IIIC* only, and the stages would not
// have a unique solution (Theorem 4.3).

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sparkdyn/tableau/mixture.hpp"

namespace sparkdyn::tableau {

/// The kinds of terms: q' = v, K q, C v, the inertia that depends on q, F(t) and Gᵀλ.
enum class Term { velocity, elastic, damping, inertia, load, constraint };

/// Every kind, in the order of the enumeration.
inline constexpr std::array<Term, 6> all_terms = {Term::velocity, Term::elastic, Term::damping,
                                                  Term::inertia,  Term::load,    Term::constraint};

/// "velocity", "elastic", …
std::string_view name(Term term);

/// The inverse of name(); empty when no term is called so.
std::optional<Term> find_term(std::string_view term_name);

/// A total map: every kind of term has a mixture, from the first moment on.
class Splitting {
 public:
  /// The same mixture for every term. Throws std::invalid_argument for a mixture that contains
  /// IIIA, since the constraint is one of the terms.
  static Splitting uniform(const Mixture& mixture);
  /// Mixture::rho_infinity() for every term, with its exceptions.
  static Splitting uniform(double rho_infinity);

  /// term_name is a kind, `elastic`, or a kind in a region, `elastic``@``joint`. Throws
  /// std::invalid_argument, and changes nothing, when the kind is unknown, the region is empty, or
  /// the constraint is given IIIA.
  void set(std::string_view term_name, const Mixture& mixture);

  /// What was set for the kind in the region, else what was set for the kind.
  const Mixture& operator()(Term term, std::string_view region = "") const;

  /// The regions named for this kind, sorted.
  std::vector<std::string> regions(Term term) const;

  /// Keyed as in set().
  const std::map<std::string, Mixture>& entries() const { return entries_; }

  /// `every term: D`, or the kinds with their mixtures, those in regions too.
  std::string text() const;

  /// The same kinds and regions with equal mixtures.
  friend bool operator==(const Splitting&, const Splitting&) = default;

 private:
  Splitting() = default;

  std::map<std::string, Mixture> entries_;
};

}  // namespace sparkdyn::tableau
