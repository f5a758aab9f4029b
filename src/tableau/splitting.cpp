// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/tableau/splitting.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

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

std::string quoted(std::string_view text) {
  return '"' + std::string(text) + '"';
}

std::string unknown_term(std::string_view kind) {
  std::string allowed;
  for (const Term term : all_terms) {
    if (!allowed.empty()) allowed += ", ";
    allowed += name(term);
  }
  const auto distance = [&](Term term) { return edit_distance(kind, name(term)); };
  const Term nearest = *std::ranges::min_element(all_terms, {}, distance);
  return "unknown term " + quoted(kind) + " in the splitting: allowed are " + allowed +
         ", each optionally @region; nearest is " + quoted(name(nearest));
}

Term term_of(std::string_view term_name) {
  const std::size_t at = term_name.find('@');
  const std::string_view kind = term_name.substr(0, at);
  const std::optional<Term> term = find_term(kind);
  if (!term) throw std::invalid_argument(unknown_term(kind));
  if (at != std::string_view::npos && at + 1 == term_name.size()) {
    throw std::invalid_argument("the term " + quoted(term_name) +
                                " in the splitting names no region after the @");
  }
  return *term;
}

void check_constraint(std::string_view term_name, const Mixture& mixture) {
  if (!mixture.contains(Family::IIIA)) return;
  throw std::invalid_argument(
      "the term " + quoted(term_name) + " may not use Lobatto A (got " + mixture.text() +
      "): condition (21) of Jay (1998), A·B = A·C = A·C* of full rank together with b, fails for "
      "A·A, so the multipliers would not be determined; use B, C, C* or D");
}

}  // namespace

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

Splitting Splitting::uniform(const Mixture& mixture) {
  Splitting splitting;
  for (const Term term : all_terms) splitting.set(name(term), mixture);
  return splitting;
}

Splitting Splitting::uniform(double rho_infinity) {
  return uniform(Mixture::rho_infinity(rho_infinity));
}

void Splitting::set(std::string_view term_name, const Mixture& mixture) {
  if (term_of(term_name) == Term::constraint) check_constraint(term_name, mixture);
  entries_.insert_or_assign(std::string(term_name), mixture);
}

const Mixture& Splitting::operator()(Term term, std::string_view region) const {
  const std::string kind(name(term));
  const auto regional = entries_.find(kind + "@" + std::string(region));
  return regional != entries_.end() ? regional->second : entries_.at(kind);
}

std::vector<std::string> Splitting::regions(Term term) const {
  const std::string prefix = std::string(name(term)) + "@";
  std::vector<std::string> result;
  for (const auto& [key, mixture] : entries_) {
    if (key.starts_with(prefix)) result.push_back(key.substr(prefix.size()));
  }
  return result;
}

std::string Splitting::text() const {
  const Mixture& first = entries_.begin()->second;
  const auto same = [&](const auto& entry) { return entry.second == first; };
  if (std::ranges::all_of(entries_, same)) return "every term: " + first.text();

  std::string result;
  const auto append = [&](const std::string& key) {
    if (!result.empty()) result += ", ";
    result.append(key).append(": ").append(entries_.at(key).text());
  };
  for (const Term term : all_terms) {
    const std::string kind(name(term));
    append(kind);
    for (const std::string& region : regions(term)) append(kind + "@" + region);
  }
  return result;
}

}  // namespace sparkdyn::tableau
