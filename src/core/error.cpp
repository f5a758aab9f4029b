// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/core/error.hpp"

#include <algorithm>
#include <numeric>

namespace sparkdyn::core {
namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replace = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replace});
    }
  }
  return row.back();
}

}  // namespace

std::string nearest(std::string_view name, std::span<const std::string> candidates) {
  constexpr std::size_t longest = 200;  // longer ones are no slips, and would take long
  std::string best;
  if (name.size() > longest) return best;
  std::size_t best_distance = std::max<std::size_t>(1, (name.size() + 1) / 3) + 1;
  for (const auto& candidate : candidates) {
    if (candidate.size() > 2 * longest) continue;
    const std::size_t distance = edit_distance(name, candidate);
    if (distance < best_distance) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

std::string allowed(std::string_view name, std::span<const std::string> candidates) {
  const std::string close = nearest(name, candidates);
  constexpr std::size_t most = 100;
  std::string text =
      fmt::format("{}", fmt::join(candidates.first(std::min(most, candidates.size())), ", "));
  if (candidates.size() > most) text += fmt::format(" and {} more", candidates.size() - most);
  if (!close.empty()) text += fmt::format("; did you mean '{}'?", close);
  return text;
}

}  // namespace sparkdyn::core
