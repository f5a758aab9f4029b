// SPDX-License-Identifier: BSD-3-Clause
#include "integrate/spark_stepper.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "circulation.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "stage/mixed_newton.hpp"
#include "stage/newton.hpp"
#include "tableau/dense_output.hpp"

namespace sparkdyn::integrate {

using core::check;

namespace {

/// Another linearisation is cheaper than going on like this.
constexpr double slow_contraction = 0.1;
/// The same where strains are unknowns: solutions of one step.
constexpr int many_solutions = 8;
/// Steps with strains as unknowns before the cheaper way is tried again; twice as many each time
/// that it fails.
constexpr long first_mixed_steps = 20, most_mixed_steps = 2560;

/// This rank's share. Eigen adds in several lanes, which a loop in order may not.
double local_dot(Vec a, Vec b) {
  const core::ReadArray left(a), right(b);
  using Map = Eigen::Map<const Eigen::VectorXd>;
  return Map(left.data(), left.size()).dot(Map(right.data(), right.size()));
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

std::string rho_text(const tableau::GaussSplitting& splitting) {
  const auto all = splitting.common();
  return all ? fmt::format("{:.4g} on every term", *all) : splitting.text();
}

}  // namespace

SparkMethod lobatto_method(const mechanics::System& system, int stages,
                           const tableau::Splitting& splitting) {
  return {.coefficients = stage::make_coefficients(system, tableau::Lobatto(stages), splitting),
          .order = 2 * stages - 2,
          .description =
              fmt::format("Lobatto SPARK, {} stages, {}", stages, splitting_text(splitting))};
}

SparkMethod gauss_method(const mechanics::System& system, int stages,
                         const tableau::GaussSplitting& splitting) {
  const tableau::GaussLobatto gauss(stages);
  return {.coefficients = stage::make_coefficients(system, gauss, splitting),
          .order = gauss.order(splitting.damped()),
          .description = fmt::format("Gauss-Lobatto SPARK, {} stage{}, rho_infinity {}", stages,
                                     stages == 1 ? "" : "s", rho_text(splitting))};
}

SparkMethod one_factor_method(const mechanics::System& system, int stages, double rho_infinity) {
  try {
    const tableau::OneFactor method(stages, rho_infinity);
    return {.coefficients = stage::make_coefficients(system, method),
            .order = stages,
            .description =
                fmt::format("ESDIRK on Gauss nodes, {} stages with one factor, rho_infinity {:.4g}",
                            stages, rho_infinity)};
  } catch (const std::invalid_argument& error) {
    core::input_error("{}", error.what());
  }
}

SparkStepper::SparkStepper(const mechanics::System& system, SparkMethod method,
                           std::shared_ptr<stage::MassSolver> mass, StepCacheLimits kept)
    : system_(&system),
      coefficients_(std::move(method.coefficients)),
      order_(method.order),
      description_(std::move(method.description)),
      mass_(std::move(mass)),
      prepared_(system.linear() ? kept : StepCacheLimits{.count = 1}),
      work_n_(system.make_displacement()),
      work_m_(system.make_multiplier()) {}

SparkStepper::SparkStepper(const mechanics::System& system, const SparkOptions& options,
                           std::shared_ptr<stage::MassSolver> mass)
    : SparkStepper(system, lobatto_method(system, options.stages, options.splitting),
                   std::move(mass), options.kept) {}

/// What no longer has a place goes first: factors are large.
void SparkStepper::install(double h, std::shared_ptr<const mechanics::Linearization> around) {
  if (!system_->linear()) current_ = nullptr;  // the last one goes, and a factorisation may fail
  prepared_.make_room([&](const stage::PreparedStep& step) {
    let_go_.factor += step.solver->times().factor;
    let_go_.solve += step.solver->times().solve;
  });
  auto step = stage::prepare_step(*system_, coefficients_, h, mass_, std::move(around));
  const double bytes = step.solver->factor_bytes();
  current_ = &prepared_.add({h, linearization_}, std::move(step), bytes);
}

void SparkStepper::use_step(const mechanics::State& state, double h) {
  carry_errors_of_other_steps(h);
  if (current_ && current_->stages->h() == h) return;
  if (find_step(h)) return;
  if (system_->linear()) {
    install(h, nullptr);
  } else if (around_.h == h) {  // a checkpoint's
    linearize_around(std::exchange(around_, {}));
  } else {
    Around start{.h = h,
                 .at = {state.t, core::make_copy(Vec(state.q)), core::make_copy(Vec(state.v)),
                        state.load_case},
                 .lambda = {}};
    linearize_around(std::move(start));
    stale_ = false;
  }
  renew_vectors();
}

/// Whether what the step needs is there, and now in use.
bool SparkStepper::find_step(double h) {
  stage::PreparedStep* const found = prepared_.find({h, linearization_});
  if (!found) return false;
  current_ = found;
  renew_vectors();
  return true;
}

void SparkStepper::renew_vectors() {
  all_rhs_.clear();
  all_x_.clear();
  stages_of_.clear();
  error_rhs_.reset();
  error_x_.reset();
  rhs_ = std::make_unique<linear::BlockVector>(current_->stages->op().make_vector());
  x_ = std::make_unique<linear::BlockVector>(current_->stages->op().make_vector());
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

void SparkStepper::prepare(const mechanics::State& initial, double h) {
  use_step(initial, h);
}

bool SparkStepper::remembers() const {
  return current_->solver->takes_guess() || !system_->linear();
}

StepResult SparkStepper::advance(const mechanics::State& state, double h, mechanics::State& next) {
  work_of_pieces_.reset();
  if (system_->linear()) return advance_whole(state, h, next);
  StepResult result = attempt_whole(state, h, next);
  if (result.done) return result;
  return advance_in_pieces(state, h, next, std::move(result));
}

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

StepResult SparkStepper::advance_whole(const mechanics::State& state, double h,
                                       mechanics::State& next) {
  use_step(state, h);
  keep_start(state);
  Companion* companion = companion_of(state);
  const bool together = companion && companion->ready() && carries_errors_along();
  const auto attempt = [&]() -> stage::NewtonResult {
    if (together) return {.solved = solve_with_error(state, *companion), .passes = 1};
    const bool guessed = remembers() && guess_stages(state, h);
    if (mixed_left_ > 0) return solve_with_strains(state, h, guessed);
    return stage::newton(*current_->stages, *current_->solver, state, guessed, *rhs_, *x_);
  };
  const bool renewed = stale_;
  if (stale_) relinearize(state, h);
  stage::NewtonResult result = attempt();
  if (!result.solved.converged && !system_->linear() && !renewed) {
    const int before = result.solved.iterations;
    check(VecSet(x_->whole(), 0.0));
    relinearize(state, h);
    result = attempt();
    result.solved.iterations += before;
  }
  if (!result.solved.converged && mixed_left_ == 0 && stage::offers_strains(*system_)) {
    begin_mixed();
    check(VecSet(x_->whole(), 0.0));
    relinearize(state, h);
    result = attempt();
  }
  stale_ = mixed_left_ > 0 ? result.passes > many_solutions : result.contraction > slow_contraction;
  if (mixed_left_ > 0) --mixed_left_;
  const auto& solved = result.solved;
  const int iterations = system_->linear() ? solved.iterations : result.passes;
  if (!solved.converged)
    return {.done = false, .iterations = iterations, .cause = solved.cause, .dof = solved.dof};
  current_->stages->finish(state, *x_, next);
  stages_of_[state.load_case] = x_.get();
  if (companion) {
    if (!together && companion->ready()) carry_error(state.load_case);
    companion->record(state, h, *x_, next.v);
  }
  return {.done = true, .iterations = iterations, .cause = ""};
}

/// The start is looked at again where its forces are no gradient, or not those of one stiffness.
void SparkStepper::keep_start(const mechanics::State& state) {
  last_.t = state.t;
  last_.load_case = state.load_case;
  if (system_->symmetric() && system_->linear()) return;
  if (last_.q.empty()) {
    last_.q = core::make_like(state.q);
    last_.v = core::make_like(state.v);
  }
  core::copy(state.q, last_.q);
  core::copy(state.v, last_.v);
}

/// x ← the polynomial of the last step's stage velocities, carried on. False without a last step
/// that ends here, or when this one is too long to be guessed.
bool SparkStepper::guess_stages(const mechanics::State& state, double h) {
  constexpr double longest = 2;
  const auto found = last_stages_.find(state.load_case);
  if (found == last_stages_.end()) return false;
  const LastStages& last = found->second;
  const int s = coefficients_.stages;
  if (last.h == 0 || last.velocities.size() != static_cast<std::size_t>(s)) return false;
  if (std::abs(last.start + last.h - state.t) > 1e-6 * last.h || h > longest * last.h) return false;
  const double from = (state.t - last.start) / last.h, stretch = h / last.h;
  extrapolate(last.velocities, coefficients_.c, from, stretch,
              [&](int i) { return x_->velocity(i); });
  // Multipliers are taken as they were: Newton's method is judged by velocities, and what a
  // polynomial adds to errors of multipliers would grow from step to step.
  if (last.multipliers.size() == static_cast<std::size_t>(x_->multiplier_blocks()))
    for (int i = 0; i < x_->multiplier_blocks(); ++i) {
      core::copy(last.multipliers[static_cast<std::size_t>(i)], x_->multiplier(i));
      check(VecScale(x_->multiplier(i), stretch));
    }
  return true;
}

/// The polynomial through `last` at the nodes of the last step, at those of the next one.
void SparkStepper::extrapolate(const std::vector<core::Vector>& last, const Eigen::VectorXd& nodes,
                               double from, double stretch,
                               const std::function<Vec(int)>& to) const {
  const auto count = static_cast<int>(last.size());
  for (int i = 0; i < count; ++i) {
    const double tau = from + stretch * nodes(i);
    check(VecSet(to(i), 0.0));
    for (int j = 0; j < count; ++j) {
      double value = 1;
      for (int k = 0; k < count; ++k)
        if (k != j) value *= (tau - nodes(k)) / (nodes(j) - nodes(k));
      check(VecAXPY(to(i), value, last[static_cast<std::size_t>(j)]));
    }
  }
}

void SparkStepper::accept() {
  if (!remembers()) return;
  LastStages& kept = last_stages_[last_.load_case];
  kept.start = last_.t;
  kept.h = current_->stages->h();
  for (int i = 0; i < coefficients_.stages; ++i) {
    if (kept.velocities.size() <= static_cast<std::size_t>(i))
      kept.velocities.push_back(core::make_like(x_->velocity(i)));
    core::copy(x_->velocity(i), kept.velocities[static_cast<std::size_t>(i)]);
  }
  if (system_->linear()) return;
  while (kept.multipliers.size() < static_cast<std::size_t>(x_->multiplier_blocks()))
    kept.multipliers.push_back(system_->make_multiplier());
  for (int i = 0; i < x_->multiplier_blocks(); ++i)
    core::copy(x_->multiplier(i), kept.multipliers[static_cast<std::size_t>(i)]);
}

/// Where the factors at hand were made, and whether they serve the next step.
void SparkStepper::carry_around(core::Archive& archive) {
  if (system_->linear()) return;
  archive.number("mixed.steps", mixed_steps_);
  archive.number("mixed.left", mixed_left_);
  archive.number("around.h", around_.h);
  if (around_.h == 0) return;
  long stale = stale_ ? 1 : 0, multipliers = around_.lambda.empty() ? 0 : 1;
  long stressed = around_.stressed.empty() ? 0 : 1;
  archive.number("around.stressed", stressed);
  archive.number("around.stale", stale);
  archive.number("around.multipliers", multipliers);
  stale_ = stale != 0;
  if (around_.at.q.empty()) {
    around_.at.q = system_->make_displacement();
    around_.at.v = system_->make_displacement();
  }
  if (multipliers != 0 && around_.lambda.empty()) around_.lambda = system_->make_multiplier();
  archive.number("around.t", around_.at.t);
  archive.vector("around-q", core::Space::displacement, around_.at.q);
  archive.vector("around-v", core::Space::displacement, around_.at.v);
  if (stressed != 0 && around_.stressed.empty()) around_.stressed = system_->make_displacement();
  if (stressed != 0) archive.vector("around-stressed", core::Space::displacement, around_.stressed);
  if (multipliers != 0) archive.vector("around-lambda", core::Space::multiplier, around_.lambda);
}

void SparkStepper::carry(int load_case, core::Archive& archive) {
  carry_companion(load_case, archive);
  carry_local_error(load_case, archive);
  carry_around(archive);
  long vectors = last_stages_.contains(load_case) ? coefficients_.stages : 0;
  archive.number("vectors", vectors);
  if (vectors == 0) return;
  LastStages& stages = last_stages_[load_case];
  while (stages.velocities.size() < static_cast<std::size_t>(coefficients_.stages))
    stages.velocities.push_back(system_->make_displacement());
  archive.number("start", stages.start);
  archive.number("h", stages.h);
  for (std::size_t i = 0; i < stages.velocities.size(); ++i)
    archive.vector(fmt::format("stage-{}", i), core::Space::displacement, stages.velocities[i]);
  if (system_->linear()) return;
  long multipliers = static_cast<long>(stages.multipliers.size());
  archive.number("multipliers", multipliers);
  while (stages.multipliers.size() < static_cast<std::size_t>(multipliers))
    stages.multipliers.push_back(system_->make_multiplier());
  for (std::size_t i = 0; i < stages.multipliers.size(); ++i)
    archive.vector(fmt::format("multiplier-{}", i), core::Space::multiplier, stages.multipliers[i]);
}

StepResult SparkStepper::step_all(std::span<mechanics::State* const> states, double h,
                                  Account account, std::vector<StepWork>* energy) {
  use_step(*states.front(), h);
  auto& stages = *current_->stages;
  if (states.size() == 1 || !stages.finishes_independently() || remembers())
    return Stepper::step_all(states, h, account, energy);
  std::vector<const linear::BlockVector*> rhs;
  std::vector<linear::BlockVector*> x;
  const auto add = [&](std::size_t k) -> linear::BlockVector& {
    if (all_rhs_.size() <= k) {
      all_rhs_.push_back(std::make_unique<linear::BlockVector>(stages.op().make_vector()));
      all_x_.push_back(std::make_unique<linear::BlockVector>(stages.op().make_vector()));
    }
    rhs.push_back(all_rhs_[k].get());
    x.push_back(all_x_[k].get());
    return *all_rhs_[k];
  };
  for (std::size_t k = 0; k < states.size(); ++k) stages.right_hand_side(*states[k], add(k));
  std::vector<Companion*> carried;
  for (const mechanics::State* state : states)
    if (Companion* companion = companion_of(*state);
        companion && companion->ready() && carries_errors_along()) {
      companion->right_hand_side(stages, add(states.size() + carried.size()));
      carried.push_back(companion);
    }
  const linear::SolveResult solved = current_->solver->solve_all(rhs, x);
  StepResult result{.done = solved.converged,
                    .iterations = solved.iterations,
                    .cause = solved.cause,
                    .dof = solved.dof};
  for (std::size_t k = 0; k < carried.size() && result.done; ++k)
    carried[k]->take(stages, *x[states.size() + k]);
  for (std::size_t k = 0; k < states.size() && result.done; ++k) {
    std::swap(x_, all_x_[k]);  // work() and the stage multipliers are those of this case
    stages_of_[states[k]->load_case] = x_.get();
    keep_start(*states[k]);
    mechanics::State& next = next_of(*states[k]);
    stages.finish(*states[k], *x_, next);
    if (Companion* companion = companion_of(*states[k])) {
      if (companion->ready()) carry_error(states[k]->load_case);  // no more, if taken along above
      companion->record(*states[k], h, *x_, next.v);
    }
    if (!take_next(*states[k])) return refused();
    if (energy) energy->push_back(work(account));
  }
  return result;
}

/// W = h Σ b_i V_iᵀF(t_i) − Σ b̃_l hΛ_lᵀ(Gv)_l, D = h Σ b_i V_iᵀ(C V_i + ½(K − Kᵀ)Q_i): with ρ∞ = 1
/// these close the energy balance exactly, because IIID and Gauss keep quadratic invariants.
StepWork SparkStepper::work(Account account) {
  if (work_of_pieces_) return *work_of_pieces_;
  const auto& stages = *current_->stages;
  const double h = stages.h();
  const int multipliers = system_->constrained() ? stages.multipliers() : 0;
  StepWork mine;  // this rank's share; one reduction at the end
  for (int i = 0; i < std::max(coefficients_.stages, multipliers); ++i) {
    if (i < coefficients_.stages)
      for (const auto& load : system_->loads()) {
        if (!load.acts_in(last_.load_case)) continue;
        const double a = load.amplitude->value(last_.t + coefficients_.c(i) * h);
        if (a != 0)
          mine.external += h * coefficients_.b(i) * a * local_dot(x_->velocity(i), load.shape);
      }
    if (i < multipliers) {
      stages.multiplier_velocity(last_, *x_, i, work_m_);
      mine.external -= stages.multiplier_weight(i) * local_dot(stage_multiplier(i), work_m_);
    }
  }
  const bool all_of_it = account == Account::loads_and_damping;
  if (system_->linear() && system_->damped() && all_of_it) mine.dissipated = h * damping_form();
  StepWork all{core::sum(system_->comm(), mine.external),
               core::sum(system_->comm(), mine.dissipated)};
  if (!system_->linear() && all_of_it)
    all.dissipated += h * power_of([](const mechanics::Force& force) {
                        return force.kind() == mechanics::Kind::damping && !force.external();
                      });
  if (!system_->linear())
    all.external -= h * power_of([](const mechanics::Force& force) { return force.external(); });
  if (system_->linear() && !system_->symmetric() && all_of_it) all.dissipated += circulation_work();
  return all;
}

void SparkStepper::between(const mechanics::State& before, const mechanics::State& after,
                           mechanics::State& at) {
  const auto found = stages_of_.find(before.load_case);
  if (found == stages_of_.end()) return Stepper::between(before, after, at);
  const double h = after.t - before.t, theta = (at.t - before.t) / h;
  const tableau::DenseOutput dense(coefficients_.b, coefficients_.c);
  const auto combine = [&](const tableau::DenseRow& row, double scale, Vec x) {
    check(VecAXPY(x, scale * row.start, before.v));
    check(VecAXPY(x, scale * row.end, after.v));
    for (int i = 0; i < coefficients_.stages; ++i)
      check(VecAXPY(x, scale * row.stages(i), found->second->velocity(i)));
  };
  core::copy(before.q, at.q);
  combine(dense.displacement(theta), h, at.q);
  check(VecSet(at.v, 0.0));
  combine(dense.velocity(theta), 1, at.v);
}

/// q ← Q_i.
void SparkStepper::stage_position(int i, Vec q) {
  core::copy(last_.q, q);
  for (int j = 0; j < coefficients_.stages; ++j)
    check(VecAXPY(q, current_->stages->h() * coefficients_.velocity(i, j), x_->velocity(j)));
}

double SparkStepper::circulation_work() {
  const Circulation circulation(*system_);
  const double h = current_->stages->h();
  double work = 0;
  for (int i = 0; i < coefficients_.stages; ++i) {
    stage_position(i, work_n_);
    work += h * coefficients_.b(i) * circulation.power(work_n_, x_->velocity(i));
  }
  return work;
}

/// Σ b_i V_iᵀ f_k(Q_i, V_i) of the forces k that are wanted.
double SparkStepper::power_of(const std::function<bool(const mechanics::Force&)>& wanted) {
  const auto& forces = system_->forces();
  if (std::none_of(forces.begin(), forces.end(), [&](const auto& each) { return wanted(*each); }))
    return 0;
  const core::Vector force = core::make_like(work_n_);
  double sum = 0;
  for (int i = 0; i < coefficients_.stages; ++i) {
    stage_position(i, work_n_);
    check(VecSet(force, 0.0));
    for (const auto& each : forces)
      if (wanted(*each))
        each->add({.t = last_.t + coefficients_.c(i) * current_->stages->h(),
                   .q = work_n_,
                   .v = x_->velocity(i)},
                  1.0, force);
    sum += coefficients_.b(i) * core::dot(x_->velocity(i), force);
  }
  return sum;
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
