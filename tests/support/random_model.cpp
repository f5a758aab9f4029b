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
  K_joint = MatrixXd::Zero(n, n);
  if (options.joint) {
    const int share = (n + 1) / 2;
    K_joint.bottomRightCorner(share, share) = 2.0 * random_spd(random, share, 0.2);
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
  if (options.joint) terms.push_back({Kind::elastic, "joint", {{1.0, shared(K_joint)}}});
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

namespace {

/// The numbers of a step: a^v, a^k of the terms, ã with b̃, and where the constraints hold.
struct Scheme {
  VectorXd b, nodes;
  MatrixXd velocity, elastic, joint, damping, load;
  MatrixXd reaction;  // one column per multiplier
  VectorXd reaction_weights;
  MatrixXd position;  // one row less than there are multipliers
  VectorXd position_nodes;
  VectorXd slack;  // what the last multiplier adds to the rows of the positions
};

/// (17) of Jay 1998.
Scheme scheme_of(const tableau::Splitting& splitting, int stages) {
  using tableau::Term;
  const tableau::Lobatto lobatto(stages);
  const auto matrix = [&](Term term) { return MatrixXd(splitting(term).evaluate(lobatto)); };
  return {.b = lobatto.b(),
          .nodes = lobatto.c(),
          .velocity = matrix(Term::velocity),
          .elastic = matrix(Term::elastic),
          .joint = MatrixXd(splitting(Term::elastic, "joint").evaluate(lobatto)),
          .damping = matrix(Term::damping),
          .load = matrix(Term::load),
          .reaction = matrix(Term::constraint),
          .reaction_weights = lobatto.b(),
          .position = lobatto.A().bottomRows(stages - 1),
          .position_nodes = lobatto.c().tail(stages - 1),
          .slack = VectorXd::Zero(stages - 1)};
}

/// (7) of Jay 2007 with A_γ in it, constraints at the s + 1 points of Lobatto. Where one matrix A
/// integrates all forces and s > 1 the multipliers act at the stages, through A, and the slack
/// δ in G V = w + pδ, which moves v₁ and not q₁, takes the place of the multiplier that is left.
Scheme scheme_of(const RandomModel& model, const tableau::GaussSplitting& splitting, int stages) {
  using tableau::Term;
  const tableau::GaussLobatto gauss(stages);
  const auto matrix = [&](Term term) { return MatrixXd(gauss.A(splitting(term))); };
  Scheme scheme{.b = gauss.b(),
                .nodes = gauss.c(),
                .velocity = matrix(Term::velocity),
                .elastic = matrix(Term::elastic),
                .joint = gauss.A(splitting(Term::elastic, "joint")),
                .damping = matrix(Term::damping),
                .load = matrix(Term::load),
                .reaction = gauss.reaction_rows(),
                .reaction_weights = gauss.point_weights(),
                .position = gauss.point_rows().bottomRows(stages),
                .position_nodes = gauss.points().tail(stages),
                .slack = VectorXd::Zero(stages)};
  if (stagewise(model, splitting, stages)) {
    scheme.reaction.setZero();
    scheme.reaction.leftCols(stages) = scheme.elastic;
    scheme.reaction_weights << gauss.b(), 0;
    scheme.slack = scheme.position * gauss.p();
  }
  return scheme;
}

/// Unknowns V_1…V_s, all hΛ, v₁, one after another.
DenseStep dense_step(const RandomModel& model, const Scheme& scheme, double h, double t,
                     const VectorXd& q, const VectorXd& v) {
  const int s = static_cast<int>(scheme.b.size()), n = static_cast<int>(q.size()),
            m = static_cast<int>(model.G.rows()), last_l = static_cast<int>(scheme.slack.size());
  const int lambda = s * n, last = s * n + (last_l + 1) * m, size = last + n;
  Wide A = Wide::Zero(size, size);
  Wide r = Wide::Zero(size, 1);
  const Wide M = model.M.cast<long double>(), K = model.K.cast<long double>(),
             K_joint = model.K_joint.cast<long double>(), start = q.cast<long double>(),
             C = model.C.cast<long double>(), G = model.G.cast<long double>();
  /// Row block at `row` of M·(unknown at `of`) with the weights of the forces of all stages.
  const auto momentum = [&](int row, int of, const VectorXd& k, const VectorXd& joint,
                            const VectorXd& d, const VectorXd& f, const VectorXd& l) {
    A.block(row, of, n, n) += M;
    r.block(row, 0, n, 1) += M * v.cast<long double>();
    for (int j = 0; j < s; ++j) {
      A.block(row, j * n, n, n) += h * d(j) * C;
      const Wide stiffness = h * (k(j) * K + joint(j) * K_joint);
      for (int i = 0; i < s; ++i)
        A.block(row, i * n, n, n) += h * scheme.velocity(j, i) * stiffness;
      r.block(row, 0, n, 1) -= stiffness * start;
      r.block(row, 0, n, 1) += (h * f(j) * model.load(t + scheme.nodes(j) * h)).cast<long double>();
    }
    for (int j = 0; m > 0 && j <= last_l; ++j)
      A.block(row, lambda + j * m, n, m) += l(j) * G.transpose();
  };
  const VectorXd& b = scheme.b;
  for (int i = 0; i < s; ++i)
    momentum(i * n, i * n, scheme.elastic.row(i), scheme.joint.row(i), scheme.damping.row(i),
             scheme.load.row(i), scheme.reaction.row(i));
  if (model.massless) {
    // h·forces = A⁻¹(V − 1v₀) with one matrix for all: v₁ = v₀ + bᵀA⁻¹(V − 1v₀).
    const VectorXd w = scheme.elastic.transpose().fullPivLu().solve(b);
    A.block(last, last, n, n).setIdentity();
    for (int i = 0; i < s; ++i)
      A.block(last, i * n, n, n) -= static_cast<long double>(w(i)) * Wide::Identity(n, n);
    r.block(last, 0, n, 1) = ((1 - w.sum()) * v).cast<long double>();
  } else {
    momentum(last, last, b, b, b, b, scheme.reaction_weights);
  }
  for (int i = 0; m > 0 && i < last_l; ++i) {
    const int row = lambda + i * m;
    for (int j = 0; j < s; ++j) A.block(row, j * n, m, n) += scheme.position(i, j) * G;
    A.block(row, lambda + last_l * m, m, m) -= scheme.slack(i) * Wide::Identity(m, m);
    r.block(row, 0, m, 1) =
        (model.value(t + scheme.position_nodes(i) * h, 0) - model.G * q).cast<long double>() / h;
  }
  if (m > 0) {
    A.block(lambda + last_l * m, last, m, n) = G;
    r.block(lambda + last_l * m, 0, m, 1) = model.value(t + h, 1).cast<long double>();
  }
  const Wide x = A.partialPivLu().solve(r);
  const int acting = scheme.slack.isZero(0) ? last_l + 1 : last_l;
  DenseStep next{q, x.block(last, 0, n, 1).cast<double>(), MatrixXd(m, acting)};
  for (int i = 0; i < s; ++i) next.q += (h * b(i) * x.block(i * n, 0, n, 1)).cast<double>();
  for (int i = 0; m > 0 && i < acting; ++i)
    next.multipliers.col(i) = x.block(lambda + i * m, 0, m, 1).cast<double>();
  return next;
}

}  // namespace

bool stagewise(const RandomModel& model, const tableau::GaussSplitting& splitting, int stages) {
  using tableau::Term;
  const double elastic = splitting(Term::elastic);
  return stages > 1 && (model.C.isZero(0) || splitting(Term::damping) == elastic) &&
         (model.K_joint.isZero(0) || splitting(Term::elastic, "joint") == elastic);
}

DenseStep dense_step(const RandomModel& model, const tableau::Splitting& splitting, int stages,
                     double h, double t, const VectorXd& q, const VectorXd& v) {
  return dense_step(model, scheme_of(splitting, stages), h, t, q, v);
}

DenseStep dense_step(const RandomModel& model, const tableau::GaussSplitting& splitting, int stages,
                     double h, double t, const VectorXd& q, const VectorXd& v) {
  return dense_step(model, scheme_of(model, splitting, stages), h, t, q, v);
}

}  // namespace sparkdyn::support
