// SPDX-License-Identifier: BSD-3-Clause
// Steps that fail, of systems that are not linear: which solutions are not believed, and the pieces
// in which such a step is taken.
#include <cmath>
#include <utility>

#include "integrate/spark_stepper.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::integrate {
namespace {

/// So many passes: other solutions are not found in fewer.
constexpr int hard_to_find = 8;

}  // namespace

/// A matrix that cannot be factored is a step that fails, on all ranks; and so is a solution that
/// cannot be meant, unless it is to be `believed`.
StepResult SparkStepper::attempt_whole(const mechanics::State& state, double h,
                                       mechanics::State& next, bool believed) {
  try {
    StepResult result = advance_whole(state, h, next);
    if (!result.done) return result;
    const bool finite =
        std::isfinite(core::norm(next.q) + core::norm(next.v) + core::norm(x_->whole()));
    const bool hard = result.iterations >= hard_to_find && !believed;
    if (finite && !(hard && gains_energy(state, next))) return result;
    stale_ = true;
    StepResult failure = refused();
    failure.iterations = result.iterations;
    failure.corrections = result.corrections;
    if (finite)
      failure.cause =
          "Newton's method found a solution with more energy than the structure had and was given";
    return failure;
  } catch (const core::Error& error) {
    if (error.kind() != core::Failure::numerics) throw;
    return {.done = false, .iterations = 0, .cause = error.what()};
  }
}

/// Large steps of stiff structures have solutions besides the one that is meant, elements turned
/// inside out, and so have steps that are too large for what they pass: energy comes from nowhere.
bool SparkStepper::gains_energy(const mechanics::State& state, const mechanics::State& next) {
  const StepWork done = work(Account::loads_and_damping);
  const double moving = system_->kinetic_energy(state.v);
  const double stored = system_->strain_energy(state.q, state.t);
  const double gain = system_->kinetic_energy(next.v) - moving +
                      system_->strain_energy(next.q, next.t) - stored - done.external +
                      done.dissipated;
  return !(gain <= moving + std::abs(stored) + std::abs(done.external));  // or it is no number
}

/// Where Newton's method fails a step is taken in pieces: halves, quarters, …, and larger ones
/// again where they do. `whole` is what became of the step in one.
StepResult SparkStepper::advance_in_pieces(const mechanics::State& state, double h,
                                           mechanics::State& next, StepResult whole) {
  constexpr long parts = 1024;
  mechanics::State at{state.t, core::make_copy(Vec(state.q)), core::make_copy(Vec(state.v)),
                      state.load_case};
  StepResult result{
      .done = true, .iterations = whole.iterations, .corrections = whole.corrections, .cause = ""};
  StepWork sum;
  long piece = parts / 2, taken = 0;
  while (taken < parts) {
    const double size = h * static_cast<double>(piece) / parts;
    StepResult one = attempt_whole(at, size, next, piece == 1);
    result.iterations += one.iterations;
    result.corrections += one.corrections;
    if (one.done) {
      const StepWork work_of_piece = work(Account::loads_and_damping);
      sum.external += work_of_piece.external;
      sum.dissipated += work_of_piece.dissipated;
      taken += piece;
      next.t = state.t + h * static_cast<double>(taken) / parts;
      if (taken < parts) accept();
      at.t = next.t;
      core::copy(next.q, at.q);
      core::copy(next.v, at.v);
      if (2 * piece < parts && taken % (2 * piece) == 0) piece *= 2;
    } else if (piece > 1) {
      piece /= 2;
    } else {
      whole.cause += fmt::format("; nor does it with a {}th of the step, from t = {:.9g}: {}",
                                 parts, at.t, one.cause);
      if (one.dof >= 0) whole.dof = one.dof;
      whole.iterations = result.iterations;
      whole.corrections = result.corrections;
      return whole;
    }
  }
  stages_of_.erase(state.load_case);  // they are of the last piece
  work_of_pieces_ = sum;
  return result;
}

}  // namespace sparkdyn::integrate
