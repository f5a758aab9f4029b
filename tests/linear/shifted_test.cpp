// SPDX-License-Identifier: BSD-3-Clause
// One shifted system through one interface, whoever solves it: factors on one rank, on a group and
// on all, iterations, a solver of PETSc's. Two are solved at the same time.

#include "linear/shifted.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "hex_beam.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "support/petsc_option.hpp"

namespace sparkdyn::linear {
namespace {

using Complex = std::complex<double>;

class ShiftedSystem : public testing::Test {
 protected:
  /// 864 unknowns: so many need a coarser level, fewer are solved at once.
  ShiftedSystem()
      : system(benchmarks::make_hex_beam({.nx = 24, .ny = 3, .nz = 2, .constraints = 4})),
        operators(operators_of(*system)),
        ranks(core::size(operators.comm())) {}

  /// M + 1e-8·σ K.
  template <typename Scalar>
  std::vector<WeightedMatrix<Scalar>> sum(Scalar sigma) const {
    return {{Scalar(1), operators.matrices[0]}, {1e-8 * sigma, operators.matrices[1]}};
  }
  template <typename Scalar>
  auto make(Scalar sigma, RankGroup group,
            std::shared_ptr<MultigridSpaces> spaces = nullptr) const {
    return make_shifted(operators, sum(sigma),
                        {.prefix = "test_shifted_",
                         .group = group,
                         .spaces = std::move(spaces),
                         .iterative = {.tolerance = 1e-12}});
  }
  /// This rank's [f; g], `count` of them.
  template <typename Scalar>
  std::vector<Scalar> right(int count = 1) const {
    std::vector<Scalar> values;
    for (int k = 0; k < count; ++k) {
      for (PetscInt i = operators.dof_range().begin; i < operators.dof_range().end; ++i)
        values.push_back(Scalar(std::sin(1.3 * static_cast<double>(i) + k)));
      for (PetscInt i = operators.row_range().begin; i < operators.row_range().end; ++i)
        values.push_back(Scalar(1e-4 * std::cos(static_cast<double>(i + k))));
    }
    return values;
  }
  template <typename Scalar>
  std::vector<Scalar> solution(Shifted<Scalar>& solver, std::vector<Scalar> values,
                               int count = 1) const {
    solver.set_up();
    solver.agree();
    solver.send(values, count);
    solver.solve();
    const SolveResult result = solver.receive(values);
    EXPECT_TRUE(result.converged) << result.cause;
    return values;
  }
  template <typename Scalar>
  double distance(const std::vector<Scalar>& a, const std::vector<Scalar>& b) const {
    double difference = 0, size = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
      difference += std::norm(a[i] - b[i]);
      size += std::norm(b[i]);
    }
    return std::sqrt(core::sum(operators.comm(), difference) / core::sum(operators.comm(), size));
  }

  std::unique_ptr<mechanics::System> system;
  Operators operators;
  int ranks;
};

TEST_F(ShiftedSystem, AnyGroupOfRanksGivesTheSame) {
  const Complex sigma = std::polar(1.0, 1.2);
  const auto expected = solution(*make(sigma, {0, ranks}), right<Complex>());
  for (int first = 0; first < ranks; ++first)
    for (int count = 1; first + count <= ranks; ++count)
      EXPECT_LT(distance(solution(*make(sigma, {first, count}), right<Complex>()), expected), 1e-11)
          << first << ", " << count;
}

TEST_F(ShiftedSystem, TwoAreSolvedAtTheSameTime) {
  const auto one = make(2.0, {0, 1}), other = make(0.5, {ranks - 1, 1});
  const auto first = solution(*make(2.0, {0, ranks}), right<double>());
  const auto second = solution(*make(0.5, {0, ranks}), right<double>());
  for (const auto* solver : {&one, &other}) (*solver)->set_up();
  for (const auto* solver : {&one, &other}) (*solver)->agree();
  auto a = right<double>(), b = right<double>();
  one->send(a);
  other->send(b);
  one->solve();
  other->solve();
  one->receive(a);
  other->receive(b);
  EXPECT_LT(distance(a, first), 1e-11);
  EXPECT_LT(distance(b, second), 1e-11);
  EXPECT_GT(distance(a, second), 1e-3);
}

TEST_F(ShiftedSystem, SeveralRightHandSidesAreOneBlock) {
  const auto solver = make(1.0, {0, 1});
  const auto all = solution(*solver, right<double>(3), 3);
  const auto single = solution(*make(1.0, {0, 1}), right<double>());
  EXPECT_LT(
      distance(std::vector<double>(all.begin(), all.begin() + static_cast<long>(single.size())),
               single),
      1e-13);
  EXPECT_GT(solver->cost().entries, 0);
  EXPECT_GT(solver->cost().memory, 0);
  EXPECT_FALSE(solver->iterates());
}

TEST_F(ShiftedSystem, IterationsGiveWhatFactorsGiveAndSaveWorkWithAGuess) {
  const auto spaces = std::make_shared<MultigridSpaces>(operators);
  const Complex sigma = std::polar(1.0, 1.2);
  const auto expected = solution(*make(sigma, {0, 1}), right<Complex>());
  const auto solver = make(sigma, {0, ranks}, spaces);
  EXPECT_TRUE(solver->iterates());
  const auto found = solution(*solver, right<Complex>());
  EXPECT_LT(distance(found, expected), 1e-8);
  auto values = right<Complex>();
  solver->send(values);
  solver->solve();
  const int cold = solver->receive(values).iterations;
  values = right<Complex>();
  solver->send(values, 1, std::span<const Complex>(found));
  solver->solve();
  EXPECT_LT(solver->receive(values).iterations, cold);
  EXPECT_LT(distance(values, expected), 1e-8);
  EXPECT_THROW(solver->send(right<Complex>(2), 2), core::Error);
}

TEST_F(ShiftedSystem, PetscsSolversByOptionsWithTheirPrefix) {
  const auto expected = solution(*make(1.0, {0, 1}), right<double>(2), 2);
  const support::PetscOption solver("-test_shifted_ksp_type", "preonly");
  const auto petsc = make(1.0, {0, 1});
  EXPECT_LT(distance(solution(*petsc, right<double>(2), 2), expected), 1e-11);
  EXPECT_EQ(petsc->cost().memory, 0);  // not ours to count
}

TEST_F(ShiftedSystem, ARealOneTakesComplexRightHandSides) {
  const auto expected = solution(*make(1.0, {0, 1}), right<double>());
  const auto found = solution(*as_complex(make(1.0, {0, 1})), right<Complex>());
  EXPECT_LT(distance(found, std::vector<Complex>(expected.begin(), expected.end())), 1e-15);
}

TEST_F(ShiftedSystem, AllRanksHearOfASingularOne) {
  const auto nothing = make_shifted<double>(operators, {{0.0, operators.matrices[0]}},
                                            {.prefix = "test_", .group = {ranks - 1, 1}});
  nothing->set_up();
  EXPECT_THROW(nothing->agree(), core::Error);
}

}  // namespace
}  // namespace sparkdyn::linear
