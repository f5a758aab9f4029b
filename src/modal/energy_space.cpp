// SPDX-License-Identifier: BSD-3-Clause
#include "modal/energy_space.hpp"

#include <algorithm>
#include <cmath>

#include "pencil.hpp"

namespace sparkdyn::modal {

using core::check;
using Eigen::VectorXd;

EnergySpace::EnergySpace(const mechanics::System& system, double sigma)
    : system_(&system),
      sigma_(sigma),
      factors_(factor_pencil(system, linear::operators_of(system), -sigma)),
      no_force_(system.make_displacement()) {
  if (system.constrained()) unmoved_ = system.make_multiplier();
}

EnergySpace::Image EnergySpace::solve(Vec f, Vec g) const {
  Image result{system_->make_displacement(), {}};
  if (system_->constrained()) result.multiplier = system_->make_multiplier();
  const Vec y = result.multiplier.empty() ? nullptr : Vec(result.multiplier);
  factors_->solve(f, g, result.x, y);
  // Once more with what is left: factors lose digits where stiff parts meet soft ones.
  core::Vector left = apply(result.x);
  check(VecAYPX(left, -1.0, f));
  core::Vector rows;
  if (y) {
    check(MatMultTranspose(system_->G(), y, no_force_));
    check(VecAXPY(left, -1.0, no_force_));
    check(VecSet(no_force_, 0.0));
    rows = core::make_like(g);
    check(MatMult(system_->G(), result.x, rows));
    check(VecAYPX(rows, -1.0, g));
  }
  const Vec rest = rows.empty() ? nullptr : Vec(rows);
  factors_->solve(left, rest, left, rest);
  check(VecAXPY(result.x, 1.0, left));
  if (y) check(VecAXPY(y, 1.0, rest));
  return result;
}

EnergySpace::Image EnergySpace::image(Vec force) const {
  return solve(force, unmoved_.empty() ? nullptr : Vec(unmoved_));
}

EnergySpace::Image EnergySpace::follow(Vec moved) const {
  const core::Vector none = system_->make_displacement();
  return solve(none, moved);
}

core::Vector EnergySpace::admissible(Vec x) const {
  const core::Vector force = apply(x);
  return image(force).x;
}

core::Vector EnergySpace::stiffness(Vec x) const {
  core::Vector y = system_->make_displacement();
  system_->add_internal(1.0, x, nullptr, y);
  return y;
}

void EnergySpace::add_modal_damping(const std::vector<Mode>& modes,
                                    const std::vector<double>& delta) {
  for (std::size_t j = 0; j < std::min(modes.size(), delta.size()); ++j) {
    if (delta[j] == 0) continue;
    mode_forces_.push_back(mass(modes[j].shape));
    check(VecScale(mode_forces_.back(), std::sqrt(delta[j])));
  }
}

core::Vector EnergySpace::damping(Vec x) const {
  core::Vector y = system_->make_displacement();
  system_->add_internal(1.0, nullptr, x, y);
  for (const core::Vector& force : mode_forces_) check(VecAXPY(y, core::dot(force, x), force));
  return y;
}

core::Vector EnergySpace::mass(Vec x) const {
  core::Vector y = system_->make_displacement();
  check(MatMult(*system_->mass(), x, y));
  return y;
}

core::Vector EnergySpace::apply(Vec x) const {
  core::Vector y = mass(x);
  check(VecScale(y, sigma_));
  system_->add_internal(1.0, x, nullptr, y);
  return y;
}

VectorXd OrthonormalVectors::products(Vec y) const {
  VectorXd result = VectorXd::Zero(size());
  if (size() > 0) check(VecMDot(y, static_cast<PetscInt>(size()), handles_.data(), result.data()));
  return result;
}

void OrthonormalVectors::take_out(Vec x, VectorXd& coefficients) const {
  if (size() == 0) return;
  const core::Vector force = space_->apply(x);
  const VectorXd part = products(force), minus = -part;
  check(
      VecMAXPY(x, static_cast<PetscInt>(size()), minus.data(), const_cast<Vec*>(handles_.data())));
  coefficients.head(size()) += part;
}

VectorXd OrthonormalVectors::add(Vec x, double drop) {
  const auto length = [&](Vec y) {
    const core::Vector force = space_->apply(y);
    return std::sqrt(std::max(core::dot(y, force), 0.0));
  };
  VectorXd coefficients = VectorXd::Zero(size() + 1);
  core::Vector rest = core::make_copy(x);
  const double whole = length(rest);
  if (!(whole > 0)) return VectorXd::Zero(size());
  take_out(rest, coefficients);
  double left = length(rest);
  constexpr double cancelled = 1e-2;
  if (left < cancelled * whole) rest = space_->admissible(rest);
  take_out(rest, coefficients);  // twice is enough
  left = length(rest);
  if (!(left > drop * whole)) return coefficients.head(size());
  coefficients[size()] = left;
  check(VecScale(rest, 1.0 / left));
  vectors_.push_back(std::move(rest));
  handles_.push_back(vectors_.back());
  return coefficients;
}

}  // namespace sparkdyn::modal
