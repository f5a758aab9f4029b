#include "sparkdyn/integrate/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "diagnosis.hpp"
#include "live_frame.hpp"
#include "sparkdyn/core/error.hpp"

namespace sparkdyn::integrate {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Growth beyond this, with no work to explain it, is an instability and not a vibration.
constexpr double explained_growth = 1e6;
/// How often the energies are looked at for growth without suspicion; each look costs two products.
constexpr long growth_check_interval = 50;

void keep_largest(Violations& largest, const Violations& now) {
  largest.position = std::max(largest.position, now.position);
  largest.velocity = std::max(largest.velocity, now.velocity);
}

double explained_energy(const EnergyAccount& account) {
  return std::abs(account.initial) + std::abs(account.external) + std::abs(account.dissipated);
}

bool diverges(const Energies& e, const EnergyAccount& account) {
  const double explained = explained_energy(account);
  return e.balance > explained_growth * explained && explained > 0;
}

/// Whether the energy may have grown beyond what is explained, for the price of two norms:
/// T ≤ ½‖M‖|v|², and a mode that a step turns over, hω ≥ 2, has U ≈ ½‖M‖|Δq/h|² where T is small.
class GrowthWatch {
 public:
  explicit GrowthWatch(const mechanics::System& system) {
    core::check(MatNorm(*system.mass(), NORM_INFINITY, &mass_));
  }
  /// `before` is the state a step h ago. @note Collective.
  bool suspects(const mechanics::State& before, const mechanics::State& now, double h,
                const EnergyAccount& account) {
    constexpr double part = 0.01;
    if (change_.empty()) change_ = core::make_like(now.q);
    core::check(VecWAXPY(change_, -1.0, before.q, now.q));
    const double speed = std::max(core::norm(now.v), core::norm(change_) / h);
    return 0.5 * mass_ * speed * speed > part * explained_growth * explained_energy(account);
  }

 private:
  core::Vector change_;
  PetscReal mass_ = 0;
};

std::string failure_text(long step, double t, const std::string& cause) {
  return fmt::format(
      "step {} from t = {:.9g} failed: {}; try a smaller step, a rho_infinity below 1, or "
      "'sparkdyn "
      "method' to see where the splitting is stable",
      step, t, cause);
}

}  // namespace

long TimeSpan::steps() const {
  const double exact = (end - start) / step;
  const double whole = std::round(exact);
  return static_cast<long>(std::abs(exact - whole) <= 1e-9 * exact ? whole : std::ceil(exact));
}

double TimeSpan::time(long n) const {
  return n >= steps() ? end : start + static_cast<double>(n) * step;
}

double TimeSpan::size(long n) const {
  // Equal steps keep one set of factors: only a really shorter last step gets its own size.
  const double last = end - (start + static_cast<double>(steps() - 1) * step);
  return n == steps() && std::abs(last - step) > 1e-9 * step * static_cast<double>(steps()) ? last
                                                                                            : step;
}

namespace {

/// One load case on its way through the run.
class CaseRun {
 public:
  CaseRun(const mechanics::System& system, const RunCase& parts, const RunOptions& options)
      : system_(system),
        parts_(parts),
        options_(options),
        watch_(system),
        growth_(system),
        frame_(system, *parts.state, *parts.acceleration, account_) {}

  /// Before a step that may have to be taken back.
  void remember() {
    if (!options_.energy) return;
    if (before_.q.empty()) {
      before_.q = core::make_like(parts_.state->q);
      before_.v = core::make_like(parts_.state->v);
    }
    before_.t = parts_.state->t;
    core::copy(parts_.state->q, before_.q);
    core::copy(parts_.state->v, before_.v);
    account_before_ = account_;
  }

  void start() {
    parts_.state->t = options_.span.start;
    frame_.renew(0, true, options_.span.steps() == 0, watch_.measure(*parts_.state));
    frame_.energies();  // fixes the zero of the balance
    observe(&Observer::on_start);
  }

  /// After a step that took `seconds` and did `work`. False when the energy tells of an
  /// instability.
  bool take_step(long n, const StepWork& work, int iterations, double seconds) {
    count(iterations);
    parts_.state->t = options_.span.time(n);
    account_.external += work.external;
    account_.dissipated += work.dissipated;
    report_.step_seconds += seconds;
    report_.steps = n;
    const bool last = n == options_.span.steps();
    frame_.renew(n, false, last, watch_.measure(*parts_.state));
    keep_largest(report_.largest, frame_.violations());
    const bool look = options_.energy &&
                      (n % growth_check_interval == 0 || last ||
                       growth_.suspects(before_, *parts_.state, options_.span.size(n), account_));
    if (look && diverges(frame_.energies(), account_)) {
      refuse_growth(n);
      return false;
    }
    observe(&Observer::on_step);
    return true;
  }

  /// `state` is still the one before the step n.
  void fail(long n, const StepResult& result) {
    report_.done = false;
    const double h = options_.span.size(n);
    report_.cause =
        failure_text(n, parts_.state->t, explained_cause(system_, result, *parts_.state, h));
  }

  void count(int iterations) {
    report_.iterations += iterations;
    report_.most_iterations = std::max(report_.most_iterations, iterations);
  }

  const RunCase& parts() const { return parts_; }

  RunReport finish() {
    report_.energies = frame_.energies();
    observe(&Observer::on_finish);
    return report_;
  }

 private:
  /// Back to the state before the step, which is the last good one.
  void refuse_growth(long n) {
    const double energy = frame_.energies().kinetic + frame_.energies().strain;
    const PetscInt fastest = largest_entry(parts_.state->v);
    const StepResult grown{
        .done = false,
        .iterations = 0,
        .cause = fmt::format("the energy grows without work being done on the structure, to {:.3g} "
                             "where {:.3g} is explained",
                             energy, explained_energy(account_)),
        .dof = fastest};
    parts_.state->t = before_.t;
    core::copy(before_.q, parts_.state->q);
    core::copy(before_.v, parts_.state->v);
    account_ = account_before_;
    parts_.stepper->retract();
    report_.steps = n - 1;
    frame_.renew(n - 1, n == 1, false, watch_.measure(*parts_.state));
    fail(n, grown);
  }

  void observe(void (Observer::*method)(const Frame&)) {
    const auto start = Clock::now();
    for (Observer* observer : parts_.observers) (observer->*method)(frame_);
    report_.observer_seconds += seconds_since(start);
  }

  const mechanics::System& system_;
  const RunCase& parts_;
  const RunOptions& options_;
  RunReport report_;
  EnergyAccount account_, account_before_;
  mechanics::State before_;
  ConstraintWatch watch_;
  GrowthWatch growth_;
  LiveFrame frame_;
};

}  // namespace

namespace {

using CaseRuns = std::vector<std::unique_ptr<CaseRun>>;

/// Cases that share a stepper are stepped together; others each by their own.
class Group {
 public:
  Group(Stepper& stepper, bool energy) : stepper_(&stepper), energy_(energy) {}

  bool uses(const Stepper* stepper) const { return stepper == stepper_; }
  void add(CaseRun& run) {
    runs_.push_back(&run);
    states_.push_back(run.parts().state);
  }

  bool step(long n, double h) {
    const auto start = Clock::now();
    std::vector<StepWork> work;
    for (CaseRun* run : runs_) run->remember();
    const StepResult result = try_step(h, work);
    if (!result.done) {
      runs_.front()->count(result.iterations);
      for (CaseRun* run : runs_) run->fail(n, result);
      return false;
    }
    work.resize(runs_.size());
    const double share = seconds_since(start) / static_cast<double>(runs_.size());
    bool done = true;
    for (std::size_t k = 0; k < runs_.size(); ++k)
      done = runs_[k]->take_step(n, work[k], k == 0 ? result.iterations : 0, share) && done;
    return done;
  }

 private:
  StepResult try_step(double h, std::vector<StepWork>& work) {
    try {
      return stepper_->step_all(states_, h, energy_ ? &work : nullptr);
    } catch (const core::Error& error) {
      if (error.kind() != core::Failure::numerics) throw;
      return {.done = false, .iterations = 0, .cause = error.what()};
    }
  }

  Stepper* stepper_;
  bool energy_;
  std::vector<CaseRun*> runs_;
  std::vector<mechanics::State*> states_;
};

std::vector<Group> groups_of(const CaseRuns& runs, bool energy) {
  std::vector<Group> groups;
  for (const auto& run : runs) {
    auto found = std::find_if(groups.begin(), groups.end(),
                              [&](const Group& group) { return group.uses(run->parts().stepper); });
    if (found == groups.end())
      found = groups.insert(groups.end(), Group(*run->parts().stepper, energy));
    found->add(*run);
  }
  return groups;
}

}  // namespace

std::vector<RunReport> run(const mechanics::System& system, std::span<const RunCase> cases,
                           const RunOptions& options) {
  CaseRuns runs;
  for (const RunCase& parts : cases)
    runs.push_back(std::make_unique<CaseRun>(system, parts, options));
  for (auto& each : runs) each->start();
  auto groups = groups_of(runs, options.energy);
  const long total = options.span.steps();
  bool done = true;
  for (long n = 1; n <= total && done; ++n)
    for (Group& group : groups) done = done && group.step(n, options.span.size(n));
  std::vector<RunReport> reports;
  for (auto& each : runs) reports.push_back(each->finish());
  return reports;
}

RunReport run(const mechanics::System& system, Stepper& stepper, Acceleration& acceleration,
              mechanics::State& state, const RunOptions& options,
              const std::vector<Observer*>& observers) {
  const RunCase only{&stepper, &acceleration, &state, observers};
  return run(system, std::span(&only, 1), options).front();
}

}  // namespace sparkdyn::integrate
