// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Elements whose strains are products of vectors that are affine in displacements and directors,
//   z_k = Σ w (a·b − a₀·b₀),  a = a₀ + Σ_u c_u (q_u − q₀_u),  W = ½ zᵀ D z,
// c numbers, one for each unit of three unknowns, q₀ and a₀ at rest, and D constant.

#include <vector>

#include "kernel.hpp"

namespace sparkdyn::structure::nonlinear {

class QuadraticKernel : public Kernel {
 public:
  int nodes() const final { return nodes_; }
  bool directors() const final { return true; }
  int strains() const final { return static_cast<int>(D_.rows()); }
  void strain(ConstKernelVector q, KernelVector z) const final;
  void strain_rate(ConstKernelVector q, ConstKernelVector v, KernelVector rate) const final;
  void add_force(ConstKernelVector q, ConstKernelVector s, KernelVector f) const final;
  void add_curvature(ConstKernelVector s, KernelMatrix K) const final;
  double response(ConstKernelVector z, KernelVector s) const final;
  void stiffness(ConstKernelVector z, ConstKernelVector dz, KernelVector ds) const final;
  void add_material(ConstKernelVector q, ConstKernelVector z, double scale,
                    KernelMatrix K) const final;

 protected:
  /// Of an element with directors at its nodes: four units each.
  QuadraticKernel(int nodes, Eigen::MatrixXd D);
  /// The number of a vector that is `rest` at rest.
  int add_vector(const Eigen::Vector3d& rest, const Eigen::VectorXd& weights);
  /// z_strain gets factor · (a·b − a₀·b₀) more.
  void add_product(int strain, double factor, int a, int b);
  int units() const { return 4 * nodes_; }

 private:
  struct Product {
    int strain, a, b;
    double factor;
  };
  /// Of all vectors: what they are more than at rest.
  Eigen::Matrix3Xd changes(ConstKernelVector q) const;

  int nodes_;
  Eigen::MatrixXd D_;
  Eigen::MatrixXd weights_;  ///< a column for each vector
  Eigen::Matrix3Xd rest_;
  std::vector<Product> products_;
};

}  // namespace sparkdyn::structure::nonlinear
