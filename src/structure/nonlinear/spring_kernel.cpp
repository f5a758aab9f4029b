// SPDX-License-Identifier: BSD-3-Clause
#include "spring_kernel.hpp"

#include "elements/discrete.hpp"
#include "line_kernel.hpp"

namespace sparkdyn::structure::nonlinear {
namespace {

/// W = ½ k z² with z = a·q.
class FixedSpring final : public Kernel {
 public:
  FixedSpring(Eigen::VectorXd a, double stiffness) : a_(std::move(a)), stiffness_(stiffness) {}
  int nodes() const override { return static_cast<int>(a_.size()) / 3; }
  int strains() const override { return 1; }
  void strain(ConstKernelVector q, KernelVector z) const override { z(0) = a_.dot(q); }
  void strain_rate(ConstKernelVector, ConstKernelVector v, KernelVector rate) const override {
    rate(0) = a_.dot(v);
  }
  void add_force(ConstKernelVector, ConstKernelVector s, KernelVector f) const override {
    f += s(0) * a_;
  }
  void add_curvature(ConstKernelVector, KernelMatrix) const override {}
  double response(ConstKernelVector z, KernelVector s) const override {
    s(0) = stiffness_ * z(0);
    return 0.5 * s(0) * z(0);
  }
  void stiffness(ConstKernelVector, ConstKernelVector dz, KernelVector ds) const override {
    ds(0) = stiffness_ * dz(0);
  }
  void add_material(ConstKernelVector, ConstKernelVector, double scale,
                    KernelMatrix K) const override {
    K.noalias() += scale * stiffness_ * a_ * a_.transpose();
  }

 private:
  Eigen::VectorXd a_;
  double stiffness_;
};

bool along_its_line(const SpringSection& section) {
  return section.component_a < 0 && spring_direction(section).isZero(0);
}

/// −1 and 1 at the components named, or ∓ the direction; of one node for springs to ground.
Eigen::VectorXd fixed_elongation(const SpringSection& section, int nodes) {
  Eigen::VectorXd a = Eigen::VectorXd::Zero(3 * nodes);
  const double first = nodes == 1 ? 1 : -1;
  if (section.component_a >= 0) {
    a(section.component_a) = first;
    if (nodes == 2) a(3 + section.component_b) = 1;
    return a;
  }
  const Eigen::Vector3d d = spring_direction(section);
  a.head<3>() = first * d;
  if (nodes == 2) a.tail<3>() = d;
  return a;
}

KernelPtr fixed_spring(const SpringSection& section, int nodes, double stiffness) {
  return std::make_unique<FixedSpring>(fixed_elongation(section, nodes), stiffness);
}

}  // namespace

std::string spring_kernel_complaint(const Element&, const ElementInput& input) {
  const SpringSection& section = spring_section(input);
  if (section.component_a >= 3 || section.component_b >= 3 || section.rotational)
    return "a spring between rotations is not built where these may be large: give the joint "
           "between the bodies a stiffness";
  return {};
}

KernelPtr spring_kernel(const ElementInput& input) {
  const SpringSection& section = spring_section(input);
  if (section.stiffness == 0) return nullptr;
  if (!along_its_line(section)) return fixed_spring(section, 2, section.stiffness);
  const double rest = (input.x[1] - input.x[0]).norm();
  return length_kernel(input.x[0], input.x[1], linear_length(section.stiffness, rest));
}

KernelPtr ground_spring_kernel(const ElementInput& input) {
  const SpringSection& section = spring_section(input);
  return section.stiffness == 0 ? nullptr : fixed_spring(section, 1, section.stiffness);
}

ElementTermPtr spring_damping(const Element& element, const ElementInput& input) {
  const SpringSection& section = spring_section(input);
  if (section.damping == 0) return nullptr;
  const int nodes = info(element.shape()).nodes;
  if (nodes == 2 && along_its_line(section))
    return dashpot(input.x[0], input.x[1], section.damping);
  return stiffness_damping(SharedKernel(fixed_spring(section, nodes, 1.0)), section.damping);
}

}  // namespace sparkdyn::structure::nonlinear
