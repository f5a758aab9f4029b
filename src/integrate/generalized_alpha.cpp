// SPDX-License-Identifier: BSD-3-Clause
#include "integrate/generalized_alpha.hpp"

#include "integrate/alpha_equations.hpp"
#include "linear/null_motion.hpp"
#include "sparkdyn/core/error.hpp"

namespace sparkdyn::integrate {

using core::check;

AlphaStepper::AlphaStepper(const mechanics::System& system, AlphaParameters parameters,
                           std::shared_ptr<stage::MassSolver> mass, StepCacheLimits kept)
    : system_(&system),
      p_(std::move(parameters)),
      mass_(std::move(mass)),
      matrices_(kept),
      force_(system.make_displacement()),
      value_(system.make_multiplier()),
      work_n_(system.make_displacement()) {
  for (Rates* rates : {&now_, &next_}) {
    rates->derivative = system.make_displacement();
    rates->averaged = system.make_displacement();
    rates->multiplier = system.make_multiplier();
  }
  if (!system.linear()) newton_ = std::make_unique<AlphaNewton>(system, p_, mass_);
}

AlphaStepper::~AlphaStepper() = default;

int AlphaStepper::order() const {
  return std::abs(p_.gamma - (0.5 + p_.alpha_f - p_.alpha_m)) < 1e-12 ? 2 : 1;
}

void AlphaStepper::prepare(const mechanics::State& initial, double h) {
  if (!started_) start(initial);
  if (newton_)
    newton_->prepare(initial, h);
  else
    matrix(h);
}

/// v'₀ = a₀ from [M Gᵀ; G 0][a; λ] = [F − f(q, v); −(g_tt + …)].
void AlphaStepper::start(const mechanics::State& state) {
  check(VecSet(force_, 0.0));
  system_->add_load(state.t, 1.0, force_, state.load_case);
  system_->add_forces(state.at(), -1.0, force_);
  if (system_->constrained()) system_->constraint_acceleration(state.at(), value_);
  try {
    mass_->with_constraint(state.at()).solve(force_, value_, now_.derivative, now_.multiplier);
  } catch (const core::Error& error) {
    if (error.kind() != core::Failure::numerics) throw;
    core::input_error(
        "{} begins with accelerations, and there are none: degrees of freedom without mass that no "
        "constraint holds, or constraints that depend on one another; the families gauss-lobatto, "
        "lobatto and esdirk need none ({})",
        p_.name, error.what());
  }
  core::copy(now_.derivative, now_.averaged);
  started_ = true;
}

/// With v'₁ as unknown: M + h γ' C + h² β' K, γ' = γ(1−α_f)/(1−α_m), β' = β(1−α_f)/(1−α_m).
linear::RealSaddle& AlphaStepper::matrix(double h) {
  if (auto* found = matrices_.find({h})) return **found;
  const double ratio = p_.ratio();
  std::vector<linear::WeightedMatrix<double>> sum{{1.0, system_->mass()}};
  for (const auto& term : system_->terms()) {
    const double factor =
        term.kind == mechanics::Kind::elastic ? h * h * p_.beta * ratio : h * p_.gamma * ratio;
    for (const auto& part : term.parts) sum.push_back({factor * part.factor, part.matrix});
  }
  matrices_.make_room([&](const auto& solver) {
    let_go_.factor += solver->times().factor;
    let_go_.solve += solver->times().solve;
  });
  try {
    auto solver = std::make_unique<linear::RealSaddle>(mass_->operators(), sum, "baseline_",
                                                       mass_->saddle_options());
    const double bytes = sizeof(double) * solver->factor_entries();
    return *matrices_.add({h}, std::move(solver), bytes);
  } catch (const core::Error& error) {
    if (error.kind() != core::Failure::numerics) throw;
    const std::string why = linear::describe_null_motions(mass_->operators(), sum);
    if (why.empty()) throw;
    core::numerics_error("{}; {}", error.what(), why);
  }
}

/// The part of q₁, v₁ and a₁ that does not depend on v'₁.
void AlphaStepper::predict(const mechanics::State& state, double h, mechanics::State& next) {
  core::copy(now_.derivative, next_.averaged);
  check(VecScale(next_.averaged, p_.alpha_f));
  check(VecAXPY(next_.averaged, -p_.alpha_m, now_.averaged));
  check(VecScale(next_.averaged, 1 / (1 - p_.alpha_m)));
  core::copy(state.q, next.q);
  check(VecAXPY(next.q, h, state.v));
  check(VecAXPY(next.q, h * h * (0.5 - p_.beta), now_.averaged));
  check(VecAXPY(next.q, h * h * p_.beta, next_.averaged));
  core::copy(state.v, next.v);
  check(VecAXPY(next.v, h * (1 - p_.gamma), now_.averaged));
  check(VecAXPY(next.v, h * p_.gamma, next_.averaged));
}

StepResult AlphaStepper::advance(const mechanics::State& state, double h, mechanics::State& next) {
  if (!started_) start(state);
  predict(state, h, next);
  next.t = state.t + h;
  StepResult result = newton_ ? advance_by_newton(state, h, next) : advance_linear(state, h, next);
  if (!result.done) return result;
  StepWork begin, end;
  begin.external = power(state, now_, &begin.dissipated);
  end.external = power(next, next_, &end.dissipated);
  work_ = {0.5 * h * (begin.external + end.external),
           0.5 * h * (begin.dissipated + end.dissipated)};
  return result;
}

StepResult AlphaStepper::advance_by_newton(const mechanics::State& state, double h,
                                           mechanics::State& next) {
  core::copy(now_.derivative, next_.derivative);
  core::copy(now_.multiplier, next_.multiplier);
  StepResult result = newton_->step(state, h, next, next_.derivative, next_.multiplier);
  check(VecAXPY(next_.averaged, p_.ratio(), next_.derivative));
  return result;
}

StepResult AlphaStepper::advance_linear(const mechanics::State&, double h, mechanics::State& next) {
  const double ratio = p_.ratio();
  check(VecSet(force_, 0.0));
  system_->add_load(next.t, 1.0, force_, next.load_case);
  system_->add_internal(-1.0, next.q, next.v, force_);
  if (system_->constrained()) {
    system_->position_residual(next.t, next.q, value_);
    check(VecScale(value_, -1 / (h * h * p_.beta * ratio)));
  }
  const int iterations =
      matrix(h).iterate(force_, value_, next_.derivative, next_.multiplier, now_.derivative);
  check(VecAXPY(next_.averaged, ratio, next_.derivative));
  check(VecAXPY(next.q, h * h * p_.beta * ratio, next_.derivative));
  check(VecAXPY(next.v, h * p_.gamma * ratio, next_.derivative));
  return {.done = true, .iterations = iterations, .cause = ""};
}

void AlphaStepper::accept() {
  std::swap(now_, next_);
}

void AlphaStepper::carry(int, core::Archive& archive) {
  long vectors = system_->constrained() ? 3 : 2;
  archive.number("vectors", vectors);
  if (vectors == 0) return;
  archive.vector("derivative", core::Space::displacement, now_.derivative);
  archive.vector("averaged", core::Space::displacement, now_.averaged);
  if (system_->constrained())
    archive.vector("multiplier", core::Space::multiplier, now_.multiplier);
  if (newton_) newton_->carry(archive);
  started_ = started_ || archive.gives();
}

std::string AlphaStepper::description() const {
  return fmt::format("{}, index-3 form", p_.name);
}

std::string AlphaStepper::solver_description() const {
  if (newton_) return "direct: one real matrix, kept while Newton's method contracts well";
  return mass_->spaces() ? "multigrid: one real matrix, conjugate gradients"
                         : "direct: one real matrix";
}

linear::SolverTimes AlphaStepper::times() const {
  linear::SolverTimes sum = mass_->times();
  sum.factor += let_go_.factor;
  sum.solve += let_go_.solve;
  matrices_.for_each([&](const auto& solver) {
    sum.factor += solver->times().factor;
    sum.solve += solver->times().solve;
  });
  if (newton_) {
    sum.factor += newton_->times().factor;
    sum.solve += newton_->times().solve;
  }
  return sum;
}

double AlphaStepper::factor_entries() const {
  double entries = newton_ ? newton_->factor_entries() : 0;
  matrices_.for_each([&](const auto& solver) { entries += solver->factor_entries(); });
  return entries;
}

}  // namespace sparkdyn::integrate
