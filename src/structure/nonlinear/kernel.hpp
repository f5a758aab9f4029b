// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// One element of a structure that may turn: its energy is U(q) = W(z(q)) with strains z that are
// quadratic in q and do not see rigid motions, so that with B = ∂z/∂q, s = ∂W/∂z and D = ∂²W/∂z²
//   f = Bᵀ s,    ∂f/∂q = Bᵀ D B + Σ s_k ∂²z_k/∂q²,    ∂²z/∂q² constant
// (numerics.md, section 7.1). Everything that prevents locking lies in W, which sees the strains of
// all points of an element at once. The strains may be given instead of z(q): Newton's method may
// have them for unknowns (section 7.2).

#include <Eigen/Core>
#include <memory>

namespace sparkdyn::structure::nonlinear {

using KernelMatrix = Eigen::Ref<Eigen::MatrixXd>;
using KernelVector = Eigen::Ref<Eigen::VectorXd>;
using ConstKernelVector = Eigen::Ref<const Eigen::VectorXd>;

/// Immutable. Unknowns are numbered node by node: three displacements and, where directors() says
/// so, the nine components of d1, d2, d3. A state that the element cannot be in gives not-a-number
/// rather than a plausible value.
class Kernel {
 public:
  virtual ~Kernel() = default;
  virtual int nodes() const = 0;
  /// Whether its nodes have directors; then all of them do.
  virtual bool directors() const { return false; }
  int unknowns() const { return nodes() * (directors() ? 12 : 3); }
  virtual int strains() const = 0;

  /// z ← z(q).
  virtual void strain(ConstKernelVector q, KernelVector z) const = 0;
  /// rate ← B(q) v.
  virtual void strain_rate(ConstKernelVector q, ConstKernelVector v, KernelVector rate) const = 0;
  /// f ← f + B(q)ᵀ s.
  virtual void add_force(ConstKernelVector q, ConstKernelVector s, KernelVector f) const = 0;
  /// K ← K + Σ s_k ∂²z_k/∂q².
  virtual void add_curvature(ConstKernelVector s, KernelMatrix K) const = 0;

  /// s ← ∂W/∂z; returns W.
  virtual double response(ConstKernelVector z, KernelVector s) const = 0;
  /// f ← f + B(q)ᵀ s(z(q)), by default from the functions for each.
  virtual void add_elastic_force(ConstKernelVector q, KernelVector f) const {
    Eigen::VectorXd z(strains()), s(strains());
    strain(q, z);
    response(z, s);
    add_force(q, s, f);
  }
  /// ds ← D(z) dz.
  virtual void stiffness(ConstKernelVector z, ConstKernelVector dz, KernelVector ds) const = 0;
  /// K ← K + scale · B(q)ᵀ D(z) B(q).
  virtual void add_material(ConstKernelVector q, ConstKernelVector z, double scale,
                            KernelMatrix K) const = 0;
};

using KernelPtr = std::unique_ptr<const Kernel>;

}  // namespace sparkdyn::structure::nonlinear
