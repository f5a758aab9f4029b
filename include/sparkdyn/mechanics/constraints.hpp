// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The holonomic constraints 0 = g(t, q) with G = ∂g/∂q and what follows from them,
//   0 = G v + g_t,     0 = G v' + g_tt + 2 G_t v + G_q(v, v).
// Constraints of one's own are a class derived from Constraints.

#include <memory>
#include <vector>

#include "sparkdyn/mechanics/force.hpp"

namespace sparkdyn::mechanics {

/// What a set of holonomic constraints is: g, G and what follows from them in time. Shared by all
/// that use it, and never changed.
class Constraints {
 public:
  virtual ~Constraints() = default;
  /// Whether g = G q − c(t) with one G for all times (LinearConstraints).
  virtual bool linear() const { return false; }
  /// r ← g(t, q). @note Collective.
  virtual void residual(double t, Vec q, Vec r) const = 0;
  /// G(t, q), m × n, rows distributed and columns laid out as q; never changed afterwards. Layout
  /// and pattern are the same at all times. @note Collective.
  virtual MatrixPtr gradient(double t, Vec q) const = 0;
  /// r ← r + scale·G(t, q)ᵀλ; by default with gradient(). @note Collective.
  virtual void add_reaction(double t, Vec q, Vec lambda, double scale, Vec r) const;
  /// r ← G(t, q) v; by default with gradient(). @note Collective.
  virtual void apply_gradient(double t, Vec q, Vec v, Vec r) const;
  /// r ← g_t for order 1, g_tt + 2 G_t v + G_q(v, v) for order 2. @note Collective.
  virtual void rate(const Configuration& at, int order, Vec r) const = 0;
  /// Σ_k λ_k ∂²g_k/∂q², or nothing: Newton's method then does without. @note Collective.
  virtual std::vector<ScaledMatrix> curvature(const Configuration&, Vec /*lambda*/) const {
    return {};
  }
};

/// Shared; nobody changes them.
using ConstraintsPtr = std::shared_ptr<const Constraints>;

/// 0 = G q − Σ_k shape_k a_k(t).
class LinearConstraints final : public Constraints {
 public:
  /// Takes G, m × n with rows distributed and columns laid out as q, and c = Σ shape a(t).
  LinearConstraints(core::Matrix G, std::vector<TimedVector> values)
      : G_(std::make_shared<const core::Matrix>(std::move(G))), values_(std::move(values)) {}

  bool linear() const override { return true; }
  void residual(double t, Vec q, Vec r) const override;
  MatrixPtr gradient(double, Vec) const override { return G_; }
  void rate(const Configuration& at, int order, Vec r) const override;

  /// The parts of c; empty: c = 0.
  const std::vector<TimedVector>& values() const { return values_; }
  /// c ← c(t), c'(t) or c''(t) for derivative 0, 1, 2. @note Collective.
  void value(double t, int derivative, Vec c) const;

 private:
  MatrixPtr G_;
  std::vector<TimedVector> values_;  // empty: c = 0
  mutable core::Vector work_;
};

}  // namespace sparkdyn::mechanics
