// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/dae/formulation.hpp"

#include <fmt/format.h>

#include <utility>

#include "sparkdyn/core/error.hpp"
#include "sparkdyn/dae/problem.hpp"

namespace sparkdyn::dae {
namespace {

// g and ψ, signed: their signs tell a centre from a saddle.
void follow_residuals(const std::shared_ptr<const Formulations>& all, Problem& problem) {
  const int m = all->constraints();
  for (int k = 0; k < 2 * m; ++k) {
    const char* symbol = k < m ? "g" : "Gp";
    problem.quantities.push_back(
        {m == 1 ? symbol : fmt::format("{}{}", symbol, k % m + 1),
         [all, k](const Point& at) { return all->residuals(at.y, at.z)[k]; }});
  }
}

}  // namespace

const std::vector<std::string>& formulation_names() {
  static const std::vector<std::string> names{"constrained", "underlying", "dirac",
                                              "weak",        "simplified", "linear",
                                              "baumgarte",   "state-space"};
  return names;
}

void formulate(Problem& problem, Formulation kind) {
  if (kind == Formulation::constrained) return;
  const auto all = problem.formulations;
  const std::string& name = formulation_names()[static_cast<std::size_t>(kind)];
  if (!all) {
    core::input_error(
        "the problem '{}' cannot be formulated as '{}': that is for holonomic constraints on a "
        "Hamiltonian or a constant mass with a potential, as unit-pendulum, guided-oscillator, "
        "pendulum, spherical-pendulum, four-bar-chain and charged-particle-on-sphere have them",
        problem.name, name);
  }
  problem.formulation = kind;
  problem.start = all->with_momenta(problem.start);
  problem.start.u.resize(0);
  problem.system = all->system(kind, problem.start);
  for (Quantity& quantity : problem.quantities) {
    quantity.value = [all, own = std::move(quantity.value)](const Point& at) {
      return own(all->as_own(at));
    };
  }
  for (KnownAnswer& answer : problem.answers) {
    if (answer.z.size() > 0) answer.z = all->with_momenta({answer.t, answer.y, answer.z, {}}).z;
    answer.u.resize(0);
  }
  if (problem.exact) {
    problem.exact = [all, own = std::move(problem.exact)](double t) {
      Point at = all->with_momenta(own(t));
      at.u.resize(0);
      return at;
    };
  }
  follow_residuals(all, problem);
}

}  // namespace sparkdyn::dae
