#include "sparkdyn/integrate/run.hpp"
#include "sparkdyn/core/clock.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "live_frame.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/integrate/diagnosis.hpp"

namespace sparkdyn::integrate {
namespace {

using core::Clock;
using core::seconds_since;

/// Growth beyond this, with no work to explain it, is an instability and not a vibration.
constexpr double explained_growth = 1e6;
/// How often the energies are looked at for growth without suspicion; each look costs two products.
constexpr long growth_check_interval = 50;

void keep_largest(Violations& largest, const Violations& now) {
  largest.position = std::max(largest.position, now.position);
  largest.velocity = std::max(largest.velocity, now.velocity);
}

/// What the equations themselves put in may drive growth without end, and is counted: the method
/// can be wrong about it by a factor, not by millions.
constexpr double of_what_is_pumped = 1e3;

double explained_energy(const EnergyAccount& account) {
  return std::abs(account.initial) + account.received + account.pumped;
}

/// How far the balance may be off before the method is to blame.
double allowed_balance(const EnergyAccount& account, double strain) {
  // A K that is not positive gives out energy without end: the negative strain energy says how
  // much.
  const double given = std::abs(account.initial) + account.received + std::max(-strain, 0.0);
  return explained_growth * given + of_what_is_pumped * account.pumped;
}

bool diverges(const Energies& e, const EnergyAccount& account) {
  const double allowed = allowed_balance(account, e.strain);
  return e.balance > allowed && allowed > 0;
}

/// Whether C can only take energy out: M and K, which have none but positive energies, with factors
/// that are not negative. Of other matrices nothing is known.
bool damping_only_damps(const mechanics::System& system) {
  std::vector<const core::Matrix*> positive{system.mass().get()};
  for (const auto& term : system.terms())
    if (term.kind == mechanics::Kind::elastic)
      for (const auto& part : term.parts) positive.push_back(part.matrix.get());
  for (const auto& term : system.terms())
    if (term.kind == mechanics::Kind::damping)
      for (const auto& part : term.parts)
        if (part.factor < 0 ||
            std::find(positive.begin(), positive.end(), part.matrix.get()) == positive.end())
          return false;
  return system.symmetric();
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
    return 0.5 * mass_ * speed * speed > part * allowed_balance(account, 0.0);
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
  return first +
         static_cast<long>(std::abs(exact - whole) <= 1e-9 * exact ? whole : std::ceil(exact));
}

double TimeSpan::time(long n) const {
  return n >= steps() ? end : start + static_cast<double>(n - first) * step;
}

double TimeSpan::size(long n) const {
  // Equal steps keep one set of factors: only a really shorter last step gets its own size.
  const auto count = static_cast<double>(steps() - first);
  const double last = end - (start + (count - 1) * step);
  return n == steps() && std::abs(last - step) > 1e-9 * step * count ? last : step;
}

namespace {

/// One load case on its way through the run.
class CaseRun {
 public:
  CaseRun(const mechanics::System& system, const RunCase& parts, const RunOptions& options)
      : system_(system),
        parts_(parts),
        options_(options),
        watch_(system, options.span.step),
        growth_(system),
        frame_(system, *parts.state, *parts.acceleration, account_) {}

  /// Before a step that may have to be taken back.
  void remember() {
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
    const long first = options_.span.first;
    frame_.renew(first, true, options_.span.steps() == first, watch_.measure(*parts_.state));
    frame_.energies();  // fixes the zero of the balance
    observe(&Observer::on_start);
  }

  void resume(long step, const CaseMemory& memory) {
    account_ = memory.account;
    watch_.resume(memory.scales);
    report_.largest = memory.largest;
    report_.iterations = memory.iterations;
    report_.most_iterations = memory.most_iterations;
    report_.steps = step;
    const bool last = step == options_.span.steps();
    if (!memory.accounted) {  // dissipation was not counted: the account begins here
      account_ = {};
      frame_.renew(step, true, last, watch_.measure(*parts_.state));
      frame_.energies();
    }
    frame_.renew(step, false, last, watch_.measure(*parts_.state));
    observe(&Observer::on_resume);
  }

  CaseView view() const {
    return {&frame_, parts_.state, parts_.stepper,
            CaseMemory{options_.energy, account_, watch_.scales(), report_.largest,
                       report_.iterations, report_.most_iterations}};
  }

  /// After a step that took `seconds` and did `work`. False when the energy tells of an
  /// instability.
  bool take_step(long n, const StepWork& work, int iterations, double seconds) {
    count(iterations);
    parts_.state->t = options_.span.time(n);
    account_.add(work.external, work.dissipated);
    report_.step_seconds += seconds;
    report_.steps = n;
    const bool last = n == options_.span.steps();
    frame_.renew(n, false, last, watch_.measure(*parts_.state));
    keep_largest(report_.largest, frame_.violations());
    const bool look = n % growth_check_interval == 0 || last ||
                      growth_.suspects(before_, *parts_.state, options_.span.size(n), account_);
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

  RunReport finish(bool stopped) {
    report_.stopped = stopped;
    report_.energies = frame_.energies();
    observe(&Observer::on_finish);
    return report_;
  }

 private:
  /// Back to the state before the step, which is the last good one.
  void refuse_growth(long n) {
    const double energy = frame_.energies().kinetic + frame_.energies().strain;
    const PetscInt fastest = largest_entry(parts_.state->v).index;
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

/// Of an attempt at a step. When it was not taken the states are still good; after a bad one some
/// may have moved on, or mean nothing.
enum class Outcome { taken, not_taken, bad };

/// Cases that share a stepper are stepped together; others each by their own.
class StepperGroup {
 public:
  StepperGroup(Stepper& stepper, Account account) : stepper_(&stepper), account_(account) {}

  bool uses(const Stepper* stepper) const { return stepper == stepper_; }
  void add(CaseRun& run) {
    runs_.push_back(&run);
    states_.push_back(run.parts().state);
  }

  Outcome step(long n, double h) {
    const auto start = Clock::now();
    std::vector<StepWork> work;
    for (CaseRun* run : runs_) run->remember();
    const StepResult result = try_step(h, work);
    if (!result.done) {
      runs_.front()->count(result.iterations);
      for (CaseRun* run : runs_) run->fail(n, result);
      return runs_.size() == 1 ? Outcome::not_taken : Outcome::bad;
    }
    const double share = seconds_since(start) / static_cast<double>(runs_.size());
    bool good = true;
    for (std::size_t k = 0; k < runs_.size(); ++k)
      good = runs_[k]->take_step(n, work[k], k == 0 ? result.iterations : 0, share) && good;
    if (good) return Outcome::taken;
    return runs_.size() == 1 ? Outcome::not_taken : Outcome::bad;  // growth is taken back
  }

 private:
  StepResult try_step(double h, std::vector<StepWork>& work) {
    try {
      return stepper_->step_all(states_, h, account_, &work);
    } catch (const core::Error& error) {
      if (error.kind() != core::Failure::numerics) throw;
      return {.done = false, .iterations = 0, .cause = error.what()};
    }
  }

  Stepper* stepper_;
  Account account_;
  std::vector<CaseRun*> runs_;
  std::vector<mechanics::State*> states_;
};

std::vector<StepperGroup> groups_of(const CaseRuns& runs, Account account) {
  std::vector<StepperGroup> groups;
  for (const auto& run : runs) {
    auto found = std::find_if(groups.begin(), groups.end(), [&](const StepperGroup& group) {
      return group.uses(run->parts().stepper);
    });
    if (found == groups.end())
      found = groups.insert(groups.end(), StepperGroup(*run->parts().stepper, account));
    found->add(*run);
  }
  return groups;
}

}  // namespace

namespace {

class Loop {
 public:
  Loop(const mechanics::System& system, std::span<const RunCase> cases, const RunOptions& options)
      : options_(options) {
    for (const RunCase& parts : cases)
      runs_.push_back(std::make_unique<CaseRun>(system, parts, options));
    const bool count = options.energy || !damping_only_damps(system);
    groups_ = groups_of(runs_, count ? Account::loads_and_damping : Account::loads);
  }

  std::vector<RunReport> carry_out() {
    long n = begin();
    const long total = options_.span.steps();
    bool stopped = false;
    while (n < total && !stopped) {
      const Outcome outcome = step(n + 1);
      if (outcome == Outcome::not_taken && options_.keeper) options_.keeper->after_failure(view(n));
      if (outcome != Outcome::taken) break;
      ++n;
      stopped = options_.keeper && options_.keeper->after_step(view(n)) && n < total;
    }
    std::vector<RunReport> reports;
    for (auto& each : runs_) reports.push_back(each->finish(stopped));
    return reports;
  }

 private:
  /// The number of the state to start from.
  long begin() {
    const auto& resume = options_.resume;
    for (std::size_t k = 0; k < runs_.size(); ++k) {
      if (resume)
        runs_[k]->resume(resume->step, resume->cases[k]);
      else
        runs_[k]->start();
    }
    const long n = resume ? resume->step : options_.span.first;
    if (options_.keeper) options_.keeper->at_start(view(n));
    return n;
  }

  /// Groups after the first have not moved when the first one fails, so only then all are good.
  Outcome step(long n) {
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      const Outcome outcome = groups_[g].step(n, options_.span.size(n));
      if (outcome != Outcome::taken) return g == 0 ? outcome : Outcome::bad;
    }
    return Outcome::taken;
  }

  RunView view(long n) const {
    RunView view{n, options_.span.time(n), n == options_.span.steps(), {}};
    for (const auto& run : runs_) view.cases.push_back(run->view());
    return view;
  }

  const RunOptions& options_;
  CaseRuns runs_;
  std::vector<StepperGroup> groups_;
};

}  // namespace

std::vector<RunReport> run(const mechanics::System& system, std::span<const RunCase> cases,
                           const RunOptions& options) {
  return Loop(system, cases, options).carry_out();
}

RunReport run(const mechanics::System& system, Stepper& stepper, Acceleration& acceleration,
              mechanics::State& state, const RunOptions& options,
              const std::vector<Observer*>& observers) {
  const RunCase only{&stepper, &acceleration, &state, observers};
  return run(system, std::span(&only, 1), options).front();
}

}  // namespace sparkdyn::integrate
