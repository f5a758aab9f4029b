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
  if (mixed_left_ > 0) {
    around.stressed = core::make_copy(Vec(state.q));
    last_stage_position(state, h, around.stressed);
  }
  linearize_around(std::move(around));
  stale_ = false;
}

/// q ← that of the last stage of the last step, where there was one: its strains are those that
/// stages have. At the ends of steps stiff elements may vibrate.
void SparkStepper::last_stage_position(const mechanics::State& state, double h, Vec q) const {
  const auto found = last_stages_.find(state.load_case);
  if (found == last_stages_.end() || !follows(found->second, state, h)) return;
  const LastStages& last = found->second;
  const int s = coefficients_.stages;
  for (int l = 0; l < s; ++l)
    check(VecAXPY(q, last.h * (coefficients_.velocity(s - 1, l) - coefficients_.b(l)),
                  last.velocities[static_cast<std::size_t>(l)]));
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

/// Whether strains are unknowns in all steps: of structures whose elements are stiff
/// beside the step, and small enough for vectors of strains to cost nothing.
bool SparkStepper::begins_mixed(double h) const {
  constexpr PetscInt small = 5000;
  constexpr double stiff = 50;
  return system_->dofs() <= small && stage::offers_strains(*system_) &&
         h * stage::estimate_largest_omega(*system_) > stiff;
}

/// One answer for one step size: it is asked for in every step.
bool SparkStepper::stays_mixed(double h) {
  if (stiffness_asked_for_ != h) {
    stiffness_asked_for_ = h;
    stiff_ = begins_mixed(h);
  }
  return stiff_;
}

/// Strains are unknowns from now on, and until the other way may be tried again.
void SparkStepper::begin_mixed() {
  mixed_steps_ =
      mixed_steps_ == 0 ? first_mixed_steps : std::min(2 * mixed_steps_, most_mixed_steps);
  mixed_left_ = mixed_steps_;
}

}  // namespace sparkdyn::integrate
