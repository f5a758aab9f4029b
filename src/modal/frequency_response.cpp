// SPDX-License-Identifier: BSD-3-Clause
#include "modal/frequency_response.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "linear/complex_saddle.hpp"
#include "linear/dependent_rows.hpp"
#include "mechanics/validate.hpp"
#include "sparkdyn/core/error.hpp"

namespace sparkdyn::modal {
namespace {

using core::check;
using linear::ComplexVec;
using Complex = std::complex<double>;
using mechanics::Kind;

double omega_of(double frequency) {
  return 2 * std::numbers::pi * frequency;
}

/// A complex vector of displacements and its multipliers.
struct Pair {
  core::Vector real, imaginary;
  ComplexVec parts() const { return {real, imaginary}; }
};

Pair displacement(const mechanics::System& system) {
  return {system.make_displacement(), system.make_displacement()};
}

Pair multiplier(const mechanics::System& system) {
  if (!system.constrained()) return {};
  return {system.make_multiplier(), system.make_multiplier()};
}

std::vector<linear::WeightedMatrix<Complex>> dynamic_stiffness(const mechanics::System& system,
                                                               double omega, double eta) {
  std::vector<linear::WeightedMatrix<Complex>> sum{{-omega * omega, system.mass()}};
  for (const auto& term : system.terms())
    for (const auto& [factor, matrix] : term.parts)
      sum.push_back(
          {factor * (term.kind == Kind::elastic ? Complex(1, eta) : Complex(0, omega)), matrix});
  return sum;
}

/// to ← to + factor · from, all complex.
void add(ComplexVec to, Complex factor, ComplexVec from) {
  check(VecAXPY(to.real, factor.real(), from.real));
  check(VecAXPY(to.real, -factor.imag(), from.imaginary));
  check(VecAXPY(to.imaginary, factor.imag(), from.real));
  check(VecAXPY(to.imaginary, factor.real(), from.imaginary));
}

void add_loads(const std::vector<const mechanics::TimedVector*>& loads,
               const Eigen::VectorXcd& factors, ComplexVec to) {
  for (std::size_t k = 0; k < loads.size(); ++k) {
    const Complex factor = factors[static_cast<Eigen::Index>(k)];
    check(VecAXPY(to.real, factor.real(), loads[k]->shape));
    check(VecAXPY(to.imaginary, factor.imag(), loads[k]->shape));
  }
}

/// σ of X = K + σM: the square of the highest frequency, so that modes in the range and those above
/// it weigh alike.
double sigma_of(const ResponseOptions& options) {
  const double highest = omega_of(options.frequencies.back());
  return std::max(highest * highest, 1e-12);
}

const mechanics::System& require_possible(const mechanics::System& system,
                                          const ResponseOptions& options) {
  system.require_linear("a response over frequency");
  if (!system.symmetric()) core::input_error("a response over frequency needs symmetric matrices");
  if (options.frequencies.empty()) core::input_error("a response needs at least one frequency");
  mechanics::require_inertia_or_stiffness(system);
  if (system.constrained()) linear::require_independent_rows(system.G());
  return system;
}

}  // namespace

FrequencyResponse::FrequencyResponse(const mechanics::System& system, ResponseOptions options)
    : system_(&require_possible(system, options)),
      options_(std::move(options)),
      operators_(linear::operators_of(system)),
      excitation_(system, options_.load_case),
      space_(system, sigma_of(options_)) {
  if (options_.modes > 0)
    superpose();
  else
    interpolate();
}

void FrequencyResponse::superpose() {
  const auto found = natural_modes(*system_, {.count = options_.modes});
  std::vector<double> delta;
  for (std::size_t j = 0; j < std::min(found.modes.size(), options_.ratios.size()); ++j)
    delta.push_back(2 * options_.ratios[j] * std::max(found.modes[j].omega, 0.0));
  space_.add_modal_damping(found.modes, delta);
  model_.emplace(space_, excitation_, options_.structural_damping);
  for (const auto& mode : found.modes) model_->add(mode.shape);
  const auto add_beside = [&](Vec force) {
    const core::Vector first = space_.image(force).x, inertia = space_.mass(first);
    model_->add(first);
    model_->add(space_.image(inertia).x);
  };
  for (const auto* load : excitation_.loads()) add_beside(load->shape);
  for (std::size_t k = 0; k < model_->motions().size(); ++k)
    add_beside(space_.mass(model_->motions()[k]));
  evaluate();
}

void FrequencyResponse::interpolate() {
  model_.emplace(space_, excitation_, options_.structural_damping);
  const std::size_t count = options_.frequencies.size();
  solve_at(0);
  if (count > 1) solve_at(count - 1);
  evaluate();
  bool checked = false;
  while (solved_.size() < count) {
    const std::size_t next = worst();
    const double enough = std::max(options_.accuracy, 2 * floor_of_digits());
    const bool holds = states_[next].bound <= enough;
    if (holds && checked) break;
    solve_at(next);  // where all bounds hold, to see whether the worst of them is true
    checked = holds && checked_ <= enough;
    evaluate();
  }
}

/// The largest bound where the equations were solved: there is no better answer at such a
/// frequency, so that this is what the digits of the matrices give.
double FrequencyResponse::floor_of_digits() const {
  constexpr double most = 1e-6;
  double largest = 0;
  for (const std::size_t k : solved_) {
    largest = std::max(largest, states_[k].bound);
    if (states_[k].bound > std::max(most, options_.accuracy))
      core::numerics_error(
          "the response at frequency {:.9g} is known to {:.1e} only: the matrices do not have more "
          "digits there",
          options_.frequencies[k], states_[k].bound);
  }
  return largest;
}

double FrequencyResponse::largest_bound() const {
  double largest = 0;
  for (const auto& state : states_) largest = std::max(largest, state.bound);
  return largest;
}

/// Of the frequencies that were not solved.
std::size_t FrequencyResponse::worst() const {
  std::size_t result = 0;
  double largest = -1;
  for (std::size_t k = 0; k < states_.size(); ++k)
    if (states_[k].bound > largest &&
        std::find(solved_.begin(), solved_.end(), k) == solved_.end()) {
      largest = states_[k].bound;
      result = k;
    }
  return result;
}

void FrequencyResponse::evaluate() {
  model_->prepare();
  states_.clear();
  for (const double frequency : options_.frequencies) states_.push_back(model_->state(frequency));
  refuse_resonance();
}

void FrequencyResponse::refuse_resonance() const {
  constexpr double no_digits_left = 1e-9;
  for (std::size_t k = 0; k < states_.size(); ++k)
    if (states_[k].least_stretching < no_digits_left)
      core::numerics_error(
          "the frequency {:.9g} is that of a mode without damping: there is no steady state there; "
          "give the structure damping, or leave this frequency out",
          options_.frequencies[k]);
}

/// The true x and the coefficients t_k of its expansion in ω − ω_j, while loads stay as they are:
/// P t_k = −P' t_k−1 − ½P'' t_k−2 with P' = iC − 2ωM, ½P'' = −M.
void FrequencyResponse::solve_at(std::size_t k) {
  constexpr int terms = 4;
  const double frequency = options_.frequencies[k], omega = omega_of(frequency);
  linear::ComplexSaddle factors(
      operators_, dynamic_stiffness(*system_, omega, options_.structural_damping), "response_");
  const Pair lambda = multiplier(*system_), rows = multiplier(*system_);
  Pair right = displacement(*system_), before, last;
  add_loads(excitation_.loads(), excitation_.load_factors(frequency), right.parts());
  if (system_->constrained())
    add_loads(excitation_.motions(), excitation_.motion_factors(frequency), rows.parts());
  for (int term = 0; term < terms; ++term) {
    Pair x = displacement(*system_);
    factors.solve(right.parts(), rows.parts(), x.parts(), lambda.parts());
    if (term == 0 && !states_.empty()) checked_ = error_of(states_[k], x.real, x.imaginary);
    const double size = std::max(core::norm_infinity(x.real), core::norm_infinity(x.imaginary));
    if (!(size > 0)) break;
    if (!std::isfinite(size)) core::numerics_error("no steady state at frequency {}", frequency);
    model_->add(x.real);
    model_->add(x.imaginary);
    before = std::move(last);
    last = std::move(x);
    right = displacement(*system_);
    const Pair M{space_.mass(last.real), space_.mass(last.imaginary)};
    add(right.parts(), 2 * omega, M.parts());
    if (system_->damped()) {
      const Pair C{space_.damping(last.real), space_.damping(last.imaginary)};
      add(right.parts(), Complex(0, -1), C.parts());
    }
    if (!before.real.empty()) {
      const Pair earlier{space_.mass(before.real), space_.mass(before.imaginary)};
      add(right.parts(), 1.0, earlier.parts());
    }
    if (system_->constrained()) {
      check(VecSet(rows.real, 0.0));
      check(VecSet(rows.imaginary, 0.0));
    }
  }
  solved_.push_back(k);
}

double FrequencyResponse::error_of(const ReducedState& state, Vec real, Vec imaginary) const {
  const Pair guess = displacement(*system_);
  model_->expand(state, guess.real, guess.imaginary);
  double error = 0, size = 0;
  for (const auto& [found, true_part] :
       {std::pair<Vec, Vec>(guess.real, real), std::pair<Vec, Vec>(guess.imaginary, imaginary)}) {
    size += core::dot(true_part, space_.apply(true_part));
    check(VecAXPY(found, -1.0, true_part));
    error += core::dot(found, space_.apply(found));
  }
  return size > 0 ? std::sqrt(std::max(error, 0.0) / size) : 0;
}

}  // namespace sparkdyn::modal
