// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// One step of a method on one mode, q'' = −δ(ω) q' − ω² q with δ = α + βω²: its amplification
// matrix, the frequencies it lets grow, and its error of period and amplitude. A structure whose
// terms share matrices with M and K falls apart into such modes, and so does the method.

#include <Eigen/Core>
#include <functional>
#include <string>
#include <vector>

#include "integrate/generalized_alpha.hpp"
#include "integrate/spark_stepper.hpp"

namespace sparkdyn::integrate {

struct ModalMethod {
  /// On (ωq, q') or (ωq, q', q''/ω) of one mode. One entry, or one for each matrix that a splitting
  /// by regions gives to stiffness.
  std::vector<std::function<Eigen::MatrixXd(double h, double omega)>> variants;
  std::function<double(double omega)> damping;  ///< δ(ω) of the structure
  /// Algebraically stable, one matrix for all terms: no mode grows at any step, whatever the
  /// damping and the constraints are.
  bool unconditional = false;
  /// Whether the structure falls apart into modes under this method; else they only indicate.
  bool exact = true;
  std::string why_not_exact;

  /// Largest |eigenvalue| of any variant: the growth of the mode per step.
  double radius(double h, double omega) const;
};

/// For the terms of this system.
ModalMethod modal_method(const mechanics::System& system, const SparkOptions& options);
ModalMethod modal_method(const mechanics::System& system, const SparkMethod& spark);
ModalMethod modal_method(const mechanics::System& system, const AlphaParameters& parameters);

/// ω between `from` and `to` grows, at worst by the factor `radius` per step, at ω = `worst`.
struct UnstableBand {
  double from = 0, to = 0;
  double worst = 0, radius = 1;
};

/// Slower growth than that is not called an instability: over `span` it stays below one percent.
double tolerated_growth(double h, double span);

/// All bands in (0, largest]; infinity is allowed. `span` is the time of the run.
std::vector<UnstableBand> unstable_bands(const ModalMethod& method, double h, double largest,
                                         double span);

/// The largest step up to `h` at which no frequency up to `largest` grows, to 0.1 %; 0 when there
/// is none above h·1e-9.
double largest_stable_step(const ModalMethod& method, double h, double largest, double span);

/// Of one mode at this step: (computed period − true period)/true period, and the part of the
/// amplitude that the method takes away in one period (negative: adds), the damping of the
/// structure itself left out.
struct ModalError {
  double period = 0;
  double amplitude = 0;
};
ModalError modal_error(const ModalMethod& method, double h, double omega);

}  // namespace sparkdyn::integrate
