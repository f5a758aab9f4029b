// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/tableau/term.hpp"

#include <algorithm>
#include <charconv>
#include <numeric>
#include <stdexcept>

#include "term_text.hpp"

namespace sparkdyn::tableau {

namespace {

// Insertions, deletions and substitutions that turn one word into the other (Levenshtein).
std::size_t edit_distance(std::string_view from, std::string_view to) {
  std::vector<std::size_t> row(to.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= from.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= to.size(); ++j) {
      const std::size_t substituted = diagonal + (from[i - 1] == to[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, substituted});
    }
  }
  return row.back();
}

std::string unknown_term(std::string_view kind, std::span<const Term> terms) {
  std::string allowed;
  for (const Term term : terms) {
    if (!allowed.empty()) allowed += ", ";
    allowed += name(term);
  }
  const auto distance = [&](Term term) { return edit_distance(kind, name(term)); };
  const Term nearest = *std::ranges::min_element(terms, {}, distance);
  return "unknown term " + quoted(kind) + " in the splitting: allowed are " + allowed +
         ", each optionally @region; nearest is " + quoted(name(nearest));
}

}  // namespace

std::string quoted(std::string_view text) {
  return '"' + std::string(text) + '"';
}

std::string shortest(double value) {
  std::array<char, 32> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  return {buffer.data(), end};
}

std::optional<double> whole_number(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

void check_rho_infinity(double rho) {
  // Written so that what is not a number fails too.
  if (rho >= 0.0 && rho <= 1.0) return;
  throw std::invalid_argument(
      "rho_infinity must lie between 0 (strongest damping) and 1 (none), not " + shortest(rho));
}

std::string_view name(Term term) {
  switch (term) {
    case Term::velocity:
      return "velocity";
    case Term::elastic:
      return "elastic";
    case Term::damping:
      return "damping";
    case Term::inertia:
      return "inertia";
    case Term::load:
      return "load";
    case Term::constraint:
      return "constraint";
  }
  return "?";
}

std::optional<Term> find_term(std::string_view term_name) {
  const auto called_so = [&](Term term) { return name(term) == term_name; };
  const auto found = std::ranges::find_if(all_terms, called_so);
  if (found == all_terms.end()) return std::nullopt;
  return *found;
}

Term parse_term(std::string_view term_name, std::span<const Term> allowed) {
  const std::size_t at = term_name.find('@');
  const std::string_view kind = term_name.substr(0, at);
  const std::optional<Term> term = find_term(kind);
  if (!term || std::ranges::find(allowed, *term) == allowed.end()) {
    throw std::invalid_argument(unknown_term(kind, allowed));
  }
  if (at != std::string_view::npos && at + 1 == term_name.size()) {
    throw std::invalid_argument("the term " + quoted(term_name) +
                                " in the splitting names no region after the @");
  }
  return *term;
}

}  // namespace sparkdyn::tableau
