// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A one-step method as a map of points, (t0, y0, z0) → (t0 + h, y1, z1): what the loop of steps, a
// composition of steps and a measurement of their structure need of it. A Stepper is one; so are
// the steps that a problem has equations of its own for.

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "sparkdyn/dae/carried.hpp"
#include "sparkdyn/dae/system.hpp"

namespace sparkdyn::dae {

/// The energy of a conservative system, more than ten times what was there to begin with.
struct EnergyJump {
  double before;  ///< the energy before the step
  double after;   ///< and after it
};

/// How fast a motion is along its constraints, and off them.
struct Speeds {
  double along = 0.0;  ///< |z| without what is off
  double off = 0.0;    ///< the largest rate of a constraint over the norm of its gradient
};

/// A step, or why there is none.
struct StepResult {
  bool converged = false;  ///< else nothing has changed
  Point end;               ///< of no use unless converged
  double h = 0.0;          ///< the size of the step
  std::vector<double> history;  ///< ‖ΔY‖ + h‖ΔZ‖ + h²‖ΔU‖ relative to the same norm of the iterate
  int factorizations = 0;  ///< of Newton's matrix
  std::string failure;     ///< a sentence for the user: step, residuals, cause
  /// The equations of a step may have several solutions. This one is nearer to where the motion was
  /// going than the one that was found first.
  bool nearer_root = false;
  std::optional<EnergyJump> energy_jump;  ///< of a conservative system
  std::optional<Speeds> speeds;  ///< at the end, of methods that do not hold dg/dt = 0 there
};

/// A method that needs the point it starts from and nothing else. A failed step is a value; misuse
/// throws core::Error.
class OneStep {
 public:
  virtual ~OneStep() = default;

  /// One step of size h, which may be negative. An iteration that fails throws nothing.
  virtual StepResult step(const Point& from, double h) = 0;
  /// The derivative of the last converged step applied to the columns (dy, dz) of `tangents`.
  virtual Eigen::MatrixXd carry_tangents(const Eigen::MatrixXd& tangents) = 0;
  /// Forget the last step, as after a jump of the state.
  virtual void restart() = 0;
  /// What one step leaves to the next: steps after a break then are the same to the last bit.
  virtual void carry(Carried& carried) = 0;
  /// What would have helped where step(from, h) failed, or "".
  virtual std::string remedy(const Point& from, double h) const;
  /// Throws core::Error (numerics) with the failure of step(from, h) and its remedy.
  [[noreturn]] void fail(const StepResult& result, const Point& from, double h) const;

  virtual std::string name() const = 0;  ///< "midpoint"
  virtual int order() const = 0;         ///< of y and z
  virtual bool symmetric() const = 0;    ///< the step from its end back with −h is the same

 protected:
  OneStep() = default;
  /// @{
  /// Those who derive say whether they can be copied or moved.
  OneStep(const OneStep&) = default;
  OneStep(OneStep&&) = default;
  OneStep& operator=(const OneStep&) = default;
  OneStep& operator=(OneStep&&) = default;
  /// @}
};

}  // namespace sparkdyn::dae
