// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "case_sections.hpp"

namespace sparkdyn::input {
namespace {

using Spacing = ResponseSpec::Spacing;

std::vector<double> read_listed(const Tree& tree) {
  std::vector<double> result;
  for (const auto& [key, item] : as_list(tree, "'frequencies' in 'response'")) {
    const double f = as_number(item, "a frequency of 'response'");
    if (f < 0) fail(item, "a frequency of 'response' must not be negative, but is {}", f);
    if (!result.empty() && f <= result.back())
      fail(item, "'frequencies' in 'response' must increase: {} follows {}", f, result.back());
    result.push_back(f);
  }
  if (result.empty()) fail(tree, "'frequencies' in 'response' needs at least one");
  return result;
}

std::vector<double> read_range(const Section& section) {
  constexpr long most = 1'000'000;
  const double from = section.number("from", std::nullopt, 0);
  const double to = section.number("to", std::nullopt, 0);
  if (!(to > from))
    fail(section.require("to"), "'to' in 'response' must be above 'from', {}, but is {}", from, to);
  const auto spacing =
      static_cast<Spacing>(section.choice("spacing", 0, {"linear", "logarithmic"}));
  if (spacing == Spacing::logarithmic && from == 0)
    fail(section.require("from"), "a logarithmic spacing begins above zero");
  return spaced_frequencies(from, to, section.integer("count", 200, 2, most), spacing);
}

/// What is a history over time where only a phase has a meaning, or the other way round.
void visit_amplitudes(const Tree& tree, const std::function<void(const Tree&)>& visit) {
  for (const auto& [key, value] : tree.members) {
    if (key == "amplitude" && value.kind == Tree::Kind::mapping) visit(value);
    visit_amplitudes(value, visit);
  }
}

}  // namespace

Superposition read_superposition(const Section& section) {
  Superposition result;
  result.modes = static_cast<int>(section.integer("modes", std::nullopt, 1, 1'000'000));
  const Tree* damping = section.find("modal_damping");
  if (!damping) return result;
  const auto ratio = [&](const Tree& tree) {
    const double value = as_number(tree, section.what("modal_damping"));
    if (!(value >= 0 && value < 1))
      fail(tree, "{}: a part of the critical damping lies between 0 and 1, not {}",
           section.what("modal_damping"), value);
    return value;
  };
  if (damping->kind != Tree::Kind::list) {
    result.ratios.assign(static_cast<std::size_t>(result.modes), ratio(*damping));
    return result;
  }
  for (const auto& [key, item] : damping->members) result.ratios.push_back(ratio(item));
  if (result.ratios.size() > static_cast<std::size_t>(result.modes))
    fail(*damping, "{} has {} numbers for {} modes", section.what("modal_damping"),
         result.ratios.size(), result.modes);
  return result;
}

std::vector<double> spaced_frequencies(double from, double to, long count, Spacing spacing) {
  std::vector<double> result;
  for (long k = 0; k < count; ++k) {
    const double part = static_cast<double>(k) / static_cast<double>(count - 1);
    result.push_back(spacing == Spacing::linear ? from + part * (to - from)
                                                : from * std::pow(to / from, part));
  }
  result.back() = to;
  return result;
}

ResponseSpec read_response(const Tree& tree) {
  const Section section(tree, "response", keys::response_table());
  section.require_rules();
  ResponseSpec result;
  const Tree* listed = section.find("frequencies");
  if (listed)
    for (const char* other : {"to", "count", "spacing"})
      if (const Tree* extra = section.find(other))
        fail(*extra, "'{}' in 'response' goes with 'from', not with 'frequencies'", other);
  result.frequencies = listed ? read_listed(*listed) : read_range(section);
  if (!(result.frequencies.back() > 0))
    fail(tree, "a response at frequency zero alone is a state of rest: 'sparkdyn static'");
  result.structural_damping = section.number("structural_damping", 0, 0, 10);
  const bool modal = section.choice("method", 0, {"direct", "modal"}) == 1;
  for (const char* key : {"modes", "modal_damping"})
    if (const Tree* given = section.find(key); given && !modal)
      fail(*given, "'{}' in 'response' goes with 'method: modal'", key);
  if (modal) {
    if (const Tree* given = section.find("accuracy"))
      fail(*given,
           "'accuracy' in 'response' is of the direct method; modes have the one they have");
    const Superposition superposed = read_superposition(section);
    result.modes = superposed.modes;
    result.ratios = superposed.ratios;
  }
  result.accuracy = section.number("accuracy", result.accuracy, 1e-11, 1e-2);
  return result;
}

void require_amplitudes_for(const Tree& root, bool response) {
  visit_amplitudes(root, [&](const Tree& amplitude) {
    for (const auto& [key, value] : amplitude.members) {
      const bool harmonic = key == "harmonic", steady = harmonic || key == "constant";
      if (response && !steady)
        fail(value,
             "the amplitude '{}' is a history over time; 'sparkdyn response' takes a constant or "
             "{{harmonic: …}}",
             key);
      if (!response && harmonic)
        fail(value,
             "a harmonic amplitude is for 'sparkdyn response'; over time there is {{sine: …}}");
    }
  });
}

}  // namespace sparkdyn::input
