// SPDX-License-Identifier: BSD-3-Clause
// Natural modes against closed forms and dense eigenvalues.

#include "sparkdyn/modal/modes.hpp"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>
#include <fstream>
#include <numbers>
#include <random>
#include <sstream>

#include "linear/saddle.hpp"
#include "modal/participation.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "support/dense.hpp"
#include "support/source_folder.hpp"

namespace sparkdyn {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using modal::ModesOptions;
using modal::natural_modes;
using modal::NaturalModes;

constexpr double pi = std::numbers::pi;

struct Dense {
  MatrixXd M, K, G;
  MatrixXd C = {};
};

core::Matrix distribute_on(MPI_Comm comm, const MatrixXd& dense) {
  const auto rows = core::split_rows(comm, dense.rows());
  const auto columns = core::split_rows(comm, dense.cols());
  core::Matrix matrix;
  core::check(MatCreateAIJ(comm, rows.size(), columns.size(), dense.rows(), dense.cols(),
                           columns.size(), nullptr, dense.cols() - columns.size(), nullptr,
                           matrix.out()));
  for (PetscInt i = rows.begin; i < rows.end; ++i)
    for (PetscInt j = 0; j < dense.cols(); ++j)
      if (dense(i, j) != 0) core::check(MatSetValue(matrix, i, j, dense(i, j), INSERT_VALUES));
  core::check(MatAssemblyBegin(matrix, MAT_FINAL_ASSEMBLY));
  core::check(MatAssemblyEnd(matrix, MAT_FINAL_ASSEMBLY));
  return matrix;
}

mechanics::System make_system(const Dense& dense, MPI_Comm comm = PETSC_COMM_WORLD) {
  const auto shared = [&](const MatrixXd& matrix) {
    return std::make_shared<const core::Matrix>(distribute_on(comm, matrix));
  };
  std::vector<mechanics::MatrixTerm> terms{
      {mechanics::Kind::elastic, "", {{1.0, shared(dense.K)}}}};
  if (dense.C.size() > 0) terms.push_back({mechanics::Kind::damping, "", {{1.0, shared(dense.C)}}});
  std::optional<mechanics::Constraint> constraint;
  if (dense.G.rows() > 0) constraint = mechanics::Constraint{distribute_on(comm, dense.G), {}};
  return mechanics::System(shared(dense.M), std::move(terms), {}, std::move(constraint));
}

/// n masses m in a row, springs k between them, and at the walls when it does not float.
Dense chain(int n, bool floats, double m = 1, double k = 1) {
  MatrixXd K = MatrixXd::Zero(n, n);
  for (int i = 0; i < n; ++i) {
    K(i, i) = 2 * k;
    if (i > 0) K(i, i - 1) = K(i - 1, i) = -k;
  }
  if (floats) K(0, 0) = K(n - 1, n - 1) = k;
  return {m * MatrixXd::Identity(n, n), K, MatrixXd(0, n)};
}

MatrixXd block_diagonal(const MatrixXd& A, const MatrixXd& B) {
  MatrixXd result = MatrixXd::Zero(A.rows() + B.rows(), A.cols() + B.cols());
  result.topLeftCorner(A.rows(), A.cols()) = A;
  result.bottomRightCorner(B.rows(), B.cols()) = B;
  return result;
}

Dense random_structure(int n, int m, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const auto matrix = [&](int rows, int columns) {
    return MatrixXd(MatrixXd::NullaryExpr(rows, columns, [&] { return uniform(random); }));
  };
  const MatrixXd A = matrix(n, n), B = matrix(n, n);
  return {MatrixXd(A * A.transpose() + MatrixXd::Identity(n, n)), MatrixXd(B * B.transpose()),
          matrix(m, n)};
}

/// All ω² by dense arithmetic on the null space of G; M must be definite there.
VectorXd dense_eigenvalues(const Dense& dense) {
  const auto n = dense.M.rows(), m = dense.G.rows();
  MatrixXd Z = MatrixXd::Identity(n, n);
  if (m > 0) {
    const Eigen::HouseholderQR<MatrixXd> qr(dense.G.transpose());
    const MatrixXd Q = qr.householderQ();
    Z = Q.rightCols(n - m);
  }
  return Eigen::GeneralizedSelfAdjointEigenSolver<MatrixXd>(Z.transpose() * dense.K * Z,
                                                            Z.transpose() * dense.M * Z)
      .eigenvalues();
}

MatrixXd shapes(const NaturalModes& found, MPI_Comm comm = PETSC_COMM_WORLD) {
  const auto gather = [&](Vec x) {
    if (comm == PETSC_COMM_WORLD) return support::gather(x);
    const core::ReadArray values(x);
    return VectorXd(Eigen::Map<const VectorXd>(values.data(), values.size()));
  };
  if (found.modes.empty()) return {};
  MatrixXd X(core::row_range(found.modes[0].shape.get()).global, found.modes.size());
  for (std::size_t j = 0; j < found.modes.size(); ++j) X.col(j) = gather(found.modes[j].shape);
  return X;
}

/// What holds for any set of modes, whatever the structure.
void expect_sound(const Dense& dense, const NaturalModes& found) {
  EXPECT_TRUE(found.verified);
  if (found.modes.empty()) return;
  const MatrixXd X = shapes(found);
  EXPECT_LT((X.transpose() * dense.M * X - MatrixXd::Identity(X.cols(), X.cols())).norm(), 1e-10);
  EXPECT_LE((dense.G * X).norm(), 1e-10 * dense.G.norm() * X.norm());
  for (std::size_t j = 0; j < found.modes.size(); ++j) {
    const auto& mode = found.modes[j];
    EXPECT_LT(mode.residual, 1e-10) << "mode " << j;
    EXPECT_DOUBLE_EQ(mode.frequency * 2 * pi, mode.omega);
    EXPECT_NEAR(std::copysign(mode.omega * mode.omega, mode.omega), mode.eigenvalue,
                1e-14 * std::abs(mode.eigenvalue));
    EXPECT_GE(X.col(j).maxCoeff(), (1 - 1e-5) * -X.col(j).minCoeff()) << "mode " << j;
    EXPECT_GE(mode.eigenvalue, found.modes[j > 0 ? j - 1 : 0].eigenvalue);
  }
}

/// The same structure on one rank alone gives the same.
void expect_same_on_one_rank(const Dense& dense, const ModesOptions& options,
                             const NaturalModes& found) {
  const auto alone = natural_modes(make_system(dense, PETSC_COMM_SELF), options);
  ASSERT_EQ(alone.modes.size(), found.modes.size());
  const MatrixXd X = shapes(found), Y = shapes(alone, PETSC_COMM_SELF);
  double worst = 0;
  for (std::size_t j = 0; j < found.modes.size(); ++j) {
    EXPECT_NEAR(found.modes[j].eigenvalue, alone.modes[j].eigenvalue,
                1e-9 * std::abs(alone.modes[j].eigenvalue));
    worst = std::max(worst, (X.col(j) - Y.col(j)).norm() / Y.col(j).norm());
  }
  EXPECT_LT(worst, 1e-9);
}

NaturalModes sound_modes(const Dense& dense, const ModesOptions& options = {}) {
  auto found = natural_modes(make_system(dense), options);
  expect_sound(dense, found);
  expect_same_on_one_rank(dense, options, found);
  return found;
}

TEST(Modes, ChainBetweenWalls) {
  const int n = 60;
  const double m = 3, k = 700;
  const auto found = sound_modes(chain(n, false, m, k), {.count = 12});
  ASSERT_EQ(found.modes.size(), 12u);
  const MatrixXd X = shapes(found);
  for (int j = 1; j <= 12; ++j) {
    const double omega = 2 * std::sqrt(k / m) * std::sin(j * pi / (2 * (n + 1)));
    EXPECT_NEAR(found.modes[j - 1].omega, omega, 1e-11 * omega);
    VectorXd shape = VectorXd::NullaryExpr(n, [&](Eigen::Index i) {
      return std::sin(j * pi * static_cast<double>(i + 1) / (n + 1)) *
             std::sqrt(2.0 / ((n + 1) * m));
    });
    if (X.col(j - 1).dot(shape) < 0) shape = -shape;
    EXPECT_LT((X.col(j - 1) - shape).norm(), 1e-10 * shape.norm()) << "mode " << j;
  }
}

TEST(Modes, FloatingChainStartsAtExactlyZero) {
  const int n = 50;
  const auto found = sound_modes(chain(n, true, 2, 5e4), {.count = 8});
  ASSERT_EQ(found.modes.size(), 8u);
  EXPECT_EQ(found.modes[0].omega, 0);
  const VectorXd rigid = shapes(found).col(0);
  EXPECT_LT((rigid - VectorXd::Constant(n, 1 / std::sqrt(2.0 * n))).norm(), 1e-10);
  for (int j = 1; j < 8; ++j) {
    const double omega = 2 * std::sqrt(5e4 / 2) * std::sin(j * pi / (2 * n));
    EXPECT_NEAR(found.modes[j].omega, omega, 1e-10 * omega);
  }
}

TEST(Modes, SeveralPiecesFloat) {
  const Dense a = chain(9, true), b = chain(7, true, 3, 2), c = chain(5, true);
  const Dense pieces{block_diagonal(block_diagonal(a.M, b.M), c.M),
                     block_diagonal(block_diagonal(a.K, b.K), c.K), MatrixXd(0, 21)};
  const auto found = sound_modes(pieces, {.count = 6});
  ASSERT_EQ(found.modes.size(), 6u);
  for (int j = 0; j < 3; ++j) EXPECT_EQ(found.modes[j].eigenvalue, 0);
  const VectorXd exact = dense_eigenvalues(pieces);
  for (int j = 3; j < 6; ++j) EXPECT_NEAR(found.modes[j].eigenvalue, exact(j), 1e-11 * exact(j));
  const auto one = sound_modes(pieces, {.count = 2});  // cuts the group of three
  EXPECT_LT((shapes(one) - shapes(found).leftCols(2)).norm(), 1e-9);
}

TEST(Modes, NothingButMass) {
  const int n = 6;
  Dense loose{MatrixXd::Identity(n, n), MatrixXd::Zero(n, n), MatrixXd(0, n)};
  loose.M(2, 2) = 4;
  const auto found = sound_modes(loose, {.count = 4});
  ASSERT_EQ(found.modes.size(), 4u);
  for (const auto& mode : found.modes) EXPECT_EQ(mode.omega, 0);
}

TEST(Modes, ConstraintsAgainstDenseNullSpace) {
  for (const int m : {1, 5}) {
    const Dense dense = random_structure(40, m, 7);
    const VectorXd exact = dense_eigenvalues(dense);
    const auto found = sound_modes(dense, {.count = 10});
    ASSERT_EQ(found.modes.size(), 10u);
    for (int j = 0; j < 10; ++j)
      EXPECT_NEAR(found.modes[j].eigenvalue, exact(j), 1e-10 * exact(9)) << j;
  }
}

TEST(Modes, ConstraintInTheMiddleMakesTwoEqualChains) {
  const int half = 15, n = 2 * half + 1;
  Dense dense = chain(n, false);
  for (const double size : {1.0, 1e7, 1e-6}) {  // the unit of a constraint must not matter
    dense.G = MatrixXd::Zero(1, n);
    dense.G(0, half) = size;
    for (const int count : {6, 5}) {
      const auto found = sound_modes(dense, {.count = count});
      ASSERT_EQ(found.modes.size(), static_cast<std::size_t>(count));
      for (int j = 0; j < count; ++j) {
        const double omega = 2 * std::sin((j / 2 + 1) * pi / (2 * (half + 1)));
        EXPECT_NEAR(found.modes[j].omega, omega, 1e-11 * omega);
      }
    }
  }
}

TEST(Modes, AConstraintThatHoldsAFloatingChain) {
  // Mean displacement zero takes the rigid mode away and leaves the others.
  const int n = 30;
  Dense dense = chain(n, true);
  dense.G = MatrixXd::Ones(1, n);
  const auto found = sound_modes(dense, {.count = 3});
  for (int j = 0; j < 3; ++j)
    EXPECT_NEAR(found.modes[j].omega, 2 * std::sin((j + 1) * pi / (2 * n)), 1e-11);
}

TEST(Modes, NoneOfManyEqualOnesIsMissed) {
  const int n = 120, copies = 9;
  Dense dense{MatrixXd::Identity(n, n), MatrixXd::Zero(n, n), MatrixXd(0, n)};
  for (int i = 0; i < n; ++i) dense.K(i, i) = 2.0 + i;
  for (int i = 0; i < copies; ++i) dense.K((i * 13) % n, (i * 13) % n) = 1;
  dense.K(5, 5) = 0.5;
  const VectorXd exact = dense_eigenvalues(dense);
  for (const int count : {4, 10, 14}) {
    const auto found = sound_modes(dense, {.count = count});
    ASSERT_EQ(found.modes.size(), static_cast<std::size_t>(count));
    for (int j = 0; j < count; ++j)
      EXPECT_NEAR(found.modes[j].eigenvalue, exact(j), 1e-12 * exact(j));
  }
}

TEST(Modes, SquareMembraneHasPairs) {
  const int side = 9, n = side * side;
  const MatrixXd T = chain(side, false).K, I = MatrixXd::Identity(side, side);
  MatrixXd K(n, n);
  for (int i = 0; i < side; ++i)
    for (int j = 0; j < side; ++j)
      K.block(i * side, j * side, side, side) = T(i, j) * I + I(i, j) * T;
  const Dense dense{MatrixXd::Identity(n, n), K, MatrixXd(0, n)};
  const auto found = sound_modes(dense, {.count = 20});
  std::vector<double> exact;
  const auto line = [&](int j) { return 4 * std::pow(std::sin(j * pi / (2 * (side + 1))), 2); };
  for (int i = 1; i <= side; ++i)
    for (int j = 1; j <= side; ++j) exact.push_back(line(i) + line(j));
  std::sort(exact.begin(), exact.end());
  ASSERT_EQ(found.modes.size(), 20u);
  for (int j = 0; j < 20; ++j)
    EXPECT_NEAR(found.modes[j].eigenvalue, exact[j], 1e-11 * exact[j]) << j;
}

TEST(Modes, UnitsDoNotMatter) {
  const int n = 40;
  for (const bool floats : {false, true})
    for (const auto& [m, k] : {std::pair{1e-12, 1e9}, {1e12, 1e-9}, {1e-20, 1e-20}}) {
      const auto found = sound_modes(chain(n, floats, m, k), {.count = 6});
      for (int j = 0; j < 6; ++j) {
        const double omega =
            2 * std::sqrt(k / m) * std::sin((floats ? j : j + 1) * pi / (2 * (floats ? n : n + 1)));
        EXPECT_NEAR(found.modes[j].omega, omega, 1e-10 * omega);
      }
    }
}

TEST(Modes, MixedUnitsInOneStructure) {
  const int n = 40;
  Dense dense = chain(n, true);
  const VectorXd unit =
      VectorXd::NullaryExpr(n, [](Eigen::Index i) { return std::pow(10.0, (i % 3 - 1) * 4.0); });
  dense.M = unit.asDiagonal() * dense.M * unit.asDiagonal();
  dense.K = unit.asDiagonal() * dense.K * unit.asDiagonal();
  const auto found = natural_modes(make_system(dense), {.count = 5});
  EXPECT_TRUE(found.verified);
  EXPECT_EQ(found.modes[0].omega, 0);
  for (int j = 1; j < 5; ++j)
    EXPECT_NEAR(found.modes[j].omega, 2 * std::sin(j * pi / (2 * n)), 1e-9);
}

TEST(Modes, MasslessDegreesOfFreedomFollow) {
  // Every second mass gone: the springs in pairs act as springs of half the stiffness.
  const int half = 12, n = 2 * half + 1;
  Dense dense = chain(n, false);
  for (int i = 0; i < n; i += 2) dense.M(i, i) = 0;
  const auto found = sound_modes(dense, {.count = 100});
  ASSERT_EQ(found.modes.size(), static_cast<std::size_t>(half));
  for (int j = 0; j < half; ++j) {
    const double omega = 2 * std::sqrt(0.5) * std::sin((j + 1) * pi / (2 * (half + 1)));
    EXPECT_NEAR(found.modes[j].omega, omega, 1e-11 * omega);
  }
  EXPECT_EQ(sound_modes(dense, {.count = 3}).modes.size(), 3u);
}

TEST(Modes, MassOfLowRank) {
  const int n = 80;
  Dense dense = chain(n, false);
  dense.M.setZero();
  dense.M(10, 10) = dense.M(11, 11) = 1;
  dense.M(10, 11) = dense.M(11, 10) = -1;  // one mode, no zero on the diagonal there
  dense.M(40, 40) = 2;
  const auto found = sound_modes(dense, {.count = 5});
  EXPECT_EQ(found.modes.size(), 2u);
}

TEST(Modes, ConstrainedMasslessNode) {
  Dense dense{Eigen::Vector3d(0, 1, 1).asDiagonal(), MatrixXd(3, 3), MatrixXd(1, 3)};
  dense.K << 1e7, -1e7, 0, -1e7, 1e7 + 1, -1, 0, -1, 1;
  dense.G << 1, 0, 0;
  const auto found = sound_modes(dense, {.count = 10});
  ASSERT_EQ(found.modes.size(), 2u);
  const double sum = 1e7 + 2, product = 1e7;
  const double high = sum / 2 + std::sqrt(sum * sum / 4 - product);
  EXPECT_NEAR(found.modes[0].eigenvalue, product / high, 1e-8);
  EXPECT_NEAR(found.modes[1].eigenvalue, high, 1e-11 * high);
}

TEST(Modes, EverythingConstrained) {
  const Dense dense{MatrixXd::Identity(3, 3), MatrixXd::Identity(3, 3), MatrixXd::Identity(3, 3)};
  const auto found = natural_modes(make_system(dense));
  EXPECT_TRUE(found.modes.empty());
  EXPECT_TRUE(found.verified);
}

TEST(Modes, AllOfThem) {
  const Dense dense = random_structure(24, 3, 11);
  const VectorXd exact = dense_eigenvalues(dense);
  const auto found = sound_modes(dense, {.count = 1000});
  ASSERT_EQ(found.modes.size(), 21u);
  for (int j = 0; j < 21; ++j)
    EXPECT_NEAR(found.modes[j].eigenvalue, exact(j), 1e-10 * exact(20)) << j;
}

TEST(Modes, AnUnstableStructureSaysSo) {
  Dense dense = chain(20, false);
  dense.K -= 0.1 * MatrixXd::Identity(20, 20);  // ω² = 4 sin² − 0.1
  const auto found = sound_modes(dense, {.count = 5});
  for (int j = 0; j < 5; ++j) {
    const double exact = 4 * std::pow(std::sin((j + 1) * pi / 42), 2) - 0.1;
    EXPECT_NEAR(found.modes[j].eigenvalue, exact, 1e-11);
  }
  EXPECT_LT(found.modes[0].omega, 0);
  EXPECT_GT(found.modes[4].omega, 0);
}

TEST(Modes, AZeroOnTheDiagonalIsAZeroFrequency) {
  Dense dense{MatrixXd::Identity(12, 12), MatrixXd::Zero(12, 12), MatrixXd(0, 12)};
  for (int i = 0; i < 12; ++i) dense.K(i, i) = 1e6 * (i - 2);
  const auto found = sound_modes(dense, {.count = 5});
  for (int j = 0; j < 5; ++j) EXPECT_NEAR(found.modes[j].eigenvalue, 1e6 * (j - 2), 1e-6);
  EXPECT_EQ(found.modes[2].omega, 0);
}

MatrixXd read_symmetric(const std::string& name) {
  std::ifstream stream(source_folder() / "tests/data" / name);
  std::string line;
  while (std::getline(stream, line) && line[0] == '%') {
  }
  int rows = 0, columns = 0, entries = 0;
  std::istringstream(line) >> rows >> columns >> entries;
  MatrixXd matrix = MatrixXd::Zero(rows, columns);
  for (int k = 0; k < entries; ++k) {
    int i = 0, j = 0;
    double value = 0;
    stream >> i >> j >> value;
    matrix(i - 1, j - 1) = matrix(j - 1, i - 1) = value;
  }
  return matrix;
}

TEST(Modes, OreCar) {
  const Dense dense{read_symmetric("orecar_M.mtx"), read_symmetric("orecar_K.mtx"),
                    MatrixXd(0, 1473)};
  const auto found = sound_modes(dense, {.count = 20});
  ASSERT_EQ(found.modes.size(), 20u);
  EXPECT_NEAR(found.modes[0].eigenvalue, 3469.305447769, 1e-9 * 3469);
}

TEST(Modes, TheShiftCanBeGiven) {
  const auto found =
      natural_modes(make_system(chain(60, false)), {.count = 4, .shift_frequency = 0.1});
  EXPECT_TRUE(found.verified);
  for (int j = 0; j < 4; ++j)
    EXPECT_NEAR(found.modes[j].omega, 2 * std::sin((j + 1) * pi / 122), 1e-11);
}

TEST(Modes, DampingPlaysNoPart) {
  Dense dense = chain(20, false);
  dense.G = MatrixXd::Zero(1, 20);
  dense.G(0, 3) = 1;
  const auto without = natural_modes(make_system(dense), {.count = 4});
  dense.C = MatrixXd::Zero(20, 20);
  dense.C(0, 7) = 5;  // gyroscopic: not symmetric
  dense.C(7, 0) = -5;
  const auto with = natural_modes(make_system(dense), {.count = 4});
  EXPECT_TRUE(with.verified);
  EXPECT_LT((shapes(with) - shapes(without)).norm(), 1e-12);
}

core::Error error_of(const Dense& dense, const ModesOptions& options = {}) {
  try {
    natural_modes(make_system(dense), options);
  } catch (const core::Error& error) {
    return error;
  }
  return {core::Failure::internal, "no error"};
}

void expect_error(const core::Error& error, core::Failure kind, const std::string& words) {
  EXPECT_EQ(error.kind(), kind) << error.what();
  EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
}

TEST(ModesErrors, Input) {
  using core::Failure;
  const Dense good = chain(8, false);
  expect_error(error_of(good, {.count = 0}), Failure::input, "number of modes");
  expect_error(error_of(good, {.tolerance = 0}), Failure::input, "tolerance");
  expect_error(error_of(good, {.shift_frequency = -1}), Failure::input, "shift");
  Dense crooked = good;
  crooked.K(0, 5) = 1;
  expect_error(error_of(crooked), Failure::input, "symmetric");
  Dense dependent = good;
  dependent.G = MatrixXd::Ones(2, 8);
  expect_error(error_of(dependent), Failure::input, "rows 1, 2 are linearly dependent");
  Dense loose = good;
  loose.M(3, 3) = 0;
  loose.K.row(3).setZero();
  loose.K.col(3).setZero();
  expect_error(error_of(loose), Failure::input, "degree of freedom 4");
}

TEST(ModesErrors, Numerics) {
  using core::Failure;
  // Two massless nodes joined to each other alone.
  Dense mechanism{Eigen::Vector3d(0, 0, 1).asDiagonal(), MatrixXd::Identity(3, 3), MatrixXd(0, 3)};
  mechanism.K(0, 1) = mechanism.K(1, 0) = -1;
  expect_error(error_of(mechanism), Failure::numerics, "neither mass nor stiffness");
  Dense negative{Eigen::Vector3d(0, 1, 1).asDiagonal(), MatrixXd::Identity(3, 3), MatrixXd(0, 3)};
  negative.K(0, 0) = -1;
  expect_error(error_of(negative), Failure::numerics, "negative stiffness");
  expect_error(error_of(chain(400, false), {.count = 30, .max_restarts = 1}), Failure::numerics,
               "modes converged");
}

TEST(Modes, SignsOfPivotsCountEigenvalues) {
  Dense dense = chain(1500, false);
  dense.G = MatrixXd::Zero(2, 1500);
  dense.G(0, 700) = dense.G(1, 3) = 1;
  const auto system = make_system(dense);
  std::vector<double> exact;  // of the three chains between the held masses
  for (const int masses : {3, 696, 799})
    for (int j = 1; j <= masses; ++j)
      exact.push_back(4 * std::pow(std::sin(j * pi / (2 * (masses + 1))), 2));
  std::sort(exact.begin(), exact.end());
  for (const int k : {0, 1, 40, 900}) {
    const double mu = k == 0 ? -1.0 : 0.5 * (exact[k - 1] + exact[k]);
    const linear::RealSaddle saddle(
        linear::operators_of(system),
        {{1.0, system.terms()[0].parts[0].matrix}, {-mu, system.mass()}}, "modes_",
        {.inertia = true});
    ASSERT_TRUE(saddle.negative_eigenvalues());
    EXPECT_EQ(*saddle.negative_eigenvalues(), k + 2);
  }
}

TEST(Participation, EffectiveMassesAddUp) {
  const int n = 12;
  const double m = 2.5;
  const auto system = make_system(chain(n, false, m));
  const auto found = natural_modes(system, {.count = n});
  ASSERT_EQ(found.modes.size(), static_cast<std::size_t>(n));
  std::vector<modal::Direction> directions;
  directions.push_back({"all", support::distribute(VectorXd(VectorXd::Ones(n)))});
  directions.push_back({"none", support::distribute(VectorXd(VectorXd::Zero(n)))});
  const auto parts = modal::participation(system, found.modes, directions);
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(parts[0].direction, "all");
  EXPECT_NEAR(parts[0].mass, n * m, 1e-12);
  double sum = 0;
  for (int j = 1; j <= n; ++j) {
    double factor = 0;
    for (int i = 1; i <= n; ++i)
      factor += std::sqrt(2 * m / (n + 1)) * std::sin(j * pi * i / (n + 1));
    sum += factor * factor;
    EXPECT_NEAR(std::abs(parts[0].factor[j - 1]), std::abs(factor), 1e-10);
    EXPECT_NEAR(parts[0].effective_mass[j - 1], factor * factor, 1e-9);
    EXPECT_NEAR(parts[0].cumulative_fraction[j - 1], sum / (n * m), 1e-10);
  }
  EXPECT_NEAR(parts[0].cumulative_fraction.back(), 1, 1e-11);
  EXPECT_EQ(parts[1].cumulative_fraction.back(), 0);
}

}  // namespace
}  // namespace sparkdyn
