// SPDX-License-Identifier: BSD-3-Clause
// Constraints of one's own: masses on rigid rods, 0 = ½(x² + y² − 1), from 2 rad at rest. After a
// quarter of the period, K(sin 1)/√g by the arithmetic and geometric mean, they hang straight down.
#include <cmath>
#include <numbers>

#include "sparkdyn/core/runtime.hpp"
#include "sparkdyn/run/simulation.hpp"

using namespace sparkdyn;
constexpr double gravity = 9.81;

core::Matrix empty_matrix(Vec columns, PetscInt rows, PetscInt entries) {
  core::Matrix matrix;
  const core::RowRange range = core::row_range(columns);
  core::check(MatCreateAIJ(core::comm_of(columns), rows, range.size(), PETSC_DETERMINE,
                           range.global, entries, nullptr, 0, nullptr, matrix.out()));
  return matrix;
}

core::MatrixPtr assembled(core::Matrix matrix) {
  core::check(MatAssemblyBegin(matrix, MAT_FINAL_ASSEMBLY));
  core::check(MatAssemblyEnd(matrix, MAT_FINAL_ASSEMBLY));
  return std::make_shared<const core::Matrix>(std::move(matrix));
}

template <typename Entry>
core::MatrixPtr diagonal(Vec like, Entry entry) {
  const core::RowRange rows = core::row_range(like);
  core::Matrix matrix = empty_matrix(like, rows.size(), 1);
  for (PetscInt i = rows.begin; i < rows.end; ++i)
    core::check(MatSetValue(matrix, i, i, entry(i - rows.begin), INSERT_VALUES));
  return assembled(std::move(matrix));
}

class Rods final : public mechanics::Constraints {
 public:
  void residual(double, Vec q, Vec r) const override {
    const core::ReadArray x(q);
    const core::WriteArray g(r);
    for (PetscInt k = 0; k < g.size(); ++k)
      g[k] = 0.5 * (x[2 * k] * x[2 * k] + x[2 * k + 1] * x[2 * k + 1] - 1);
  }
  core::MatrixPtr gradient(double, Vec q) const override {
    const core::RowRange columns = core::row_range(q);
    core::Matrix G = empty_matrix(q, columns.size() / 2, 2);
    const core::ReadArray x(q);
    const PetscInt first = core::row_range(G.get()).begin;
    for (PetscInt i = 0; i < columns.size(); ++i)
      core::check(MatSetValue(G, first + i / 2, columns.begin + i, x[i], INSERT_VALUES));
    return assembled(std::move(G));
  }
  void rate(const mechanics::Configuration& at, int order, Vec r) const override {
    core::check(VecSet(r, 0.0));
    if (order == 1) return;
    const core::ReadArray v(at.v);
    const core::WriteArray g(r);
    for (PetscInt k = 0; k < g.size(); ++k)
      g[k] = v[2 * k] * v[2 * k] + v[2 * k + 1] * v[2 * k + 1];
  }
  std::vector<mechanics::ScaledMatrix> curvature(const mechanics::Configuration& at,
                                                 Vec lambda) const override {
    const core::ReadArray l(lambda);
    return {{1.0, diagonal(at.q, [&](PetscInt i) { return l[i / 2]; })}};
  }
};

double quarter_period() {
  double a = 1, b = std::cos(1.0);
  for (int i = 0; i < 8; ++i) {
    const double mean = (a + b) / 2;
    b = std::sqrt(a * b);
    a = mean;
  }
  return std::numbers::pi / (2 * a) / std::sqrt(gravity);
}

int main() {
  const core::Runtime runtime;
  core::Vector q = core::make_vector(runtime.comm(), 2), weight = core::make_like(q);
  {
    const core::WriteArray x(q), f(weight);
    x[0] = std::sin(2.0);
    x[1] = -std::cos(2.0);
    f[1] = -gravity;
  }
  std::vector<mechanics::TimedVector> loads;
  loads.push_back({std::move(weight), mechanics::constant_amplitude(1.0), ""});
  const auto system = std::make_shared<mechanics::System>(
      diagonal(q, [](PetscInt) { return 1.0; }), std::vector<mechanics::ForcePtr>{},
      std::move(loads), std::make_shared<Rods>(), mechanics::Configuration{.q = q});
  std::vector<mechanics::State> states;
  core::Vector v = core::make_like(q);
  states.push_back({0.0, std::move(q), std::move(v)});
  core::Log log(runtime.comm());
  const double end = quarter_period();
  run::Simulation simulation(system, std::move(states),
                             {.method = run::gauss_lobatto(4, 1), .span = {0, end, end / 50}}, log);
  const run::RunReport report = simulation.run().front();
  const double angle = core::ReadArray(simulation.states()[0].q)[0];
  log.note("at the lowest point x = {:.1e}; constraints {:.1e}, {:.1e}", angle,
           report.largest.position, report.largest.velocity);
  return report.done && std::abs(angle) < 1e-9 && report.largest.position < 1e-12 &&
                 report.largest.velocity < 1e-12
             ? 0
             : 1;
}
