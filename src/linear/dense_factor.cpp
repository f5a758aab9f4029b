// SPDX-License-Identifier: BSD-3-Clause
#include "dense_factor.hpp"

#include <Eigen/LU>
#include <cmath>

namespace sparkdyn::linear {

template <typename Scalar>
struct DenseFactor<Scalar>::Data {
  using Matrix = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;
  Eigen::VectorXd scale;
  Eigen::PartialPivLU<Matrix> lu;
};

namespace {

constexpr int most_sweeps = 8;
/// Of the smallest pivot to the largest, of rows of one size.
constexpr double nearly_singular = 1e-14;

/// 2ᵏ next to 1/√size; a row of zeros stays one.
double root_scale(double size) {
  return size > 0 && std::isfinite(size) ? std::exp2(-std::round(0.5 * std::log2(size))) : 1.0;
}

/// max_j |a_ij| and |a_ji| but for a factor below √2.
template <typename Matrix>
Eigen::VectorXd row_sizes(const Matrix& A) {
  const Eigen::MatrixXd size = A.real().cwiseAbs() + A.imag().cwiseAbs();
  return size.rowwise().maxCoeff().cwiseMax(size.colwise().maxCoeff().transpose());
}

/// s with max_j |s_i a_ij s_j| about 1; applied to A. A sweep halves the digits between rows.
template <typename Matrix>
Eigen::VectorXd equilibrate(Matrix& A) {
  Eigen::VectorXd scale = Eigen::VectorXd::Ones(A.rows());
  for (int sweep = 0; sweep < most_sweeps; ++sweep) {
    const Eigen::VectorXd s = row_sizes(A).unaryExpr([](double size) { return root_scale(size); });
    if ((s.array() == 1.0).all()) break;
    A = (s.asDiagonal() * A * s.asDiagonal()).eval();
    scale = scale.cwiseProduct(s);
  }
  return scale;
}

}  // namespace

template <typename Scalar>
DenseFactor<Scalar>::DenseFactor(std::unique_ptr<Data> data) : data_(std::move(data)) {}
template <typename Scalar>
DenseFactor<Scalar>::~DenseFactor() = default;

template <typename Scalar>
std::unique_ptr<DenseFactor<Scalar>> DenseFactor<Scalar>::make(int size,
                                                               const Triplets<Scalar>& entries,
                                                               Symmetry symmetry) {
  typename Data::Matrix A = Data::Matrix::Zero(size, size);
  for (std::size_t k = 0; k < entries.values.size(); ++k) {
    const int i = entries.rows[k], j = entries.columns[k];
    A(i, j) += entries.values[k];
    if (symmetry == Symmetry::symmetric && i != j) A(j, i) += entries.values[k];
  }
  auto data = std::make_unique<Data>();
  data->scale = equilibrate(A);
  data->lu.compute(A);
  const auto pivots = data->lu.matrixLU().diagonal().cwiseAbs().eval();
  if (!(pivots.minCoeff() > nearly_singular * pivots.maxCoeff())) return nullptr;
  return std::unique_ptr<DenseFactor>(new DenseFactor(std::move(data)));
}

template <typename Scalar>
void DenseFactor<Scalar>::solve(std::span<Scalar> x, int count) const {
  Eigen::Map<typename Data::Matrix> all(x.data(), data_->scale.size(), count);
  all = (data_->scale.asDiagonal() * data_->lu.solve(data_->scale.asDiagonal() * all)).eval();
}

template <typename Scalar>
double DenseFactor<Scalar>::factor_entries() const {
  return static_cast<double>(data_->lu.matrixLU().size());
}

template class DenseFactor<double>;
template class DenseFactor<std::complex<double>>;

}  // namespace sparkdyn::linear
