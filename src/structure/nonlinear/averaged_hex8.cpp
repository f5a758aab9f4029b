// SPDX-License-Identifier: BSD-3-Clause
// Two hexahedra with averages in them.
// hex8-bbar: Ē_p = E_p + ⅓ m (mean of tr E − tr E_p), m = (1, 1, 1, 0, 0, 0): one dilatation in
// the whole element. A function of strains, so that it does not see rotations; at rest it is B-bar.
// hex8-reduced: one strain, Green's of the mean gradient, and the hourglass amplitudes u γ_k of the
// linear element, which turn with the body because γ is orthogonal to linear fields.

#include "elements/hourglass_control.hpp"
#include "solid_kernel.hpp"

namespace sparkdyn::structure::nonlinear {
namespace {

class BbarHex8 final : public SolidKernel<hex8_nodes, hex8_points> {
 public:
  using SolidKernel::SolidKernel;

  double response(ConstKernelVector z, KernelVector s) const override {
    const double energy = SolidKernel::response(averaged(z), s);
    spread(s);
    return energy;
  }

  void stiffness(ConstKernelVector z, ConstKernelVector dz, KernelVector ds) const override {
    SolidKernel::stiffness(averaged(z), averaged(dz), ds);
    spread(ds);
  }

  void add_material(ConstKernelVector q, ConstKernelVector z, double scale,
                    KernelMatrix K) const override {
    const Eigen::VectorXd mean_z = averaged(z);
    std::array<Rates, hex8_points> B;
    Eigen::Matrix<double, 1, 3 * hex8_nodes> mean;
    mean.setZero();
    for (int p = 0; p < hex8_points; ++p) {
      auto& here = B[static_cast<std::size_t>(p)];
      here = rates(q, p);
      mean += at_.volume[p] * here.topRows<3>().colwise().sum();
    }
    mean /= at_.volume.sum();
    for (int p = 0; p < hex8_points; ++p) {
      auto& here = B[static_cast<std::size_t>(p)];
      const Eigen::Matrix<double, 1, 3 * hex8_nodes> add =
          (mean - here.topRows<3>().colwise().sum()) / 3;
      here.topRows<3>().rowwise() += add;
      K.noalias() +=
          scale * here.transpose() * (modulus(mean_z.segment<6>(6 * p), p) * here).eval();
    }
  }

 private:
  Eigen::VectorXd averaged(ConstKernelVector z) const {
    Eigen::VectorXd result = z;
    double mean = 0;
    for (int p = 0; p < hex8_points; ++p) mean += at_.volume[p] * z.segment<3>(6 * p).sum();
    mean /= at_.volume.sum();
    for (int p = 0; p < hex8_points; ++p)
      result.segment<3>(6 * p).array() += (mean - z.segment<3>(6 * p).sum()) / 3;
    return result;
  }
  /// The transpose of averaged().
  void spread(KernelVector s) const {
    double sum = 0;
    for (int p = 0; p < hex8_points; ++p) sum += s.segment<3>(6 * p).sum();
    for (int p = 0; p < hex8_points; ++p)
      s.segment<3>(6 * p).array() +=
          (at_.volume[p] / at_.volume.sum() * sum - s.segment<3>(6 * p).sum()) / 3;
  }
};

/// Strains: six of the mean gradient, then three hourglass amplitudes of each of four modes.
class ReducedHex8 final : public Kernel {
 public:
  explicit ReducedHex8(const ElementInput& input)
      : mean_(mean_gradients(input), SolidLaw(input)), control_(input, mean_gradients(input)) {}

  int nodes() const override { return hex8_nodes; }
  int strains() const override { return 6 + hourglasses; }

  void strain(ConstKernelVector q, KernelVector z) const override {
    mean_.strain(q, z.head<6>());
    amplitudes(q, z.tail<hourglasses>());
  }
  void strain_rate(ConstKernelVector q, ConstKernelVector v, KernelVector rate) const override {
    mean_.strain_rate(q, v, rate.head<6>());
    amplitudes(v, rate.tail<hourglasses>());
  }
  void add_force(ConstKernelVector q, ConstKernelVector s, KernelVector f) const override {
    mean_.add_force(q, s.head<6>(), f);
    Eigen::Map<Eigen::Matrix<double, 3, hex8_nodes>> force(f.data());
    const Eigen::Map<const Eigen::Matrix<double, 3, 4>> amplitude(s.data() + 6);
    force += amplitude * control_.gamma.transpose();
  }
  void add_curvature(ConstKernelVector s, KernelMatrix K) const override {
    mean_.add_curvature(s.head<6>(), K);
  }
  double response(ConstKernelVector z, KernelVector s) const override {
    const double energy = mean_.response(z.head<6>(), s.head<6>());
    s.tail<hourglasses>() = control_.factor * z.tail<hourglasses>();
    return energy + 0.5 * control_.factor * z.tail<hourglasses>().squaredNorm();
  }
  void stiffness(ConstKernelVector z, ConstKernelVector dz, KernelVector ds) const override {
    mean_.stiffness(z.head<6>(), dz.head<6>(), ds.head<6>());
    ds.tail<hourglasses>() = control_.factor * dz.tail<hourglasses>();
  }
  void add_material(ConstKernelVector q, ConstKernelVector z, double scale,
                    KernelMatrix K) const override {
    mean_.add_material(q, z.head<6>(), scale, K);
    const Eigen::Matrix<double, hex8_nodes, hex8_nodes> hold =
        scale * control_.factor * control_.gamma * control_.gamma.transpose();
    for (int i = 0; i < hex8_nodes; ++i)
      for (int j = 0; j < hex8_nodes; ++j)
        for (int c = 0; c < 3; ++c) K(3 * i + c, 3 * j + c) += hold(i, j);
  }

 private:
  static constexpr int hourglasses = 12;
  void amplitudes(ConstKernelVector q, KernelVector z) const {
    const Eigen::Map<const Eigen::Matrix<double, 3, hex8_nodes>> u(q.data());
    Eigen::Map<Eigen::Matrix<double, 3, 4>>(z.data()) = u * control_.gamma;
  }

  SolidKernel<hex8_nodes, 1> mean_;
  HourglassControl control_;
};

}  // namespace

KernelPtr bbar_hex8_kernel(const ElementInput& input) {
  return std::make_unique<BbarHex8>(gradients<hexahedron, hex8_points>(input), SolidLaw(input));
}

KernelPtr mean_hex8_kernel(const ElementInput& input) {
  return std::make_unique<SolidKernel<hex8_nodes, 1>>(mean_gradients(input), SolidLaw(input));
}

KernelPtr reduced_hex8_kernel(const ElementInput& input) {
  return std::make_unique<ReducedHex8>(input);
}

}  // namespace sparkdyn::structure::nonlinear
