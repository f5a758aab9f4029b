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

RunReport run(const mechanics::System& system, Stepper& stepper, Acceleration& acceleration,
              mechanics::State& state, const RunOptions& options,
              const std::vector<Observer*>& observers) {
  RunReport report;
  EnergyAccount account;
  ConstraintWatch watch(system);
  LiveFrame frame(system, state, acceleration, account);
  const long total = options.span.steps();
  const auto observe = [&](auto method) {
    const auto start = Clock::now();
    for (Observer* observer : observers) (observer->*method)(frame);
    report.observer_seconds += seconds_since(start);
  };

  state.t = options.span.start;
  frame.renew(0, true, false, watch.measure(state));
  frame.energies();  // fixes the zero of the balance
  observe(&Observer::on_start);
  for (long n = 1; n <= total; ++n) {
    const auto start = Clock::now();
    StepResult result;
    try {
      result = stepper.step(state, options.span.size(n));
    } catch (const core::Error& error) {
      if (error.kind() != core::Failure::numerics) throw;
      result = {.done = false, .iterations = 0, .cause = error.what()};
    }
    report.iterations += result.iterations;
    report.most_iterations = std::max(report.most_iterations, result.iterations);
    if (!result.done) {
      report.done = false;
      report.cause = failure_text(n, state.t, result.cause);
      break;
    }
    state.t = options.span.time(n);
    if (options.energy) {
      const StepWork work = stepper.work();
      account.external += work.external;
      account.dissipated += work.dissipated;
    }
    report.step_seconds += seconds_since(start);
    report.steps = n;
    frame.renew(n, false, n == total, watch.measure(state));
    keep_largest(report.largest, frame.violations());
    if (options.energy && (n % growth_check_interval == 0 || n == total) &&
        diverges(frame.energies(), account.initial)) {
      report.done = false;
      report.cause =
          failure_text(n, state.t, "the energy grows without work being done on the structure");
      break;
    }
    observe(&Observer::on_step);
  }
  report.energies = frame.energies();
  observe(&Observer::on_finish);
  return report;
}

}  // namespace sparkdyn::integrate
