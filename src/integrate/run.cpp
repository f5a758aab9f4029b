#include "sparkdyn/integrate/run.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>

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
/// How often the energies are looked at for growth; each look costs two products.
constexpr long growth_check_interval = 50;

void keep_largest(Violations& largest, const Violations& now) {
  largest.position = std::max(largest.position, now.position);
  largest.velocity = std::max(largest.velocity, now.velocity);
}

bool diverges(const Energies& e, double initial) {
  const double explained = std::abs(initial) + std::abs(e.external_work) + std::abs(e.dissipated);
  return e.balance > explained_growth * explained && explained > 0;
}

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
      : parts_(parts),
        options_(options),
        watch_(system),
        frame_(system, *parts.state, *parts.acceleration, account_) {}

  void start() {
    parts_.state->t = options_.span.start;
    frame_.renew(0, true, options_.span.steps() == 0, watch_.measure(*parts_.state));
    frame_.energies();  // fixes the zero of the balance
    observe(&Observer::on_start);
  }

  /// False when the step failed; the report says why.
  bool step(long n) {
    const auto start = Clock::now();
    const StepResult result = try_step(n);
    report_.iterations += result.iterations;
    report_.most_iterations = std::max(report_.most_iterations, result.iterations);
    if (!result.done) return fail(n, result.cause);
    parts_.state->t = options_.span.time(n);
    if (options_.energy) {
      const StepWork work = parts_.stepper->work();
      account_.external += work.external;
      account_.dissipated += work.dissipated;
    }
    report_.step_seconds += seconds_since(start);
    report_.steps = n;
    const bool last = n == options_.span.steps();
    frame_.renew(n, false, last, watch_.measure(*parts_.state));
    keep_largest(report_.largest, frame_.violations());
    const bool look = options_.energy && (n % growth_check_interval == 0 || last);
    if (look && diverges(frame_.energies(), account_.initial))
      return fail(n, "the energy grows without work being done on the structure");
    observe(&Observer::on_step);
    return true;
  }

  RunReport finish() {
    report_.energies = frame_.energies();
    observe(&Observer::on_finish);
    return report_;
  }

 private:
  StepResult try_step(long n) {
    try {
      return parts_.stepper->step(*parts_.state, options_.span.size(n));
    } catch (const core::Error& error) {
      if (error.kind() != core::Failure::numerics) throw;
      return {.done = false, .iterations = 0, .cause = error.what()};
    }
  }

  bool fail(long n, const std::string& cause) {
    report_.done = false;
    report_.cause = failure_text(n, parts_.state->t, cause);
    return false;
  }

  void observe(void (Observer::*method)(const Frame&)) {
    const auto start = Clock::now();
    for (Observer* observer : parts_.observers) (observer->*method)(frame_);
    report_.observer_seconds += seconds_since(start);
  }

  const RunCase& parts_;
  const RunOptions& options_;
  RunReport report_;
  EnergyAccount account_;
  ConstraintWatch watch_;
  LiveFrame frame_;
};

}  // namespace

std::vector<RunReport> run(const mechanics::System& system, std::span<const RunCase> cases,
                           const RunOptions& options) {
  std::vector<std::unique_ptr<CaseRun>> runs;
  for (const RunCase& parts : cases)
    runs.push_back(std::make_unique<CaseRun>(system, parts, options));
  for (auto& each : runs) each->start();
  const long total = options.span.steps();
  bool done = true;
  for (long n = 1; n <= total && done; ++n)
    for (auto& each : runs) done = done && each->step(n);
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
