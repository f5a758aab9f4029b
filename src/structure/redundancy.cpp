// SPDX-License-Identifier: BSD-3-Clause
#include "structure/redundancy.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "elimination.hpp"
#include "sparkdyn/core/error.hpp"

namespace sparkdyn::structure {
namespace {

/// Relative; values come from input with eight digits or more.
constexpr double value_tolerance = 1e-8;
/// Coefficients of a dependence below that are rounding errors.
constexpr double coefficient_tolerance = 1e-8;

std::string value_text(double value, int amplitude) {
  return amplitude < 0 ? fmt::format("{:.6g}", value) : fmt::format("{:.6g}·a(t)", value);
}

std::string names(std::span<const Equation> rows, const std::vector<int>& of) {
  constexpr std::size_t most = 8;
  std::vector<std::string> list;
  for (std::size_t i = 0; i < std::min(of.size(), most); ++i) {
    const Equation& row = rows[of[i]];
    list.push_back(row.value == 0
                       ? row.name
                       : fmt::format("{} (= {})", row.name, value_text(row.value, row.amplitude)));
  }
  std::string text = fmt::format("{}", fmt::join(list, "; "));
  if (of.size() > most) text += fmt::format("; and {} more", of.size() - most);
  return text;
}

/// Empty when the values agree, else a sentence.
std::string contradiction(std::span<const Equation> rows, const Dependence& dependence) {
  const Equation& row = rows[dependence.row];
  std::map<int, double> difference, size;
  const auto add = [&](const Equation& equation, double factor) {
    if (equation.value == 0) return;
    difference[equation.amplitude] += factor * equation.value;
    size[equation.amplitude] += std::abs(factor * equation.value);
  };
  add(row, 1.0);
  std::vector<int> implied_by;
  for (const auto& term : dependence.terms) {
    add(rows[term.row], -term.coefficient);
    implied_by.push_back(term.row);
  }
  const bool agrees = std::all_of(difference.begin(), difference.end(), [&](const auto& entry) {
    return std::abs(entry.second) <= value_tolerance * size[entry.first];
  });
  if (agrees) return {};
  const std::string asked = value_text(row.value, row.amplitude);
  if (implied_by.empty())
    return fmt::format("{} asks for {}, but all its components are held", row.name, asked);
  return fmt::format("{} asks for {}, but another value follows from {}", row.name, asked,
                     names(rows, implied_by));
}

void require_agreement(std::span<const Equation> rows, const std::vector<Dependence>& dependences) {
  constexpr std::size_t most = 4;
  std::vector<std::string> sentences;
  std::size_t count = 0;
  for (const Dependence& dependence : dependences) {
    std::string sentence = contradiction(rows, dependence);
    if (sentence.empty()) continue;
    if (++count <= most) sentences.push_back(std::move(sentence));
  }
  if (count == 0) return;
  std::string text = fmt::format("{}", fmt::join(sentences, ".\n  "));
  if (count > most) text += fmt::format(".\n  And {} more like these", count - most);
  core::input_error("constraints contradict each other: {}", text);
}

}  // namespace

RedundancyReport find_redundant(std::span<const Equation> rows) {
  std::vector<Dependence> dependences = find_dependences(rows);
  for (Dependence& dependence : dependences)
    std::erase_if(dependence.terms, [](const auto& term) {
      return std::abs(term.relative) <= coefficient_tolerance;
    });
  require_agreement(rows, dependences);
  RedundancyReport report;
  std::vector<bool> is_dropped(rows.size(), false);
  for (const Dependence& dependence : dependences) {
    is_dropped[dependence.row] = true;
    auto& dropped = report.dropped.emplace_back();
    dropped.row = dependence.row;
    for (const auto& term : dependence.terms) dropped.implied_by.push_back(term.row);
  }
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (!is_dropped[i]) report.kept.push_back(static_cast<int>(i));
  return report;
}

}  // namespace sparkdyn::structure
