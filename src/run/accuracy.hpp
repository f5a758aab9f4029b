// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Stages and step of the family gauss-lobatto from the accuracy that is wanted
// (docs/gauss_lobatto.md). A mode ω loses per radian
//   E(s, hω) = |R(ihω) − e^{ihω}|/(hω),
// and a mode much stiffer than what the load does, which answers statically, is off by
//   S(s, hΩ) = |Σ_i w_i e^{i c_i hΩ}/(e^{ihΩ} − R∞) − 1|,   w = bᵀA⁻¹,
// Ω the highest frequency of the load. The step is the largest with both within bounds, the stages
// those with the least work: solves of the steps and factors.

#include <optional>
#include <string>
#include <vector>

namespace sparkdyn::run {

struct AccuracyWish {
  double accuracy = 1e-4;  ///< relative, per radian of the highest frequency of interest
  double rho_infinity = 0.8;
  double omega = 0;       ///< of interest, radians per unit of time; 0: that of the load
  double load_omega = 0;  ///< of the load; 0: none
  double span = 0;        ///< time to integrate
  std::optional<int> stages = std::nullopt;   ///< given: only the step is chosen
  std::optional<double> step = std::nullopt;  ///< given: only the stages are chosen
};

struct AccuracyChoice {
  int stages = 3;
  double step = 0;   ///< divides the span
  double error = 0;  ///< expected, per radian
};

/// Throws core::Error (input) when there is no frequency to go by, or no choice is accurate enough.
AccuracyChoice choose_accuracy(const AccuracyWish& wish);

/// The step with which a run has the error that is wanted, from runs that say what theirs is: the
/// rule of docs/gauss_lobatto/notes.md §5. The model above does not see modes above the frequency
/// of interest that an abrupt load excites; the estimate of a run does.
class AccuracySearch {
 public:
  /// `order` of the method, `largest` step that is thought of.
  AccuracySearch(double accuracy, int stages, int order, double span, double largest);

  /// The run with this step reported this error: the step of the next run, or nothing when the
  /// search is over; best() is then the one to take.
  std::optional<double> after(double step, double error);
  double best() const;        ///< the longest step whose error is not above the accuracy
  double best_error() const;  ///< its own
  int runs() const { return static_cast<int>(tried_.size()); }

 private:
  struct Run {
    double step = 0, error = 0;
  };
  const Run& taken() const;

  double accuracy_;
  int stages_;
  double order_, span_, largest_;
  std::vector<Run> tried_;
};

}  // namespace sparkdyn::run
