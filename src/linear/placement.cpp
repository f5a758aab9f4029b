// SPDX-License-Identifier: BSD-3-Clause
#include "linear/placement.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "sparkdyn/core/petsc.hpp"

namespace sparkdyn::linear {
namespace {

double gain(int ranks) {
  return std::pow(ranks, 0.8);
}

/// The costliest first, each to the rank with the least so far.
std::vector<RankGroup> on_single_ranks(const std::vector<double>& costs, int ranks) {
  std::vector<std::size_t> order(costs.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return costs[a] > costs[b]; });
  std::vector<double> load(static_cast<std::size_t>(ranks), 0.0);
  std::vector<RankGroup> result(costs.size());
  for (const std::size_t i : order) {
    const auto least = std::min_element(load.begin(), load.end());
    *least += costs[i];
    result[i] = {static_cast<int>(least - load.begin()), 1};
  }
  return result;
}

/// One rank after another goes to the system that takes longest.
std::vector<RankGroup> in_groups(const std::vector<double>& costs, int ranks) {
  std::vector<RankGroup> result(costs.size());
  const auto time = [&](std::size_t i) { return costs[i] / gain(result[i].count); };
  for (int left = ranks - static_cast<int>(costs.size()); left > 0; --left) {
    std::size_t longest = 0;
    for (std::size_t i = 1; i < costs.size(); ++i)
      if (time(i) > time(longest)) longest = i;
    ++result[longest].count;
  }
  for (std::size_t i = 1; i < result.size(); ++i)
    result[i].first = result[i - 1].first + result[i - 1].count;
  return result;
}

}  // namespace

std::vector<double> solve_costs(int real_systems, int complex_systems) {
  std::vector<double> costs(static_cast<std::size_t>(complex_systems), 2.0);
  costs.insert(costs.end(), static_cast<std::size_t>(real_systems), 1.0);
  return costs;
}

std::vector<RankGroup> share_ranks(const std::vector<double>& costs, int ranks, Placement factors) {
  if (factors == Placement::spread) return {costs.size(), RankGroup{0, ranks}};
  if (factors == Placement::groups && static_cast<std::size_t>(ranks) > costs.size())
    return in_groups(costs, ranks);
  return on_single_ranks(costs, ranks);
}

double solving_time(const std::vector<double>& costs, int ranks, Placement factors) {
  const auto groups = share_ranks(costs, ranks, factors);
  std::vector<double> busy(static_cast<std::size_t>(ranks), 0.0);
  for (std::size_t i = 0; i < costs.size(); ++i)
    for (int r = groups[i].first; r < groups[i].first + groups[i].count; ++r)
      busy[static_cast<std::size_t>(r)] += costs[i] / gain(groups[i].count);
  return *std::max_element(busy.begin(), busy.end());
}

Placement place_factors(Placement wish, int ranks, PetscInt unknowns,
                        const std::vector<double>& costs) {
  if (ranks == 1) return Placement::spread;
  if (wish != Placement::automatic) return wish;
  if (unknowns <= largest_single) return Placement::single;
  return solving_time(costs, ranks, Placement::groups) <
                 solving_time(costs, ranks, Placement::spread)
             ? Placement::groups
             : Placement::spread;
}

Placement place_iterations(Placement wish, int ranks, int systems, PetscInt unknowns) {
  if (ranks == 1 || systems == 1) return Placement::spread;
  if (wish != Placement::automatic)
    return wish == Placement::groups ? Placement::groups : Placement::spread;
  const bool outnumber = ranks >= 2 * systems && unknowns < fewest_unknowns * ranks;
  return outnumber ? Placement::groups : Placement::spread;
}

bool options_choose_solver(const std::string& prefix) {
  char* text = nullptr;
  core::check(PetscOptionsGetAll(nullptr, &text));
  const std::string all = std::string(" ") + text;
  core::check(PetscFree(text));
  return all.find(" -" + prefix + "ksp_") != std::string::npos ||
         all.find(" -" + prefix + "pc_") != std::string::npos;
}

}  // namespace sparkdyn::linear
