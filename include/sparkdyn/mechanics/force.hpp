// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// One term f of M v' = F(t) − Σ_k f_k(t, q, v) − Gᵀλ, with its tangents ∂f/∂q and ∂f/∂v and, where
// it has one, its potential. A term has a kind and may be restricted to a region: the splitting
// gives each its own Runge–Kutta matrix. A force of one's own is a class derived from Force.

#include <memory>
#include <string>
#include <vector>

#include "sparkdyn/mechanics/term.hpp"

namespace sparkdyn::mechanics {

/// What forces and constraints are asked about; the vectors are borrowed.
struct Configuration {
  double t = 0;     ///< time
  Vec q = nullptr;  ///< displacement
  Vec v = nullptr;  ///< velocity
  /// Where the stress of a tangent is that of a StrainForce; null: q. A position that was only
  /// guessed stretches stiff parts beyond measure.
  Vec stressed = nullptr;
};

/// ∂f/∂q and ∂f/∂v as sums of matrices laid out as the mass. The matrices are never changed
/// afterwards; their patterns should stay the same during a run, so that one order of elimination
/// serves all.
struct Tangent {
  std::vector<ScaledMatrix> by_q;  ///< ∂f/∂q
  std::vector<ScaledMatrix> by_v;  ///< ∂f/∂v
};

class StrainForce;

/// One term: f, its tangents and its potential. Shared by all that use it, and never changed.
class Force {
 public:
  virtual ~Force() = default;
  /// Which matrix of a splitting integrates it.
  virtual Kind kind() const = 0;
  /// Empty: the whole structure.
  virtual std::string region() const { return ""; }
  /// Whether f = K q + C v with tangents that never change.
  virtual bool linear() const { return false; }
  /// Whether its work comes from outside, as that of loads does: it has no potential then.
  virtual bool external() const { return false; }
  /// r ← r + scale·f(t, q, v). @note Collective.
  virtual void add(const Configuration& at, double scale, Vec r) const = 0;
  /// @note Collective.
  virtual Tangent tangent(const Configuration& at) const = 0;
  /// The potential U with f = ∂U/∂q; zero for forces that have none. @note Collective.
  virtual double energy(const Configuration&) const { return 0; }
  /// The same force, if Newton's method may have its strains for unknowns; null: it may not.
  virtual const StrainForce* with_strains() const { return nullptr; }
};

/// f = B(q)ᵀ s(z(q)) with strains z, B = ∂z/∂q, that may be unknowns of their own: where stiff
/// parts turn, Newton's method needs it (docs/numerics.md §7). Strains lie on ranks as the force
/// wants.
class StrainForce : public Force {
 public:
  /// Zero, of the size and layout that z has. @note Collective.
  virtual core::Vector make_strains() const = 0;
  /// z ← z(q). @note Collective.
  virtual void strains(Vec q, Vec z) const = 0;
  /// dz ← B(q) dq. @note Collective.
  virtual void strain_change(Vec q, Vec dq, Vec dz) const = 0;
  /// r ← r + scale·B(q)ᵀ s(z), with z instead of z(q). @note Collective.
  virtual void add_with(Vec q, Vec z, double scale, Vec r) const = 0;
  /// r ← r + scale·B(q)ᵀ D(z(stressed)) dz, D = ∂s/∂z. @note Collective.
  virtual void add_change(Vec q, Vec stressed, Vec dz, double scale, Vec r) const = 0;
  /// Bᵀ(q) D(z) B(q) + Σ s_k(z) ∂²z_k/∂q²: the tangent with the stress of given strains.
  /// @note Collective.
  virtual Tangent tangent_with(Vec q, Vec z) const = 0;
  /// r ← r + scale·B(q)ᵀ D(z) dz. @note Collective.
  virtual void add_change_with(Vec q, Vec z, Vec dz, double scale, Vec r) const = 0;
};

/// Shared; nobody changes it.
using ForcePtr = std::shared_ptr<const Force>;

/// f = Σ factor·matrix·x with x = q (elastic) or x = v (damping).
class MatrixForce final : public Force {
 public:
  /// Shares the matrices of the term.
  explicit MatrixForce(MatrixTerm term) : term_(std::move(term)) {}

  Kind kind() const override { return term_.kind; }
  std::string region() const override { return term_.region; }
  bool linear() const override { return true; }
  /// Nothing where x is null: K q of all forces is had without a v.
  void add(const Configuration& at, double scale, Vec r) const override;
  Tangent tangent(const Configuration& at) const override;
  double energy(const Configuration& at) const override;  ///< ½ qᵀKq

 private:
  MatrixTerm term_;
  mutable core::Vector work_;
};

}  // namespace sparkdyn::mechanics
