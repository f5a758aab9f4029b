// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Which Lobatto matrix integrates which term: Definition 4.1 and section 7 of Jay (1998). Every
// term, and every region of the structure, may have its own mixture. The constraint term may not
// contain IIIA, because (21b), A⁽¹⁾A⁽²⁾ = A⁽¹⁾A⁽³⁾ = A⁽¹⁾A⁽⁴⁾, holds for IIIB, IIIC, IIIC* only,
// and the stages would not have a unique solution (Theorem 4.3).

#include <string>
#include <string_view>

#include "sparkdyn/tableau/mixture.hpp"
#include "sparkdyn/tableau/term.hpp"

namespace sparkdyn::tableau {

/// The mixture of every term.
class Splitting : public TermMap<Mixture> {
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

  /// `every term: D`, or the kinds with their mixtures, those in regions too.
  std::string text() const;

  /// The same kinds and regions with equal mixtures.
  friend bool operator==(const Splitting&, const Splitting&) = default;

 private:
  using TermMap::TermMap;
};

/// The mixture that "C" or "C:0.75+C*:0.25" says for a term. Throws std::invalid_argument for other
/// texts; for a number it says that those belong to the Gauss nodes of gauss_splitting.hpp.
Mixture parse_mixture(std::string_view term_name, std::string_view text);

}  // namespace sparkdyn::tableau
