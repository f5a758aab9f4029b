// SPDX-License-Identifier: BSD-3-Clause
#include "support/random_model.hpp"

#include <Eigen/LU>
#include <Eigen/QR>
#include <cmath>

#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::support {
namespace {

using core::check;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Wide = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;

double uniform(std::mt19937& random, double from, double to) {
  return from + (to - from) * static_cast<double>(random()) / 4294967296.0;
}
int pick(std::mt19937& random, int count) {
  return static_cast<int>(random() % static_cast<unsigned>(count));
}

MatrixXd random_matrix(std::mt19937& random, int rows, int columns) {
  MatrixXd result(rows, columns);
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) result(i, j) = uniform(random, -1, 1);
  return result;
}

MatrixXd random_spd(std::mt19937& random, int n, double shift) {
  const MatrixXd R = random_matrix(random, n, n);
  return R * R.transpose() / n + shift * MatrixXd::Identity(n, n);
}

MatrixXd skew(std::mt19937& random, int n) {
  const MatrixXd R = random_matrix(random, n, n);
  return 0.5 * (R - R.transpose());
}

/// Rows that are independent of each other, and clearly so.
MatrixXd random_rows(std::mt19937& random, int n, Rows kind) {
  if (kind == Rows::none) return MatrixXd(0, n);
  const int m = 1 + pick(random, std::max(1, std::min(n - 1, 4)));
  for (;;) {
    MatrixXd G = MatrixXd::Zero(m, n);
    for (int i = 0; i < m; ++i) {
      const bool single =
          kind == Rows::single || (kind == Rows::mixed && random() % 2 == 0) || n < 3;
      const int entries = single ? 1 : 3 + pick(random, n - 2);
      for (int k = 0; k < entries; ++k)
        G(i, pick(random, n)) = uniform(random, 0.4, 1.5) * (random() % 2 ? 1 : -1);
    }
    const Eigen::ColPivHouseholderQR<MatrixXd> qr(G.transpose());
    if (std::abs(qr.matrixR()(m - 1, m - 1)) > 0.3) return G;
  }
}

/// Any share of `total` for each rank, often nothing.
std::vector<int> random_shares(std::mt19937& random, int total) {
  const int ranks = core::size(PETSC_COMM_WORLD);
  std::vector<int> counts(static_cast<std::size_t>(ranks), 0);
  const bool even = random() % 2 == 0;
  for (int i = 0; i < total; ++i)
    ++counts[static_cast<std::size_t>(even ? i * ranks / std::max(total, 1) : pick(random, ranks))];
  return counts;
}

int first_of(const std::vector<int>& counts) {
  int first = 0;
  for (int r = 0; r < core::rank(PETSC_COMM_WORLD); ++r)
    first += counts[static_cast<std::size_t>(r)];
  return first;
}
int mine_of(const std::vector<int>& counts) {
  return counts[static_cast<std::size_t>(core::rank(PETSC_COMM_WORLD))];
}

}  // namespace

core::Matrix RandomModel::distribute(const MatrixXd& dense,
                                     const std::vector<int>& row_counts) const {
  core::Matrix matrix;
  const int rows = mine_of(row_counts), columns = mine_of(dof_counts_);
  check(MatCreateAIJ(PETSC_COMM_WORLD, rows, columns, static_cast<PetscInt>(dense.rows()),
                     static_cast<PetscInt>(dense.cols()), columns, nullptr,
                     static_cast<PetscInt>(dense.cols()) - columns, nullptr, matrix.out()));
  const int first = first_of(row_counts);
  for (int i = first; i < first + rows; ++i)
    for (int j = 0; j < dense.cols(); ++j)
      if (dense(i, j) != 0) check(MatSetValue(matrix, i, j, dense(i, j), INSERT_VALUES));
  check(MatAssemblyBegin(matrix, MAT_FINAL_ASSEMBLY));
  check(MatAssemblyEnd(matrix, MAT_FINAL_ASSEMBLY));
  return matrix;
}

core::Vector RandomModel::distribute(const VectorXd& dense, const std::vector<int>& counts) const {
  core::Vector vector = core::make_vector(PETSC_COMM_WORLD, mine_of(counts));
  const core::WriteArray values(vector);
  const int first = first_of(counts);
  for (PetscInt i = 0; i < values.size(); ++i) values[i] = dense(first + i);
  return vector;
}

RandomModel::RandomModel(const RandomOptions& options, unsigned seed) : massless(options.massless) {
  std::mt19937 random(seed);
  const int n = options.dofs;
  M = random_spd(random, n, 1.0);
  K = random_spd(random, n, 0.5);
  C = options.damped ? MatrixXd(0.2 * random_spd(random, n, 0.1)) : MatrixXd::Zero(n, n);
  if (!options.symmetric) {
    K += 0.3 * skew(random, n);
    C += 1.5 * skew(random, n);
  }
  if (massless) {
    const int dof = pick(random, n);
    M.row(dof).setZero();
    M.col(dof).setZero();
  }
  G = random_rows(random, n, options.rows);
  const auto m = G.rows();
  F = random_matrix(random, n, 1);
  const bool moving = options.rows == Rows::moving || options.rows == Rows::mixed;
  c = moving ? VectorXd(random_matrix(random, static_cast<int>(m), 1))
             : VectorXd(VectorXd::Zero(m));
  q0 = random_matrix(random, n, 1);
  v0 = random_matrix(random, n, 1);
  if (m > 0) {
    const MatrixXd right = G.transpose() * (G * G.transpose()).inverse();
    q0 -= right * (G * q0 - value(0, 0));
    v0 -= right * (G * v0 - value(0, 1));
  }
  dof_counts_ = random_shares(random, n);
  row_counts_ = random_shares(random, static_cast<int>(m));

  using mechanics::Kind;
  const auto shared = [&](const MatrixXd& dense) {
    return std::make_shared<const core::Matrix>(distribute(dense, dof_counts_));
  };
  std::vector<mechanics::MatrixTerm> terms{{Kind::elastic, "", {{1.0, shared(K)}}}};
  if (!C.isZero(0)) terms.push_back({Kind::damping, "", {{1.0, shared(C)}}});
  std::vector<mechanics::TimedVector> loads;
  loads.push_back({distribute(F, dof_counts_), mechanics::sine_amplitude(load_frequency, 0.0), ""});
  std::optional<mechanics::Constraint> constraint;
  if (m > 0) {
    std::vector<mechanics::TimedVector> values;
    if (moving)
      values.push_back(
          {distribute(c, row_counts_), mechanics::sine_amplitude(value_frequency, 0.0), ""});
    constraint = mechanics::Constraint{distribute(G, row_counts_), std::move(values)};
  }
  system_ = std::make_unique<mechanics::System>(shared(M), std::move(terms), std::move(loads),
                                                std::move(constraint));
}

mechanics::State RandomModel::initial() const {
  return {0.0, distribute(q0, dof_counts_), distribute(v0, dof_counts_)};
}

mechanics::State RandomModel::empty_state() const {
  return {0.0, system_->make_displacement(), system_->make_displacement()};
}

VectorXd RandomModel::load(double t) const {
  return F * std::sin(2 * M_PI * load_frequency * t);
}

VectorXd RandomModel::value(double t, int derivative) const {
  const double omega = 2 * M_PI * value_frequency;
  return c * (derivative == 0 ? std::sin(omega * t) : omega * std::cos(omega * t));
}

/// Unknowns V_1…V_s, hΛ_1…hΛ_s, v₁, one after another.
DenseStep dense_step(const RandomModel& model, const tableau::Splitting& splitting, int stages,
                     double h, double t, const VectorXd& q, const VectorXd& v) {
  using tableau::Term;
  const tableau::Lobatto lobatto(stages);
  const MatrixXd Av = splitting(Term::velocity).evaluate(lobatto),
                 Ak = splitting(Term::elastic).evaluate(lobatto),
                 Ac = splitting(Term::damping).evaluate(lobatto),
                 Af = splitting(Term::load).evaluate(lobatto),
                 Al = splitting(Term::constraint).evaluate(lobatto), Aa = lobatto.A();
  const VectorXd b = lobatto.b(), nodes = lobatto.c();
  const int s = stages, n = static_cast<int>(q.size()), m = static_cast<int>(model.G.rows());
  const int size = s * n + s * m + n, lambda = s * n, last = s * n + s * m;
  Wide A = Wide::Zero(size, size);
  Wide r = Wide::Zero(size, 1);
  const Wide M = model.M.cast<long double>(), K = model.K.cast<long double>(),
             C = model.C.cast<long double>(), G = model.G.cast<long double>();
  /// Row block at `row` of M·(unknown at `of`) with the weights of the forces of all stages.
  const auto momentum = [&](int row, int of, const VectorXd& k, const VectorXd& d,
                            const VectorXd& f, const VectorXd& l) {
    A.block(row, of, n, n) += M;
    r.block(row, 0, n, 1) += M * v.cast<long double>();
    for (int j = 0; j < s; ++j) {
      A.block(row, j * n, n, n) += h * d(j) * C;
      for (int i = 0; i < s; ++i) A.block(row, i * n, n, n) += h * h * k(j) * Av(j, i) * K;
      r.block(row, 0, n, 1) -= h * k(j) * (K * q.cast<long double>());
      r.block(row, 0, n, 1) += (h * f(j) * model.load(t + nodes(j) * h)).cast<long double>();
      if (m > 0) A.block(row, lambda + j * m, n, m) += l(j) * G.transpose();
    }
  };
  for (int i = 0; i < s; ++i) momentum(i * n, i * n, Ak.row(i), Ac.row(i), Af.row(i), Al.row(i));
  if (model.massless) {
    // h·forces = A⁻¹(V − 1v₀) with one matrix for all: v₁ = v₀ + bᵀA⁻¹(V − 1v₀).
    const VectorXd w = Ak.transpose().fullPivLu().solve(b);
    A.block(last, last, n, n).setIdentity();
    for (int i = 0; i < s; ++i)
      A.block(last, i * n, n, n) -= static_cast<long double>(w(i)) * Wide::Identity(n, n);
    r.block(last, 0, n, 1) = ((1 - w.sum()) * v).cast<long double>();
  } else {
    momentum(last, last, b, b, b, b);
  }
  for (int i = 1; m > 0 && i < s; ++i) {
    const int row = lambda + (i - 1) * m;
    for (int j = 0; j < s; ++j) A.block(row, j * n, m, n) += Aa(i, j) * G;
    r.block(row, 0, m, 1) =
        (model.value(t + nodes(i) * h, 0) - model.G * q).cast<long double>() / h;
  }
  if (m > 0) {
    A.block(lambda + (s - 1) * m, last, m, n) = G;
    r.block(lambda + (s - 1) * m, 0, m, 1) = model.value(t + h, 1).cast<long double>();
  }
  const Wide x = A.partialPivLu().solve(r);
  DenseStep next{q, x.block(last, 0, n, 1).cast<double>(), MatrixXd(m, s)};
  for (int i = 0; i < s; ++i) {
    next.q += (h * b(i) * x.block(i * n, 0, n, 1)).cast<double>();
    if (m > 0) next.multipliers.col(i) = x.block(lambda + i * m, 0, m, 1).cast<double>();
  }
  return next;
}

}  // namespace sparkdyn::support
