// SPDX-License-Identifier: BSD-3-Clause
// Multigrid gives what factors give, to the tolerance asked for, with the constraints at round-off.

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "linear/multigrid_levels.hpp"
#include "linear/pivot_rows.hpp"
#include "linear/touched_saddle.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "stage/small_beam.hpp"
#include "stage/strategy.hpp"
#include "support/manufactured.hpp"
#include "support/petsc_option.hpp"
#include "support/splittings.hpp"

namespace sparkdyn {
namespace {

using Complex = std::complex<double>;
using linear::Strategy;

/// [f; g] of this rank, the same whatever the number of ranks.
template <typename Scalar>
std::vector<Scalar> right_hand_side(const mechanics::System& system) {
  std::vector<Scalar> values;
  const auto append = [&](Vec like, double size) {
    const auto range = core::row_range(like);
    for (PetscInt i = range.begin; i < range.end; ++i) {
      const double x = std::sin(1.3 * static_cast<double>(i)), y = std::cos(0.7 * i);
      if constexpr (std::is_same_v<Scalar, double>)
        values.push_back(size * x);
      else
        values.push_back(size * Complex(x, y));
    }
  };
  append(system.make_displacement(), 1.0);
  append(system.make_multiplier(), 1e-9);
  return values;
}

template <typename Scalar>
double distance(MPI_Comm comm, std::span<const Scalar> a, std::span<const Scalar> b) {
  double difference = 0, size = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference += std::norm(a[i] - b[i]);
    size += std::norm(b[i]);
  }
  return std::sqrt(core::sum(comm, difference) / core::sum(comm, size));
}

/// M + hμC + h²μ²K by both solvers; the multipliers compare too.
template <typename Scalar>
void expect_agreement(const mechanics::System& system, Scalar mu, double h,
                      int most_iterations = 70) {
  std::vector<linear::WeightedMatrix<Scalar>> sum{{Scalar(1), system.mass()}};
  for (const auto& term : system.terms())
    for (const auto& part : term.parts)
      sum.push_back({term.kind == mechanics::Kind::elastic ? h * h * part.factor * mu * mu
                                                           : h * part.factor * mu,
                     part.matrix});
  const auto direct =
      linear::make_shifted(linear::operators_of(system), sum,
                           {.prefix = "test_", .group = {0, core::size(system.comm())}});
  direct->set_up();
  direct->agree();
  std::vector<Scalar> expected = right_hand_side<Scalar>(system);
  direct->send(expected);
  direct->solve();
  direct->receive(expected);

  auto spaces = std::make_shared<linear::MultigridSpaces>(linear::operators_of(system));
  std::vector<typename linear::IterativeSaddle<Scalar>::Weighted> same;
  for (const auto& [c, matrix] : sum) same.push_back({c, matrix->get()});
  linear::IterativeSaddle<Scalar> iterative(spaces, same, {.tolerance = 1e-11});
  const auto right = right_hand_side<Scalar>(system);
  const auto n = static_cast<std::size_t>(core::row_range(*system.mass()).size());
  std::vector<Scalar> x(right.size());
  const std::span<const Scalar> from(right), known(expected);
  const std::span<Scalar> to(x);
  const auto result =
      iterative.solve(from.first(n), from.subspan(n), to.first(n), to.subspan(n), false);
  ASSERT_TRUE(result.converged) << result.cause;
  EXPECT_LE(result.iterations, most_iterations);
  const std::span<const Scalar> found(x);
  EXPECT_LT(distance(system.comm(), found.first(n), known.first(n)), 1e-9);
  if (system.constrained()) {
    EXPECT_LT(distance(system.comm(), found.subspan(n), known.subspan(n)), 1e-6);
  }
}

TEST(Multigrid, RealAndComplexSystemsAsByFactors) {
  for (const int constraints : {0, 9}) {
    const auto system = make_hex_beam(small_beam(constraints));
    for (const double h : {1e-6, 2e-5, 1e-3}) {
      expect_agreement<double>(*system, 0.25, h);
      for (const double degrees : {22.0, 67.0, 72.0})
        expect_agreement<Complex>(*system, std::polar(0.25, degrees * M_PI / 180), h);
    }
  }
}

/// BoomerAMG knows no rigid motions, so it takes more iterations, but the same way.
TEST(Multigrid, HypreCoarsensToo) {
  const support::PetscOption hypre("-multigrid_pc_type", "hypre");
  for (const int constraints : {0, 9}) {
    const auto system = make_hex_beam(small_beam(constraints));
    expect_agreement<double>(*system, 0.25, 1e-4, 140);
    expect_agreement<Complex>(*system, std::polar(0.25, 67 * M_PI / 180), 1e-4, 140);
  }
}

/// The beam with rows of G of our own.
std::unique_ptr<mechanics::System> with_rows(const mechanics::System& beam,
                                             const std::vector<linear::SparseRow>& given) {
  const auto columns = core::row_range(*beam.mass());
  const auto rows = core::split_rows(beam.comm(), static_cast<PetscInt>(given.size()));
  core::Matrix G;
  core::check(MatCreateAIJ(beam.comm(), rows.size(), columns.size(), rows.global, columns.global,
                           columns.global, nullptr, columns.global, nullptr, G.out()));
  for (PetscInt r = rows.begin; r < rows.end; ++r)
    for (const auto& [column, value] : given[static_cast<std::size_t>(r)])
      core::check(MatSetValue(G, r, column, value, INSERT_VALUES));
  core::check(MatAssemblyBegin(G, MAT_FINAL_ASSEMBLY));
  core::check(MatAssemblyEnd(G, MAT_FINAL_ASSEMBLY));
  std::vector<mechanics::TimedVector> loads;
  for (const auto& load : beam.loads())
    loads.push_back({core::make_copy(Vec(load.shape)), load.amplitude, load.region});
  return std::make_unique<mechanics::System>(beam.mass(), beam.terms(), std::move(loads),
                                             mechanics::Constraint{std::move(G), {}}, true);
}

/// x[slave] = mean of 300 others: their couplings with each other would be 90,000 entries.
std::vector<linear::SparseRow> means_of_many() {
  std::vector<linear::SparseRow> rows;
  for (const PetscInt slave : {60, 121, 182}) {
    linear::SparseRow row{{slave, 1.0}};
    for (PetscInt i = 0; i < 300; ++i) row.emplace_back(300 + 2 * i + slave % 3, -1.0 / 300);
    rows.push_back(row);
  }
  return rows;
}

TEST(Multigrid, SlavesOfManyMastersStayOutOfTheLevels) {
  const auto beam = make_hex_beam(small_beam(0));
  const auto system = with_rows(*beam, means_of_many());
  for (const double h : {1e-6, 2e-5, 1e-3}) {
    expect_agreement<double>(*system, 0.25, h);
    expect_agreement<Complex>(*system, std::polar(0.25, 1.2), h);
  }
  const auto entries = [](Mat matrix) {
    MatInfo info;
    core::check(MatGetInfo(matrix, MAT_GLOBAL_SUM, &info));
    return info.nz_used;
  };
  linear::MultigridSpaces spaces(linear::operators_of(*system));
  EXPECT_LE(entries(*spaces.reduced().front()), entries(*system->mass()));
}

void fill(Vec vector, auto value) {
  const PetscInt begin = core::row_range(vector).begin;
  const core::WriteArray entries(vector);
  for (PetscInt i = 0; i < entries.size(); ++i) entries[i] = value(static_cast<double>(begin + i));
}

/// Largest |eigenvalue| of bound⁻¹B, by as many steps as it takes.
double largest_ratio(Mat B, Vec bound) {
  const core::Vector x = core::make_copy(bound), y = core::make_like(x);
  fill(x, [](double i) { return 1 + std::sin(3.7 * i * i); });
  double ratio = 0;
  for (int k = 0; k < 600; ++k) {
    core::check(VecScale(x, 1 / core::norm(x)));
    core::check(MatMult(B, x, y));
    {
      const core::WriteArray to(y);
      const core::ReadArray scale(bound);
      for (PetscInt i = 0; i < to.size(); ++i) to[i] = scale[i] > 0 ? to[i] / scale[i] : 0.0;
    }
    core::copy(y, x);
    ratio = core::norm(x);
  }
  return ratio;
}

/// A few ties leave modes in a few places above all others; a smoother that does not know of them
/// amplifies them, and the iteration stalls.
TEST(Multigrid, SmootherKnowsTheLargestModes) {
  const auto beam = make_hex_beam(small_beam(0));
  std::vector<linear::SparseRow> rows;
  for (PetscInt k = 0; k < 4; ++k)
    rows.push_back({{30 + 3 * k, 1.0}, {402, -1.0}, {405, -0.5}, {408, 0.5}});
  const auto system = with_rows(*beam, rows);
  linear::MultigridSpaces spaces(linear::operators_of(*system));
  const auto& levels = spaces.levels().all;
  ASSERT_GE(levels.size(), 2u);
  for (const auto& level : levels)
    for (std::size_t k = 0; k < level.B.size(); ++k) {
      const double ratio = largest_ratio(*level.B[k], level.bound[k]);
      EXPECT_LE(ratio, 1.0);
      EXPECT_GE(ratio, 0.8);
    }
}

/// All unknowns of a rigid body share six: G D⁻¹Gᵀ is full, the factors must not be.
core::Matrix rigid_body(PetscInt nodes) {
  const auto columns = core::split_rows(PETSC_COMM_WORLD, 3 * nodes + 6);
  const auto rows = core::split_rows(PETSC_COMM_WORLD, 3 * nodes);
  core::Matrix G;
  core::check(MatCreateAIJ(PETSC_COMM_WORLD, rows.size(), columns.size(), rows.global,
                           columns.global, 4, nullptr, 4, nullptr, G.out()));
  for (PetscInt r = rows.begin; r < rows.end; ++r) {
    const PetscInt i = r % 3, j = (i + 1) % 3, k = (i + 2) % 3, hub = 3 * nodes;
    const auto arm = [&](PetscInt c) {
      return std::cos(0.37 * static_cast<double>(r / 3 * (c + 1)));
    };
    for (const auto& [column, value] : std::map<PetscInt, double>{
             {r, 1.0}, {hub + i, -1.0}, {hub + 3 + j, arm(k)}, {hub + 3 + k, -arm(j)}})
      core::check(MatSetValue(G, r, column, value, INSERT_VALUES));
  }
  core::check(MatAssemblyBegin(G, MAT_FINAL_ASSEMBLY));
  core::check(MatAssemblyEnd(G, MAT_FINAL_ASSEMBLY));
  return G;
}

TEST(TouchedSaddle, SparseFactorsOfARigidBodySolveToRoundOff) {
  const PetscInt nodes = 4000;
  const core::Matrix G = rigid_body(nodes);
  core::Vector D, g;
  core::check(MatCreateVecs(G, D.out(), g.out()));
  const core::Vector f = core::make_like(D), image = core::make_like(g);
  const core::Vector force = core::make_like(D), x = core::make_like(D),
                     lambda = core::make_like(g);
  fill(D, [](double i) { return std::pow(10.0, std::fmod(i, 7) - 3); });
  fill(f, [](double i) { return std::sin(0.7 * i); });
  fill(g, [](double i) { return std::cos(0.3 * i); });
  const linear::TouchedSaddle saddle(G, D);
  EXPECT_LT(saddle.factor_entries(), 10.0 * static_cast<double>(3 * nodes));
  ASSERT_EQ(saddle.touched().size(), static_cast<std::size_t>(core::row_range(Vec(D)).size()));
  core::copy(f, x);
  core::copy(g, lambda);
  {
    const core::WriteArray unknowns(x), multipliers(lambda);
    saddle.solve({unknowns.data(), static_cast<std::size_t>(unknowns.size())},
                 {multipliers.data(), static_cast<std::size_t>(multipliers.size())});
  }
  core::check(MatMult(G, x, image));
  core::check(VecAXPY(image, -1.0, g));
  EXPECT_LT(core::norm(image), 1e-13 * core::norm(x));
  core::check(MatMultTranspose(G, lambda, force));
  core::check(VecPointwiseMult(x, x, D));
  const double size = core::norm(x) + core::norm(force);
  core::check(VecAXPY(force, 1.0, x));
  core::check(VecAXPY(force, -1.0, f));
  EXPECT_LT(core::norm(force), 1e-12 * size);
}

/// Rows that nearly say the same, where the factors alone would stall.
TEST(TouchedSaddle, NearlyDependentRows) {
  const auto beam = make_hex_beam(small_beam(0));
  std::vector<linear::SparseRow> rows;
  for (PetscInt i = 0; i < 40; ++i) rows.push_back({{i, 1.0}, {i + 1, -1.0}});
  rows.push_back({{0, 1.0}, {40, -1.0}, {41, 1e-4}});
  const auto system = with_rows(*beam, rows);
  const core::Vector D = system->make_displacement(), g = system->make_multiplier();
  const core::Vector x = core::make_like(D), image = core::make_like(g);
  core::check(VecSet(D, 1.0));
  const linear::TouchedSaddle saddle(system->G(), D);
  const auto& touched = saddle.touched();
  EXPECT_EQ(core::sum(system->comm(), static_cast<double>(touched.size())), 42);
  std::vector<double> values(touched.size(), 0.0);
  fill(g, [](double i) { return std::cos(0.3 * i); });
  core::copy(g, image);
  {
    const core::WriteArray multipliers(image), unknowns(x);
    saddle.solve(values, {multipliers.data(), static_cast<std::size_t>(multipliers.size())});
    for (std::size_t i = 0; i < values.size(); ++i) unknowns[touched[i]] = values[i];
  }
  core::check(MatMult(system->G(), x, image));
  core::check(VecAXPY(image, -1.0, g));
  EXPECT_LT(core::norm(image), 1e-12 * core::norm(x));
}

TEST(Multigrid, MassWithoutFactors) {
  const auto system = make_hex_beam(small_beam(9));
  stage::MassSolver direct(*system);
  stage::MassSolver iterative(*system, {.method = linear::Method::multigrid});
  const core::Vector f = core::make_copy(Vec(system->loads()[0].shape)),
                     g = system->make_multiplier();
  const core::Vector a = core::make_like(f), b = core::make_like(f);
  const core::Vector la = core::make_like(g), lb = core::make_like(g);
  core::check(VecSet(g, 0.3));
  direct.with_constraint().solve(f, g, a, la);
  iterative.with_constraint().solve(f, g, b, lb);
  core::check(VecAXPY(b, -1.0, a));
  core::check(VecAXPY(lb, -1.0, la));
  EXPECT_LT(core::norm(b), 1e-11 * core::norm(a));
  EXPECT_LT(core::norm(lb), 1e-9 * core::norm(la));
  direct.alone().solve(f, nullptr, a, nullptr);
  iterative.alone().solve(f, nullptr, b, nullptr);
  core::check(VecAXPY(b, -1.0, a));
  EXPECT_LT(core::norm(b), 1e-11 * core::norm(a));
}

/// Whatever the splitting: directly where it decouples, through the surrogate otherwise.
TEST(Multigrid, EverySplitting) {
  for (const int constraints : {0, 2}) {
    const support::Manufactured problem({.dofs = 9, .constraints = constraints});
    const auto& system = problem.system();
    for (const auto& [name, splitting] : support::all_splittings()) {
      if (name == "A-B") continue;  // the surrogate's limits are those of krylov
      const auto coefficients = stage::make_coefficients(system, tableau::Lobatto(3), splitting);
      const auto velocity = [&](Strategy strategy) {
        const linear::SolverWish wish{.strategy = strategy, .tolerance = 1e-11};
        auto step = stage::prepare_step(
            system, coefficients, 0.4,
            std::make_shared<stage::MassSolver>(system, linear::plan_as_wished(wish)));
        const auto state = problem.initial(0.2);
        auto next = problem.initial(0.2);
        auto rhs = step.stages->op().make_vector(), x = step.stages->op().make_vector();
        step.stages->right_hand_side(state, rhs);
        const auto result = step.solver->solve(rhs, x);
        EXPECT_TRUE(result.converged) << name << ": " << result.cause;
        step.stages->finish(state, x, next);
        return support::gather(next.v);
      };
      const auto expected = velocity(Strategy::monolithic);
      EXPECT_LT((velocity(Strategy::multigrid) - expected).norm(), 1e-9 * expected.norm())
          << name << ", m = " << constraints;
    }
  }
}

TEST(Elimination, ChainsSharedMastersAndDependentRows) {
  // x0 = x1 = x2 and 2 x2 + x3 − x4 = 0, given in an order that needs substitution.
  const auto slaves = linear::eliminate(
      {{{2, 2.0}, {3, 1.0}, {4, -1.0}}, {{1, 1.0}, {2, -1.0}}, {{0, 1.0}, {1, -1.0}}});
  ASSERT_EQ(slaves.size(), 3u);
  std::map<PetscInt, double> x{{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}};
  std::set<PetscInt> taken;
  for (const auto& row : slaves) taken.insert(row.slave);
  EXPECT_EQ(taken.size(), 3u);
  double value = 0.7;
  for (auto& [column, entry] : x)
    if (!taken.contains(column)) entry = value *= -1.9;
  for (const auto& row : slaves)
    for (const auto& [master, t] : row.masters) {
      EXPECT_FALSE(taken.contains(master));
      x[row.slave] += t * x[master];
    }
  EXPECT_NEAR(x[0], x[1], 1e-14);
  EXPECT_NEAR(x[1], x[2], 1e-14);
  EXPECT_NEAR(2 * x[2] + x[3] - x[4], 0, 1e-14);
  EXPECT_THROW(linear::eliminate({{{0, 1.0}, {1, 1.0}}, {{0, 2.0}, {1, 2.0}}}), core::Error);
}

}  // namespace
}  // namespace sparkdyn
