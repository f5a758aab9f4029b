// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The terms of
//
//   q' = v,   M v' = F(t) − C v − K q − Gᵀλ
//
// and a map from them to what integrates them (Definition 4.1 of Jay 1998): one value for a kind of
// term, `elastic`, and others where the kind acts in a region of the structure,
// `elastic``@``joint`.

#include <array>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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

/// The kind in `elastic` or `elastic``@``joint`. Throws std::invalid_argument when it is none of
/// those allowed, naming the nearest, and when nothing follows the @.
Term parse_term(std::string_view term_name, std::span<const Term> allowed);

/// A total map: every kind has a value, from the first moment on. Value needs ==.
template <class Value>
class TermMap {
 public:
  /// What was set for the kind in the region, else what was set for the kind.
  const Value& operator()(Term term, std::string_view region = "") const {
    const std::string kind(name(term));
    const auto regional = entries_.find(kind + "@" + std::string(region));
    return regional != entries_.end() ? regional->second : entries_.at(kind);
  }

  /// The regions named for this kind, sorted.
  std::vector<std::string> regions(Term term) const {
    const std::string prefix = std::string(name(term)) + "@";
    std::vector<std::string> result;
    for (const auto& [key, value] : entries_) {
      if (key.starts_with(prefix)) result.push_back(key.substr(prefix.size()));
    }
    return result;
  }

  /// By `elastic` and `elastic``@``joint`.
  const std::map<std::string, Value>& entries() const { return entries_; }

  /// What all kinds and regions have, when it is the same.
  std::optional<Value> common() const {
    const Value& first = entries_.begin()->second;
    for (const auto& [key, value] : entries_) {
      if (!(value == first)) return std::nullopt;
    }
    return first;
  }

  /// The same kinds and regions with equal values.
  friend bool operator==(const TermMap&, const TermMap&) = default;

 protected:
  /// The same value for these kinds.
  TermMap(std::span<const Term> kinds, const Value& value) {
    for (const Term kind : kinds) entries_.emplace(name(kind), value);
  }

  /// Sets one kind, or one in a region.
  void assign(std::string_view term_name, const Value& value) {
    entries_.insert_or_assign(std::string(term_name), value);
  }

  /// `every term: D`, or the kinds with their values, those in regions too.
  template <class Text>
  std::string described(Text text_of) const {
    if (const auto all = common()) return "every term: " + text_of(*all);
    std::string result;
    const auto append = [&](const std::string& key) {
      if (!result.empty()) result += ", ";
      result.append(key).append(": ").append(text_of(entries_.at(key)));
    };
    for (const Term term : all_terms) {
      const std::string kind(name(term));
      if (entries_.contains(kind)) append(kind);
      for (const std::string& region : regions(term)) append(kind + "@" + region);
    }
    return result;
  }

 private:
  std::map<std::string, Value> entries_;
};

}  // namespace sparkdyn::tableau
