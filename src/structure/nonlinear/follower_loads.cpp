// SPDX-License-Identifier: BSD-3-Clause
#include "follower_loads.hpp"

#include <Eigen/Geometry>
#include <utility>

#include "quadrature.hpp"
#include "shape_functions.hpp"

namespace sparkdyn::structure::nonlinear {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

Matrix3d cross_matrix(const Vector3d& a) {
  Matrix3d A;
  A << 0, -a.z(), a.y(), a.z(), 0, -a.x(), -a.y(), a.x(), 0;
  return A;
}

/// K(i, j) += ½ A, K(j, i) += ½ Aᵀ in blocks of three.
void add_half(Eigen::Index i, Eigen::Index j, const Matrix3d& A, KernelMatrix K) {
  K.block<3, 3>(3 * i, 3 * j) += 0.5 * A;
  K.block<3, 3>(3 * j, 3 * i) += 0.5 * A.transpose();
}

class FollowerForce final : public ElementTerm {
 public:
  FollowerForce(const Vector3d& p, mechanics::AmplitudePtr amplitude)
      : p_(p), amplitude_(std::move(amplitude)) {}
  int nodes() const override { return 4; }
  bool directors() const override { return false; }
  void add_force(double t, ConstKernelVector q, ConstKernelVector, KernelVector f) const override {
    const double a = amplitude_->value(t);
    for (int k = 0; k < 3; ++k) f.head<3>() -= a * p_[k] * q.segment<3>(3 + 3 * k);
  }
  void add_by_q(double t, ConstKernelVector, ConstKernelVector, KernelMatrix K) const override {
    const double a = amplitude_->value(t);
    for (int k = 0; k < 3; ++k) add_half(0, 1 + k, -a * p_[k] * Matrix3d::Identity(), K);
  }

 private:
  Vector3d p_;
  mechanics::AmplitudePtr amplitude_;
};

class FollowerMoment final : public ElementTerm {
 public:
  FollowerMoment(const Vector3d& p, mechanics::AmplitudePtr amplitude)
      : p_(p), amplitude_(std::move(amplitude)) {}
  int nodes() const override { return 3; }
  bool directors() const override { return false; }
  void add_force(double t, ConstKernelVector q, ConstKernelVector, KernelVector f) const override {
    const Vector3d m = moment(t, q);
    for (int i = 0; i < 3; ++i) f.segment<3>(3 * i) -= 0.5 * m.cross(Vector3d(q.segment<3>(3 * i)));
  }
  void add_by_q(double t, ConstKernelVector q, ConstKernelVector, KernelMatrix K) const override {
    const Matrix3d turn = cross_matrix(moment(t, q));
    const double a = amplitude_->value(t);
    for (int i = 0; i < 3; ++i) {
      add_half(i, i, -0.5 * turn, K);
      for (int j = 0; j < 3; ++j)
        add_half(i, j, 0.5 * a * p_[j] * cross_matrix(q.segment<3>(3 * i)), K);
    }
  }

 private:
  Vector3d moment(double t, ConstKernelVector q) const {
    Vector3d m = Vector3d::Zero();
    for (int k = 0; k < 3; ++k) m += p_[k] * q.segment<3>(3 * k);
    return amplitude_->value(t) * m;
  }
  Vector3d p_;
  mechanics::AmplitudePtr amplitude_;
};

class FollowerPressure final : public ElementTerm {
 public:
  FollowerPressure(Shape facet, std::span<const Vector> points, double pressure,
                   mechanics::AmplitudePtr amplitude)
      : x_(3, static_cast<Eigen::Index>(points.size())),
        pressure_(pressure),
        amplitude_(std::move(amplitude)) {
    for (std::size_t i = 0; i < points.size(); ++i)
      x_.col(static_cast<Eigen::Index>(i)) = Vector3d(points[i].data());
    for (const auto& [xi, weight] : quadrature(facet, points_for_pressure(facet)))
      points_.push_back({shape_values(facet, xi), shape_gradients(facet, xi), weight});
  }
  int nodes() const override { return static_cast<int>(x_.cols()); }
  bool directors() const override { return false; }
  void add_force(double t, ConstKernelVector q, ConstKernelVector, KernelVector f) const override {
    const double p = pressure_ * amplitude_->value(t);
    for (const RulePoint& point : points_) {
      const Tangents g = tangents(q, point);
      const Vector3d push = point.weight * p * g.first.cross(g.second);
      for (Eigen::Index i = 0; i < x_.cols(); ++i) f.segment<3>(3 * i) += point.N[i] * push;
    }
  }
  /// δ(g₁ × g₂) = Σ_j (N_j,₂ [g₁×] − N_j,₁ [g₂×]) δr_j.
  void add_by_q(double t, ConstKernelVector q, ConstKernelVector, KernelMatrix K) const override {
    const double p = pressure_ * amplitude_->value(t);
    for (const RulePoint& point : points_) {
      const Tangents g = tangents(q, point);
      const Matrix3d first = cross_matrix(g.first), second = cross_matrix(g.second);
      for (Eigen::Index i = 0; i < x_.cols(); ++i)
        for (Eigen::Index j = 0; j < x_.cols(); ++j)
          add_half(i, j,
                   point.weight * p * point.N[i] *
                       (point.slopes(j, 1) * first - point.slopes(j, 0) * second),
                   K);
    }
  }

 private:
  struct RulePoint {
    ShapeValues N;
    ShapeGradients slopes;
    double weight = 0;
  };
  struct Tangents {
    Vector3d first, second;
  };
  Tangents tangents(ConstKernelVector q, const RulePoint& point) const {
    const Eigen::Map<const Eigen::Matrix3Xd> u(q.data(), 3, x_.cols());
    const Eigen::Matrix<double, 3, 2> J = (x_ + u) * point.slopes.leftCols<2>();
    return {J.col(0), J.col(1)};
  }
  Eigen::Matrix3Xd x_;
  double pressure_;
  mechanics::AmplitudePtr amplitude_;
  std::vector<RulePoint> points_;
};

}  // namespace

ElementTermPtr follower_force(const Vector3d& p, mechanics::AmplitudePtr amplitude) {
  return std::make_unique<FollowerForce>(p, std::move(amplitude));
}
ElementTermPtr follower_moment(const Vector3d& p, mechanics::AmplitudePtr amplitude) {
  return std::make_unique<FollowerMoment>(p, std::move(amplitude));
}
ElementTermPtr follower_pressure(Shape facet, std::span<const Vector> points, double pressure,
                                 mechanics::AmplitudePtr amplitude) {
  return std::make_unique<FollowerPressure>(facet, points, pressure, std::move(amplitude));
}

}  // namespace sparkdyn::structure::nonlinear
