// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What one element gives to a force f(q, v) and its tangents: its elasticity, its damping, a
// dashpot or a pressure.

#include <memory>

#include "kernel.hpp"
#include "sparkdyn/mechanics/amplitude.hpp"
#include "sparkdyn/structure/element.hpp"

namespace sparkdyn::structure::nonlinear {

/// Immutable; unknowns as in Kernel. Tangents are symmetric: where ∂f/∂q is not, its symmetric part
/// is given, and Newton's method, which looks at f itself, does the rest.
class ElementTerm {
 public:
  virtual ~ElementTerm() = default;
  virtual int nodes() const = 0;
  virtual bool directors() const = 0;
  /// f ← f + f(q, v).
  virtual void add_force(double t, ConstKernelVector q, ConstKernelVector v,
                         KernelVector f) const = 0;
  /// K ← K + ∂f/∂q.
  virtual void add_by_q(double t, ConstKernelVector q, ConstKernelVector v,
                        KernelMatrix K) const = 0;
  /// C ← C + ∂f/∂v.
  virtual void add_by_v(double, ConstKernelVector, ConstKernelVector, KernelMatrix) const {}
  /// Whether there is a ∂f/∂v.
  virtual bool damps() const { return false; }
  virtual double energy(ConstKernelVector) const { return 0; }
  /// K ← K + ∂f/∂q with the stress of another state, where there is a kernel.
  virtual void add_stressed(ConstKernelVector, ConstKernelVector, KernelMatrix) const {}
  /// Of an element that offers its strains as unknowns.
  virtual const Kernel* kernel() const { return nullptr; }
};

using ElementTermPtr = std::unique_ptr<const ElementTerm>;
using SharedKernel = std::shared_ptr<const Kernel>;

/// f = Bᵀ s(z(q)).
ElementTermPtr elastic_term(SharedKernel kernel);

/// f = β Bᵀ D(z(rest)) B v, a viscous second Piola–Kirchhoff stress on the rate of Green's strain:
/// in proportion to the stiffness at rest, and nothing in a motion as a rigid body however far it
/// turned.
ElementTermPtr stiffness_damping(SharedKernel kernel, double beta);

/// f = α (m ⊗ I₃) v, in proportion to the mass of exact_mass(): air, not material.
ElementTermPtr mass_damping(Eigen::MatrixXd m, int nodes, double alpha);

/// f = c l' along the line between two nodes.
ElementTermPtr dashpot(const Point& from, const Point& to, double damping);

/// A pull F(l − L, l') along the line between two nodes, tension positive.
class PullLaw {
 public:
  virtual ~PullLaw() = default;
  struct Value {
    double force = 0, by_elongation = 0, by_rate = 0;
  };
  virtual Value at(double elongation, double rate) const = 0;
  virtual double energy(double) const { return 0; }
};
/// F = a(l'), a table or an expression of the rate in the place of time.
std::shared_ptr<const PullLaw> pull_by_rate(mechanics::AmplitudePtr force);
/// The same on one of three unknowns, which is the elongation.
ElementTermPtr coordinate_term(int component, std::shared_ptr<const PullLaw> law, bool damps);
ElementTermPtr pull_term(const Point& from, const Point& to, std::shared_ptr<const PullLaw> law);

}  // namespace sparkdyn::structure::nonlinear
