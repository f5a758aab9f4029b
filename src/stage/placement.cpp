#include "sparkdyn/stage/placement.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <string_view>

#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::stage {
namespace {

constexpr auto option = "-factors";
constexpr std::array<std::string_view, 3> names{"auto", "single", "spread"};

Factors chosen() {
  std::array<char, 32> text{};
  PetscBool set = PETSC_FALSE;
  core::check(PetscOptionsGetString(nullptr, nullptr, option, text.data(), text.size(), &set));
  if (!set) return Factors::automatic;
  const auto found = std::find(names.begin(), names.end(), text.data());
  if (found == names.end())
    core::input_error("option {} must be auto, single or spread, not '{}'", option, text.data());
  return static_cast<Factors>(found - names.begin());
}

}  // namespace

bool options_choose_solver(const std::string& prefix) {
  char* text = nullptr;
  core::check(PetscOptionsGetAll(nullptr, &text));
  const std::string all = std::string(" ") + text;
  core::check(PetscFree(text));
  return all.find(" -" + prefix + "ksp_") != std::string::npos ||
         all.find(" -" + prefix + "pc_") != std::string::npos;
}

bool factors_on_single_ranks(const mechanics::System& system, const std::string& prefix) {
  if (core::size(system.comm()) == 1 || options_choose_solver(prefix)) return false;
  const Factors wish = chosen();
  if (wish != Factors::automatic) return wish == Factors::single;
  return system.dofs() + system.constraints() <= largest_single;
}

core::Group group_for_one(const mechanics::System& system) {
  return {0, factors_on_single_ranks(system, "") ? 1 : core::size(system.comm())};
}

void choose_factors(Factors factors) {
  PetscBool set = PETSC_FALSE;
  core::check(PetscOptionsHasName(nullptr, nullptr, option, &set));
  if (!set && factors != Factors::automatic)
    core::check(PetscOptionsSetValue(
        nullptr, option, std::string(names[static_cast<std::size_t>(factors)]).c_str()));
}

std::vector<int> spread_over_ranks(const std::vector<double>& costs, int ranks) {
  std::vector<std::size_t> order(costs.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return costs[a] > costs[b]; });
  std::vector<double> load(static_cast<std::size_t>(ranks), 0.0);
  std::vector<int> result(costs.size());
  for (const std::size_t i : order) {
    const auto least = std::min_element(load.begin(), load.end());
    *least += costs[i];
    result[i] = static_cast<int>(least - load.begin());
  }
  return result;
}

}  // namespace sparkdyn::stage
