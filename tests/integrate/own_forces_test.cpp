// SPDX-License-Identifier: BSD-3-Clause
// Forces and constraints of one's own, nonlinear ones, through run::Simulation: pendulums of point
// masses in the plane, held by cubic springs, each on a rigid rod. What is right: energy, the
// period of a pendulum by an elliptic integral, and the order.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/run/simulation.hpp"
#include "support/dense.hpp"

namespace sparkdyn {
namespace {

using mechanics::Configuration;

constexpr double gravity = 9.81, spring = 3.0;

/// f = k q³ in every coordinate, U = Σ k/4 q⁴.
class Cubic final : public mechanics::Force {
 public:
  mechanics::Kind kind() const override { return mechanics::Kind::elastic; }
  void add(const Configuration& at, double scale, Vec r) const override {
    const core::ReadArray q(at.q);
    const core::WriteArray f(r);
    for (PetscInt i = 0; i < q.size(); ++i) f[i] += scale * spring * std::pow(q[i], 3);
  }
  mechanics::Tangent tangent(const Configuration& at) const override {
    core::Matrix K;
    const core::RowRange rows = core::row_range(at.q);
    core::check(MatCreateAIJ(core::comm_of(at.q), rows.size(), rows.size(), rows.global,
                             rows.global, 1, nullptr, 0, nullptr, K.out()));
    const core::ReadArray q(at.q);
    for (PetscInt i = rows.begin; i < rows.end; ++i)
      core::check(MatSetValue(K, i, i, 3 * spring * std::pow(q[i - rows.begin], 2), INSERT_VALUES));
    core::check(MatAssemblyBegin(K, MAT_FINAL_ASSEMBLY));
    core::check(MatAssemblyEnd(K, MAT_FINAL_ASSEMBLY));
    return {.by_q = {{1.0, std::make_shared<const core::Matrix>(std::move(K))}}, .by_v = {}};
  }
  double energy(const Configuration& at) const override {
    const core::ReadArray q(at.q);
    double mine = 0;
    for (PetscInt i = 0; i < q.size(); ++i) mine += spring / 4 * std::pow(q[i], 4);
    return core::sum(core::comm_of(at.q), mine);
  }
};

/// 0 = ½(x² + y² − 1) of each mass; a rank has the rows of its own masses.
class Rods final : public mechanics::Constraints {
 public:
  void residual(double, Vec q, Vec r) const override {
    const core::ReadArray x(q);
    const core::WriteArray g(r);
    for (PetscInt k = 0; k < g.size(); ++k)
      g[k] = 0.5 * (x[2 * k] * x[2 * k] + x[2 * k + 1] * x[2 * k + 1] - 1);
  }
  core::MatrixPtr gradient(double, Vec q) const override {
    core::Matrix G;
    const core::RowRange columns = core::row_range(q);
    const PetscInt rows = columns.size() / 2;
    core::check(MatCreateAIJ(core::comm_of(q), rows, columns.size(), PETSC_DETERMINE,
                             columns.global, 2, nullptr, 0, nullptr, G.out()));
    const core::ReadArray x(q);
    const PetscInt first = core::row_range(G.get()).begin;
    for (PetscInt k = 0; k < rows; ++k)
      for (PetscInt d = 0; d < 2; ++d)
        core::check(
            MatSetValue(G, first + k, columns.begin + 2 * k + d, x[2 * k + d], INSERT_VALUES));
    core::check(MatAssemblyBegin(G, MAT_FINAL_ASSEMBLY));
    core::check(MatAssemblyEnd(G, MAT_FINAL_ASSEMBLY));
    return std::make_shared<const core::Matrix>(std::move(G));
  }
  void rate(const Configuration& at, int order, Vec r) const override {
    core::check(VecSet(r, 0.0));
    if (order == 1) return;
    const core::ReadArray v(at.v);
    const core::WriteArray g(r);
    for (PetscInt k = 0; k < g.size(); ++k)
      g[k] = v[2 * k] * v[2 * k] + v[2 * k + 1] * v[2 * k + 1];
  }
  std::vector<mechanics::ScaledMatrix> curvature(const Configuration& at,
                                                 Vec lambda) const override {
    core::Matrix D;
    const core::RowRange rows = core::row_range(at.q);
    core::check(MatCreateAIJ(core::comm_of(at.q), rows.size(), rows.size(), rows.global,
                             rows.global, 1, nullptr, 0, nullptr, D.out()));
    const core::ReadArray l(lambda);
    for (PetscInt i = rows.begin; i < rows.end; ++i)
      core::check(MatSetValue(D, i, i, l[(i - rows.begin) / 2], INSERT_VALUES));
    core::check(MatAssemblyBegin(D, MAT_FINAL_ASSEMBLY));
    core::check(MatAssemblyEnd(D, MAT_FINAL_ASSEMBLY));
    return {{1.0, std::make_shared<const core::Matrix>(std::move(D))}};
  }
};

constexpr PetscInt pendulums = 8;

/// Whole pendulums on every rank; x and y of one after another, y upwards.
core::Vector displacement() {
  const int ranks = core::size(PETSC_COMM_WORLD), rank = core::rank(PETSC_COMM_WORLD);
  const PetscInt mine = pendulums / ranks + (rank < pendulums % ranks ? 1 : 0);
  return core::make_vector(PETSC_COMM_WORLD, 2 * mine);
}

std::shared_ptr<mechanics::System> make_pendulums(Vec q, bool springs) {
  core::Matrix M;
  const core::RowRange rows = core::row_range(q);
  core::check(MatCreateAIJ(PETSC_COMM_WORLD, rows.size(), rows.size(), rows.global, rows.global, 1,
                           nullptr, 0, nullptr, M.out()));
  for (PetscInt i = rows.begin; i < rows.end; ++i)
    core::check(MatSetValue(M, i, i, 1.0, INSERT_VALUES));
  core::check(MatAssemblyBegin(M, MAT_FINAL_ASSEMBLY));
  core::check(MatAssemblyEnd(M, MAT_FINAL_ASSEMBLY));
  std::vector<mechanics::TimedVector> loads;
  core::Vector weight = core::make_like(q);
  {
    const core::WriteArray f(weight);
    for (PetscInt i = 1; i < f.size(); i += 2) f[i] = -gravity;
  }
  loads.push_back({std::move(weight), mechanics::constant_amplitude(1.0), ""});
  std::vector<mechanics::ForcePtr> forces;
  if (springs) forces.push_back(std::make_shared<Cubic>());
  return std::make_shared<mechanics::System>(std::make_shared<const core::Matrix>(std::move(M)),
                                             std::move(forces), std::move(loads),
                                             std::make_shared<Rods>(), Configuration{.q = q});
}

struct Outcome {
  Eigen::VectorXd q, v;
  run::RunReport report;
};

/// From angles 1, 1.1, … of the vertical, at rest.
Outcome swing(const run::MethodOptions& method, double end, double step, bool springs = true,
              double angle = 1.0) {
  core::Vector q = displacement();
  {
    const core::RowRange rows = core::row_range(Vec(q));
    const core::WriteArray x(q);
    for (PetscInt i = 0; i + 1 < x.size(); i += 2) {
      const double a = angle + (springs ? 0.05 * static_cast<double>(rows.begin + i) : 0.0);
      x[i] = std::sin(a);
      x[i + 1] = -std::cos(a);
    }
  }
  const auto system = make_pendulums(q, springs);
  std::vector<mechanics::State> states;
  core::Vector v = core::make_like(q);
  states.push_back({0.0, std::move(q), std::move(v)});
  core::Log log(PETSC_COMM_SELF);
  run::Simulation simulation(system, std::move(states), {.method = method, .span = {0, end, step}},
                             log);
  auto report = simulation.run().front();
  EXPECT_TRUE(report.done) << report.cause;
  return {support::gather(simulation.states()[0].q), support::gather(simulation.states()[0].v),
          report};
}

TEST(OwnForces, OrderOnGaussNodes) {
  const Outcome exact = swing(run::gauss_lobatto(6, 1), 1, 0.02);
  for (const double rho : {0.0, 0.8, 1.0})
    for (const int s : {1, 2, 3}) {
      const double h = s == 1 ? 0.01 : s == 2 ? 0.05 : 0.1;
      const auto error = [&](double step) {
        const Outcome found = swing(run::gauss_lobatto(s, rho), 1, step);
        EXPECT_LT(found.report.largest.position, 1e-12);
        EXPECT_LT(found.report.largest.velocity, 1e-12);
        return (found.q - exact.q).norm() + (found.v - exact.v).norm();
      };
      const double coarse = error(h), fine = error(h / 2);
      const double expected = rho == 1 ? 2 * s : 2 * s - 1;
      // Damping of the highest order is met by what the next one does: more is no mistake.
      EXPECT_GT(std::log2(coarse / fine), expected - 0.35) << s << " stages, rho " << rho;
      EXPECT_LT(std::log2(coarse / fine), 2 * s + 0.6) << s << " stages, rho " << rho;
    }
}

TEST(OwnForces, OrderOnLobattoNodes) {
  const Outcome exact = swing(run::gauss_lobatto(6, 1), 1, 0.02);
  for (const int s : {2, 3}) {
    const double h = s == 2 ? 0.01 : 0.05;
    const auto error = [&](double step) {
      const Outcome found = swing(run::lobatto(s, 0.8), 1, step);
      EXPECT_LT(found.report.largest.velocity, 1e-12);
      return (found.q - exact.q).norm();
    };
    EXPECT_NEAR(std::log2(error(h) / error(h / 2)), 2 * s - 2, 0.35) << s;
  }
}

/// A quarter of the period of a pendulum that begins at 2 rad: K(sin 1)/√g, by the arithmetic and
/// geometric mean.
TEST(OwnForces, PeriodOfAPendulum) {
  double a = 1, b = std::cos(1.0);
  for (int i = 0; i < 8; ++i) {
    const double mean = (a + b) / 2;
    b = std::sqrt(a * b);
    a = mean;
  }
  const double quarter = std::numbers::pi / (2 * a) / std::sqrt(gravity);
  const Outcome found = swing(run::gauss_lobatto(4, 1), quarter, quarter / 40, false, 2.0);
  for (Eigen::Index i = 0; i < found.q.size(); i += 2) {
    EXPECT_NEAR(found.q(i), 0, 1e-9);
    EXPECT_NEAR(found.q(i + 1), -1, 1e-9);
  }
}

TEST(OwnForces, EnergyStaysAndNewtonIsQuick) {
  const Outcome found = swing(run::gauss_lobatto(3, 1), 20, 0.05);
  const auto& e = found.report.energies;
  EXPECT_LT(std::abs(e.balance), 1e-5 * (std::abs(e.kinetic) + std::abs(e.strain) + gravity));
  EXPECT_LT(found.report.largest.position, 1e-12);
  EXPECT_LT(found.report.largest.velocity, 1e-12);
  EXPECT_LT(static_cast<double>(found.report.iterations) / 400, 14) << "passes a step";
}

TEST(OwnForces, WhatIsNotBuiltForThemSaysSo) {
  core::Vector q = displacement();
  core::check(VecSet(q, std::sqrt(0.5)));
  const auto system = make_pendulums(q, true);
  core::Log log(PETSC_COMM_SELF);
  const auto refused = [&](run::SimulationOptions options) {
    options.span = {0, 1, 0.1};
    std::vector<mechanics::State> states;
    states.push_back({0.0, core::make_copy(Vec(q)), core::make_like(q)});
    try {
      run::Simulation simulation(system, std::move(states), options, log);
    } catch (const core::Error& error) {
      EXPECT_EQ(error.kind(), core::Failure::input);
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_NE(refused({.method = {.family = run::find_method_family("esdirk")}})
                .find("needs a linear system"),
            std::string::npos);
  EXPECT_EQ(refused({.method = run::generalized_alpha()}), "");
  EXPECT_NE(refused({.method = run::newmark(0.0, 0.5)}).find("a beta and a gamma above zero"),
            std::string::npos);
  EXPECT_NE(refused({.solver = {.strategy = linear::Strategy::multigrid}}).find("linear system"),
            std::string::npos);
}

}  // namespace
}  // namespace sparkdyn
