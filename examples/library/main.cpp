// A chain of masses and springs whose ends are tied together, G q = q_1 − q_n = 0, and whose middle
// is pushed: M q'' + C q' + K q + Gᵀλ = F sin(3t) from matrices of PETSc's, on any number of ranks.
#include <cmath>

#include "sparkdyn/core/runtime.hpp"
#include "sparkdyn/run/own_matrices.hpp"
#include "sparkdyn/run/simulation.hpp"

namespace run = sparkdyn::run;
constexpr PetscInt n = 101;

double mass(PetscInt i, PetscInt j) { return i == j ? 1.0 / n : 0.0; }
double stiffness(PetscInt i, PetscInt j) { return i == j ? 2.2 * n : std::abs(i - j) == 1 ? -n : 0; }
double damping(PetscInt i, PetscInt j) { return 1e-3 * stiffness(i, j); }
double tie(PetscInt, PetscInt j) { return j == 0 ? 1.0 : j == n - 1 ? -1.0 : 0.0; }

Mat make(PetscInt rows, double (*entry)(PetscInt, PetscInt)) {
  Mat matrix;
  MatCreateAIJ(PETSC_COMM_WORLD, PETSC_DECIDE, PETSC_DECIDE, rows, n, 3, nullptr, 3, nullptr,
               &matrix);
  PetscInt begin, end;
  MatGetOwnershipRange(matrix, &begin, &end);
  for (PetscInt i = begin; i < end; ++i)
    for (PetscInt j = 0; j < n; ++j)
      if (entry(i, j) != 0) MatSetValue(matrix, i, j, entry(i, j), INSERT_VALUES);
  MatAssemblyBegin(matrix, MAT_FINAL_ASSEMBLY);
  MatAssemblyEnd(matrix, MAT_FINAL_ASSEMBLY);
  return matrix;
}

struct Largest final : run::Observer {
  double displacement = 0;
  void on_step(const run::Frame& frame) override {  // after every step, on all ranks
    PetscReal size;
    VecNorm(frame.q(), NORM_INFINITY, &size);
    displacement = std::fmax(displacement, size);
  }
};

int main() {
  const sparkdyn::core::Runtime runtime;  // MPI and PETSc, if the program has not started them
  run::OwnMatrices own{.M = make(n, mass), .K = make(n, stiffness), .C = make(n, damping),
                       .G = make(1, tie), .a = sparkdyn::mechanics::expression_amplitude("sin(3*t)")};
  MatCreateVecs(own.M, &own.F, nullptr);
  VecSetValue(own.F, n / 2, 1.0, INSERT_VALUES);
  VecAssemblyBegin(own.F), VecAssemblyEnd(own.F);
  const auto system = run::make_system(own);  // shares them
  std::vector<sparkdyn::mechanics::State> states;
  states.push_back(run::make_state(*system));
  sparkdyn::core::Log log(runtime.comm());
  run::Simulation simulation(system, std::move(states),
                             {.method = run::lobatto(3, 0.8), .span = {0, 2, 0.01}}, log);
  Largest largest;
  const run::RunReport report = simulation.run({{&largest}}).front();
  log.note("{} steps, largest displacement {:.6f}, strain energy {:.6f}", report.steps,
           largest.displacement, report.energies.strain);
  for (Mat each : {own.M, own.K, own.C, own.G}) MatDestroy(&each);
  VecDestroy(&own.F);
  return report.done ? 0 : 1;
}
