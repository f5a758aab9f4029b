#include "sparkdyn/integrate/modal_stepper.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sparkdyn/integrate/equilibrium.hpp"
#include "sparkdyn/mechanics/table_amplitude.hpp"

namespace sparkdyn::integrate {

using core::check;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

/// By scaling and squaring: Taylor's series of a matrix of norm 1/2 at most, which ends at 1e-18.
MatrixXd exponential(MatrixXd A) {
  constexpr int terms = 14;
  const double norm = A.cwiseAbs().rowwise().sum().maxCoeff();
  const int halvings = norm > 0.5 ? static_cast<int>(std::ceil(std::log2(norm / 0.5))) : 0;
  A *= std::ldexp(1.0, -halvings);
  MatrixXd sum = MatrixXd::Identity(A.rows(), A.cols());
  for (int k = terms; k > 0; --k)
    sum = MatrixXd::Identity(A.rows(), A.cols()) + (A * sum / k).eval();
  for (int k = 0; k < halvings; ++k) sum = (sum * sum).eval();
  return sum;
}

bool is_diagonal(const MatrixXd& D) {
  constexpr double round_off = 1e-10;
  const MatrixXd rest = D - MatrixXd(D.diagonal().asDiagonal());
  return rest.size() == 0 || rest.cwiseAbs().maxCoeff() <= round_off * D.cwiseAbs().maxCoeff();
}

}  // namespace

ModalPropagator modal_propagator(const VectorXd& omega_squared, const MatrixXd& D, double h) {
  const Index m = omega_squared.size();
  // In units that make entries alike: time h, z·s with s about the frequency, forces times h.
  VectorXd s(m);
  for (Index j = 0; j < m; ++j) s[j] = std::max(std::sqrt(std::abs(omega_squared[j])), 1 / h);
  const MatrixXd one = MatrixXd::Identity(m, m);
  // (∫z·s/h, z·s, z', h g₀, h Δg) over the unit of time h; Δg is what the force grows by.
  MatrixXd A = MatrixXd::Zero(5 * m, 5 * m);
  A.block(0, m, m, m) = one;
  A.block(m, 2 * m, m, m) = (h * s).asDiagonal();
  A.block(2 * m, m, m, m) = MatrixXd((-h * omega_squared.cwiseQuotient(s)).asDiagonal());
  A.block(2 * m, 2 * m, m, m) = -h * D;
  A.block(2 * m, 3 * m, m, m) = one;  // the force now
  A.block(3 * m, 4 * m, m, m) = one;  // grows at the rate Δg
  const MatrixXd E = exponential(A);
  const MatrixXd units = s.asDiagonal();
  const MatrixXd back = s.cwiseInverse().asDiagonal();
  const auto row = [&](Index block, const MatrixXd& left) {
    MatrixXd result(m, 4 * m);
    result.leftCols(m) = left * E.block(block * m, m, m, m) * units;
    result.middleCols(m, m) = left * E.block(block * m, 2 * m, m, m);
    result.middleCols(2 * m, m) = h * left * E.block(block * m, 3 * m, m, m);
    result.rightCols(m) = h * left * E.block(block * m, 4 * m, m, m);
    return result;
  };
  return {row(1, back), row(2, one), row(0, h * back)};
}

ModalBasis::ModalBasis(const mechanics::System& system, std::shared_ptr<const NaturalModes> modes,
                       const std::vector<double>& damping)
    : system_(&system), modes_(std::move(modes)), work_(system.make_displacement()) {
  const auto m = static_cast<Index>(modes_->modes.size());
  omega_squared_.resize(m);
  damping_ = MatrixXd::Zero(m, m);
  for (Index j = 0; j < m; ++j) {
    shapes_.push_back(modes_->modes[j].shape);
    omega_squared_[j] = modes_->modes[j].eigenvalue;
  }
  const core::Vector drag = system.make_displacement();
  const auto damped = [&](Vec v) {
    check(VecSet(drag, 0.0));
    system.add_internal(1.0, nullptr, v, drag);
    return project(drag);
  };
  if (system.damped())
    for (Index j = 0; j < m; ++j) damping_.col(j) = damped(shapes_[j]);
  if (is_diagonal(damping_)) damping_ = MatrixXd(damping_.diagonal().asDiagonal());
  coupled_ = !damping_.isDiagonal(0);
  for (Index j = 0; j < m && j < static_cast<Index>(damping.size()); ++j)
    damping_(j, j) += damping[j];
  for (const auto& load : system.loads()) loads_.push_back({project(load.shape), &load});
  if (!system.constrained() || system.prescribed().empty()) return;
  auto motions = static_motions(system);
  for (std::size_t k = 0; k < motions.size(); ++k) {
    check(MatMult(*system.mass(), motions[k], work_));
    VectorXd modal = project(work_);
    VectorXd resisted = system.damped() ? damped(motions[k]) : VectorXd(VectorXd::Zero(m));
    motions_.push_back(
        {std::move(motions[k]), std::move(modal), std::move(resisted), &system.prescribed()[k]});
  }
}

VectorXd ModalBasis::project(Vec x) const {
  VectorXd result(static_cast<Index>(shapes_.size()));
  check(VecMDot(x, static_cast<PetscInt>(shapes_.size()), shapes_.data(), result.data()));
  return result;
}

void ModalBasis::superpose(const VectorXd& y, Vec x) const {
  check(VecMAXPY(x, static_cast<PetscInt>(shapes_.size()), y.data(),
                 const_cast<Vec*>(shapes_.data())));
}

ModalBasis::Coordinates ModalBasis::coordinates(const mechanics::State& state) const {
  Coordinates result;
  check(MatMult(*system_->mass(), state.q, work_));
  result.z = project(work_);
  check(MatMult(*system_->mass(), state.v, work_));
  result.rate = project(work_);
  return result;
}

void ModalBasis::expand(const Coordinates& from, mechanics::State& to) const {
  VectorXd z = from.z, rate = from.rate;
  check(VecSet(to.q, 0.0));
  check(VecSet(to.v, 0.0));
  for (const Motion& motion : motions_) {
    const double value = motion.value->amplitude->value(to.t);
    const double slope = motion.value->amplitude->rate(to.t);
    check(VecAXPY(to.q, value, motion.shape));
    check(VecAXPY(to.v, slope, motion.shape));
    z -= value * motion.modal;
    rate -= slope * motion.modal;
  }
  superpose(z, to.q);
  superpose(rate, to.v);
}

VectorXd ModalBasis::force(double t, double from, double to, int load_case) const {
  VectorXd g = VectorXd::Zero(size());
  for (const Acting& acting : loads_)
    if (acting.load->acts_in(load_case)) g += acting.load->amplitude->value(t) * acting.modal;
  for (const Motion& motion : motions_) {
    const auto& amplitude = *motion.value->amplitude;
    const double slope = (amplitude.value(to) - amplitude.value(from)) / (to - from);
    g += amplitude.value(t) * omega_squared_.cwiseProduct(motion.modal) +
         slope * (damping_ * motion.modal - motion.drag);
  }
  return g;
}

VectorXd ModalBasis::acceleration(const Coordinates& at, double t, int load_case) const {
  VectorXd result = -damping_ * at.rate - omega_squared_.cwiseProduct(at.z);
  for (const Acting& acting : loads_)
    if (acting.load->acts_in(load_case)) result += acting.load->amplitude->value(t) * acting.modal;
  for (const Motion& motion : motions_)
    result += motion.value->amplitude->value(t) * omega_squared_.cwiseProduct(motion.modal) +
              motion.value->amplitude->rate(t) * (damping_ * motion.modal - motion.drag);
  return result;
}

void ModalBasis::expand_acceleration(const Coordinates& at, double t, int load_case, Vec a) const {
  VectorXd rest = acceleration(at, t, load_case);
  check(VecSet(a, 0.0));
  for (const Motion& motion : motions_) {
    const double value = motion.value->amplitude->acceleration(t);
    check(VecAXPY(a, value, motion.shape));
    rest -= value * motion.modal;
  }
  superpose(rest, a);
}

std::vector<double> ModalBasis::corners(double from, double to) const {
  std::vector<double> times;
  for (const Acting& acting : loads_)
    mechanics::add_corners(*acting.load->amplitude, from, to, times);
  for (const Motion& motion : motions_)
    mechanics::add_corners(*motion.value->amplitude, from, to, times);
  // A corner at an end of the step, but for round-off, is no corner.
  const double near = 1e-12 * (to - from);
  std::erase_if(times, [&](double t) { return t - from <= near || to - t <= near; });
  times.push_back(to);
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

std::string ModalStepper::description() const {
  const auto& modes = basis_->modes().modes;
  return fmt::format("superposition of {} modes, frequencies {:.5g} to {:.5g}, exact in time",
                     modes.size(), modes.empty() ? 0 : modes.front().frequency,
                     modes.empty() ? 0 : modes.back().frequency);
}

std::string ModalStepper::solver_description() const {
  return basis_->coupled() ? "modal: all modes together, dampers couple them"
                           : "modal: each mode by itself";
}

const std::vector<ModalPropagator>& ModalStepper::propagators(double h) {
  if (h == h_) return propagators_;
  propagators_.clear();
  const auto& omega_squared = basis_->omega_squared();
  const auto& D = basis_->damping();
  if (basis_->coupled())
    propagators_.push_back(modal_propagator(omega_squared, D, h));
  else
    for (Index j = 0; j < basis_->size(); ++j)
      propagators_.push_back(modal_propagator(omega_squared.segment(j, 1), D.block(j, j, 1, 1), h));
  h_ = h;
  return propagators_;
}

double ModalStepper::energy(const Coordinates& at) const {
  return 0.5 * at.rate.squaredNorm() + 0.5 * at.z.dot(basis_->omega_squared().cwiseProduct(at.z));
}

double ModalStepper::move(Coordinates& at, double from, double to, double h, int load_case) {
  const VectorXd before = basis_->force(from, from, to, load_case);
  const VectorXd after = basis_->force(to, from, to, load_case);
  const VectorXd growth = after - before;
  const Coordinates old = at;
  VectorXd integral(basis_->size());
  Index first = 0;
  for (const ModalPropagator& step : propagators(h)) {
    const Index m = step.z.rows();
    VectorXd given(4 * m);
    given << old.z.segment(first, m), old.rate.segment(first, m), before.segment(first, m),
        growth.segment(first, m);
    at.z.segment(first, m) = step.z * given;
    at.rate.segment(first, m) = step.rate * given;
    integral.segment(first, m) = step.integral * given;
    first += m;
  }
  // ∫ g·z' dt by parts.
  return after.dot(at.z) - before.dot(old.z) - growth.dot(integral) / h;
}

StepResult ModalStepper::advance(const mechanics::State& state, double h, mechanics::State& next) {
  Coordinates at = basis_->coordinates(state);
  const double stored = energy(at);
  next.t = state.t + h;
  next.load_case = state.load_case;
  work_ = {};
  double from = state.t;
  for (const double to : basis_->corners(state.t, next.t)) {
    // The usual piece is the whole step: its size must not differ in the last digit each time.
    const bool whole = from == state.t && to == next.t;
    work_.external += move(at, from, to, whole ? h : to - from, state.load_case);
    from = to;
  }
  basis_->expand(at, next);
  if (basis_->moved()) {  // supports work too, and dampers between them are not told apart
    work_.external =
        basis_->system().kinetic_energy(next.v) + basis_->system().strain_energy(next.q) -
        basis_->system().kinetic_energy(state.v) - basis_->system().strain_energy(state.q);
  } else {
    work_.dissipated = work_.external - (energy(at) - stored);
  }
  return {};
}

bool ModalAcceleration::available() {
  return !basis_->system().constrained() || Acceleration::available();
}

void ModalAcceleration::compute(const mechanics::State& state) {
  if (basis_->system().constrained()) Acceleration::compute(state);
  basis_->expand_acceleration(basis_->coordinates(state), state.t, state.load_case, a());
}

}  // namespace sparkdyn::integrate
