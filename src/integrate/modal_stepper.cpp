// SPDX-License-Identifier: BSD-3-Clause
#include "integrate/modal_stepper.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace sparkdyn::integrate {

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
  const auto whole = [&](const mechanics::State& of) {
    return basis_->system().kinetic_energy(of.v) + basis_->system().strain_energy(of.q);
  };
  const double of_modes = energy(at) - stored;
  if (basis_->moved()) {  // supports work too, and dampers between them are not told apart
    work_.external = whole(next) - whole(state);
  } else {
    work_.dissipated = work_.external - of_modes;
    // What is beside the modes stores all work that is done on it.
    if (basis_->corrected()) work_.external += whole(next) - whole(state) - of_modes;
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
