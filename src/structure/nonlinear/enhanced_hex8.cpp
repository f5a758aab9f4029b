// SPDX-License-Identifier: BSD-3-Clause
// The hexahedron that bends without locking: Green's strain enhanced by the incompatible modes of
// the linear element (elements/hex8.cpp), E_p = E(u) + G_p α, α such that ∂W/∂α = 0 (Klinkel,
// Wagner 1997). α is condensed out of W: it is a function of the strains of all points, does not
// see rotations, and costs one solution of nine equations where D is constant. At rest K is the
// linear element's, Taylor, Beresford and Wilson's.

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>

#include "solid_kernel.hpp"

namespace sparkdyn::structure::nonlinear {
namespace {

constexpr int modes = 9;
using Modes = Eigen::Matrix<double, 6, modes>;
using ModeVector = Eigen::Matrix<double, modes, 1>;
using AllStrains = Eigen::Matrix<double, 6 * hex8_points, 1>;
using ModeMatrix = Eigen::Matrix<double, modes, modes>;

/// The strain of the displacement gradient α ⊗ g.
Eigen::Matrix<double, 6, 3> strain_of(const Eigen::Vector3d& g) {
  return stress_rows(Matrix6::Identity(), g).transpose();
}

class EnhancedHex8 final : public SolidKernel<hex8_nodes, hex8_points> {
 public:
  EnhancedHex8(const ElementInput& input, const Gradients<hex8_nodes, hex8_points>& at)
      : SolidKernel(at, SolidLaw(input)) {
    const Eigen::Matrix3d J0 =
        coordinates<hex8_nodes>(input).lazyProduct(Tabulated<hexahedron, 1>::get().dN[0]);
    const Eigen::Matrix3d rows = J0.inverse();
    const auto& xi = Tabulated<hexahedron, hex8_points>::get().xi;
    for (int p = 0; p < hex8_points; ++p) {
      const auto point = static_cast<std::size_t>(p);
      for (int k = 0; k < 3; ++k) {
        const double factor = -2 * J0.determinant() / at_.volume[p] * xi[point][k];
        G_[point].middleCols<3>(3 * k) = strain_of(factor * rows.row(k).transpose());
      }
    }
    at_rest_.compute(mode_matrix(Eigen::VectorXd::Zero(strains())));
  }

  double response(ConstKernelVector z, KernelVector s) const override {
    AllStrains enhanced;
    if (!enhance(z, enhanced)) {
      s.setConstant(std::numeric_limits<double>::quiet_NaN());
      return s(0);
    }
    return SolidKernel::response(enhanced, s);
  }

  void stiffness(ConstKernelVector z, ConstKernelVector dz, KernelVector ds) const override {
    AllStrains enhanced;
    enhance(z, enhanced);
    SolidKernel::stiffness(enhanced, dz, ds);
    const ModeVector alpha = -solve_modes(enhanced, project(ds));
    for (int p = 0; p < hex8_points; ++p)
      ds.segment<6>(6 * p) += modulus(enhanced.segment<6>(6 * p), p) * (mode(p) * alpha);
  }

  void add_material(ConstKernelVector q, ConstKernelVector z, double scale,
                    KernelMatrix K) const override {
    AllStrains enhanced;
    enhance(z, enhanced);
    Eigen::Matrix<double, modes, 3 * hex8_nodes> coupling;
    coupling.setZero();
    for (int p = 0; p < hex8_points; ++p) {
      const Rates B = rates(q, p);
      const Rates DB = modulus(enhanced.segment<6>(6 * p), p) * B;
      K.noalias() += scale * B.transpose() * DB;
      coupling.noalias() += mode(p).transpose() * DB;
    }
    if (law_.law->constant_modulus())
      K.noalias() -= scale * coupling.transpose() * at_rest_.solve(coupling);
    else
      K.noalias() -= scale * coupling.transpose() * mode_matrix(enhanced).ldlt().solve(coupling);
  }

 private:
  const Modes& mode(int p) const { return G_[static_cast<std::size_t>(p)]; }

  /// Σ G_pᵀ s_p.
  ModeVector project(ConstKernelVector s) const {
    ModeVector sum = ModeVector::Zero();
    for (int p = 0; p < hex8_points; ++p) sum += mode(p).transpose() * s.segment<6>(6 * p);
    return sum;
  }
  /// Σ w GᵀDG.
  ModeMatrix mode_matrix(ConstKernelVector enhanced) const {
    ModeMatrix sum = ModeMatrix::Zero();
    for (int p = 0; p < hex8_points; ++p)
      sum += mode(p).transpose() * modulus(enhanced.segment<6>(6 * p), p) * mode(p);
    return sum;
  }
  ModeVector solve_modes(ConstKernelVector enhanced, const ModeVector& r) const {
    if (law_.law->constant_modulus()) return at_rest_.solve(r);
    return mode_matrix(enhanced).ldlt().solve(r);
  }
  void set_enhanced(ConstKernelVector z, const ModeVector& alpha, KernelVector enhanced) const {
    for (int p = 0; p < hex8_points; ++p)
      enhanced.segment<6>(6 * p) = z.segment<6>(6 * p) + mode(p) * alpha;
  }

  double largest_strain(const ModeVector& alpha) const {
    double largest = 0;
    for (const Modes& G : G_) largest = std::max(largest, (G * alpha).lpNorm<Eigen::Infinity>());
    return largest;
  }

  /// Where D is constant α is linear in the strains.
  void enhance_linearly(ConstKernelVector z, KernelVector enhanced) const {
    ModeVector residual = ModeVector::Zero();
    for (int p = 0; p < hex8_points; ++p) {
      const Stress S = at_.volume[p] * (law_.constants.elasticity * z.segment<6>(6 * p));
      residual.noalias() += mode(p).transpose() * S;
    }
    set_enhanced(z, -at_rest_.solve(residual), enhanced);
  }

  /// Newton's method for α, shortened where the energy would not exist; false where there is none.
  bool enhance(ConstKernelVector z, KernelVector enhanced) const {
    if (law_.law->constant_modulus()) {
      enhance_linearly(z, enhanced);
      return true;
    }
    constexpr int most = 40;
    ModeVector alpha = ModeVector::Zero();
    AllStrains s;
    enhanced = z;
    double energy = SolidKernel::response(enhanced, s);
    if (!std::isfinite(energy)) return false;
    for (int i = 0; i < most; ++i) {
      const ModeVector residual = project(s);
      const ModeVector step = -solve_modes(enhanced, residual);
      // Convergence is quadratic: what such a step leaves is round-off.
      if (largest_strain(step) <= 1e-9 * largest_strain(alpha) + 1e-14) {
        set_enhanced(z, alpha + step, enhanced);
        return true;
      }
      double length = 1, next = 0;
      for (int cut = 0; cut < most; ++cut, length /= 2) {
        set_enhanced(z, alpha + length * step, enhanced);
        next = SolidKernel::response(enhanced, s);
        // Round-off in the energy of tiny strains must not shorten a good step.
        if (std::isfinite(next) && (next <= energy || project(s).norm() <= 0.5 * residual.norm()))
          break;
      }
      if (!std::isfinite(next)) return false;
      alpha += length * step;
      energy = next;
    }
    return false;
  }

  std::array<Modes, hex8_points> G_;
  Eigen::LLT<ModeMatrix> at_rest_;
};

}  // namespace

KernelPtr enhanced_hex8_kernel(const ElementInput& input) {
  return std::make_unique<EnhancedHex8>(input, gradients<hexahedron, hex8_points>(input));
}

}  // namespace sparkdyn::structure::nonlinear
