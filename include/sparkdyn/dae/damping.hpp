// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Automatic damping, the closing remark of section 7 of Jay (1998): the weights β of a region's
// terms follow the solution. With δ_R in [0, strongest] the damping of region R, every term there
// is integrated with
//
//   (1 − δ_R) · (its own mixture)  +  δ_R · IIIC
//
// The first and the last stage stand at the ends of the step. For a resolved motion they agree with
// the ends, Z_1 − z0 and Z_s − z1 are O(h^{s−1}) at most; of an oscillation faster than the step
// the stages see nothing, and the differences are as large as the oscillation. From the share
//
//   η_R = (d_0ᵀ M d_0 + d_1ᵀ M d_1) / (z0ᵀ M z0 + z1ᵀ M z1 + Σ_i b_i Z_iᵀ M Z_i),   M = p_z,
//
// d_0 and d_1 the differences in the components of R, the next step's damping follows: raised
// (0 → ¼ → ½ → 1) while η_R > raise_above, given back (by a factor of 0.7, below 0.05 all at once)
// while η_R < release_below, kept in between. No clock, no chance: the same start gives the same
// weights.

#include <map>
#include <string>
#include <vector>

#include "sparkdyn/dae/integrate.hpp"
#include "sparkdyn/tableau/splitting.hpp"

namespace sparkdyn::dae {

/// When a region is damped, and how much.
struct DampingOptions {
  std::vector<std::string> regions;  ///< those that may be damped; none: no automatic damping
  double raise_above = 1e-4;         ///< η above which damping is raised
  double release_below = 1e-6;       ///< η below which it is given back
  double strongest = 1.0;            ///< 1: IIIC, L-stable
};

/// δ of every region after a step that showed the shares η.
class DampingControl {
 public:
  /// Starts without damping.
  explicit DampingControl(DampingOptions options);

  /// True when a weight has changed.
  bool update(const std::map<std::string, double>& shares);

  double operator()(const std::string& region) const {
    return damping_.at(region);
  }                                                                      ///< δ of a region
  const std::map<std::string, double>& all() const { return damping_; }  ///< δ of every region
  void carry(Carried& carried) { carried(damping_); }                    ///< for a run that goes on

 private:
  DampingOptions options_;
  std::map<std::string, double> damping_;
};

/// Every term of the regions mixed with IIIC as above.
tableau::Splitting damped(const tableau::Splitting& splitting,
                          const std::map<std::string, double>& damping);

/// η of each region for the last step of the stepper.
std::map<std::string, double> unresolved_shares(const Stepper& stepper,
                                                const std::vector<std::string>& regions);

/// A run that can say how it damps.
class DampedRun : public Run {
 public:
  /// δ of every region in the step that comes.
  virtual const std::map<std::string, double>& damping() const = 0;

 protected:
  /// Begins as a Run does.
  using Run::Run;
};

/// Called with the start and every accepted point, and δ of every region.
using DampingObserver =
    std::function<void(const Point&, const std::map<std::string, double>& damping)>;

/// Constant steps with s-stage Lobatto SPARK and automatic damping. Throws core::Error (input) for
/// a region the system does not have.
std::unique_ptr<DampedRun> damped_steps(const std::shared_ptr<const System>& system, int stages,
                                        const tableau::Splitting& splitting,
                                        const DampingOptions& damping, const Point& start,
                                        double end_time, double h,
                                        const StepperOptions& stepper_options = {});
/// damped_steps() through all points. Throws what advance() throws.
RunSummary integrate_damped(const std::shared_ptr<const System>& system, int stages,
                            const tableau::Splitting& splitting, const DampingOptions& damping,
                            const Point& start, double end_time, double h,
                            const DampingObserver& observer = {},
                            const StepperOptions& stepper_options = {});

}  // namespace sparkdyn::dae
