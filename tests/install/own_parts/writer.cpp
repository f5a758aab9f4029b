// SPDX-License-Identifier: BSD-3-Clause
// A writer of one's own: a table of the largest displacement and the energies, written by rank 0
// while the run goes on, one row for each state, without a balance that the method would spoil.
#include <algorithm>
#include <cmath>
#include <fstream>

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

class Table final : public run::Observer {
 public:
  Table(MPI_Comm comm, const std::string& path) {
    if (core::rank(comm) == 0) file_.open(path);
  }
  void on_start(const run::Frame& frame) override { write(frame); }
  void on_step(const run::Frame& frame) override { write(frame); }

 private:
  void write(const run::Frame& frame) {
    const double largest = core::norm_infinity(frame.q());  // collective: all ranks ask
    const run::Energies energies = frame.energies();
    if (file_.is_open())
      file_ << frame.time() << ' ' << largest << ' ' << energies.kinetic + energies.strain << ' '
            << energies.balance << std::endl;
  }
  std::ofstream file_;
};

/// Rows of the table whose numbers are as they must be; −1: one of them is not.
int good_rows(const std::string& path) {
  std::ifstream file(path);
  int rows = 0;
  for (double t, largest, energy, balance; file >> t >> largest >> energy >> balance; ++rows)
    if (std::abs(t - 0.1 * rows) > 1e-6 || (rows > 0) != (largest > 0) ||
        std::abs(balance) > 1e-12 * (1 + energy))
      return -1;
  return rows;
}

int main() {
  const core::Runtime runtime;
  core::Log log(runtime.comm());
  const auto system = chain();
  std::vector<mechanics::State> states;
  states.push_back(run::make_state(*system));
  run::Simulation simulation(system, std::move(states),
                             {.method = run::gauss_lobatto(3, 1), .span = {0, 2, 0.1}}, log);
  Table table(runtime.comm(), "table.txt");
  const bool done = simulation.run({{&table}}).front().done;
  if (core::rank(runtime.comm()) > 0) return done ? 0 : 1;
  const int rows = good_rows("table.txt");
  log.note("{} rows", rows);
  return done && rows == 21 ? 0 : 1;
}
