// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// One step (y0, z0) → (y1, z1) of a method on a system: the nonlinear equations of method.hpp by
// simplified Newton iterations, Jay (1998), section 9. The Jacobian is kept while the iterations
// contract, also from one step to the next. A failed step is a value and changes nothing; misuse
// throws core::Error.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sparkdyn/dae/carried.hpp"
#include "sparkdyn/dae/method.hpp"
#include "sparkdyn/dae/one_step.hpp"
#include "sparkdyn/dae/system.hpp"

namespace sparkdyn::dae {

/// u1 from (17h), accurate to the order of the method; the last stage's U_s for nothing; or what a
/// Runge–Kutta method applied directly gives, u1 = R(∞) u0 + bᵀA⁻¹U (Jay & Petzold 1995, section
/// 3).
enum class EndMultiplier { acceleration, last_stage, direct };

/// Where an iteration may begin: the values that fit best, others when they fail; or for comparison
/// what is usual of Runge–Kutta methods, V_i = v0 with one Jacobian there for the whole step, of
/// which Jay & Petzold (1995), section 4, say that it fails where steps are long.
enum class StartingValues { best, usual };

/// When an iteration ends, and when its Jacobian is made anew.
struct StepperOptions {
  double tolerance = 1e-14;      ///< relative change of Y and of Z at which the iteration ends
  double roundoff_floor = 1e-9;  ///< stagnation below this counts as convergence, above as failure
  int max_iterations = 40;       ///< then the step has failed
  double keep_jacobian_below = 0.25;  ///< contraction up to which an old Jacobian is good enough
  EndMultiplier end_multiplier = EndMultiplier::acceleration;  ///< how u1 is had
  StartingValues starting_values = StartingValues::best;       ///< where an iteration begins
};

/// The step size is to be such that the estimator (38) is `error`, or `largest_step` if it is less
/// than that there.
struct WantedError {
  double error = 0.0;           ///< wanted
  double largest_step = 1e300;  ///< never exceeded
};

/// What one step looked like inside.
struct StepStages {
  Point from;         ///< where it began
  Eigen::MatrixXd Y;  ///< one column per stage
  Eigen::MatrixXd Z;  ///< the same
  Point end;          ///< where it ended
};

/// The fastest oscillation that a step does not resolve, hω > 1: how far the motion is from the
/// slow one without it, and its period.
struct Unresolved {
  double size = 0.0;  ///< the larger of |q0 − q̃0| and |v0 − ṽ0|, (18) of Jay & Petzold (1995)
  double period = 0.0;  ///< 2π/ω
};

/// Steps one system with one method. It shares the system and keeps the last step, from which the
/// next one begins.
class Stepper final : public OneStep {
 public:
  /// Throws core::Error (input) when the method does not fit the system.
  Stepper(std::shared_ptr<const System> system, Method method, StepperOptions options = {});
  ~Stepper() override;
  /// It can be moved, not copied.
  Stepper(Stepper&&) noexcept;
  /// It can be moved, not copied.
  Stepper& operator=(Stepper&&) noexcept;

  const System& system() const;                                   ///< as it was given
  const Method& method() const;                                   ///< the one in use
  std::string name() const override { return method().name; }     ///< of the method
  int order() const override { return method().order; }           ///< of the method
  bool symmetric() const override { return method().symmetric; }  ///< of the method

  /// One step of size h from a consistent point. An iteration that fails throws nothing; a size
  /// that is zero or not finite throws core::Error (input).
  StepResult step(const Point& from, double h) override;

  /// The step size is one more unknown, from `h` on, changed with every iteration (section 9).
  StepResult step_with_error(const Point& from, double h, const WantedError& wanted);

  /// The derivative of the last converged step applied to the columns (dy, dz) of `tangents`:
  /// Leimkuhler & Reich (1992), section 3.2. Columns must be tangent to the constraints.
  Eigen::MatrixXd carry_tangents(const Eigen::MatrixXd& tangents) override;

  /// What a step of the size h from there would not resolve; none where all is resolved, or where
  /// the system is no mechanism.
  std::optional<Unresolved> unresolved(const Point& from, double h);

  /// The stages of the last converged step.
  StepStages last_stages() const;

  /// That is tried, not supposed.
  std::string remedy(const Point& from, double h) const override;

  /// Another method with as many stages and points from here on; the last step still helps the next
  /// one to begin.
  void change_method(Method method);

  /// Forget the last step and its Jacobian, as after a jump of the state.
  void restart() override;

  /// What one step leaves to the next, of a stepper made for the same system and method: steps
  /// after a break then are the same to the last bit.
  void carry(Carried& carried) override;

  /// (38) for the last converged step: ‖h Σ e_i v(Y_i,Z_i)‖ + ‖h Σ e_i f(Y_i,Z_i,U_i)‖ with
  /// e_i = b_i P_{s−1}(c_i), which is symmetric or antisymmetric; reactions at points have their
  /// own ē_j = b̄_j P_{s−1}(c̄_j).
  double error_estimate();
  /// p̃ of (38): the estimator is O(h^{p̃+1}).
  int estimator_order() const;

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace sparkdyn::dae
