// SPDX-License-Identifier: BSD-3-Clause
#include "integrate/spark_stepper.hpp"

#include <cmath>
#include <numeric>

#include "circulation.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::integrate {

using core::check;

namespace {

double local_dot(Vec a, Vec b) {
  const core::ReadArray left(a), right(b);
  return std::inner_product(left.data(), left.data() + left.size(), right.data(), 0.0);
}

/// "rho_infinity 0.8" when every term has the same mixture of C and C*, else the terms.
std::string splitting_text(const tableau::Splitting& splitting) {
  using tableau::Family;
  const auto& first = splitting.entries().begin()->second;
  for (const auto& [name, mixture] : splitting.entries())
    if (!(mixture == first)) return splitting.text();
  if (first.contains(Family::IIIA) || first.contains(Family::IIIB)) return splitting.text();
  const double gamma = first.weight(Family::IIIC) - first.weight(Family::IIICstar);
  return fmt::format("rho_infinity {:.4g} on every term", (1 - gamma) / (1 + gamma) + 0.0);
}

}  // namespace

SparkStepper::SparkStepper(const mechanics::System& system, SparkOptions options,
                           std::shared_ptr<stage::MassSolver> mass)
    : system_(&system),
      options_(std::move(options)),
      coefficients_(
          stage::make_coefficients(system, tableau::Lobatto(options_.stages), options_.splitting)),
      mass_(std::move(mass)),
      prepared_(options_.kept),
      work_n_(system.make_displacement()),
      work_m_(system.make_multiplier()) {}

void SparkStepper::use_step(double h) {
  if (current_ && current_->stages->h() == h) return;
  current_ = prepared_.find(h);
  if (!current_) {
    prepared_.make_room([&](const stage::PreparedStep& step) {
      let_go_.factor += step.solver->times().factor;
      let_go_.solve += step.solver->times().solve;
    });
    auto step = stage::prepare_step(*system_, coefficients_, h, mass_);
    const double bytes = step.solver->factor_bytes();
    current_ = &prepared_.add(h, std::move(step), bytes);
  }
  all_rhs_.clear();
  all_x_.clear();
  rhs_ = std::make_unique<linear::BlockVector>(current_->stages->op().make_vector());
  x_ = std::make_unique<linear::BlockVector>(current_->stages->op().make_vector());
}

void SparkStepper::prepare(const mechanics::State&, double h) {
  use_step(h);
}

StepResult SparkStepper::advance(const mechanics::State& state, double h, mechanics::State& next) {
  use_step(h);
  keep_start(state);
  current_->stages->right_hand_side(state, *rhs_);
  const bool guessed = current_->solver->takes_guess() && guess_stages(state, h);
  const linear::SolveResult solved =
      guessed ? current_->solver->improve(*rhs_, *x_) : current_->solver->solve(*rhs_, *x_);
  if (!solved.converged)
    return {
        .done = false, .iterations = solved.iterations, .cause = solved.cause, .dof = solved.dof};
  current_->stages->finish(state, *x_, next);
  return {.done = true, .iterations = solved.iterations, .cause = ""};
}

void SparkStepper::keep_start(const mechanics::State& state) {
  last_start_ = state.t;
  last_case_ = state.load_case;
  if (system_->symmetric()) return;
  if (last_q_.empty()) last_q_ = core::make_like(state.q);
  core::copy(state.q, last_q_);
}

/// x ← the polynomial of the last step's stage velocities, carried on. False without a last step
/// that ends here, or when this one is too long to be guessed.
bool SparkStepper::guess_stages(const mechanics::State& state, double h) {
  constexpr double longest = 2;
  const auto found = memory_.find(state.load_case);
  if (found == memory_.end()) return false;
  const StageMemory& last = found->second;
  const int s = coefficients_.stages;
  if (last.h == 0 || last.velocities.size() != static_cast<std::size_t>(s)) return false;
  if (std::abs(last.start + last.h - state.t) > 1e-6 * last.h || h > longest * last.h) return false;
  for (int i = 0; i < s; ++i) {
    const double tau = (state.t + coefficients_.c(i) * h - last.start) / last.h;
    check(VecSet(x_->velocity(i), 0.0));
    for (int j = 0; j < s; ++j) {
      double value = 1;
      for (int k = 0; k < s; ++k)
        if (k != j) value *= (tau - coefficients_.c(k)) / (coefficients_.c(j) - coefficients_.c(k));
      check(VecAXPY(x_->velocity(i), value, last.velocities[static_cast<std::size_t>(j)]));
    }
  }
  return true;
}

void SparkStepper::accept() {
  if (!current_->solver->takes_guess()) return;
  StageMemory& memory = memory_[last_case_];
  memory.start = last_start_;
  memory.h = current_->stages->h();
  for (int i = 0; i < coefficients_.stages; ++i) {
    if (memory.velocities.size() <= static_cast<std::size_t>(i))
      memory.velocities.push_back(core::make_like(x_->velocity(i)));
    core::copy(x_->velocity(i), memory.velocities[static_cast<std::size_t>(i)]);
  }
}

void SparkStepper::carry(int load_case, core::Archive& archive) {
  long vectors = memory_.contains(load_case) ? coefficients_.stages : 0;
  archive.number("vectors", vectors);
  if (vectors == 0) return;
  StageMemory& stages = memory_[load_case];
  while (stages.velocities.size() < static_cast<std::size_t>(coefficients_.stages))
    stages.velocities.push_back(system_->make_displacement());
  archive.number("start", stages.start);
  archive.number("h", stages.h);
  for (std::size_t i = 0; i < stages.velocities.size(); ++i)
    archive.vector(fmt::format("stage-{}", i), core::Space::displacement, stages.velocities[i]);
}

StepResult SparkStepper::step_all(std::span<mechanics::State* const> states, double h,
                                  Account account, std::vector<StepWork>* energy) {
  use_step(h);
  auto& stages = *current_->stages;
  if (states.size() == 1 || !stages.finishes_independently() || current_->solver->takes_guess())
    return Stepper::step_all(states, h, account, energy);
  std::vector<const linear::BlockVector*> rhs;
  std::vector<linear::BlockVector*> x;
  for (std::size_t k = 0; k < states.size(); ++k) {
    if (all_rhs_.size() <= k) {
      all_rhs_.push_back(std::make_unique<linear::BlockVector>(stages.op().make_vector()));
      all_x_.push_back(std::make_unique<linear::BlockVector>(stages.op().make_vector()));
    }
    stages.right_hand_side(*states[k], *all_rhs_[k]);
    rhs.push_back(all_rhs_[k].get());
    x.push_back(all_x_[k].get());
  }
  const linear::SolveResult solved = current_->solver->solve_all(rhs, x);
  StepResult result{.done = solved.converged,
                    .iterations = solved.iterations,
                    .cause = solved.cause,
                    .dof = solved.dof};
  for (std::size_t k = 0; k < states.size() && result.done; ++k) {
    std::swap(x_, all_x_[k]);  // work() and the stage multipliers are those of this case
    keep_start(*states[k]);
    stages.finish(*states[k], *x_, next_of(*states[k]));
    if (!take_next(*states[k])) return refused();
    if (energy) energy->push_back(work(account));
  }
  return result;
}

/// W = h Σ b_i (V_iᵀF(t_i) − Λ_iᵀG V_i), D = h Σ b_i V_iᵀ(C V_i + ½(K − Kᵀ)Q_i): with ρ∞ = 1 these
/// close the energy balance exactly, because IIID keeps quadratic invariants.
StepWork SparkStepper::work(Account account) {
  const double h = current_->stages->h();
  StepWork mine;  // this rank's share; one reduction at the end
  for (int i = 0; i < coefficients_.stages; ++i) {
    const double weight = h * coefficients_.b(i);
    for (const auto& load : system_->loads()) {
      if (!load.acts_in(last_case_)) continue;
      const double a = load.amplitude->value(last_start_ + coefficients_.c(i) * h);
      if (a != 0) mine.external += weight * a * local_dot(x_->velocity(i), load.shape);
    }
    if (system_->constrained()) {
      check(MatMult(system_->G(), x_->velocity(i), work_m_));
      mine.external -= coefficients_.b(i) * local_dot(stage_multiplier(i), work_m_);
    }
  }
  if (system_->damped() && account == Account::loads_and_damping)
    mine.dissipated = h * damping_form();
  StepWork all{core::sum(system_->comm(), mine.external),
               core::sum(system_->comm(), mine.dissipated)};
  if (!system_->symmetric() && account == Account::loads_and_damping)
    all.dissipated += circulation_work();
  return all;
}

double SparkStepper::circulation_work() {
  const Circulation circulation(*system_);
  const double h = current_->stages->h();
  double work = 0;
  for (int i = 0; i < coefficients_.stages; ++i) {
    core::copy(last_q_, work_n_);  // becomes Q_i
    for (int j = 0; j < coefficients_.stages; ++j)
      check(VecAXPY(work_n_, h * coefficients_.velocity(i, j), x_->velocity(j)));
    work += h * coefficients_.b(i) * circulation.power(work_n_, x_->velocity(i));
  }
  return work;
}

/// This rank's share of Σ b_i V_iᵀC V_i.
double SparkStepper::damping_form() {
  std::vector<Vec> velocities;
  for (int i = 0; i < coefficients_.stages; ++i) velocities.push_back(x_->velocity(i));
  double sum = 0;
  for (const auto& term : system_->terms()) {
    if (term.kind != mechanics::Kind::damping) continue;
    for (const auto& part : term.parts) {
      auto& product = products_[part.matrix->get()];
      if (!product)
        product =
            std::make_unique<linear::JointProduct>(part.matrix, nullptr, system_->symmetric());
      sum += part.factor *
             product->quadratic_form(velocities, {coefficients_.b.data(), velocities.size()});
    }
  }
  return sum;
}

std::string SparkStepper::description() const {
  return fmt::format("Lobatto SPARK, {} stages, {}", options_.stages,
                     splitting_text(options_.splitting));
}

std::string SparkStepper::solver_description() const {
  if (!current_) return "not yet chosen";
  return fmt::format("{}: {}", current_->solver->name(), current_->why);
}

linear::SolverTimes SparkStepper::times() const {
  linear::SolverTimes sum = mass_->times();
  sum.factor += let_go_.factor;
  sum.solve += let_go_.solve;
  prepared_.for_each([&](const stage::PreparedStep& step) {
    sum.factor += step.solver->times().factor;
    sum.solve += step.solver->times().solve;
  });
  return sum;
}

double SparkStepper::factor_entries() const {
  return current_ ? current_->solver->factor_entries() : 0.0;
}

}  // namespace sparkdyn::integrate
