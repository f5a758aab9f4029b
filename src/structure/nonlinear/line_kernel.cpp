// SPDX-License-Identifier: BSD-3-Clause
#include "line_kernel.hpp"

#include <cmath>
#include <utility>

namespace sparkdyn::structure::nonlinear {

void LineKernel::strain(ConstKernelVector q, KernelVector z) const {
  const Eigen::Vector3d u = q.tail<3>() - q.head<3>();
  z(0) = (axis_.dot(u) + 0.5 * u.squaredNorm()) / rest_squared_;
}

void LineKernel::strain_rate(ConstKernelVector q, ConstKernelVector v, KernelVector rate) const {
  rate(0) = slope(q).dot(v.tail<3>() - v.head<3>());
}

void LineKernel::add_force(ConstKernelVector q, ConstKernelVector s, KernelVector f) const {
  const Eigen::Vector3d pull = s(0) * slope(q);
  f.head<3>() -= pull;
  f.tail<3>() += pull;
}

void LineKernel::add_curvature(ConstKernelVector s, KernelMatrix K) const {
  const double value = s(0) / rest_squared_;
  for (int c = 0; c < 3; ++c) {
    K(c, c) += value;
    K(3 + c, 3 + c) += value;
    K(c, 3 + c) -= value;
    K(3 + c, c) -= value;
  }
}

void LineKernel::add_material(ConstKernelVector q, ConstKernelVector z, double scale,
                              KernelMatrix K) const {
  const Eigen::Vector3d b = slope(q);
  Eigen::Matrix<double, 6, 1> B;
  B << -b, b;
  K.noalias() += scale * modulus(z(0)) * B * B.transpose();
}

namespace {

class GreenBar final : public LineKernel {
 public:
  GreenBar(const Point& from, const Point& to, double EA)
      : LineKernel(from, to), stiffness_(EA * rest()) {}
  double response(ConstKernelVector z, KernelVector s) const override {
    s(0) = stiffness_ * z(0);
    return 0.5 * s(0) * z(0);
  }

 protected:
  double modulus(double) const override { return stiffness_; }

 private:
  double stiffness_;
};

/// dl/dz = L²/l, d²l/dz² = −L⁴/l³; not-a-number where the strain belongs to no length.
class LengthKernel final : public LineKernel {
 public:
  LengthKernel(const Point& from, const Point& to, LengthLawPtr law)
      : LineKernel(from, to), law_(std::move(law)) {}
  double response(ConstKernelVector z, KernelVector s) const override {
    const double l = length(z(0));
    const Pull pull = law_->at(l);
    s(0) = pull.force * rest() * rest() / l;
    return pull.energy;
  }

 protected:
  double modulus(double z) const override {
    const double l = length(z), first = rest() * rest() / l;
    const Pull pull = law_->at(l);
    return first * first * (pull.slope - pull.force / l);
  }

 private:
  double length(double z) const { return rest() * std::sqrt(1 + 2 * z); }
  LengthLawPtr law_;
};

class LinearLength final : public LengthLaw {
 public:
  LinearLength(double stiffness, double rest) : stiffness_(stiffness), rest_(rest) {}
  Pull at(double length) const override {
    const double e = length - rest_;
    return {stiffness_ * e * e / 2, stiffness_ * e, stiffness_};
  }

 private:
  double stiffness_, rest_;
};

class TensionOnly final : public LengthLaw {
 public:
  TensionOnly(double stiffness, double rest, double smoothing)
      : stiffness_(stiffness), rest_(rest), width_(smoothing * rest) {}
  Pull at(double length) const override {
    const double e = length - rest_;
    if (e <= 0) return {0 * e, 0 * e, 0 * e};  // what is no number stays none
    if (e >= width_)
      return {stiffness_ / 2 * (e * e - 0.2 * width_ * width_), stiffness_ * e, stiffness_};
    const double x = e / width_, k = stiffness_ * x * x;
    return {k * e * e * (1.5 + x * (-1.6 + 0.5 * x)), k * e * (6 + x * (-8 + 3 * x)),
            k * (18 + x * (-32 + 15 * x))};
  }

 private:
  double stiffness_, rest_, width_;
};

/// The energy is the integral of the force, by Gauss' rule on pieces that end at e = 0.
class ForceByElongation final : public LengthLaw {
 public:
  ForceByElongation(mechanics::AmplitudePtr force, double rest)
      : force_(std::move(force)), rest_(rest) {}
  Pull at(double length) const override {
    const double e = length - rest_;
    return {work_of(*force_, e), force_->value(e), force_->rate(e)};
  }

 private:
  mechanics::AmplitudePtr force_;
  double rest_;
};

}  // namespace

double work_of(const mechanics::Amplitude& force, double e) {
  constexpr int pieces = 32;
  const double half = e / pieces / 2, offset = half / std::sqrt(3.0);
  double sum = 0;
  for (int i = 0; i < pieces; ++i) {
    const double middle = (2 * i + 1) * half;
    sum += half * (force.value(middle - offset) + force.value(middle + offset));
  }
  return sum;
}

LengthLawPtr linear_length(double stiffness, double rest) {
  return std::make_unique<LinearLength>(stiffness, rest);
}
LengthLawPtr tension_only(double stiffness, double rest, double smoothing) {
  return std::make_unique<TensionOnly>(stiffness, rest, smoothing);
}
LengthLawPtr force_by_elongation(mechanics::AmplitudePtr force, double rest) {
  return std::make_unique<ForceByElongation>(std::move(force), rest);
}
KernelPtr green_bar(const Point& from, const Point& to, double EA) {
  return std::make_unique<GreenBar>(from, to, EA);
}
KernelPtr length_kernel(const Point& from, const Point& to, LengthLawPtr law) {
  return std::make_unique<LengthKernel>(from, to, std::move(law));
}

}  // namespace sparkdyn::structure::nonlinear
