// SPDX-License-Identifier: BSD-3-Clause
// One order of elimination for all factors of a structure, and what `auto` makes of prices.

#include <gtest/gtest.h>
#include <petscsys.h>

#include "hex_beam.hpp"
#include "linear/elimination_order.hpp"
#include "linear/joint_product.hpp"
#include "linear/saddle.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/linear/plan.hpp"
#include "support/petsc_option.hpp"

namespace sparkdyn::linear {
namespace {

/// 216 unknowns with a length of 6, 3,960 with 110.
std::unique_ptr<mechanics::System> beam(int constraints, int length = 6) {
  return benchmarks::make_hex_beam(
      {.nx = length, .ny = 3, .nz = 2, .rayleigh_alpha = 2, .constraints = constraints});
}

/// The stiffness is the second matrix.
RealSaddle newmark(const Operators& system, double h, SaddleOptions options = {}) {
  return {
      system, {{1.0, system.mass()}, {0.25 * h * h, system.matrices[1]}}, "test_real_", options};
}

/// |P x + Gᵀy − f| and |G x| relative to |f|.
double residual(const mechanics::System& system, double h, RealSaddle& saddle) {
  const core::Vector f = core::make_copy(Vec(system.loads()[0].shape)), x = core::make_like(f),
                     r = core::make_like(f);
  const core::Vector g = system.make_multiplier(), y = system.make_multiplier();
  saddle.solve(f, g, x, y);
  core::check(MatMult(*system.terms()[0].parts[0].matrix, x, r));
  core::check(VecScale(r, 0.25 * h * h));
  core::check(MatMultAdd(*system.mass(), x, r, r));
  if (system.constrained()) {
    core::check(MatMultTransposeAdd(system.G(), y, r, r));
    core::check(MatMult(system.G(), x, g));
  }
  core::check(VecAXPY(r, -1.0, f));
  return core::norm(r) / core::norm(f) +
         (system.constrained() ? core::norm(g) / core::norm(x) : 0.0);
}

TEST(Factors, ShareOneOrderOfElimination) {
  for (const int constraints : {0, 4}) {
    const auto system = beam(constraints, 110);
    const Operators operators = operators_of(*system);
    RealSaddle first = newmark(operators, 1e-4);
    const auto order = operators.order->found;
    ASSERT_TRUE(order);
    EXPECT_EQ(order->places.size(),
              static_cast<std::size_t>(system->dofs() + system->constraints()));
    RealSaddle second = newmark(operators, 1e-3),
               alone = newmark(operators, 1e-3, {.with_constraint = false});
    make_shifted<std::complex<double>>(
        operators, {{1.0, operators.mass()}, {{1e-8, 2e-8}, operators.matrices[1]}},
        {.prefix = "test_complex_"});
    EXPECT_EQ(operators.order->found, order);
    EXPECT_LT(residual(*system, 1e-4, first), 1e-11);
    EXPECT_LT(residual(*system, 1e-3, second), 1e-11);
    // The count in the tree is that of factors without amalgamation and delayed pivots.
    EXPECT_LE(order->entries, 1.01 * first.factor_entries());
    EXPECT_GT(order->entries, 0.5 * first.factor_entries());
  }
}

TEST(Factors, OfSmallSystemsAreLeftToMumps) {
  const auto system = beam(4);
  const Operators operators = operators_of(*system);
  RealSaddle saddle = newmark(operators, 1e-4);
  EXPECT_FALSE(operators.order->found);
  EXPECT_LT(residual(*system, 1e-4, saddle), 1e-11);
}

TEST(Factors, AnOptionChoosesAnotherOrder) {
  const auto system = beam(4, 110);
  const support::PetscOption amd("-test_real_mat_mumps_icntl_7", "0");
  const Operators operators = operators_of(*system);
  RealSaddle saddle = newmark(operators, 1e-4);
  EXPECT_FALSE(operators.order->found);
  EXPECT_LT(residual(*system, 1e-4, saddle), 1e-11);
}

TEST(Factors, AnOptionChoosesASolverOfPetscs) {
  const auto system = beam(0);
  const support::PetscOption method("-test_real_ksp_type", "cg");
  const support::PetscOption preconditioner("-test_real_pc_type", "jacobi");
  const support::PetscOption tolerance("-test_real_ksp_rtol", "1e-13");
  RealSaddle saddle = newmark(operators_of(*system), 1e-4);
  EXPECT_EQ(saddle.factor_entries(), 0);
  EXPECT_LT(residual(*system, 1e-4, saddle), 1e-9);
}

TEST(Factors, CountNegativePivots) {
  const auto system = beam(4);
  RealSaddle saddle = newmark(operators_of(*system), 1e-4, {.inertia = true});
  EXPECT_EQ(saddle.negative_eigenvalues(), 4);
}

MatrixPtr unsymmetric(const mechanics::System& system, Mat matrix) {
  auto scaled = std::make_shared<core::Matrix>();
  core::check(MatDuplicate(matrix, MAT_COPY_VALUES, scaled->out()));
  const core::Vector rows = system.make_displacement();
  core::check(VecSetRandom(rows, nullptr));
  core::check(MatDiagonalScale(*scaled, rows, nullptr));
  return scaled;
}

/// One matrix, and two at once, beside PETSc's products.
void expect_products(const MatrixPtr& first, const MatrixPtr& second,
                     const mechanics::System& system, bool symmetric) {
  const core::Vector v = system.make_displacement(), q = system.make_displacement();
  core::check(VecSetRandom(v, nullptr));
  core::check(VecSetRandom(q, nullptr));
  const core::Vector a = core::make_like(v), b = core::make_like(v), expected = core::make_like(v);
  const auto expect = [&](const MatrixPtr& matrix, Vec x, Vec y) {
    core::check(MatMult(*matrix, x, expected));
    const double size = core::norm(expected);
    core::check(VecAXPY(expected, -1.0, y));
    EXPECT_LT(core::norm(expected), 1e-13 * size);
  };
  JointProduct(first, second, symmetric).multiply(v, a, q, b);
  expect(first, v, a);
  expect(second, q, b);
  JointProduct(second, nullptr, symmetric).multiply(v, b);
  expect(second, v, b);
}

TEST(JointProduct, IsWhatPetscGives) {
  const auto system = beam(0);
  const auto &M = system->mass(), &K = system->terms()[0].parts[0].matrix;
  expect_products(M, K, *system, true);
  expect_products(M, K, *system, false);
  expect_products(M, unsymmetric(*system, *K), *system, false);
}

/// Σ b_i x_iᵀAx_i of one to six vectors beside PETSc's products.
void expect_form(const MatrixPtr& matrix, const mechanics::System& system, bool symmetric) {
  const core::Vector image = system.make_displacement();
  const JointProduct product(matrix, nullptr, symmetric);
  const std::vector<double> b{0.1, 0.2, 0.3, 0.4, 0.5, 0.6};
  for (std::size_t count = 1; count <= b.size(); ++count) {
    std::vector<core::Vector> vectors;
    std::vector<Vec> x;
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
      x.push_back(vectors.emplace_back(system.make_displacement()));
      core::check(VecSetRandom(x.back(), nullptr));
      core::check(MatMult(*matrix, x.back(), image));
      sum += b[i] * core::dot(x.back(), image);
    }
    const double mine = product.quadratic_form(x, std::span(b).first(count));
    EXPECT_NEAR(core::sum(system.comm(), mine), sum, 1e-12 * std::abs(sum)) << count;
  }
}

TEST(JointProduct, FormsOfAllStages) {
  const auto system = beam(0);
  const auto& K = system->terms()[0].parts[0].matrix;
  expect_form(K, *system, true);
  expect_form(K, *system, false);
  expect_form(unsymmetric(*system, *K), *system, false);
}

TEST(Choice, GoesByPricesStepsAndMemory) {
  const Prices prices{.entries = 1e7,
                      .direct_step = 1,
                      .direct_setup = 1000,
                      .direct_bytes = 1e9,
                      .multigrid_step = 2,
                      .multigrid_setup = 1,
                      .multigrid_bytes = 1e8};
  EXPECT_EQ(choose_linear_solver(prices, {.steps = 10000}, 1e12).method, Method::factors);
  EXPECT_EQ(choose_linear_solver(prices, {.steps = 10}, 1e12).method, Method::multigrid);
  const auto small = choose_linear_solver(prices, {.steps = 10000}, 1.1e9);
  EXPECT_EQ(small.method, Method::multigrid);
  EXPECT_NE(small.why.find("GiB"), std::string::npos) << small.why;
}

/// Multigrid reads more for what it computes: fast memory makes it cheaper beside factors.
TEST(Choice, KnowsTheSpeedOfMemory) {
  const auto system = beam(4);
  const Prices slow = prices(operators_of(*system), {}, 10e9),
               fast = prices(operators_of(*system), {}, 40e9);
  EXPECT_GT(slow.multigrid_step, 1.2 * fast.multigrid_step);
  EXPECT_GT(slow.multigrid_setup, fast.multigrid_setup);
  EXPECT_EQ(slow.direct_setup, fast.direct_setup);
}

TEST(Choice, IsTheSameOnAllRanks) {
  const auto system = beam(4);
  const Prices found = prices(operators_of(*system), {});
  for (const double price : {found.direct_step, found.direct_setup, found.multigrid_step,
                             found.multigrid_setup, found.direct_bytes})
    EXPECT_EQ(core::maximum(system->comm(), price), core::minimum(system->comm(), price));
  EXPECT_GT(found.direct_step, 0);
  EXPECT_EQ(choose_linear_solver(operators_of(*system), {}).method, Method::factors);
}

TEST(Plan, IsWhatWasWished) {
  const auto system = beam(4, 110);
  const Operators operators = operators_of(*system);
  const SolverWish wish{.strategy = Strategy::krylov,
                        .factors = Placement::groups,
                        .tolerance = 1e-9,
                        .max_iterations = 7};
  const SolverPlan plan = plan_run(operators, wish, {.steps = 1});
  EXPECT_EQ(plan.method, Method::factors);
  EXPECT_EQ(plan.stages, Strategy::krylov);
  EXPECT_EQ(plan.placement, Placement::groups);
  EXPECT_EQ(plan.tolerance, 1e-9);
  EXPECT_EQ(plan.max_iterations, 7);
  EXPECT_EQ(plan.why, "");
  EXPECT_FALSE(operators.order->found);  // nothing was weighed
  const SolverPlan multigrid = plan_run(operators, {.strategy = Strategy::multigrid}, {});
  EXPECT_EQ(multigrid.method, Method::multigrid);
  EXPECT_EQ(multigrid.why, "asked for");
  EXPECT_EQ(plan_equilibrium(operators, {.strategy = Strategy::multigrid}).method,
            Method::multigrid);
}

TEST(Plan, WeighsWhereThatIsAQuestion) {
  const auto system = beam(4, 110);
  const Operators operators = operators_of(*system);
  EXPECT_EQ(plan_run(operators, {}, {.steps = 0}).why, "");
  EXPECT_EQ(plan_run(operators, {}, {.decouples = false}).why, "");
  const SolverPlan before = plan_run(operators, {}, {.multigrid_before = true});
  EXPECT_EQ(before.method, Method::multigrid);
  EXPECT_EQ(before.why, "as in the run before");
  EXPECT_FALSE(operators.order->found);
  const SolverPlan weighed = plan_run(operators, {}, {.steps = 100000});
  EXPECT_EQ(weighed.method, Method::factors);  // a slender beam has few entries in its factors
  EXPECT_NE(weighed.why.find("million entries"), std::string::npos) << weighed.why;
  EXPECT_TRUE(operators.order->found);
  EXPECT_EQ(plan_equilibrium(operators, {}).method, Method::factors);
}

}  // namespace
}  // namespace sparkdyn::linear
