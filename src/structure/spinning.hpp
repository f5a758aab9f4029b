// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A structure that may turn, seen from a frame that turns steadily about an axis e with Ω, as on a
// turntable. With W = I ⊗ [e×] on displacements and directors, which M commutes with, places x = X
// + u and d obey
//   M x'' + 2Ω M W x' + Ω² M W² x + f(x) + G(x)ᵀλ = F
// with f and g as they are: supports, springs to the ground and loads turn with the frame.

#include <memory>

#include "sparkdyn/structure/assemble.hpp"

namespace sparkdyn::structure {

class SpinningFrame {
 public:
  /// Of `assembled`, made from Distributed::steps[step] of a nonlinear structure; both must outlive
  /// it. `axis` has the length 1. Throws core::Error (input) where a load keeps its direction in
  /// space, so that it turns in the frame. @note Collective.
  SpinningFrame(const Distributed& structure, std::size_t step, const Assembled& assembled,
                const Vector& axis, const Vector& through);

  /// The system with centrifugal forces, and without Coriolis' that no state of rest sees; borrows
  /// what it is made of. @note Collective.
  std::unique_ptr<mechanics::System> at(double speed) const;
  /// M W, of which 2Ω times are the Coriolis forces of velocities.
  const core::MatrixPtr& turned_mass() const { return turned_mass_; }

 private:
  const mechanics::System* system_;
  const mechanics::State* initial_;
  core::MatrixPtr turned_mass_, centripetal_;  ///< M W, M W²
  core::Vector pull_;                          ///< −M W² X
};

/// How all places and directors of a state move with the velocity `translation` of the origin and
/// the angular velocity `rotation` about `through`, for nonlinear structures. @note Collective.
core::Vector rigid_velocity(const Distributed& structure, std::size_t step, Vec q,
                            const Vector& translation, const Vector& rotation,
                            const Vector& through);

}  // namespace sparkdyn::structure
