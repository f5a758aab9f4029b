// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Total-Lagrangian solids: with F = I + H, H = Σ u_i ⊗ g_i and the gradients g of the linear
// elements at their points, E = ½(H + Hᵀ + HᵀH) and W = Σ_p w_p W(E_p). Rule and gradients are
// those of the linear element of the same name, and so is K at rest.

#include <array>
#include <vector>

#include "elements/solid.hpp"
#include "kernel.hpp"
#include "laws/law.hpp"

namespace sparkdyn::structure::nonlinear {

/// Elasticity and constants of an element's material. `law` is borrowed.
struct SolidLaw {
  const HyperelasticLaw* law = nullptr;
  LawConstants constants;

  explicit SolidLaw(const ElementInput& input);
  double evaluate(const GreenStrain& E, Stress* S, Matrix6* D) const {
    return law->evaluate(constants, E, S, D);
  }
};

/// ½(H + Hᵀ + HᵀH) with shear strains doubled.
inline GreenStrain green_strain(const Eigen::Matrix3d& H) {
  const Eigen::Matrix3d twice = H + H.transpose() + H.transpose() * H;
  return (GreenStrain() << twice(0, 0) / 2, twice(1, 1) / 2, twice(2, 2) / 2, twice(0, 1),
          twice(1, 2), twice(2, 0))
      .finished();
}

inline Eigen::Matrix3d stress_tensor(const Stress& s) {
  Eigen::Matrix3d S;
  S << s(0), s(3), s(5), s(3), s(1), s(4), s(5), s(4), s(2);
  return S;
}

template <int node_count, int points>
class SolidKernel : public Kernel {
 public:
  using Rates = Eigen::Matrix<double, 6, 3 * node_count>;  ///< ∂E/∂q at a point

  SolidKernel(const Gradients<node_count, points>& at, const SolidLaw& law) : at_(at), law_(law) {}

  int nodes() const final { return node_count; }
  int strains() const final { return 6 * points; }

  void strain(ConstKernelVector q, KernelVector z) const final {
    for (int p = 0; p < points; ++p) z.template segment<6>(6 * p) = green_strain(gradient(q, p));
  }

  void strain_rate(ConstKernelVector q, ConstKernelVector v, KernelVector rate) const final {
    for (int p = 0; p < points; ++p) {
      const Eigen::Matrix3d half = deformation(q, p).transpose() * gradient(v, p);
      const Eigen::Matrix3d twice = half + half.transpose();
      rate.template segment<6>(6 * p) << half(0, 0), half(1, 1), half(2, 2), twice(0, 1),
          twice(1, 2), twice(2, 0);
    }
  }

  void add_force(ConstKernelVector q, ConstKernelVector s, KernelVector f) const final {
    for (int p = 0; p < points; ++p) add_at_point(gradient(q, p), s, p, f);
  }

  /// Gradients are found once.
  void add_elastic_force(ConstKernelVector q, KernelVector f) const final {
    std::array<Eigen::Matrix3d, points> H;
    Eigen::Matrix<double, 6 * points, 1> z, s;
    for (int p = 0; p < points; ++p) {
      auto& here = H[static_cast<std::size_t>(p)];
      here = gradient(q, p);
      z.template segment<6>(6 * p) = green_strain(here);
    }
    response(z, s);
    for (int p = 0; p < points; ++p) add_at_point(H[static_cast<std::size_t>(p)], s, p, f);
  }

  void add_curvature(ConstKernelVector s, KernelMatrix K) const final {
    Eigen::Matrix<double, node_count, node_count> sum;
    sum.setZero();
    for (int p = 0; p < points; ++p) {
      const auto g = gradients_at_point(p);
      const Eigen::Matrix<double, node_count, 3> gS =
          g.lazyProduct(stress_tensor(s.template segment<6>(6 * p)));
      sum.noalias() += gS.lazyProduct(g.transpose());
    }
    for (int j = 0; j < node_count; ++j)
      for (int i = 0; i < node_count; ++i)
        for (int c = 0; c < 3; ++c) K(3 * i + c, 3 * j + c) += sum(i, j);
  }

  double response(ConstKernelVector z, KernelVector s) const override {
    double energy = 0;
    for (int p = 0; p < points; ++p) {
      Stress S;
      energy += at_.volume[p] * law_.evaluate(z.template segment<6>(6 * p), &S, nullptr);
      s.template segment<6>(6 * p) = at_.volume[p] * S;
    }
    return energy;
  }

  void stiffness(ConstKernelVector z, ConstKernelVector dz, KernelVector ds) const override {
    for (int p = 0; p < points; ++p)
      ds.template segment<6>(6 * p) =
          modulus(z.template segment<6>(6 * p), p) * dz.template segment<6>(6 * p);
  }

  void add_material(ConstKernelVector q, ConstKernelVector z, double scale,
                    KernelMatrix K) const override {
    for (int p = 0; p < points; ++p) {
      const Rates B = rates(q, p);
      const Rates DB = scale * modulus(z.template segment<6>(6 * p), p) * B;
      K.noalias() += B.transpose() * DB;
    }
  }

 protected:
  auto gradients_at_point(int p) const {
    return Eigen::Map<const Eigen::Matrix<double, node_count, 3>>(at_.g.col(p).data());
  }
  Eigen::Matrix3d gradient(ConstKernelVector q, int p) const {
    return Eigen::Map<const Eigen::Matrix<double, 3, node_count>>(q.data()).lazyProduct(
        gradients_at_point(p));
  }
  void add_at_point(const Eigen::Matrix3d& H, ConstKernelVector s, int p, KernelVector f) const {
    const Eigen::Matrix3d S = stress_tensor(s.template segment<6>(6 * p)), P = S + H * S;
    Eigen::Map<Eigen::Matrix<double, 3, node_count>> force(f.data());
    force.noalias() += P.lazyProduct(gradients_at_point(p).transpose());
  }
  Eigen::Matrix3d deformation(ConstKernelVector q, int p) const {
    return Eigen::Matrix3d::Identity() + gradient(q, p);
  }
  Rates rates(ConstKernelVector q, int p) const {
    const Eigen::Matrix3d F = deformation(q, p);
    const auto g = gradients_at_point(p);
    Rates B;
    for (int i = 0; i < node_count; ++i)
      for (int c = 0; c < 3; ++c) {
        auto column = B.col(3 * i + c);
        for (int a = 0; a < 3; ++a) {
          const int b = (a + 1) % 3;
          column(a) = F(c, a) * g(i, a);
          column(3 + a) = F(c, a) * g(i, b) + F(c, b) * g(i, a);
        }
      }
    return B;
  }
  /// D at a point, times its volume.
  Matrix6 modulus(const GreenStrain& E, int p) const {
    if (law_.law->constant_modulus()) return at_.volume[p] * law_.constants.elasticity;
    Matrix6 D;
    law_.evaluate(E, nullptr, &D);
    return at_.volume[p] * D;
  }

  Gradients<node_count, points> at_;
  SolidLaw law_;
};

/// One of each linear element; `input` has passed Element::complaint().
KernelPtr enhanced_hex8_kernel(const ElementInput& input);  ///< of hex8
KernelPtr bbar_hex8_kernel(const ElementInput& input);      ///< of hex8-bbar
KernelPtr reduced_hex8_kernel(const ElementInput& input);   ///< of hex8-reduced
KernelPtr mean_hex8_kernel(const ElementInput& input);      ///< the same without hourglass control

}  // namespace sparkdyn::structure::nonlinear
