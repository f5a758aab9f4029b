#include "system_check.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>
#include <numbers>
#include <ostream>

#include "amplitude_survey.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/core/progress.hpp"
#include "sparkdyn/core/runtime.hpp"
#include "sparkdyn/integrate/initial.hpp"
#include "sparkdyn/integrate/modal_method.hpp"
#include "sparkdyn/integrate/modes.hpp"
#include "sparkdyn/integrate/spectrum.hpp"
#include "sparkdyn/mechanics/parts.hpp"
#include "sparkdyn/mechanics/validate.hpp"

namespace sparkdyn::app {
namespace {

using Clock = std::chrono::steady_clock;
using core::check;
using mechanics::System;
constexpr double two_pi = 2 * std::numbers::pi;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Runs a part of the check; numerics that fail there are an error of the report, not its end.
void attempt(CheckReport& report, const std::function<void()>& body) {
  try {
    body();
  } catch (const core::Error& error) {
    if (error.kind() == core::Failure::internal) throw;
    report.judge(Level::error, error.what());
  }
}

double largest_size(Vec vector, PetscInt& index) {
  const core::ReadArray values(vector);
  const PetscInt begin = core::row_range(vector).begin;
  core::Located mine{0, -1};
  for (PetscInt i = 0; i < values.size(); ++i)
    if (mine.index < 0 || std::abs(values[i]) > mine.value) mine = {std::abs(values[i]), begin + i};
  const auto found = core::maximum_location(core::comm_of(vector), mine);
  index = static_cast<PetscInt>(found.index);
  return found.value;
}

std::string place_of(const System& system, Vec vector) {
  PetscInt index = 0;
  largest_size(vector, index);
  return system.dof_name(index);
}

integrate::ModalMethod modal_method_of(const System& system, const input::MethodSpec& method) {
  using integrate::AlphaParameters;
  switch (method.family) {
    case input::MethodFamily::newmark:
      return modal_method(system, AlphaParameters::newmark(method.beta, method.gamma));
    case input::MethodFamily::hht:
      return modal_method(system, AlphaParameters::hht(method.alpha));
    case input::MethodFamily::generalized_alpha:
      return modal_method(system, AlphaParameters::generalized_alpha(method.rho_infinity));
    default:
      return modal_method(
          system, integrate::SparkOptions{.stages = method.stages, .splitting = method.splitting});
  }
}

/// Memory that processes may still have on all nodes of the communicator; 0: not known.
double available_memory(MPI_Comm comm) {
  MPI_Comm node = MPI_COMM_NULL;
  MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
  double mine = 0;
  if (core::rank(node) == 0) {
    std::ifstream file("/proc/meminfo");
    std::string key, unit;
    double value = 0;
    while (file >> key >> value) {
      std::getline(file, unit);
      if (key == "MemAvailable:") mine = 1024 * value;
    }
  }
  MPI_Comm_free(&node);
  return core::sum(comm, mine);
}

/// The step by step inspection of one system.
class SystemCheck {
 public:
  SystemCheck(const SystemCase& given, CheckReport& report)
      : given_(given), system_(*given.system), report_(report) {}

  SystemFindings run() {
    size();
    connections();
    constraints();
    if (!findings_.fits || dependent_) return findings_;
    mass_ = std::make_shared<stage::MassSolver>(system_);
    report_.section("Frequencies");
    attempt(report_, [&] { lowest(); });
    attempt(report_, [&] { highest(); });
    report_.section("Step");
    attempt(report_, [&] { accuracy(); });
    attempt(report_, [&] { stability(); });
    report_.section("First steps");
    attempt(report_, [&] { first_steps(); });
    return findings_;
  }

 private:
  void size();
  void connections();
  void constraints();
  void lowest();
  void zero_modes();
  int rigid_motions() const;
  void highest();
  void accuracy();
  std::vector<double> shares() const;
  void stability();
  void judge_bands(const std::vector<integrate::UnstableBand>& bands);
  PetscInt modes_between(double from, double to);
  void first_steps();
  struct Trial {
    bool bounded = true;
    double growth = 1;  ///< of the disturbance, at most
    long steps = 0;
    std::string where;
  };
  Trial disturb(Simulation& simulation, double step);
  void judge_trial(Simulation& simulation);
  double steps() const { return static_cast<double>(given_.span.steps()); }
  double span() const { return given_.span.end - given_.span.start; }
  double h() const { return given_.span.size(1); }

  const SystemCase& given_;
  const System& system_;
  CheckReport& report_;
  SystemFindings findings_;
  bool dependent_ = false;
  std::shared_ptr<stage::MassSolver> mass_;
  integrate::NaturalModes modes_;
  integrate::HighestMode highest_;
  bool trial_decides_ = false;
};

void SystemCheck::size() {
  report_.section("Size and memory");
  report_.value("degrees of freedom", fmt::format("{}", system_.dofs()), "dofs",
                static_cast<double>(system_.dofs()));
  report_.value("constraints", fmt::format("{}", system_.constraints()), "constraints",
                static_cast<double>(system_.constraints()));
  report_.value("steps", fmt::format("{} of {:.6g}", given_.span.steps(), h()), "steps", steps());
  const auto estimate = stage::estimate_complex_factor(system_);
  // Pairs of complex stages have complex factors, a single real stage has real ones.
  const int s = given_.options.method.family == input::MethodFamily::lobatto
                    ? given_.options.method.stages
                    : 1;
  const double factors = 0.5 * s;
  report_.value("entries of one factor", fmt::format("{:.3g}", estimate.entries), "factor_entries",
                estimate.entries);
  const double needed = factors * estimate.bytes;
  const double available = available_memory(system_.comm());
  report_.value("memory for factors", bytes_text(needed) + ", by the analysis of MUMPS",
                "factor_bytes", needed);
  if (available <= 0) return;
  report_.value("memory available", bytes_text(available), "available_bytes", available);
  findings_.fits = needed < available;
  if (!findings_.fits)
    report_.judge(Level::error,
                  "the factors do not fit into the memory; use more nodes, or fewer stages. What "
                  "follows would need them and is left out");
  else if (needed > 0.7 * available)
    report_.judge(Level::warning, "the factors need more than 70 % of the memory available");
  else
    report_.judge(Level::ok, "the factors fit into the memory");
}

void SystemCheck::connections() {
  report_.section("Connections");
  const auto parts = mechanics::connected_parts(system_, given_.joined);
  report_.value("parts", fmt::format("{}", parts.count), "parts", static_cast<double>(parts.count));
  if (parts.count > 1) {
    std::vector<std::string> list;
    for (const auto& part : parts.largest)
      list.push_back(
          fmt::format("{} degrees of freedom from {} on", part.dofs, system_.dof_name(part.first)));
    report_.judge(
        Level::note,
        fmt::format("{} parts do not act on one another: {}{}", parts.count, fmt::join(list, "; "),
                    parts.count > static_cast<PetscInt>(list.size()) ? "; …" : ""));
  } else {
    report_.judge(Level::ok, "everything is connected");
  }
  const auto massless = mechanics::massless_dofs(system_);
  report_.value("without mass", fmt::format("{}", massless.count), "massless",
                static_cast<double>(massless.count));
  if (massless.count == 0) return;
  std::vector<std::string> list;
  for (const PetscInt dof : massless.first) list.push_back(system_.dof_name(dof));
  const std::string where =
      fmt::format("{} degrees of freedom have no mass: {}{}", massless.count, fmt::join(list, "; "),
                  massless.count > static_cast<PetscInt>(list.size()) ? "; …" : "");
  report_.judge(Level::note, where + "; they follow the others statically");
}

void SystemCheck::constraints() {
  if (!system_.constrained()) return;
  report_.section("Constraints");
  const auto sets = system_.constraints() <= system_.dofs()
                        ? mechanics::dependent_rows(system_.G())
                        : std::vector<mechanics::DependentRows>{};
  const auto rank = system_.constraints() - static_cast<PetscInt>(sets.size());
  report_.value("rows of G", fmt::format("{}", system_.constraints()), "rows",
                static_cast<double>(system_.constraints()));
  report_.value("rank of G", fmt::format("{}", rank), "rank", static_cast<double>(rank));
  if (system_.constraints() > system_.dofs()) {
    dependent_ = true;
    report_.judge(Level::error, "there are more constraints than degrees of freedom");
  }
  for (std::size_t k = 0; k < std::min<std::size_t>(sets.size(), 5); ++k) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < std::min<std::size_t>(sets[k].size(), 6); ++i)
      names.push_back(system_.constraint_name(sets[k][i] - 1));
    report_.judge(Level::error,
                  fmt::format("{}{} depend on one another; remove one", fmt::join(names, "; "),
                              sets[k].size() > names.size() ? "; …" : ""));
  }
  dependent_ = dependent_ || !sets.empty();
  if (!dependent_) report_.judge(Level::ok, "the constraints are independent");
  for (std::size_t k = 0; k < given_.initial.size() && !dependent_; ++k) {
    const auto off = integrate::inconsistency(system_, given_.initial[k]);
    const double worst = std::max(off.relative_position, off.relative_velocity);
    if (worst <= integrate::consistent_to) continue;
    const auto row =
        off.relative_position >= off.relative_velocity ? off.position_row : off.velocity_row;
    report_.judge(
        given_.options.project ? Level::note : Level::error,
        fmt::format("the initial values violate {} most: displacements by {:.3g}, "
                    "velocities by {:.3g}{}",
                    system_.constraint_name(static_cast<PetscInt>(row - 1)), off.position,
                    off.velocity, given_.options.project ? "; they will be projected" : ""));
  }
}

void SystemCheck::lowest() {
  constexpr int shown = 6;
  int count = shown + 6;
  do {
    modes_ = integrate::natural_modes(system_, {.count = count});
    const auto zeros = std::count_if(modes_.modes.begin(), modes_.modes.end(),
                                     [](const auto& mode) { return mode.omega == 0; });
    const auto found = static_cast<std::ptrdiff_t>(modes_.modes.size());
    if (found < count || zeros + shown <= found || count > 100) break;
    count *= 3;
  } while (true);
  zero_modes();
  std::vector<double> frequencies;
  for (const auto& mode : modes_.modes)
    if (mode.omega > 0 && frequencies.size() < shown) frequencies.push_back(mode.frequency);
  std::vector<std::string> list;
  for (const double f : frequencies) list.push_back(fmt::format("{:.5g}", f));
  if (!frequencies.empty())
    report_.value("lowest frequencies",
                  fmt::format("{}  (cycles per unit of time)", fmt::join(list, ", ")), "lowest",
                  frequencies);
}

/// How many rigid motions of the whole meet neither strain nor constraint.
int SystemCheck::rigid_motions() const {
  const auto count = static_cast<Eigen::Index>(given_.rigid.size());
  Eigen::MatrixXd energy(count, count), size(count, count);
  const core::Vector diagonal = system_.make_displacement(), part = system_.make_displacement();
  for (const auto& term : system_.terms())
    if (term.kind == mechanics::Kind::elastic)
      for (const auto& [factor, matrix] : term.parts) {
        check(MatGetDiagonal(*matrix, part));
        check(VecAXPY(diagonal, factor, part));
      }
  const double stiffness = core::norm_infinity(diagonal);
  const double weight =
      system_.constrained() ? stiffness / std::pow(system_.constraint_norm(), 2) : 0.0;
  const core::Vector force = system_.make_displacement(), row = system_.make_multiplier();
  for (Eigen::Index j = 0; j < count; ++j) {
    check(VecSet(force, 0.0));
    system_.add_internal(1.0, given_.rigid[j], nullptr, force);
    if (system_.constrained()) {
      check(MatMult(system_.G(), given_.rigid[j], row));
      check(VecScale(row, weight));
      check(MatMultTransposeAdd(system_.G(), row, force, force));
    }
    check(VecPointwiseMult(part, diagonal, given_.rigid[j]));
    for (Eigen::Index i = 0; i < count; ++i) {
      energy(i, j) = core::dot(given_.rigid[i], force);
      size(i, j) = core::dot(given_.rigid[i], part);
    }
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> scale(size);
  int free = 0;
  std::vector<Eigen::Index> kept;
  for (Eigen::Index i = 0; i < count; ++i)
    if (scale.eigenvalues()(i) > 1e-12 * scale.eigenvalues()(count - 1)) kept.push_back(i);
  Eigen::MatrixXd basis(count, static_cast<Eigen::Index>(kept.size()));
  for (std::size_t k = 0; k < kept.size(); ++k)
    basis.col(static_cast<Eigen::Index>(k)) =
        scale.eigenvectors().col(kept[k]) / std::sqrt(scale.eigenvalues()(kept[k]));
  if (kept.empty()) return 0;
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> relative(basis.transpose() * energy * basis);
  for (Eigen::Index i = 0; i < relative.eigenvalues().size(); ++i)
    free += relative.eigenvalues()(i) < 1e-9;
  return free;
}

void SystemCheck::zero_modes() {
  int zeros = 0, negative = 0;
  std::vector<std::string> places;
  for (const auto& mode : modes_.modes) {
    negative += mode.omega < 0;
    if (mode.omega != 0) continue;
    ++zeros;
    if (places.size() < 6) places.push_back(place_of(system_, mode.shape));
  }
  const int rigid = given_.rigid.empty() ? 0 : rigid_motions();
  report_.value("motions without strain", fmt::format("{}", zeros), "zero_modes",
                static_cast<double>(zeros));
  if (!given_.rigid.empty())
    report_.value("  of the whole, rigid", fmt::format("{}", rigid), "rigid_motions",
                  static_cast<double>(rigid));
  if (negative > 0)
    report_.judge(
        Level::warning,
        fmt::format("{} modes have a negative ω²: the structure itself is unstable", negative));
  const std::string where = fmt::format("largest at {}", fmt::join(places, "; "));
  if (zeros == 0)
    report_.judge(Level::ok, "nothing can move without strain");
  else if (zeros > rigid && !given_.rigid.empty())
    report_.judge(Level::warning,
                  fmt::format("{} motions without strain are not rigid motions of the whole: a "
                              "mechanism, or a part that nothing holds; {}",
                              zeros - rigid, where));
  else
    report_.judge(Level::note, fmt::format("{} motions without strain, {}", zeros, where));
}

void SystemCheck::highest() {
  highest_ = integrate::highest_mode(system_, *mass_);
  if (std::isinf(highest_.omega)) {
    report_.text("highest frequency", "infinite: something has no mass", "highest_text");
    return;
  }
  if (highest_.omega == 0) return;
  report_.value(
      "highest frequency",
      fmt::format("{:.5g}, most at {}", highest_.omega / two_pi, place_of(system_, highest_.shape)),
      "highest", highest_.omega / two_pi);
  if (highest_.bound > 0)
    report_.judge(Level::ok, fmt::format("no frequency lies above {:.5g}: the signs of the pivots "
                                         "of K − ω²M say so",
                                         highest_.bound / two_pi));
  else
    report_.judge(Level::note, "whether a higher frequency exists was not verified");
}

/// How much of the response each mode may carry, the largest 1: what loads at their peak, and the
/// initial values, put into it. Empty when prescribed motion drives the structure.
std::vector<double> SystemCheck::shares() const {
  if (system_.constrained() && !system_.prescribed().empty()) return {};
  std::vector<double> result;
  const core::Vector inertia = system_.make_displacement();
  std::vector<double> peaks;
  for (const auto& load : system_.loads())
    peaks.push_back(survey(*load.amplitude, given_.span).peak);
  for (const auto& mode : modes_.modes) {
    double share = 0;
    if (mode.omega > 0) {
      check(MatMult(*system_.mass(), mode.shape, inertia));
      for (std::size_t k = 0; k < peaks.size(); ++k)
        share +=
            std::abs(peaks[k] * core::dot(mode.shape, system_.loads()[k].shape)) / mode.eigenvalue;
      for (const auto& state : given_.initial)
        share += std::abs(core::dot(inertia, state.v)) / mode.omega +
                 std::abs(core::dot(inertia, state.q));
    }
    result.push_back(share);
  }
  const double largest = result.empty() ? 0 : *std::max_element(result.begin(), result.end());
  if (!(largest > 0)) return {};
  for (double& share : result) share /= largest;
  return result;
}

/// The error of a mode weighs as much as the part of the response it carries. A phase that is off
/// by a radian, or a mode with less than π steps in a period, is an error of all of that.
void SystemCheck::accuracy() {
  constexpr int shown = 6;
  constexpr double noticeable = 0.01, large = 0.1;
  const auto method = modal_method_of(system_, given_.options.method);
  const auto share = shares();
  report_.line(fmt::format("{:>12} {:>14} {:>14} {:>16} {:>10}", "frequency", "steps/period",
                           "period error", "damping/period", "response"));
  std::vector<double> frequencies, errors;
  double worst = 0, worst_frequency = 0;
  for (std::size_t k = 0; k < modes_.modes.size() && frequencies.size() < shown; ++k) {
    const auto& mode = modes_.modes[k];
    if (!(mode.omega > 0)) continue;
    const auto error = modal_error(method, h(), mode.omega);
    const bool resolved = h() * mode.omega < 2;
    report_.line(fmt::format(
        "{:>12.5g} {:>14.4g} {:>14} {:>16.1e} {:>10}", mode.frequency, 1 / (mode.frequency * h()),
        resolved ? fmt::format("{:.1e}", error.period) : "not resolved", error.amplitude,
        share.empty() ? "?" : fmt::format("{:.1e}", share[k])));
    frequencies.push_back(mode.frequency);
    errors.push_back(error.period);
    const double phase = std::abs(error.period) * span() * mode.omega;
    const double mine = (share.empty() ? 1.0 : share[k]) * (resolved ? std::min(phase, 1.0) : 1.0);
    if (mine < worst) continue;
    worst = mine;
    worst_frequency = mode.frequency;
  }
  if (frequencies.empty()) return;
  report_.value("largest error", fmt::format("{:.1e} of the response", worst), "largest_error",
                worst);
  const auto sentence = fmt::format(
      "the mode of {:.5g} makes an error of about {:.1e} of the response by the end of "
      "the run",
      worst_frequency, worst);
  if (worst > large)
    report_.judge(Level::warning, sentence + "; take a smaller step or more stages");
  else
    report_.judge(worst > noticeable ? Level::note : Level::ok, sentence);
}

PetscInt SystemCheck::modes_between(double from, double to) {
  const PetscInt all = system_.dofs() - system_.constraints();
  const bool to_the_end = to >= highest_.omega;
  const auto below = integrate::modes_below(system_, from);
  const auto above =
      to_the_end ? std::optional<PetscInt>(all) : integrate::modes_below(system_, to);
  return below && above ? *above - *below : -1;
}

void SystemCheck::judge_bands(const std::vector<integrate::UnstableBand>& bands) {
  constexpr double ruins = 10;
  PetscInt hit = 0;
  bool known = true;
  const integrate::UnstableBand* worst = nullptr;
  for (const auto& band : bands) {
    const PetscInt inside = modes_between(band.from, band.to);
    known = known && inside >= 0;
    if (inside != 0 && (!worst || band.radius > worst->radius)) worst = &band;
    hit += std::max<PetscInt>(inside, 0);
    report_.line(
        fmt::format("frequencies from {:.5g} to {:.5g} grow, by up to {:.4g} per step; "
                    "{} modes lie there",
                    band.from / two_pi, band.to / two_pi, band.radius,
                    inside < 0 ? std::string("how many") : std::to_string(inside)));
  }
  const double limit =
      std::isinf(highest_.omega) ? highest_.omega : std::max(highest_.bound, highest_.omega);
  const double stable = integrate::largest_stable_step(
      modal_method_of(system_, given_.options.method), h(), limit, span());
  report_.value("largest stable step", fmt::format("{:.6g}", stable), "stable_step", stable);
  if (hit == 0 && known) {
    report_.judge(Level::note, "no mode lies where the splitting is unstable at this step");
    return;
  }
  const double growth = steps() * std::log(worst->radius);
  report_.judge(growth > std::log(ruins) ? Level::error : Level::warning,
                fmt::format("the splitting is unstable at this step: modes near {:.5g} grow by "
                            "{:.4g} per step; the step may be {:.6g} at most, or use a "
                            "rho_infinity for all terms",
                            worst->worst / two_pi, worst->radius, stable));
}

void SystemCheck::stability() {
  const auto method = modal_method_of(system_, given_.options.method);
  if (highest_.omega > 0 && std::isfinite(highest_.omega)) {
    report_.value("steps per shortest period",
                  fmt::format("{:.4g}", two_pi / (h() * highest_.omega)),
                  "steps_per_shortest_period", two_pi / (h() * highest_.omega));
    report_.value("h·ω at the highest", fmt::format("{:.4g}", h() * highest_.omega), "h_omega",
                  h() * highest_.omega);
  }
  if (method.unconditional) {
    report_.judge(Level::ok, "the method is stable at every step, whatever the frequencies are");
    return;
  }
  const bool lobatto = given_.options.method.family == input::MethodFamily::lobatto;
  trial_decides_ = !method.exact && lobatto;
  if (!lobatto && system_.constrained() && method.radius(h(), 1e6 / h()) > 1 - 1e-6)
    report_.judge(Level::warning,
                  "without numerical damping this method is weakly unstable with constraints; give "
                  "it some, or use Lobatto");
  const double limit = std::max(highest_.bound, highest_.omega);
  const auto bands = unstable_bands(method, h(), limit, span());
  if (bands.empty()) {
    report_.judge(trial_decides_ ? Level::note : Level::ok,
                  "no mode grows at this step, at the highest frequency and at all below");
  } else if (!trial_decides_) {
    judge_bands(bands);
  } else {
    report_.judge(Level::note,
                  fmt::format("taken mode by mode the splitting would let frequencies from {:.5g} "
                              "on grow",
                              bands.front().from / two_pi));
  }
  if (trial_decides_)
    report_.judge(Level::note,
                  "modes do not tell all here (" + method.why_not_exact + "): trial steps decide");
}

/// What a disturbance in all directions becomes: the difference of two runs from neighbouring
/// states follows the equations without loads. @note Collective.
SystemCheck::Trial SystemCheck::disturb(Simulation& simulation, double step) {
  constexpr long most = 400;
  constexpr double seconds = 30, limit = 1e4;
  const auto copy = [&](const mechanics::State& from) {
    return mechanics::State{from.t, core::make_copy(Vec(from.q)), core::make_copy(Vec(from.v)),
                            from.load_case};
  };
  mechanics::State plain = copy(simulation.states().front()), other = copy(plain);
  const core::Vector kick = system_.make_displacement(), force = system_.make_displacement();
  const core::Vector zero = system_.make_multiplier(), unused = system_.make_multiplier();
  {
    const PetscInt begin = core::row_range(Vec(force)).begin;
    const core::WriteArray values(force);
    for (PetscInt i = 0; i < values.size(); ++i)
      values[i] = std::sin(12.9898 * static_cast<double>(begin + i + 1));
  }
  mass_->with_constraint().solve(force, zero, kick, unused);
  const double speed = std::max(core::norm(plain.v), 1.0);
  check(VecAXPY(other.v, speed / std::max(core::norm(kick), 1e-300), kick));
  const core::Vector q = core::make_copy(Vec(other.q)), v = core::make_copy(Vec(other.v));
  const auto energy = [&] {
    core::copy(other.q, q);
    core::copy(other.v, v);
    check(VecAXPY(q, -1.0, plain.q));
    check(VecAXPY(v, -1.0, plain.v));
    return system_.kinetic_energy(v) + system_.strain_energy(q);
  };
  const double start = energy();
  double largest = start;
  Trial trial;
  const auto begin = Clock::now();
  for (; trial.steps < most && largest < limit * start; ++trial.steps) {
    if (core::maximum(system_.comm(), seconds_since(begin)) > seconds) break;
    if (!simulation.stepper().step(plain, step).done ||
        !simulation.stepper().step(other, step).done)
      largest = std::numeric_limits<double>::infinity();
    else
      largest = std::max(largest, energy());
  }
  trial.growth = std::sqrt(largest / start);
  trial.bounded = largest < limit * start;
  trial.where = place_of(system_, v);
  return trial;
}

void SystemCheck::judge_trial(Simulation& simulation) {
  const Trial trial = disturb(simulation, h());
  report_.value("trial",
                fmt::format("{} steps made a disturbance {:.3g} times as large at most",
                            trial.steps, trial.growth),
                "trial_growth", trial.growth);
  if (trial.bounded) {
    report_.judge(Level::ok, "trial steps stay bounded");
    return;
  }
  constexpr int halvings = 8;
  double stable = 0;
  for (int k = 1; k <= halvings && stable == 0; ++k)
    if (const double step = h() / std::pow(2.0, k); disturb(simulation, step).bounded)
      stable = step;
  if (stable > 0)
    report_.value("a stable step", fmt::format("{:.6g}, found by halving", stable), "stable_step",
                  stable);
  report_.judge(
      Level::error,
      fmt::format("the splitting is unstable at this step: a disturbance grows by {:.4g} per step, "
                  "most at {}; {}, or use a rho_infinity for all terms",
                  std::pow(trial.growth, 1.0 / static_cast<double>(std::max(trial.steps, 1L))),
                  trial.where,
                  stable > 0 ? fmt::format("a step of {:.6g} stays bounded", stable)
                             : std::string("steps down to 1/256 of it are no better")));
}

void SystemCheck::first_steps() {
  constexpr int timed = 3;
  std::vector<mechanics::State> states;
  for (const auto& state : given_.initial)
    states.push_back(
        {state.t, core::make_copy(Vec(state.q)), core::make_copy(Vec(state.v)), state.load_case});
  std::ostream nowhere(nullptr);  // what it would warn of has been said
  core::Log silent(system_.comm(), nowhere);
  Simulation simulation(given_.system, std::move(states), given_.options, silent);
  const auto begin = Clock::now();
  simulation.prepare(given_.span);
  const double setup = core::maximum(system_.comm(), seconds_since(begin));
  report_.text("method", simulation.stepper().description(), "method");
  report_.text("solver", simulation.stepper().solver_description(), "solver");
  report_.value("entries of all factors",
                fmt::format("{:.3g}", simulation.stepper().factor_entries()), "all_factor_entries",
                simulation.stepper().factor_entries());
  std::vector<mechanics::State*> all;
  for (auto& state : simulation.states()) all.push_back(&state);
  findings_.state_vectors = simulation.acceleration().available() ? 3 : 2;
  if (trial_decides_) attempt(report_, [&] { judge_trial(simulation); });
  std::vector<double> durations;
  int iterations = 0;
  for (int k = 0; k < std::min<long>(timed, given_.span.steps()); ++k) {
    const auto start = Clock::now();
    const auto result = simulation.stepper().step_all(all, h(), nullptr);
    durations.push_back(core::maximum(system_.comm(), seconds_since(start)));
    iterations = std::max(iterations, result.iterations);
    if (result.done) continue;
    report_.judge(
        Level::error,
        fmt::format("step {} fails: {}{}", k + 1, result.cause,
                    result.dof < 0 ? std::string() : ", at " + system_.dof_name(result.dof)));
    return;
  }
  std::sort(durations.begin(), durations.end());
  const double step = durations.empty() ? 0 : durations[durations.size() / 2];
  if (iterations > 0)
    report_.value("iterations of a step", fmt::format("{}", iterations), "iterations",
                  static_cast<double>(iterations));
  report_.value("memory used so far", bytes_text(core::sum(system_.comm(), core::peak_memory())),
                "memory_bytes", core::sum(system_.comm(), core::peak_memory()));
  report_.value("factorization", fmt::format("{:.3g} s", setup), "factor_seconds", setup);
  report_.value("one step", fmt::format("{:.3g} s", step), "step_seconds", step);
  report_.value("the run, without output",
                fmt::format("about {}", core::duration_text(setup + step * steps())), "run_seconds",
                setup + step * steps());
  report_.judge(Level::ok, "the first steps can be taken");
}

}  // namespace

std::vector<double> check_loads(const SystemCase& given, CheckReport& report,
                                const std::function<void(std::size_t, double)>& more) {
  std::vector<double> peaks;
  const auto& loads = given.system->loads();
  if (loads.empty()) return peaks;
  report.section("Loads");
  const double h = given.span.size(1);
  for (std::size_t k = 0; k < loads.size(); ++k) {
    const auto& load = loads[k];
    const auto found = survey(*load.amplitude, given.span);
    peaks.push_back(found.peak);
    report.line(
        fmt::format("{}{}", load.name.empty() ? fmt::format("load {}", k + 1) : load.name,
                    load.load_case < 0 ? "" : fmt::format(" of case {}", load.load_case + 1)));
    report.text("  amplitude", load.amplitude->text(), fmt::format("amplitude_{}", k + 1));
    if (found.not_finite) {
      report.judge(Level::error, fmt::format("the amplitude {} is not finite at t = {:.9g}",
                                             load.amplitude->text(), *found.not_finite));
      continue;
    }
    report.value("  peak", fmt::format("{:.6g} at t = {:.6g}", found.peak, found.peak_time),
                 fmt::format("peak_{}", k + 1), found.peak);
    more(k, found.peak);
    if (found.fastest <= 0) continue;
    const double steps = 1 / (found.fastest * h);
    report.value(
        "  fastest content",
        fmt::format("{:.4g} cycles per unit of time, {:.3g} steps each", found.fastest, steps),
        fmt::format("fastest_{}", k + 1), found.fastest);
    if (steps < 4)
      report.judge(Level::warning,
                   fmt::format("the load changes faster than steps of {:.4g} resolve; a period of "
                               "its fastest content has {:.2g} of them",
                               h, steps));
  }
  return peaks;
}

void check_disk(MPI_Comm comm, const std::filesystem::path& folder, double bytes,
                CheckReport& report) {
  report.value("results on disk", "about " + bytes_text(bytes), "result_bytes", bytes);
  double room = -1;
  if (core::rank(comm) == 0) {
    std::filesystem::path place = std::filesystem::absolute(folder);
    std::error_code error;
    while (!std::filesystem::exists(place, error) && place.has_relative_path())
      place = place.parent_path();
    const auto space = std::filesystem::space(place, error);
    if (!error) room = static_cast<double>(space.available);
  }
  room = core::maximum(comm, room);
  if (room < 0) return;
  report.value("room on the disk", bytes_text(room), "disk_bytes", room);
  if (bytes > room)
    report.judge(Level::error,
                 "the results do not fit on the disk; store less often with "
                 "'every' in 'output'");
  else if (bytes > 0.8 * room)
    report.judge(Level::warning, "the results would fill more than 80 % of the disk's room");
  else
    report.judge(Level::ok, "the results fit on the disk");
}

SystemFindings check_system(const SystemCase& given, CheckReport& report) {
  return SystemCheck(given, report).run();
}

}  // namespace sparkdyn::app
