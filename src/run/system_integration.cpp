// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/run/system_integration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "constraint_watch.hpp"
#include "error_frame.hpp"
#include "growth_watch.hpp"
#include "integrate/diagnosis.hpp"
#include "run/step_control.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "system_frame.hpp"

namespace sparkdyn::run {

using integrate::Account;
using integrate::StepResult;
using integrate::StepWork;

namespace {

/// Solutions of a step of a system that is not linear: longer ones would need more of them than
/// they save.
constexpr int many_solutions = 30;

}  // namespace

/// One load case on its way.
class SystemIntegration::LoadCase {
 public:
  LoadCase(const mechanics::System& system, const SystemCase& parts, double h, bool energy)
      : parts_(parts),
        energy_(energy),
        counts_corrections_(!system.linear()),
        watch_(system, h),
        growth_(system),
        frame_(system, *parts.state, *parts.acceleration, account_) {
    before_.q = core::make_like(parts.state->q);
    before_.v = core::make_like(parts.state->v);
  }

  const SystemCase& parts() const { return parts_; }
  const SystemFrame& frame() const { return frame_; }
  CaseReport report() const {
    CaseReport result = report_;
    result.energies = frame_.energies();
    return result;
  }

  /// The state at hand is that of a step; a first one fixes the zero of the balance.
  void show(long step, double time, bool first, bool last) {
    parts_.state->t = time;
    report_.steps = step;
    frame_.renew(step, first, last, watch_.measure(*parts_.state));
    if (first) frame_.energies();
  }

  void resume(long step, double time, bool last) {
    if (!accounted_) {  // dissipation was not counted: the account begins here
      account_ = {};
      show(step, time, true, last);
    }
    show(step, time, false, last);
  }

  /// Before a step that may have to be taken back.
  void remember() {
    before_.t = parts_.state->t;
    before_.load_case = parts_.state->load_case;
    core::copy(parts_.state->q, before_.q);
    core::copy(parts_.state->v, before_.v);
    account_before_ = account_;
  }

  void count(const StepResult& result) {
    report_.iterations += result.iterations;
    frame_.set_iterations(result.iterations);
    report_.corrections += result.corrections;
    report_.most_iterations = std::max(report_.most_iterations, result.iterations);
  }

  /// After a step that did this work. What speaks against believing it; empty when nothing does.
  std::string take(long step, double time, bool last, double h, const StepWork& work) {
    account_.add(work.external, work.dissipated);
    show(step, time, false, last);
    report_.largest.position = std::max(report_.largest.position, frame_.violations().position);
    report_.largest.velocity = std::max(report_.largest.velocity, frame_.violations().velocity);
    if (!growth_.wants_look(before_, frame_, h, account_)) return "";
    return growth_.objection(frame_, account_);
  }

  /// What the last step alone did wrong, relative to the largest displacement of the run, both in
  /// the norm of the mass; nothing when it is not known. @note Collective.
  std::optional<double> step_error(const mechanics::System& system) {
    const mechanics::State* error = parts_.stepper->step_error(before_, *parts_.state);
    if (!error) return {};
    look_at_size(system, parts_.state->q);
    const double size = std::sqrt(2 * system.kinetic_energy(error->q));
    return size > 0 ? size / largest_ : 0.0;
  }
  void look_at_size(const mechanics::System& system, Vec q) {
    largest_ = std::max(largest_, std::sqrt(2 * system.kinetic_energy(q)));
  }
  /// Of the run, as far as it is estimated, by the same measure.
  double run_error(const mechanics::System& system) {
    const mechanics::State* error = parts_.stepper->error(parts_.state->load_case);
    const double size = error ? std::sqrt(2 * system.kinetic_energy(error->q)) : 0;
    return size > 0 ? size / largest_ : 0.0;
  }
  void carry_size(core::Archive& archive) { archive.number("control.largest", largest_); }

  /// As if no step had been tried; nothing of it was shown or accounted.
  void forget_try() {
    parts_.state->t = before_.t;
    core::copy(before_.q, parts_.state->q);
    core::copy(before_.v, parts_.state->v);
  }
  void count_rejected() { ++report_.rejected; }

  /// The state before the step, which is the last good one.
  void take_back(long step, double time, bool first) {
    core::copy(before_.q, parts_.state->q);
    core::copy(before_.v, parts_.state->v);
    account_ = account_before_;
    show(step, time, first, false);
  }

  /// Energies of such a frame are of no use: work between steps is not known.
  const Frame& between(const mechanics::System& system, double time) {
    if (!inside_) inside_ = std::make_unique<Inside>(system, *parts_.acceleration, before_);
    inside_->state.t = time;
    inside_->state.load_case = before_.load_case;
    parts_.stepper->between(before_, *parts_.state, inside_->state);
    inside_->frame.renew(report_.steps, false, false, inside_->watch.measure(inside_->state));
    return inside_->frame;
  }

  /// Of a state whose error was not shown yet.
  const Frame* error() {
    const mechanics::State* found = parts_.stepper->error(parts_.state->load_case);
    if (!found || !error_.renew(*found)) return nullptr;
    return &error_;
  }
  bool carry_error() { return parts_.stepper->carry_error(parts_.state->load_case); }

  void carry(core::Archive& archive) {
    archive.vector("q", core::Space::displacement, parts_.state->q);
    archive.vector("v", core::Space::displacement, parts_.state->v);
    if (!archive.gives()) show_rates(archive);
    long accounted = energy_ ? 1 : 0;
    archive.number("energy.kept", accounted);
    accounted_ = accounted != 0;
    account_.carry(archive);
    watch_.carry(archive);
    archive.number("violation.position", report_.largest.position);
    archive.number("violation.velocity", report_.largest.velocity);
    archive.number("iterations", report_.iterations);
    if (counts_corrections_) archive.number("corrections", report_.corrections);
    long most = report_.most_iterations;
    archive.number("most_iterations", most);
    report_.most_iterations = static_cast<int>(most);
    core::ArchivePart of_stepper(archive, "stepper");
    if (archive.takes("stepper")) parts_.stepper->carry(parts_.state->load_case, of_stepper);
  }

 private:
  /// For those who look into what was kept; they follow from the state.
  void show_rates(core::Archive& archive) const {
    if (const Vec a = frame_.acceleration()) archive.vector("a", core::Space::displacement, a);
    if (const Vec lambda = frame_.multiplier())
      archive.vector("lambda", core::Space::multiplier, lambda);
  }

  struct Inside {
    mechanics::State state;
    EnergyAccount account;
    ConstraintWatch watch;
    SystemFrame frame;

    Inside(const mechanics::System& system, integrate::Acceleration& acceleration,
           const mechanics::State& like)
        : watch(system, 0), frame(system, state, acceleration, account) {
      state.q = core::make_like(like.q);
      state.v = core::make_like(like.v);
    }
  };

  SystemCase parts_;
  std::unique_ptr<Inside> inside_;
  bool energy_;
  bool accounted_ = true;
  bool counts_corrections_;
  double largest_ = 0;  // displacement of the run, √(qᵀMq)
  CaseReport report_;
  EnergyAccount account_, account_before_;
  mechanics::State before_;
  ConstraintWatch watch_;
  GrowthWatch growth_;
  SystemFrame frame_;
  ErrorFrame error_;
};

struct SystemIntegration::SharedStepper {
  integrate::Stepper* stepper;
  Account account;
  std::vector<LoadCase*> cases = {};
  std::vector<mechanics::State*> states = {};
  std::vector<StepWork> work = {};  ///< of the last step

  StepResult step(double h) {
    try {
      return stepper->step_all(states, h, account, &work);
    } catch (const core::Error& error) {
      if (error.kind() != core::Failure::numerics) throw;
      return {.done = false, .iterations = 0, .cause = error.what()};
    }
  }
};

SystemIntegration::SystemIntegration(const mechanics::System& system,
                                     std::span<const SystemCase> cases, const TimeSpan& span,
                                     bool energy)
    : system_(&system), span_(span), step_(span.first) {
  const Account account =
      energy || !damping_only_damps(system) ? Account::loads_and_damping : Account::loads;
  for (const SystemCase& parts : cases) {
    cases_.push_back(std::make_unique<LoadCase>(system, parts, span.step, energy));
    auto shared = std::find_if(shared_.begin(), shared_.end(), [&](const SharedStepper& each) {
      return each.stepper == parts.stepper;
    });
    if (shared == shared_.end())
      shared = shared_.insert(shared, SharedStepper{.stepper = parts.stepper, .account = account});
    shared->cases.push_back(cases_.back().get());
    shared->states.push_back(parts.state);
  }
  go_on(span);
  for (auto& each : cases_) each->show(span.first, span.start, true, done());
}

SystemIntegration::~SystemIntegration() = default;

int SystemIntegration::load_cases() const {
  return static_cast<int>(cases_.size());
}

const Frame& SystemIntegration::frame(int load_case) const {
  return cases_[static_cast<std::size_t>(load_case)]->frame();
}

const Frame& SystemIntegration::between(int load_case, double time) {
  return cases_[static_cast<std::size_t>(load_case)]->between(*system_, time);
}

const Frame* SystemIntegration::error(int load_case) {
  return cases_[static_cast<std::size_t>(load_case)]->error();
}

bool SystemIntegration::carry_errors() {
  bool any = false;
  for (auto& each : cases_)
    if (each->carry_error()) any = true;
  return any;
}

CaseReport SystemIntegration::report(int load_case) const {
  return cases_[static_cast<std::size_t>(load_case)]->report();
}

void SystemIntegration::carry(int load_case, core::Archive& archive) {
  cases_[static_cast<std::size_t>(load_case)]->carry(archive);
  if (!control_) return;
  std::string kept = "1";
  const bool known = archive.bytes("control", kept);               // what rank 0 finds counts
  if (core::sum(system_->comm(), known ? 1.0 : 0.0) == 0) return;  // equal steps until now
  control_->carry(archive);
  cases_[static_cast<std::size_t>(load_case)]->carry_size(archive);
  long sized = sized_ ? 1 : 0;  // not yet in a checkpoint of the start
  archive.number("control.sized", sized);
  sized_ = sized != 0;
}

void SystemIntegration::resume(long step) {
  step_ = step;
  resumed_ = true;
  for (auto& each : cases_) each->resume(step, time(), done());
}

double SystemIntegration::time() const {
  return control_ ? control_->time() : span_.time(step_);
}

bool SystemIntegration::done() const {
  return control_ ? control_->done() : step_ >= span_.steps();
}

void SystemIntegration::go_on(const TimeSpan& span) {
  span_ = span;
  step_ = span.first;
  sized_ = false;
  control_.reset();
  if (span.tolerance > 0)
    control_ = std::make_unique<StepControl>(span, shared_.front().stepper->order());
  for (SharedStepper& shared : shared_) shared.stepper->keep_steps_whole(control_ != nullptr);
}

double SystemIntegration::next_size() const {
  return control_ ? control_->step() : span_.size(step_ + 1);
}

StepOutcome SystemIntegration::advance() {
  if (control_ && !sized_) find_sizes();
  while (true) {
    StepOutcome tried = try_step();
    const bool shortens = control_ && !system_->linear() && !control_->stuck();
    if (!tried.done && !shortens) return tried;
    if (!control_) break;
    const double share =
        tried.done ? largest_step_error() / control_->allowed() : StepControl::cannot_be_solved;
    if (control_->accepts(share, hard_)) break;
    for (auto& each : cases_) {
      each->forget_try();
      each->count_rejected();
    }
    if (!tried.done) continue;  // taken back already
    for (SharedStepper& shared : shared_) shared.stepper->retract();
    if (control_->stuck())
      return refuse({.done = false,
                     .iterations = 0,
                     .cause = fmt::format("errors would still be {:.1e} times what the tolerance "
                                          "of 'time' allows with steps of {:.2g}",
                                          share, control_->step())},
                    *cases_.front(), 0);
  }
  return take_step();
}

/// All load cases move on, and nothing else.
StepOutcome SystemIntegration::try_step() {
  const double h = next_size();
  hard_ = false;
  for (auto& each : cases_) each->remember();
  for (std::size_t g = 0; g < shared_.size(); ++g) {
    SharedStepper& shared = shared_[g];
    shared.work.clear();
    const StepResult result = shared.step(h);
    shared.cases.front()->count(result);
    hard_ |= !system_->linear() && result.iterations > many_solutions;
    if (!result.done) return refuse(result, *shared.cases.front(), g);
  }
  return {};
}

/// Accounts for the step and shows it.
StepOutcome SystemIntegration::take_step() {
  const long next = step_ + 1;
  const double h = next_size(), time = control_ ? control_->next_time() : span_.time(next);
  const bool last = control_ ? time >= span_.end : next == span_.steps();
  for (SharedStepper& shared : shared_)
    for (std::size_t k = 0; k < shared.cases.size(); ++k) {
      LoadCase& taken = *shared.cases[k];
      const std::string objection = taken.take(next, time, last, h, shared.work[k]);
      if (objection.empty()) continue;
      const PetscInt fastest = integrate::largest_entry(taken.parts().state->v).index;
      return refuse({.done = false, .iterations = 0, .cause = objection, .dof = fastest}, taken,
                    shared_.size());
    }
  if (control_) {
    control_->take();
    for (auto& each : cases_) control_->saw(each->run_error(*system_));
  }
  step_ = next;
  return {};
}

/// Of all load cases. What cannot be estimated is not small.
double SystemIntegration::largest_step_error() {
  double largest = 0;
  for (auto& each : cases_) {
    const std::optional<double> error = each->step_error(*system_);
    largest = std::max(largest, error.value_or(std::numeric_limits<double>::infinity()));
  }
  return largest;
}

/// At rest nothing tells how large displacements will be, beside which errors are small or not: a
/// run with the first step, or a coarser one where that would take long, that nobody sees.
void SystemIntegration::find_sizes() {
  constexpr double most_steps = 200;
  sized_ = true;
  const double left = span_.end - time();
  const double h = std::max(std::min(span_.step, left), left / most_steps);
  const auto steps = static_cast<long>(left / h * (1 + 1e-9));
  for (auto& each : cases_) each->remember();
  for (SharedStepper& shared : shared_)
    for (long n = 0; n < steps; ++n) {
      shared.work.clear();
      if (!shared.step(h).done) break;
      for (LoadCase* each : shared.cases) each->look_at_size(*system_, each->parts().state->q);
    }
  for (auto& each : cases_) each->forget_try();
  for (SharedStepper& shared : shared_) shared.stepper->retract();
}

/// Takes all load cases back to where they were; `stepped` steppers have moved on.
StepOutcome SystemIntegration::refuse(const StepResult& result, const LoadCase& at,
                                      std::size_t stepped) {
  for (std::size_t g = 0; g < stepped; ++g) shared_[g].stepper->retract();
  for (auto& each : cases_) each->take_back(step_, time(), step_ == 0);
  const double h = next_size();
  return {.done = false,
          .cause = fmt::format(
              "step {} from t = {:.9g} failed: {}; try a smaller step, a rho_infinity below 1, or "
              "'sparkdyn method' to see where the splitting is stable",
              step_ + 1, time(), explained_cause(*system_, result, *at.parts().state, h))};
}

}  // namespace sparkdyn::run
