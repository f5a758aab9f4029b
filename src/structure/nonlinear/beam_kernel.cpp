// SPDX-License-Identifier: BSD-3-Clause
// Geometrically exact beam of two nodes in directors (Betsch, Steinmann 2002), exact for constant
// strains. With the triads T_n of the section at the nodes and the vector Δ between the centroids,
// the strains are objective and quadratic in q:
//   a = axial(T₁ᵀT₂),  c = ½ (tr T₁ᵀT₂ − 1),  p = ½ (T₁ + T₂)ᵀ Δ − L e₁.
// a and p are what linear interpolation of directors takes for curvature and stretch, too small by
// sin φ/φ where the triads differ by the angle φ. The helix through both nodes (Sonneville,
// Cardona, Brüls 2014) has, with τ = |a|²/(1 + c)² = tan²(φ/2) and g = φ/sin φ,
//   ψ = g a,   γ = g (p + L e₁) + (1 − g)/|a|² (a·(p + L e₁)) a − L e₁,
// and W = ½ (γ, ψ)ᵀ C (γ, ψ) with C the linear element's stiffness against the motion of its middle
// (elements/beam2.cpp), so that K at rest is the linear beam's, exact for loads at the ends.

#include "beam_kernel.hpp"

#include <array>
#include <cmath>
#include <limits>

#include "elements/beam2.hpp"
#include "elements/local_frame.hpp"
#include "jet.hpp"

namespace sparkdyn::structure::nonlinear {
namespace {

constexpr int beam_strains = 7;
using BeamJet = Jet<beam_strains>;
using Triad = Eigen::Matrix3d;  ///< columns are the axes of the section

/// A function of one variable with two derivatives.
struct Curve {
  double value = 0, first = 0, second = 0;
};

/// g = φ/sin φ and k = (1 − g)/sin² φ as functions of τ = tan²(φ/2). By their series near zero:
/// g = 1 − τ m and k = m (1 + τ)²/4, m = −Σ (−1)ⁿ 2/(4n² − 1) τⁿ⁻¹ over n ≥ 1, negated.
void helix(double tau, Curve& g, Curve& k) {
  Curve m;  // (1 − g)/τ
  if (tau < 0.1) {
    double power = 1, before = 0, twice = 0;  // τⁿ⁻¹, τⁿ⁻², τⁿ⁻³
    for (int n = 1; n <= 20; ++n) {
      const double coefficient = (n % 2 == 1 ? -2.0 : 2.0) / (4.0 * n * n - 1);
      m.value += coefficient * power;
      m.first += coefficient * (n - 1) * before;
      m.second += coefficient * (n - 1) * (n - 2) * twice;
      twice = before;
      before = power;
      power *= tau;
    }
  } else {
    const double x = std::sqrt(tau), h = std::atan(x) / x;
    const double h1 = (1 / (1 + tau) - h) / (2 * tau);
    const double h2 = (-1 / ((1 + tau) * (1 + tau)) - 3 * h1) / (2 * tau);
    const Curve direct{(1 + tau) * h, h + (1 + tau) * h1, 2 * h1 + (1 + tau) * h2};
    m.value = (1 - direct.value) / tau;
    m.first = (-direct.first - m.value) / tau;
    m.second = (-direct.second - 2 * m.first) / tau;
  }
  g = {1 - tau * m.value, -m.value - tau * m.first, -2 * m.first - tau * m.second};
  const double u = 1 + tau;
  k = {m.value * u * u / 4, (m.first * u * u + 2 * m.value * u) / 4,
       (m.second * u * u + 4 * m.first * u + 2 * m.value) / 4};
}

/// ½ δᵀ C δ of the strains (a, c, p); not-a-number where the ends are half a turn apart.
BeamJet beam_energy(ConstKernelVector z, double length, const Matrix6& C) {
  BeamJet energy;
  if (!(1 + z(3) > 1e-6)) {
    energy.value = std::numeric_limits<double>::quiet_NaN();
    energy.gradient.setConstant(energy.value);
    energy.hessian.setConstant(energy.value);
    return energy;
  }
  std::array<BeamJet, 3> a, p;
  for (int i = 0; i < 3; ++i) {
    a[static_cast<std::size_t>(i)] = BeamJet::variable(z(i), i);
    p[static_cast<std::size_t>(i)] = BeamJet::variable(z(4 + i) + (i == 0 ? length : 0), 4 + i);
  }
  const double u = 1 + z(3);
  const BeamJet inverse =
      BeamJet::variable(u, 3).through(1 / (u * u), -2 / (u * u * u), 6 / (u * u * u * u));
  const BeamJet tau = (a[0] * a[0] + a[1] * a[1] + a[2] * a[2]) * inverse;
  Curve g_of, k_of;
  helix(tau.value, g_of, k_of);
  const BeamJet g = tau.through(g_of.value, g_of.first, g_of.second);
  const BeamJet along =
      tau.through(k_of.value, k_of.first, k_of.second) * (a[0] * p[0] + a[1] * p[1] + a[2] * p[2]);
  std::array<BeamJet, 6> delta;
  for (std::size_t i = 0; i < 3; ++i) {
    delta[i] = g * p[i] + along * a[i];
    delta[3 + i] = g * a[i];
  }
  // γ₁ = p₁ − L + (g − 1)(p₁) + …: the length is taken off before it is multiplied.
  const BeamJet more = -1.0 + g;
  delta[0] = BeamJet::variable(z(4), 4) + more * p[0] + along * a[0];
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j)
      if (C(i, j) != 0)
        energy =
            energy + 0.5 * C(i, j) *
                         (delta[static_cast<std::size_t>(i)] * delta[static_cast<std::size_t>(j)]);
  return energy;
}

class BeamKernel final : public Kernel {
 public:
  explicit BeamKernel(const ElementInput& input) {
    const auto& section = std::get<BeamSection>(*input.section);
    const Point along = input.x[1] - input.x[0];
    length_ = along.norm();
    const Point t = along / length_;
    const Point n1 = perpendicular(as_point(section.n1), t).normalized();
    axes_ << t, n1, t.cross(n1);
    axis_ = along;
    offset_ = section.offset1 * axes_.col(1) + section.offset2 * axes_.col(2);
    C_ = beam_middle_stiffness(section, input.material->elastic, length_);
  }

  int nodes() const override { return 2; }
  bool directors() const override { return true; }
  int strains() const override { return beam_strains; }

  void strain(ConstKernelVector q, KernelVector z) const override {
    const Triad T1 = triad(q, 0), T2 = triad(q, 1);
    bilinear(T1, T2, z);
    z(3) -= 0.5;
    // ½ (T₁ + T₂)ᵀΔ − L e₁ = ½ (T₁ + T₂ − 2T₀)ᵀΔ + T₀ᵀ(Δ − Δ₀)
    const Eigen::Vector3d moved = between(q);
    z.tail<3>() =
        0.5 * (T1 + T2 - 2 * axes_).transpose() * (axis_ + moved) + axes_.transpose() * moved;
  }

  void strain_rate(ConstKernelVector q, ConstKernelVector v, KernelVector rate) const override {
    const Triad T1 = triad(q, 0), T2 = triad(q, 1), V1 = triad(v, 0), V2 = triad(v, 1);
    Eigen::Matrix<double, beam_strains, 1> first, second;
    first.setZero();
    second.setZero();
    bilinear(V1, T2, first);
    bilinear(T1, V2, second);
    rate = first + second;
    rate.tail<3>() = 0.5 * (V1 + V2).transpose() * (axis_ + between(q)) +
                     0.5 * (T1 + T2).transpose() * between(v);
  }

  void add_force(ConstKernelVector q, ConstKernelVector s, KernelVector f) const override {
    const Triad T1 = triad(q, 0), T2 = triad(q, 1);
    const Eigen::Vector3d n = s.tail<3>();
    const Eigen::Vector3d push = 0.5 * (T1 + T2) * n;
    f.segment<3>(0) -= push;
    f.segment<3>(12) += push;
    const Triad half = 0.5 * (axis_ + between(q)) * n.transpose();
    const Triad M = coupling(s);
    add_triad(T2 * M.transpose() + half, 0, f);
    add_triad(T1 * M + half, 1, f);
    add_offset(push, f);
  }

  void add_curvature(ConstKernelVector s, KernelMatrix K) const override {
    // z is quadratic: its second derivatives are had from the force, column by column.
    Eigen::VectorXd unit = Eigen::VectorXd::Zero(unknowns()), column(unknowns()),
                    origin(unknowns());
    origin.setZero();
    add_force(unit, s, origin);
    for (int j = 0; j < unknowns(); ++j) {
      unit(j) = 1;
      column.setZero();
      add_force(unit, s, column);
      K.col(j) += column - origin;
      unit(j) = 0;
    }
  }

  double response(ConstKernelVector z, KernelVector s) const override {
    const BeamJet energy = beam_energy(z, length_, C_);
    s = energy.gradient;
    return energy.value;
  }
  void stiffness(ConstKernelVector z, ConstKernelVector dz, KernelVector ds) const override {
    ds = beam_energy(z, length_, C_).hessian * dz;
  }
  void add_material(ConstKernelVector q, ConstKernelVector z, double scale,
                    KernelMatrix K) const override {
    Eigen::Matrix<double, 24, beam_strains> Bt;
    Eigen::VectorXd s = Eigen::VectorXd::Zero(beam_strains), row(24);
    for (int k = 0; k < beam_strains; ++k) {
      s(k) = 1;
      row.setZero();
      add_force(q, s, row);
      Bt.col(k) = row;
      s(k) = 0;
    }
    K.noalias() += scale * Bt * beam_energy(z, length_, C_).hessian * Bt.transpose();
  }

 private:
  /// Axes of the section at a node: R T₀ with R = [d1 d2 d3].
  Triad triad(ConstKernelVector q, int node) const {
    return Eigen::Map<const Eigen::Matrix3d>(q.data() + 12 * node + 3) * axes_;
  }
  /// What an offset centroid adds: R o, without its value at rest where the displacement wants it.
  Eigen::Vector3d centroid(ConstKernelVector q, int node) const {
    return q.segment<3>(12 * node) +
           Eigen::Map<const Eigen::Matrix3d>(q.data() + 12 * node + 3) * offset_;
  }
  /// How far the vector between the centroids has moved: linear, as both offsets are alike at rest.
  Eigen::Vector3d between(ConstKernelVector q) const { return centroid(q, 1) - centroid(q, 0); }
  /// (axial, ½ trace) of T₁ᵀT₂.
  static void bilinear(const Triad& T1, const Triad& T2, KernelVector z) {
    const Eigen::Matrix3d A = T1.transpose() * T2;
    z(0) = 0.5 * (A(2, 1) - A(1, 2));
    z(1) = 0.5 * (A(0, 2) - A(2, 0));
    z(2) = 0.5 * (A(1, 0) - A(0, 1));
    z(3) = 0.5 * A.trace();
  }
  /// Σ s_k ∂z_k/∂A, so that the force on T₁ is T₂ Mᵀ and on T₂ is T₁ M.
  static Triad coupling(ConstKernelVector s) {
    Triad M;
    M << s(3), -s(2), s(1), s(2), s(3), -s(0), -s(1), s(0), s(3);
    return 0.5 * M;
  }
  /// The force on T₀-rotated axes, given to the directors.
  void add_triad(const Triad& force, int node, KernelVector f) const {
    Eigen::Map<Eigen::Matrix3d>(f.data() + 12 * node + 3) += force * axes_.transpose();
  }
  void add_offset(const Eigen::Vector3d& push, KernelVector f) const {
    const Eigen::Matrix3d lever = push * offset_.transpose();
    Eigen::Map<Eigen::Matrix3d>(f.data() + 3) -= lever;
    Eigen::Map<Eigen::Matrix3d>(f.data() + 15) += lever;
  }

  double length_ = 0;
  Eigen::Vector3d axis_, offset_;
  Triad axes_;
  Matrix6 C_;
};

}  // namespace

KernelPtr beam_kernel(const ElementInput& input) {
  return std::make_unique<BeamKernel>(input);
}

}  // namespace sparkdyn::structure::nonlinear
