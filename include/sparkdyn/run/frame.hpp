// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What an observer may look at after a step. Costly quantities are computed when first asked for.

#include <string_view>
#include <vector>

#include "sparkdyn/core/petsc.hpp"
#include "sparkdyn/mechanics/quantity.hpp"

namespace sparkdyn::run {

/// T = ½vᵀMv, U = ½qᵀKq, the work W of loads and prescribed motion and the dissipation D by C, and
/// by the part of K that is not symmetric, since the start, both with the step's own quadrature b_i
/// at the stages. balance = T + U − T0 − U0 − W
/// + D is what the method itself added (positive) or dissipated (negative).
struct Energies {
  double kinetic = 0;        ///< T
  double strain = 0;         ///< U
  double external_work = 0;  ///< W
  double dissipated = 0;     ///< D
  double balance = 0;        ///< T + U − T0 − U0 − W + D
};

/// |Gq − c| and |Gv − c'| in the maximum norm, relative to the largest |G||q|, |c| (|G||v|, |c'|)
/// met so far in the run, and of what is at rest to what the loads would move in a step.
struct Violations {
  double position = 0;  ///< of Gq = c(t)
  double velocity = 0;  ///< of Gv = c'(t)
};

/// A column of energy.csv; the name lives as long as the frame.
struct NamedNumber {
  std::string_view name;  ///< of the column
  double value = 0;       ///< at this step
};

/// A state as the run shows it; vectors are the run's, to be looked at and not kept.
class Frame {
 public:
  virtual ~Frame() = default;
  virtual long step() const = 0;    ///< number of the state; 0: initial
  virtual double time() const = 0;  ///< t
  /// True for the initial state and for the final one of the run or a part of it, which are always
  /// stored.
  virtual bool first() const = 0;
  virtual bool last() const = 0;  ///< see first()
  /// Which part of the run the state belongs to, as a deck numbers its steps from 1; 0: a run
  /// without parts.
  virtual int part() const { return 0; }
  virtual Vec q() const = 0;  ///< displacements
  virtual Vec v() const = 0;  ///< velocities
  /// a and λ from [M Gᵀ; G 0][a; λ] = [F − Cv − Kq; c''] (17h). Null when that matrix is singular
  /// (a) or without constraints (λ). @note Collective.
  virtual Vec acceleration() const = 0;
  virtual Vec multiplier() const = 0;  ///< λ; see acceleration()
  /// Forces that supports exert on the structure, numbered as q; null where that is not known.
  /// @note Collective.
  virtual Vec reaction() const { return nullptr; }
  /// Axes of the nodes of a nonlinear structure that have rotations; null of anything else.
  /// @note Collective.
  virtual Vec directors() const { return nullptr; }
  virtual const Energies& energies() const = 0;      ///< @note Collective.
  virtual const Violations& violations() const = 0;  ///< @note Collective.
  /// Energies and violations by name; mechanisms have others. The same names in every frame of a
  /// run. @note Collective.
  virtual std::vector<NamedNumber> account() const;
};

/// Null where the frame has none. @note Collective.
Vec vector_of(const Frame& frame, mechanics::Quantity quantity);

}  // namespace sparkdyn::run
