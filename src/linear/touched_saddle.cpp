// SPDX-License-Identifier: BSD-3-Clause
#include "touched_saddle.hpp"

#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>

#include "core/gather.hpp"
#include "sparkdyn/core/error.hpp"

namespace sparkdyn::linear {
namespace {

using core::check;
using Columns = Eigen::SparseMatrix<double>;
using Vector = Eigen::VectorXd;

/// ε: the factors lose 1/ε of their digits, rows that depend on each other to √ε cost iterations.
constexpr double regularization = 1e-10;
constexpr double tolerance = 1e-15, inner_tolerance = 1e-8;
constexpr int most_iterations = 50, most_rounds = 5;

}  // namespace

struct TouchedSaddle::Data {
  MPI_Comm comm = MPI_COMM_NULL;
  std::vector<PetscInt> touched;                     // of this rank
  std::unique_ptr<core::RankShares> unknowns, rows;  // touched ones, and rows, of the ranks
  Vector row_scale, root;                            // of all: 1/|row|, D^(−1/2)
  Columns H, Ht;
  Eigen::SimplicialLDLT<Columns> factor;

  void gather_rows(Mat G, Vec diagonal);
  void factorize();
  Vector precondition(const Vector& r) const;
  Vector invert(const Vector& b) const;
  double solve(Vector& x, Vector& y) const;
};

/// The rows of G D^(−1/2) of all ranks, each divided by its size, on the unknowns they touch.
void TouchedSaddle::Data::gather_rows(Mat G, Vec diagonal) {
  const core::Matrix scaled = core::make_copy(G);
  const core::Vector roots = core::make_copy(diagonal);
  {
    const core::WriteArray entries(roots);
    for (PetscInt i = 0; i < entries.size(); ++i) entries[i] = 1 / std::sqrt(entries[i]);
  }
  check(MatDiagonalScale(scaled, nullptr, roots));
  std::vector<int> lengths;
  std::vector<PetscInt> columns;
  std::vector<double> values, sizes;
  core::for_each_row(scaled, [&](PetscInt, auto row_columns, auto row_values) {
    double size = 0;
    for (const double value : row_values) size += value * value;
    size = size > 0 ? std::sqrt(size) : 1.0;
    const auto before = values.size();
    for (std::size_t k = 0; k < row_values.size(); ++k) {
      if (row_values[k] == 0) continue;
      columns.push_back(row_columns[k]);
      values.push_back(row_values[k] / size);
    }
    lengths.push_back(static_cast<int>(values.size() - before));
    sizes.push_back(1 / size);
  });
  rows = std::make_unique<core::RankShares>(comm, sizes.size());
  lengths = core::gather_everywhere(comm, lengths);
  columns = core::gather_everywhere(comm, columns);
  values = core::gather_everywhere(comm, values);
  sizes = core::gather_everywhere(comm, sizes);
  row_scale = Eigen::Map<const Vector>(sizes.data(), static_cast<Eigen::Index>(sizes.size()));
  auto all = columns;
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  std::vector<Eigen::Triplet<double>> entries;
  std::size_t at = 0;
  for (std::size_t row = 0; row < lengths.size(); ++row)
    for (int k = 0; k < lengths[row]; ++k, ++at) {
      const auto place = std::lower_bound(all.begin(), all.end(), columns[at]) - all.begin();
      entries.emplace_back(static_cast<int>(row), static_cast<int>(place), values[at]);
    }
  H.resize(static_cast<int>(lengths.size()), static_cast<int>(all.size()));
  H.setFromTriplets(entries.begin(), entries.end());
  Ht = H.transpose();
  const core::RowRange range = core::row_range(diagonal);
  const core::ReadArray my_roots(roots);
  std::vector<double> touched_roots;
  for (const PetscInt column : all) {
    if (column < range.begin || column >= range.end) continue;
    touched.push_back(column - range.begin);
    touched_roots.push_back(my_roots[touched.back()]);
  }
  unknowns = std::make_unique<core::RankShares>(comm, touched.size());
  touched_roots = core::gather_everywhere(comm, touched_roots);
  root = Eigen::Map<const Vector>(touched_roots.data(), H.cols());
}

void TouchedSaddle::Data::factorize() {
  const auto n = static_cast<int>(H.cols()), m = static_cast<int>(H.rows());
  std::vector<Eigen::Triplet<double>> entries;
  for (int i = 0; i < n; ++i) entries.emplace_back(i, i, 1.0);
  for (int i = 0; i < m; ++i) entries.emplace_back(n + i, n + i, -regularization);
  for (int column = 0; column < n; ++column)
    for (Columns::InnerIterator entry(H, column); entry; ++entry)
      entries.emplace_back(n + static_cast<int>(entry.row()), column, entry.value());
  Columns lower(n + m, n + m);
  lower.setFromTriplets(entries.begin(), entries.end());
  factor.compute(lower);
  Vector x = Vector::Zero(n), y(m);
  for (int i = 0; i < m; ++i) y[i] = std::sin(12.9898 * (i + 1));
  if (factor.info() != Eigen::Success || !(solve(x, y) < 1e-8))
    core::numerics_error("rows of the constraints depend on each other");
}

/// (HHᵀ + ε)⁻¹r.
Vector TouchedSaddle::Data::precondition(const Vector& r) const {
  Vector whole = Vector::Zero(H.cols() + H.rows());
  whole.tail(H.rows()) = -r;
  return factor.solve(whole).tail(H.rows());
}

/// About (HHᵀ)⁻¹b.
Vector TouchedSaddle::Data::invert(const Vector& b) const {
  Vector r = b, y = Vector::Zero(b.size());
  Vector z = precondition(r), p = z;
  double rz = r.dot(z);
  for (int k = 0; k < most_iterations; ++k) {
    const Vector image = H * (Ht * p);
    const double alpha = rz / p.dot(image);
    if (!std::isfinite(alpha)) break;
    y += alpha * p;
    r -= alpha * image;
    if (r.norm() <= inner_tolerance * b.norm()) break;
    z = precondition(r);
    const double next = r.dot(z);
    p = z + (next / rz) * p;
    rz = next;
  }
  return y;
}

/// In rounds on the residuals of both rows: HHᵀ alone would lose twice the digits that H costs.
/// Returns what Hx misses of g relative to x, or to g where that is larger.
double TouchedSaddle::Data::solve(Vector& x, Vector& y) const {
  const Vector f = x, g = y;
  x.setZero();
  y.setZero();
  const double enough = tolerance * (f.norm() + g.norm());
  double before = HUGE_VAL;
  for (int round = 0; round < most_rounds; ++round) {
    const Vector force = f - x - Ht * y, gap = g - H * x;
    const double left = force.norm() + gap.norm();
    if (left <= enough || !(left < 0.5 * before)) break;
    before = left;
    const Vector change = invert(H * force - gap);
    y += change;
    x += force - Ht * change;
  }
  return (g - H * x).norm() / std::max({x.norm(), g.norm(), 1e-300});
}

TouchedSaddle::TouchedSaddle(Mat G, Vec diagonal) : data_(std::make_unique<Data>()) {
  data_->comm = core::comm_of(G);
  data_->gather_rows(G, diagonal);
  core::collectively(data_->comm, [&] { data_->factorize(); });
}

TouchedSaddle::~TouchedSaddle() = default;

const std::vector<PetscInt>& TouchedSaddle::touched() const {
  return data_->touched;
}

void TouchedSaddle::solve(std::span<double> x, std::span<double> y) const {
  const Data& d = *data_;
  Vector f(d.H.cols()), g(d.H.rows());
  d.unknowns->gather(d.comm, x.data(), f.data());
  d.rows->gather(d.comm, y.data(), g.data());
  f = f.cwiseProduct(d.root);
  g = g.cwiseProduct(d.row_scale);
  d.solve(f, g);
  f = f.cwiseProduct(d.root);
  g = g.cwiseProduct(d.row_scale);
  const int rank = core::rank(d.comm);
  std::copy_n(f.data() + d.unknowns->starts[rank], x.size(), x.begin());
  std::copy_n(g.data() + d.rows->starts[rank], y.size(), y.begin());
}

double TouchedSaddle::factor_entries() const {
  return static_cast<double>(data_->factor.matrixL().nestedExpression().nonZeros());
}

}  // namespace sparkdyn::linear
