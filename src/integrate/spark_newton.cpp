// SPDX-License-Identifier: BSD-3-Clause
// Steps of systems that are not linear: around which state they are linearised, strains as
// unknowns, and pieces of steps where Newton's method fails.
#include <algorithm>
#include <cmath>
#include <utility>

#include "integrate/spark_stepper.hpp"
#include "sparkdyn/core/error.hpp"
#include "stage/mixed_newton.hpp"

namespace sparkdyn::integrate {

using core::check;

namespace {

/// Steps with strains as unknowns before the cheaper way is tried again; twice as many each time
/// that it fails.
constexpr long first_mixed_steps = 20, most_mixed_steps = 2560;

}  // namespace

/// A matrix that cannot be factored is a step that fails, on all ranks.
StepResult SparkStepper::attempt_whole(const mechanics::State& state, double h,
                                       mechanics::State& next) {
  try {
    return advance_whole(state, h, next);
  } catch (const core::Error& error) {
    if (error.kind() != core::Failure::numerics) throw;
    return {.done = false, .iterations = 0, .cause = error.what()};
  }
}

/// Where Newton's method fails a step is taken in pieces: halves, quarters, …, and larger ones
/// again where they do. `whole` is what became of the step in one.
StepResult SparkStepper::advance_in_pieces(const mechanics::State& state, double h,
                                           mechanics::State& next, StepResult whole) {
  constexpr long parts = 1024;
  mechanics::State at{state.t, core::make_copy(Vec(state.q)), core::make_copy(Vec(state.v)),
                      state.load_case};
  StepResult result{.done = true, .iterations = whole.iterations, .cause = ""};
  StepWork sum;
  long piece = parts / 2, taken = 0;
  while (taken < parts) {
    const double size = h * static_cast<double>(piece) / parts;
    StepResult one = attempt_whole(at, size, next);
    result.iterations += one.iterations;
    if (one.done && std::isfinite(core::norm(next.q) + core::norm(next.v))) {
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
      return whole;
    }
  }
  stages_of_.erase(state.load_case);  // they are of the last piece
  work_of_pieces_ = sum;
  return result;
}

void SparkStepper::linearize_around(Around around) {
  ++linearization_;
  mechanics::Configuration at = around.at.at();
  if (!around.stressed.empty()) at.stressed = around.stressed;
  install(around.h,
          std::make_shared<const mechanics::Linearization>(system_->linearize(at, around.lambda)));
  around_ = std::move(around);
}

/// Around the middle of the step that is expected, with the multipliers of the last one.
void SparkStepper::relinearize(const mechanics::State& state, double h) {
  if (!guess_stages(state, h))
    for (int i = 0; i < coefficients_.stages; ++i) core::copy(state.v, x_->velocity(i));
  Around around{.h = h,
                .at = {0, core::make_like(state.q), core::make_like(state.v), state.load_case},
                .lambda = system_->make_multiplier()};
  current_->stages->middle(state, *x_, around.at, around.lambda);
  if (mixed_left_ > 0) around.stressed = core::make_copy(Vec(state.q));
  linearize_around(std::move(around));
  stale_ = false;
}

stage::NewtonResult SparkStepper::solve_with_strains(const mechanics::State& state, double h,
                                                     bool guessed) {
  stage::StageStrains strains = stage::make_strains(*system_, coefficients_.stages);
  for (std::size_t k = 0; k < strains.size(); ++k)
    if (!strains[k].empty())
      guess_strains(*system_->forces()[k]->with_strains(), state, guessed ? h : 0, strains[k]);
  const Vec stressed = around_.stressed.empty() ? around_.at.q.get() : around_.stressed.get();
  return stage::mixed_newton(*system_, *current_->stages, *current_->solver, state, around_.at.q,
                             stressed, guessed, *x_, strains);
}

/// Those of the last step's stages, carried on; of the start where there was none (h = 0). A guess
/// of positions would stretch stiff parts.
void SparkStepper::guess_strains(const mechanics::StrainForce& force, const mechanics::State& state,
                                 double h, std::vector<core::Vector>& strains) const {
  if (h == 0) {
    for (const auto& z : strains) force.strains(state.q, z);
    return;
  }
  const LastStages& last = last_stages_.at(state.load_case);
  const auto s = static_cast<std::size_t>(coefficients_.stages);
  std::vector<core::Vector> before;
  const core::Vector place = core::make_like(state.q);
  for (std::size_t j = 0; j < s; ++j) {
    const auto row = static_cast<int>(j);
    core::copy(state.q, place);
    for (int l = 0; l < coefficients_.stages; ++l)
      check(VecAXPY(place, last.h * (coefficients_.velocity(row, l) - coefficients_.b(l)),
                    last.velocities[static_cast<std::size_t>(l)]));
    before.push_back(force.make_strains());
    force.strains(place, before.back());
  }
  extrapolate(before, coefficients_.c, (state.t - last.start) / last.h, h / last.h,
              [&](int i) { return strains[static_cast<std::size_t>(i)].get(); });
}

/// Strains are unknowns from now on, and until the other way may be tried again.
void SparkStepper::begin_mixed() {
  mixed_steps_ =
      mixed_steps_ == 0 ? first_mixed_steps : std::min(2 * mixed_steps_, most_mixed_steps);
  mixed_left_ = mixed_steps_;
}

}  // namespace sparkdyn::integrate
