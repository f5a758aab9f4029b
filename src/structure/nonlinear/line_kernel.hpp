// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Bars, cables and springs between two nodes: one strain z = (l² − L²)/2L², which is Green's and
// quadratic in q, and a law W(l) of the length, l = L √(1 + 2z).

#include <memory>

#include "kernel.hpp"
#include "sparkdyn/mechanics/amplitude.hpp"
#include "sparkdyn/structure/element.hpp"

namespace sparkdyn::structure::nonlinear {

/// W(l), the pull N = W' and its slope.
struct Pull {
  double energy = 0, force = 0, slope = 0;
};

/// A law of the length of a line.
class LengthLaw {
 public:
  virtual ~LengthLaw() = default;
  virtual Pull at(double length) const = 0;
};
using LengthLawPtr = std::unique_ptr<const LengthLaw>;

/// N = k (l − L).
LengthLawPtr linear_length(double stiffness, double rest);
/// With e = l − L: nothing where e ≤ 0, k e where e ≥ ε = smoothing · L, and between them
/// k ε (6x³ − 8x⁴ + 3x⁵), x = e/ε, so that the slope and its derivative are continuous.
LengthLawPtr tension_only(double stiffness, double rest, double smoothing = 1e-6);
/// N = a(l − L), a table or an expression of the elongation in the place of time.
LengthLawPtr force_by_elongation(mechanics::AmplitudePtr force, double rest);

/// ∫ a(x) dx from 0 to e, by Gauss' rule on 32 pieces.
double work_of(const mechanics::Amplitude& force, double e);

/// z = (l² − L²)/2L² and its derivatives, of two nodes.
class LineKernel : public Kernel {
 public:
  LineKernel(const Point& from, const Point& to)
      : axis_(to - from), rest_squared_(axis_.squaredNorm()) {}

  int nodes() const final { return 2; }
  int strains() const final { return 1; }
  void strain(ConstKernelVector q, KernelVector z) const final;
  void strain_rate(ConstKernelVector q, ConstKernelVector v, KernelVector rate) const final;
  void add_force(ConstKernelVector q, ConstKernelVector s, KernelVector f) const final;
  void add_curvature(ConstKernelVector s, KernelMatrix K) const final;
  void stiffness(ConstKernelVector z, ConstKernelVector dz, KernelVector ds) const final {
    ds(0) = modulus(z(0)) * dz(0);
  }
  void add_material(ConstKernelVector q, ConstKernelVector z, double scale,
                    KernelMatrix K) const final;
  double rest() const { return std::sqrt(rest_squared_); }

 protected:
  virtual double modulus(double z) const = 0;

 private:
  /// r₂ − r₁ over L².
  Eigen::Vector3d slope(ConstKernelVector q) const {
    return (axis_ + q.tail<3>() - q.head<3>()) / rest_squared_;
  }
  Eigen::Vector3d axis_;
  double rest_squared_;
};

/// W = ½ EA L z², the one-dimensional St. Venant–Kirchhoff bar.
KernelPtr green_bar(const Point& from, const Point& to, double EA);
/// Any law of the length; a bar of the exact length is linear_length(EA / L, L).
KernelPtr length_kernel(const Point& from, const Point& to, LengthLawPtr law);

}  // namespace sparkdyn::structure::nonlinear
