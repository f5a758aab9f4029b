// SPDX-License-Identifier: BSD-3-Clause
// Is the solution that the iteration found the motion? The equations of a step with hω ≫ 1 have
// several: for four particles on stiff springs with energies of 3.04, 2.0e6, 1.8e7, … (Simo &
// Gonzalez 1993, section 4.4). In a step nothing moves much farther than
//
//   h |v0| + h² |a| + |q0 − q̃|
//
// a the acceleration of the slow motion, q̃ its position (slow_motion.hpp), and a conservative
// system does not gain ten times the energy there was to move with. Where one of these does not
// hold, the other starting values get their say.

#include <algorithm>
#include <array>
#include <cmath>

#include "largest.hpp"
#include "stepper_implementation.hpp"

namespace sparkdyn::dae {

using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

constexpr double far = 10.0;

// Nothing but elastic, inertial and reaction forces acts at `at`, and none depends on time.
bool conservative(const System& system, const Point& at) {
  using tableau::Term;
  const auto steady = [](const Linearization& part) { return largest(part.t) == 0.0; };
  for (int k = 0; k < static_cast<int>(system.force_terms().size()); ++k) {
    const Linearization force = system.linearize(Function::force, k, at);
    const Term kind = system.force_terms()[k].kind;
    const bool external = kind == Term::damping || kind == Term::load;
    if ((external && largest(force.value) != 0.0) || !steady(force)) return false;
  }
  return (system.sizes().holonomic == 0 || steady(system.linearize(Function::constraint, 0, at))) &&
         (system.sizes().nonholonomic == 0 ||
          steady(system.linearize(Function::nonholonomic, 0, at)));
}

}  // namespace

double Stepper::Implementation::kinetic(const Point& at) const {
  if (system_->has_kinetic_energy()) return system_->kinetic_energy(at);
  if (system_->sizes().y != system_->sizes().z) return 0.0;
  return 0.5 * std::abs(at.z.dot(system_->total_velocity(at)));  // v = H_p
}

bool Stepper::Implementation::goes_far(const Point& from, const Root& root) {
  if (system_->sizes().y == 0) return false;
  const double h = std::abs(root.h);
  const VectorXd v0 = system_->total_velocity(from);
  MatrixXd moved(from.y.size(), root.values.Y.cols() + root.values.points.cols());
  moved << root.values.Y, root.values.points;
  moved.colwise() -= from.y;
  // Most steps end here: the rest costs as much as an iteration.
  if (largest(moved) <= 3.0 * h * largest(v0)) return false;
  if (const SlowMotion* motion = slow(from, root.h)) {
    double farthest = 0.0;
    for (Eigen::Index i = 0; i < moved.cols(); ++i) {
      farthest = std::max(farthest, motion->length(moved.col(i)));
    }
    const double reach = h * motion->length(v0) + h * h * motion->length(motion->acceleration) +
                         motion->length(from.y - motion->position);
    return farthest > far * reach;
  }
  Point later = from;
  later.z += root.h * start_rate(from).z_rate;
  return largest(moved) > far * h * (largest(v0) + largest(system_->total_velocity(later)));
}

double Stepper::Implementation::off_the_slow_path(const Point& from, const Root& root) {
  const SlowMotion* motion = slow(from, root.h);
  const VectorXd v = motion ? motion->velocity : system_->total_velocity(from);
  double off = 0.0;
  for (Eigen::Index i = 0; i < root.values.Y.cols(); ++i) {
    const VectorXd way = root.values.Y.col(i) - root.h * method_.c[i] * v;
    off = std::max(off, motion ? motion->length(way - motion->position) : largest(way - from.y));
  }
  return off;
}

Stepper::Implementation::Root Stepper::Implementation::nearest(
    const Point& from, double h, const std::optional<WantedError>& wanted, Root found,
    StepResult& result) {
  double off = off_the_slow_path(from, found);
  for (const Guess kind : {Guess::slow, Guess::mean, Guess::constant, Guess::still}) {
    factors_.reset();
    auto other = attempt(from, h, wanted, kind, result);
    if (!other) continue;
    const double other_off = off_the_slow_path(from, *other);
    if (!(other_off < 0.9 * off)) continue;  // the same one, or one that is no nearer
    found = std::move(*other);
    off = other_off;
    result.nearer_root = true;
  }
  factors_.reset();  // they may be those of another solution
  return found;
}

std::optional<EnergyJump> Stepper::Implementation::energy_jump(const Point& from,
                                                               const Root& root) {
  if (!system_->has_energy()) return {};
  const Point end = end_of(from, root);
  const bool known = known_energy_ && known_energy_->at(from);
  const EnergyJump jump{known ? known_energy_->energy : system_->energy(from),
                        system_->energy(end)};
  known_energy_ = KnownEnergy{end.t, end.y, end.z, jump.after};
  const double rise = jump.after - jump.before;
  const double kinetic_before = kinetic(from);
  if (!(rise > (far - 1.0) * kinetic_before && rise > 0.5 * kinetic(end))) return {};
  if (!conservative(*system_, from) || !conservative(*system_, end)) return {};
  // What there was to move with: velocities, those that the step adds, and stressed springs.
  Point added = from;
  double stored = 0.0;
  if (const SlowMotion* motion = slow(from, root.h)) {
    added.z = root.h * motion->acceleration;
    stored = motion->stored();
  } else {
    added.z = root.h * start_rate(from).z_rate;
  }
  const double available = kinetic_before + kinetic(added) + stored;
  return rise > (far - 1.0) * available ? std::optional(jump) : std::nullopt;
}

}  // namespace sparkdyn::dae
