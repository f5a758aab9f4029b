// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Says when what a run or a mode shows is hourglass motion: elements with one integration point
// move in patterns that strain nothing, at a fraction of the true stiffness, and a reader of the
// results cannot tell them from true ones.

#include <vector>

#include "sparkdyn/core/log.hpp"
#include "sparkdyn/modal/modes.hpp"
#include "sparkdyn/run/observer.hpp"
#include "structure/hourglass.hpp"

namespace sparkdyn::output {

/// Of the strain energy; more is said. True bending with two elements across has about 2 %, bending
/// of a single layer nearly all.
inline constexpr double tolerated_hourglass = 0.1;

/// Sums the energies over steps 0, 1, 2, 4, 8, … and the last one, so that a moment at which the
/// structure is hardly strained counts little.
class HourglassWatch final : public run::Observer {
 public:
  /// @note Collective.
  explicit HourglassWatch(const structure::Distributed& structure) : hourglass_(structure) {}

  void on_start(const run::Frame& frame) override { add(frame); }
  void on_step(const run::Frame& frame) override;
  /// Warns when there was too much.
  void report(core::Log& log) const;

 private:
  void add(const run::Frame& frame);

  structure::Hourglass hourglass_;
  double artificial_ = 0, total_ = 0;
};

/// Warns of modes that are hourglass motions for a large part; shapes in the input's numbering,
/// with xᵀMx = 1 and so xᵀKx = ω². @note Collective.
void report_hourglass_modes(const structure::Distributed& structure,
                            const std::vector<modal::Mode>& modes, core::Log& log);

}  // namespace sparkdyn::output
