// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The steady state over a range of frequencies,
//   [(1 + iη)K + iωC − ω²M  Gᵀ; G  0][x; λ] = [F; c],   ω = 2πf,
// at all of them from few factorizations. At some frequencies the equations are solved, with the
// first terms of the expansion of x in ω − ω_j from the same factors; between them x is sought
// among all that was found so far (reduced_model.hpp), and the next frequency is the one where the
// bound of the error is largest.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "modal/reduced_model.hpp"

namespace sparkdyn::modal {

struct ResponseOptions {
  std::vector<double> frequencies;  ///< ascending, cycles per unit of time
  double structural_damping = 0;    ///< η
  double accuracy = 1e-8;           ///< of |x| in the norm of X, relative
  int load_case = 0;
  /// Above zero: x is sought among that many natural modes and what the loads cause beside them
  /// (S F and S M S F, which are more than the static correction), and nothing is factored between.
  int modes = 0;
  std::vector<double> ratios = {};  ///< of the critical damping, one for each mode
};

class FrequencyResponse {
 public:
  /// Borrows the system, which must be linear and symmetric. Throws core::Error: input for a
  /// history over time; numerics where a frequency is that of an undamped mode, or the accuracy is
  /// out of reach. PETSc options: `modes_` and `response_`. @note Collective.
  FrequencyResponse(const mechanics::System& system, ResponseOptions options);

  const ReducedModel& model() const { return *model_; }
  const Excitation& excitation() const { return excitation_; }
  const std::vector<double>& frequencies() const { return options_.frequencies; }
  const std::vector<ReducedState>& states() const { return states_; }  ///< one for each frequency
  /// Of complex matrices; one real one comes on top.
  int factorizations() const { return static_cast<int>(solved_.size()); }
  double largest_bound() const;
  /// The last frequency that was solved after all bounds held, against what the model said of it
  /// before: |x − x_true|/|x|.
  double checked_error() const { return checked_; }

 private:
  void interpolate();
  void superpose();
  void refuse_resonance() const;
  void solve_at(std::size_t k);
  void evaluate();
  std::size_t worst() const;
  double floor_of_digits() const;
  double error_of(const ReducedState& state, Vec real, Vec imaginary) const;

  const mechanics::System* system_;
  ResponseOptions options_;
  linear::Operators operators_;
  Excitation excitation_;
  EnergySpace space_;
  std::optional<ReducedModel> model_;
  std::vector<ReducedState> states_;
  std::vector<std::size_t> solved_;
  double checked_ = 0;
};

}  // namespace sparkdyn::modal
