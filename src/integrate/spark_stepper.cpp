#include "sparkdyn/integrate/spark_stepper.hpp"

#include "sparkdyn/core/error.hpp"

namespace sparkdyn::integrate {

using core::check;

namespace {
constexpr std::size_t kept_step_sizes = 2;
}

SparkStepper::SparkStepper(const mechanics::System& system, SparkOptions options,
                           std::shared_ptr<stage::MassSolver> mass)
    : system_(&system),
      options_(std::move(options)),
      coefficients_(stage::make_coefficients(system, tableau::Lobatto(options_.stages),
                                             options_.splitting)),
      mass_(std::move(mass)),
      work_n_(system.make_displacement()),
      work_m_(system.make_multiplier()) {}

void SparkStepper::use_step(double h) {
  if (current_ && current_->stages->h() == h) return;
  auto found = prepared_.find(h);
  if (found == prepared_.end()) {
    if (prepared_.size() >= kept_step_sizes) {
      prepared_.clear();
      current_ = nullptr;
    }
    found = prepared_
                .emplace(h, stage::prepare_step(*system_, coefficients_, h, options_.strategy,
                                                options_.krylov, mass_))
                .first;
  }
  current_ = &found->second;
  rhs_ = std::make_unique<stage::BlockVector>(current_->stages->op().make_vector());
  x_ = std::make_unique<stage::BlockVector>(current_->stages->op().make_vector());
}

void SparkStepper::prepare(const mechanics::State&, double h) { use_step(h); }

StepResult SparkStepper::advance(const mechanics::State& state, double h, mechanics::State& next) {
  use_step(h);
  last_start_ = state.t;
  current_->stages->right_hand_side(state, *rhs_);
  const stage::SolveResult solved = current_->solver->solve(*rhs_, *x_);
  if (!solved.converged)
    return {.done = false, .iterations = solved.iterations, .cause = solved.cause};
  current_->stages->finish(state, *x_, next);
  return {.done = true, .iterations = solved.iterations, .cause = ""};
}

/// W = h Σ b_i (V_iᵀF(t_i) − Λ_iᵀG V_i), D = h Σ b_i V_iᵀC V_i: with ρ∞ = 1 these close the energy
/// balance exactly, because IIID keeps quadratic invariants.
StepWork SparkStepper::work() {
  StepWork sum;
  const double h = current_->stages->h();
  for (int i = 0; i < coefficients_.stages; ++i) {
    const double weight = h * coefficients_.b(i);
    Vec V = x_->velocity(i);
    for (const auto& load : system_->loads()) {
      const double a = load.amplitude->value(last_start_ + coefficients_.c(i) * h);
      if (a != 0) sum.external += weight * a * core::dot(V, load.shape);
    }
    if (system_->constrained()) {
      check(MatMult(system_->G(), V, work_m_));
      sum.external -= coefficients_.b(i) * core::dot(stage_multiplier(i), work_m_);
    }
    if (system_->damped()) {
      check(VecSet(work_n_, 0.0));
      system_->add_internal(1.0, nullptr, V, work_n_);
      sum.dissipated += weight * core::dot(V, work_n_);
    }
  }
  return sum;
}

std::string SparkStepper::description() const {
  return fmt::format("Lobatto SPARK, {} stages, order {}, {}", options_.stages, order(),
                     options_.splitting.text());
}

std::string SparkStepper::solver_description() const {
  if (!current_) return "not yet chosen";
  return fmt::format("{}: {}", current_->solver->name(), current_->why);
}

stage::SolverTimes SparkStepper::times() const {
  stage::SolverTimes sum = mass_->times();
  for (const auto& [h, step] : prepared_) {
    sum.factor += step.solver->times().factor;
    sum.solve += step.solver->times().solve;
  }
  return sum;
}

double SparkStepper::factor_entries() const {
  return current_ ? current_->solver->factor_entries() : 0.0;
}

}  // namespace sparkdyn::integrate
