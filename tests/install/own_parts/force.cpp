// SPDX-License-Identifier: BSD-3-Clause
// A force of one's own: q'' = −q³ in every coordinate. From q = 1 at rest it comes back after
// Γ(1/4)²/√π.
#include <cmath>
#include <numbers>

#include "sparkdyn/core/runtime.hpp"
#include "sparkdyn/run/simulation.hpp"

using namespace sparkdyn;

/// diag(entries) laid out as `like`.
template <typename Entry>
core::MatrixPtr diagonal(Vec like, Entry entry) {
  core::Matrix matrix;
  const core::RowRange rows = core::row_range(like);
  core::check(MatCreateAIJ(core::comm_of(like), rows.size(), rows.size(), rows.global, rows.global,
                           1, nullptr, 0, nullptr, matrix.out()));
  for (PetscInt i = rows.begin; i < rows.end; ++i)
    core::check(MatSetValue(matrix, i, i, entry(i - rows.begin), INSERT_VALUES));
  core::check(MatAssemblyBegin(matrix, MAT_FINAL_ASSEMBLY));
  core::check(MatAssemblyEnd(matrix, MAT_FINAL_ASSEMBLY));
  return std::make_shared<const core::Matrix>(std::move(matrix));
}

class Cubic final : public mechanics::Force {
 public:
  mechanics::Kind kind() const override { return mechanics::Kind::elastic; }
  void add(const mechanics::Configuration& at, double scale, Vec r) const override {
    const core::ReadArray q(at.q);
    const core::WriteArray f(r);
    for (PetscInt i = 0; i < q.size(); ++i) f[i] += scale * q[i] * q[i] * q[i];
  }
  mechanics::Tangent tangent(const mechanics::Configuration& at) const override {
    const core::ReadArray q(at.q);
    return {.by_q = {{1.0, diagonal(at.q, [&](PetscInt i) { return 3 * q[i] * q[i]; })}},
            .by_v = {}};
  }
};

int main() {
  const core::Runtime runtime;
  core::Vector q = core::make_vector(runtime.comm(), 2);
  core::check(VecSet(q, 1.0));
  const auto system = std::make_shared<mechanics::System>(
      diagonal(q, [](PetscInt) { return 1.0; }),
      std::vector<mechanics::ForcePtr>{std::make_shared<Cubic>()},
      std::vector<mechanics::TimedVector>{}, nullptr, mechanics::Configuration{.q = q});
  const double period = std::pow(std::tgamma(0.25), 2) / std::sqrt(std::numbers::pi);
  std::vector<mechanics::State> states;
  core::Vector v = core::make_like(q);
  states.push_back({0.0, std::move(q), std::move(v)});
  core::Log log(runtime.comm());
  run::Simulation simulation(
      system, std::move(states),
      {.method = run::gauss_lobatto(4, 1), .span = {0, period, period / 100}}, log);
  const bool done = simulation.run().front().done;
  const Vec end = simulation.states()[0].q;
  core::check(VecShift(end, -1.0));
  const double error = core::norm_infinity(end);
  log.note("after a period {:.1e} is left", error);
  return done && error < 1e-9 ? 0 : 1;
}
