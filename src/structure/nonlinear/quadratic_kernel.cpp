// SPDX-License-Identifier: BSD-3-Clause
#include "quadratic_kernel.hpp"

namespace sparkdyn::structure::nonlinear {
namespace {

using Columns = Eigen::Map<const Eigen::Matrix3Xd>;

Columns columns(ConstKernelVector q) {
  return {q.data(), 3, q.size() / 3};
}

}  // namespace

QuadraticKernel::QuadraticKernel(int nodes, Eigen::MatrixXd D)
    : nodes_(nodes), D_(std::move(D)), weights_(4 * nodes, 0), rest_(3, 0) {}

int QuadraticKernel::add_vector(const Eigen::Vector3d& rest, const Eigen::VectorXd& weights) {
  const Eigen::Index number = rest_.cols();
  weights_.conservativeResize(Eigen::NoChange, number + 1);
  rest_.conservativeResize(Eigen::NoChange, number + 1);
  weights_.col(number) = weights;
  rest_.col(number) = rest;
  return static_cast<int>(number);
}

void QuadraticKernel::add_product(int strain, double factor, int a, int b) {
  products_.push_back({strain, a, b, factor});
}

Eigen::Matrix3Xd QuadraticKernel::changes(ConstKernelVector q) const {
  Eigen::Matrix3Xd moved = columns(q);
  for (int node = 0; node < nodes_; ++node)
    moved.block<3, 3>(0, 4 * node + 1) -= Eigen::Matrix3d::Identity();
  return moved * weights_;
}

/// From changes, so that small strains lose no digits.
void QuadraticKernel::strain(ConstKernelVector q, KernelVector z) const {
  const Eigen::Matrix3Xd change = changes(q);
  z.setZero();
  for (const auto& [k, a, b, factor] : products_)
    z(k) += factor * (change.col(a).dot(rest_.col(b)) + rest_.col(a).dot(change.col(b)) +
                      change.col(a).dot(change.col(b)));
}

void QuadraticKernel::strain_rate(ConstKernelVector q, ConstKernelVector v,
                                  KernelVector rate) const {
  const Eigen::Matrix3Xd at = rest_ + changes(q), moving = columns(v) * weights_;
  rate.setZero();
  for (const auto& [k, a, b, factor] : products_)
    rate(k) += factor * (moving.col(a).dot(at.col(b)) + at.col(a).dot(moving.col(b)));
}

void QuadraticKernel::add_force(ConstKernelVector q, ConstKernelVector s, KernelVector f) const {
  const Eigen::Matrix3Xd at = rest_ + changes(q);
  Eigen::Matrix3Xd push = Eigen::Matrix3Xd::Zero(3, at.cols());
  for (const auto& [k, a, b, factor] : products_) {
    push.col(a) += factor * s(k) * at.col(b);
    push.col(b) += factor * s(k) * at.col(a);
  }
  Eigen::Map<Eigen::Matrix3Xd>(f.data(), 3, units()) += push * weights_.transpose();
}

void QuadraticKernel::add_curvature(ConstKernelVector s, KernelMatrix K) const {
  Eigen::MatrixXd pairs = Eigen::MatrixXd::Zero(weights_.cols(), weights_.cols());
  for (const auto& [k, a, b, factor] : products_) {
    pairs(a, b) += factor * s(k);
    pairs(b, a) += factor * s(k);
  }
  const Eigen::MatrixXd scalar = weights_ * pairs * weights_.transpose();
  for (Eigen::Index j = 0; j < units(); ++j)
    for (Eigen::Index i = 0; i < units(); ++i)
      K.block<3, 3>(3 * i, 3 * j).diagonal().array() += scalar(i, j);
}

double QuadraticKernel::response(ConstKernelVector z, KernelVector s) const {
  s = D_ * z;
  return 0.5 * z.dot(s);
}

void QuadraticKernel::stiffness(ConstKernelVector, ConstKernelVector dz, KernelVector ds) const {
  ds = D_ * dz;
}

void QuadraticKernel::add_material(ConstKernelVector q, ConstKernelVector, double scale,
                                   KernelMatrix K) const {
  const Eigen::Matrix3Xd at = rest_ + changes(q);
  Eigen::MatrixXd Bt = Eigen::MatrixXd::Zero(unknowns(), strains());
  for (const auto& [k, a, b, factor] : products_)
    for (Eigen::Index u = 0; u < units(); ++u)
      Bt.block<3, 1>(3 * u, k) +=
          factor * (weights_(u, a) * at.col(b) + weights_(u, b) * at.col(a));
  const Eigen::MatrixXd product = scale * Bt * D_;
  K.noalias() += product * Bt.transpose();
}

}  // namespace sparkdyn::structure::nonlinear
