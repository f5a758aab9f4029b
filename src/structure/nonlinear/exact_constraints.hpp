// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Rows that are linear or quadratic in the unknowns, with coefficients that may depend on time
// (numerics.md, section 7.1): g = Σ c τ(t) x y has the gradient c τ (y δx + x δy), the rates
//   g_t = Σ c τ' x y,    g_tt + 2 G_t v + G_q(v, v) = Σ c (τ'' x y + 2 τ' (x y)' + 2 τ x' y'),
// and a second derivative whose pattern never changes. Where an angle z is an unknown a term has
// the factor σ(z), such as sin, with p = x y: σ' p δz, and c (2 (τ p)' σ' z' + τ p σ'' z'²) more.

#include "layout.hpp"
#include "sparkdyn/mechanics/constraints.hpp"
#include "sparkdyn/structure/distributed.hpp"

namespace sparkdyn::structure::nonlinear {

class ExactConstraints final : public mechanics::Constraints {
 public:
  /// @note Collective.
  ExactConstraints(const std::vector<mechanics::AmplitudePtr>& amplitudes,
                   const LocalExactRows& rows, const Layout& layout);

  void residual(double t, Vec q, Vec r) const override;
  core::MatrixPtr gradient(double t, Vec q) const override;
  void add_reaction(double t, Vec q, Vec lambda, double scale, Vec r) const override;
  void apply_gradient(double t, Vec q, Vec v, Vec r) const override;
  void rate(const mechanics::Configuration& at, int order, Vec r) const override;
  std::vector<mechanics::ScaledMatrix> curvature(const mechanics::Configuration& at,
                                                 Vec lambda) const override;

  /// r ← Σ |c τ x y| of each row: what its residual is compared with. @note Collective.
  void magnitude(double t, Vec q, Vec r) const;
  /// How many rows this rank has.
  PetscInt rows() const { return static_cast<PetscInt>(first_.size()) - 1; }

 private:
  /// Unknowns by their place among those that the rows of this rank need; −1: none.
  struct Term {
    double coefficient;
    int a, b;
    int timing;
    int angle;
    Turn turn;
    int curve;
    PetscInt to_a, to_b, to_angle;  ///< places of ∂/∂a, … among the entries of G here
  };
  /// A timing at a time, or σ of an angle, with its derivatives.
  struct Value {
    double at = 1, rate = 0, second = 0;
  };
  /// σ of a term. @note Not collective.
  Value turn_of(const Term& term, const std::vector<double>& x) const;
  /// For each timing. @note Not collective.
  std::vector<Value> timings(double t) const;
  int timing_of(const Timing& timing);
  void gather(Vec q, std::vector<double>& values) const;
  /// The entries of G here, in the order of columns_.
  std::vector<double> entries(double t, Vec q) const;
  void lay_out(const Layout& layout);
  void lay_out_curvature(const Layout& layout);

  std::vector<mechanics::AmplitudePtr> amplitudes_;
  std::vector<Timing> timings_;
  std::vector<PetscInt> first_;  ///< of each row's terms; one more at the end
  std::vector<Term> terms_;
  std::vector<PetscInt> needed_;  ///< numbers of the unknowns of the rows here, ascending
  std::vector<PetscInt> row_first_, columns_;  ///< pattern of G
  std::vector<int> places_;                    ///< of its columns in needed_
  core::Matrix pattern_, curvature_pattern_;
  core::Scatter scatter_;
  mutable core::Vector gathered_;
};

}  // namespace sparkdyn::structure::nonlinear
