// SPDX-License-Identifier: BSD-3-Clause
// A chain of masses and springs whose ends are tied together, G q = q_1 − q_n = 0, and whose middle
// is pushed: M q'' + C q' + K q + Gᵀλ = F sin(3t) from matrices of PETSc's, on any number of ranks.
#include <cmath>

#include "sparkdyn/core/runtime.hpp"
#include "sparkdyn/run/own_matrices.hpp"
#include "sparkdyn/run/simulation.hpp"

namespace run = sparkdyn::run;
constexpr PetscInt n = 101;

/// Row i has the entries `own` at i and `next` at its neighbours; a single row has those at its
/// ends.
Mat make(PetscInt rows, double own, double next) {
  Mat matrix;
  PetscInt begin, end;
  MatCreateAIJ(PETSC_COMM_WORLD, PETSC_DECIDE, PETSC_DECIDE, rows, n, 3, nullptr, 3, nullptr,
               &matrix);
  MatGetOwnershipRange(matrix, &begin, &end);
  for (PetscInt i = begin; i < end; ++i) {
    MatSetValue(matrix, i, i, own, INSERT_VALUES);
    if (i > 0) MatSetValue(matrix, i, i - 1, next, INSERT_VALUES);
    if (i + 1 < n) MatSetValue(matrix, i, rows == 1 ? n - 1 : i + 1, next, INSERT_VALUES);
  }
  MatAssemblyBegin(matrix, MAT_FINAL_ASSEMBLY);
  MatAssemblyEnd(matrix, MAT_FINAL_ASSEMBLY);
  return matrix;
}

struct Largest final : run::Observer {
  double displacement = 0;
  void on_step(const run::Frame& frame) override {  // after every step, on all ranks
    displacement = std::fmax(displacement, sparkdyn::core::norm_infinity(frame.q()));
  }
};

int main() {
  const sparkdyn::core::Runtime runtime;  // MPI and PETSc, if the program has not started them
  run::OwnMatrices own{.M = make(n, 1.0 / n, 0), .K = make(n, 2.2 * n, -n)};
  own.C = make(n, 2.2e-3 * n, -1e-3 * n);
  own.G = make(1, 1, -1);
  own.a = sparkdyn::mechanics::expression_amplitude("sin(3*t)");
  MatCreateVecs(own.M, &own.F, nullptr);
  VecSetValue(own.F, n / 2, 1.0, INSERT_VALUES);
  VecAssemblyBegin(own.F), VecAssemblyEnd(own.F);
  const auto system = run::make_system(own);
  for (Mat* each : {&own.M, &own.K, &own.C, &own.G}) MatDestroy(each);
  VecDestroy(&own.F);  // the system shares them all
  std::vector<sparkdyn::mechanics::State> states;
  states.push_back(run::make_state(*system));
  sparkdyn::core::Log log(runtime.comm());
  const run::SimulationOptions options{.method = run::gauss_lobatto(3, 0.8), .span = {0, 2, 0.01}};
  run::Simulation simulation(system, std::move(states), options, log);
  Largest largest;
  const run::RunReport report = simulation.run({{&largest}}).front();
  log.note("{} steps, largest displacement {:.6f}", report.steps, largest.displacement);
  return report.done ? 0 : 1;
}
