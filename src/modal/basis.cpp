// SPDX-License-Identifier: BSD-3-Clause
#include "modal/basis.hpp"

#include <algorithm>

#include "mechanics/table_amplitude.hpp"
#include "modal/static_rest.hpp"

namespace sparkdyn::modal {

using core::check;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

bool is_diagonal(const MatrixXd& D) {
  constexpr double round_off = 1e-10;
  const MatrixXd rest = D - MatrixXd(D.diagonal().asDiagonal());
  return rest.size() == 0 || rest.cwiseAbs().maxCoeff() <= round_off * D.cwiseAbs().maxCoeff();
}

}  // namespace

Basis::Basis(const mechanics::System& system, std::shared_ptr<const NaturalModes> modes,
             const std::vector<double>& damping, std::vector<core::Vector> motions)
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
  for (const auto& load : system.loads()) loads_.push_back({project(load.shape), &load, {}});
  for (std::size_t k = 0; k < motions.size(); ++k) {
    check(MatMult(*system.mass(), motions[k], work_));
    VectorXd modal = project(work_);
    VectorXd resisted = system.damped() ? damped(motions[k]) : VectorXd(VectorXd::Zero(m));
    motions_.push_back(
        {std::move(motions[k]), std::move(modal), std::move(resisted), &system.prescribed()[k]});
  }
}

void Basis::correct() {
  const double sigma = sigma_beside(modes_->modes);
  if (loads_.empty() || !(sigma > 0)) return;
  const EnergySpace space(*system_, sigma);
  for (Acting& acting : loads_)
    acting.beside = static_rest(space, modes_->modes, acting.load->shape);
  corrected_ = true;
}

VectorXd Basis::project(Vec x) const {
  VectorXd result(static_cast<Index>(shapes_.size()));
  check(VecMDot(x, static_cast<PetscInt>(shapes_.size()), shapes_.data(), result.data()));
  return result;
}

void Basis::superpose(const VectorXd& y, Vec x) const {
  check(VecMAXPY(x, static_cast<PetscInt>(shapes_.size()), y.data(),
                 const_cast<Vec*>(shapes_.data())));
}

Basis::Coordinates Basis::coordinates(const mechanics::State& state) const {
  Coordinates result;
  check(MatMult(*system_->mass(), state.q, work_));
  result.z = project(work_);
  check(MatMult(*system_->mass(), state.v, work_));
  result.rate = project(work_);
  return result;
}

void Basis::expand(const Coordinates& from, mechanics::State& to) const {
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
  for (const Acting& acting : loads_) {
    if (acting.beside.empty() || !acting.load->acts_in(to.load_case)) continue;
    check(VecAXPY(to.q, acting.load->amplitude->value(to.t), acting.beside));
    check(VecAXPY(to.v, acting.load->amplitude->rate(to.t), acting.beside));
  }
}

VectorXd Basis::force(double t, double from, double to, int load_case) const {
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

VectorXd Basis::acceleration(const Coordinates& at, double t, int load_case) const {
  VectorXd result = -damping_ * at.rate - omega_squared_.cwiseProduct(at.z);
  for (const Acting& acting : loads_)
    if (acting.load->acts_in(load_case)) result += acting.load->amplitude->value(t) * acting.modal;
  for (const Motion& motion : motions_)
    result += motion.value->amplitude->value(t) * omega_squared_.cwiseProduct(motion.modal) +
              motion.value->amplitude->rate(t) * (damping_ * motion.modal - motion.drag);
  return result;
}

void Basis::expand_acceleration(const Coordinates& at, double t, int load_case, Vec a) const {
  VectorXd rest = acceleration(at, t, load_case);
  check(VecSet(a, 0.0));
  for (const Motion& motion : motions_) {
    const double value = motion.value->amplitude->acceleration(t);
    check(VecAXPY(a, value, motion.shape));
    rest -= value * motion.modal;
  }
  superpose(rest, a);
  for (const Acting& acting : loads_)
    if (!acting.beside.empty() && acting.load->acts_in(load_case))
      check(VecAXPY(a, acting.load->amplitude->acceleration(t), acting.beside));
}

std::vector<double> Basis::corners(double from, double to) const {
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

}  // namespace sparkdyn::modal
