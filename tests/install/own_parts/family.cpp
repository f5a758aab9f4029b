// SPDX-License-Identifier: BSD-3-Clause
// A family of methods of one's own: Störmer's and Verlet's, explicit, for masses that are diagonal.
// It runs through the library's loop, and its error falls with h².
#include <algorithm>
#include <cmath>

#include "sparkdyn/core/runtime.hpp"
#include "sparkdyn/run/own_matrices.hpp"
#include "sparkdyn/run/simulation.hpp"

using namespace sparkdyn;
constexpr PetscInt n = 20;

/// Tridiagonal.
Mat make(double own, double next) {
  Mat matrix;
  PetscInt begin, end;
  MatCreateAIJ(PETSC_COMM_WORLD, PETSC_DECIDE, PETSC_DECIDE, n, n, 3, nullptr, 3, nullptr, &matrix);
  MatGetOwnershipRange(matrix, &begin, &end);
  for (PetscInt i = begin; i < end; ++i)
    for (PetscInt j = std::max<PetscInt>(i - 1, 0); j < std::min(i + 2, n); ++j)
      MatSetValue(matrix, i, j, i == j ? own : next, INSERT_VALUES);
  MatAssemblyBegin(matrix, MAT_FINAL_ASSEMBLY);
  MatAssemblyEnd(matrix, MAT_FINAL_ASSEMBLY);
  return matrix;
}

/// A chain of masses and springs that is pushed as a whole.
std::shared_ptr<mechanics::System> chain() {
  run::OwnMatrices own{.M = make(1, 0), .K = make(2, -1)};
  own.a = mechanics::expression_amplitude("sin(t)");
  MatCreateVecs(own.M, &own.F, nullptr);
  VecSet(own.F, 1.0);
  auto system = run::make_system(own);
  MatDestroy(&own.M), MatDestroy(&own.K), VecDestroy(&own.F);
  return system;
}

class Verlet final : public integrate::Stepper {
 public:
  explicit Verlet(const mechanics::System& system)
      : system_(&system), a_(system.make_displacement()), mass_(system.make_displacement()) {
    core::check(MatGetDiagonal(*system.mass(), mass_));
  }
  integrate::StepWork work(integrate::Account) override { return {}; }
  int order() const override { return 2; }
  std::string description() const override { return "Störmer's and Verlet's method"; }
  std::string solver_description() const override { return "explicit"; }
  void prepare(const mechanics::State&, double) override {}
  linear::SolverTimes times() const override { return {}; }
  double factor_entries() const override { return 0; }

 protected:
  integrate::StepResult advance(const mechanics::State& state, double h,
                                mechanics::State& next) override {
    core::copy(state.q, next.q);
    core::copy(state.v, next.v);
    next.t = state.t + h;
    kick(state.t, h / 2, next);
    core::check(VecAXPY(next.q, h, next.v));
    kick(next.t, h / 2, next);
    return {};
  }

 private:
  void kick(double t, double h, mechanics::State& state) {
    core::check(VecSet(a_, 0.0));
    system_->add_load(t, 1.0, a_, state.load_case);
    system_->add_forces({.t = t, .q = state.q, .v = state.v}, -1.0, a_);
    core::check(VecPointwiseDivide(a_, a_, mass_));
    core::check(VecAXPY(state.v, h, a_));
  }
  const mechanics::System* system_;
  core::Vector a_, mass_;
};

const run::MethodFamily verlet{
    .name = "verlet",
    .keys = {},
    .shared = true,
    .make = [](const run::MethodOptions&, const run::StepperParts& parts)
        -> std::unique_ptr<integrate::Stepper> { return std::make_unique<Verlet>(parts.system); },
    .nodes =
        [](const run::MethodOptions&) {
          return std::vector<double>{0, 1};
        },
    .demand = [](const run::MethodOptions&) { return linear::StepDemand{}; },
    .one_matrix = [](const run::MethodOptions&, const mechanics::System&) { return true; },
    .modal = {}};

/// Displacements at the end.
core::Vector integrated(const run::MethodOptions& method, double h, core::Log& log) {
  const auto system = chain();
  std::vector<mechanics::State> states;
  states.push_back(run::make_state(*system));
  run::Simulation simulation(system, std::move(states), {.method = method, .span = {0, 5, h}}, log);
  if (!simulation.run().front().done) log.note("did not end");
  return core::make_copy(Vec(simulation.states()[0].q));
}

int main() {
  const core::Runtime runtime;
  core::Log log(runtime.comm());
  const core::Vector exact = integrated(run::gauss_lobatto(5, 1), 0.05, log);
  const auto error = [&](double h) {
    const core::Vector q = integrated({.family = &verlet}, h, log);
    core::check(VecAXPY(q, -1.0, exact));
    return core::norm_infinity(q);
  };
  const double order = std::log2(error(0.1) / error(0.05));
  log.note("order {:.2f}", order);
  return std::abs(order - 2) < 0.1 ? 0 : 1;
}
