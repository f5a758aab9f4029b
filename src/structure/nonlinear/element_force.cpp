// SPDX-License-Identifier: BSD-3-Clause
#include "element_force.hpp"

#include <algorithm>

#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::structure::nonlinear {

ElementForce::ElementForce(mechanics::Kind kind, std::string region,
                           std::shared_ptr<const UnitRows> rows, std::vector<ForceItem> items,
                           bool external)
    : kind_(kind),
      region_(std::move(region)),
      external_(external),
      rows_(std::move(rows)),
      items_(std::move(items)),
      damps_(core::any(rows_->comm(),
                       std::any_of(items_.begin(), items_.end(),
                                   [](const ForceItem& item) { return item.term->damps(); }))),
      strained_(!core::any(rows_->comm(),
                           std::any_of(items_.begin(), items_.end(), [](const ForceItem& item) {
                             return item.term->kernel() == nullptr;
                           }))) {}

template <typename Visit>
void ElementForce::for_each(const mechanics::Configuration& at, Visit visit) const {
  const std::vector<double> all_q = rows_->gather(at.q);
  // K q of all forces is asked for without a v.
  const std::vector<double> all_v =
      at.v ? rows_->gather(at.v) : std::vector<double>(all_q.size(), 0.0);
  Eigen::VectorXd q, v;
  for (const ForceItem& item : items_) {
    rows_->take(*item.places, all_q, q);
    rows_->take(*item.places, all_v, v);
    visit(item, q, v);
  }
}

void ElementForce::add(const mechanics::Configuration& at, double scale, Vec r) const {
  Eigen::VectorXd f;
  const core::WriteArray sum(r);
  for_each(at, [&](const ForceItem& item, const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
    f.setZero(q.size());
    item.term->add_force(at.t, q, v, f);
    rows_->add(*item.places, scale, f, sum.data());
  });
}

mechanics::Tangent ElementForce::tangent(const mechanics::Configuration& at) const {
  core::RowValues stiffness = rows_->make_values();
  core::RowValues damping = damps_ ? rows_->make_values() : core::RowValues{};
  Eigen::MatrixXd K;
  const bool stressed = at.stressed && strained_;
  const std::vector<double> elsewhere =
      stressed ? rows_->gather(at.stressed) : std::vector<double>();
  Eigen::VectorXd other;
  for_each(at, [&](const ForceItem& item, const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
    K.setZero(q.size(), q.size());
    if (stressed) {
      rows_->take(*item.places, elsewhere, other);
      item.term->add_stressed(q, other, K);
    } else {
      item.term->add_by_q(at.t, q, v, K);
    }
    rows_->add(*item.places, K, stiffness);
    if (!item.term->damps()) return;
    K.setZero(q.size(), q.size());
    item.term->add_by_v(at.t, q, v, K);
    rows_->add(*item.places, K, damping);
  });
  const auto matrix = [&](core::RowValues values) {
    return std::make_shared<const core::Matrix>(rows_->make_matrix(std::move(values)));
  };
  mechanics::Tangent result;
  result.by_q.push_back({1.0, matrix(std::move(stiffness))});
  if (damps_) result.by_v.push_back({1.0, matrix(std::move(damping))});
  return result;
}

double ElementForce::energy(const mechanics::Configuration& at) const {
  double mine = 0;
  for_each(at, [&](const ForceItem& item, const Eigen::VectorXd& q, const Eigen::VectorXd&) {
    if (item.counted) mine += item.term->energy(q);
  });
  return core::sum(rows_->comm(), mine);
}

core::Vector ElementForce::make_strains() const {
  PetscInt count = 0;
  for (const ForceItem& item : items_) count += item.term->kernel()->strains();
  return core::make_vector(rows_->comm(), count);
}

void ElementForce::strains(Vec q, Vec z) const {
  const core::WriteArray values(z);
  double* next = values.data();
  for_each({.q = q}, [&](const ForceItem& item, const Eigen::VectorXd& at, const Eigen::VectorXd&) {
    const Kernel& kernel = *item.term->kernel();
    Eigen::Map<Eigen::VectorXd> mine(next, kernel.strains());
    kernel.strain(at, mine);
    next += kernel.strains();
  });
}

void ElementForce::strain_change(Vec q, Vec dq, Vec dz) const {
  const core::WriteArray values(dz);
  double* next = values.data();
  for_each({.q = q, .v = dq},
           [&](const ForceItem& item, const Eigen::VectorXd& at, const Eigen::VectorXd& change) {
             const Kernel& kernel = *item.term->kernel();
             Eigen::Map<Eigen::VectorXd> mine(next, kernel.strains());
             kernel.strain_rate(at, change, mine);
             next += kernel.strains();
           });
}

void ElementForce::add_with(Vec q, Vec z, double scale, Vec r) const {
  const core::ReadArray values(z);
  const core::WriteArray sum(r);
  const double* next = values.data();
  Eigen::VectorXd f, s;
  for_each({.q = q}, [&](const ForceItem& item, const Eigen::VectorXd& at, const Eigen::VectorXd&) {
    const Kernel& kernel = *item.term->kernel();
    f.setZero(at.size());
    s.resize(kernel.strains());
    kernel.response(Eigen::Map<const Eigen::VectorXd>(next, kernel.strains()), s);
    kernel.add_force(at, s, f);
    rows_->add(*item.places, scale, f, sum.data());
    next += kernel.strains();
  });
}

void ElementForce::add_change(Vec q, Vec stressed, Vec dz, double scale, Vec r) const {
  const core::ReadArray values(dz);
  const core::WriteArray sum(r);
  const double* next = values.data();
  Eigen::VectorXd f, z, ds;
  for_each({.q = q, .v = stressed},
           [&](const ForceItem& item, const Eigen::VectorXd& at, const Eigen::VectorXd& other) {
             const Kernel& kernel = *item.term->kernel();
             f.setZero(at.size());
             z.resize(kernel.strains());
             ds.resize(kernel.strains());
             kernel.strain(other, z);
             kernel.stiffness(z, Eigen::Map<const Eigen::VectorXd>(next, kernel.strains()), ds);
             kernel.add_force(at, ds, f);
             rows_->add(*item.places, scale, f, sum.data());
             next += kernel.strains();
           });
}

mechanics::Tangent ElementForce::tangent_with(Vec q, Vec z) const {
  const core::ReadArray values(z);
  const double* next = values.data();
  core::RowValues stiffness = rows_->make_values();
  Eigen::MatrixXd K;
  Eigen::VectorXd s;
  for_each({.q = q}, [&](const ForceItem& item, const Eigen::VectorXd& at, const Eigen::VectorXd&) {
    const Kernel& kernel = *item.term->kernel();
    const Eigen::Map<const Eigen::VectorXd> mine(next, kernel.strains());
    K.setZero(at.size(), at.size());
    s.resize(kernel.strains());
    kernel.response(mine, s);
    kernel.add_material(at, mine, 1.0, K);
    kernel.add_curvature(s, K);
    rows_->add(*item.places, K, stiffness);
    next += kernel.strains();
  });
  mechanics::Tangent result;
  result.by_q.push_back(
      {1.0, std::make_shared<const core::Matrix>(rows_->make_matrix(std::move(stiffness)))});
  return result;
}

void ElementForce::add_change_with(Vec q, Vec z, Vec dz, double scale, Vec r) const {
  const core::ReadArray strains(z), changes(dz);
  const core::WriteArray sum(r);
  PetscInt next = 0;
  Eigen::VectorXd f, ds;
  for_each({.q = q}, [&](const ForceItem& item, const Eigen::VectorXd& at, const Eigen::VectorXd&) {
    const Kernel& kernel = *item.term->kernel();
    f.setZero(at.size());
    ds.resize(kernel.strains());
    kernel.stiffness(Eigen::Map<const Eigen::VectorXd>(strains.data() + next, kernel.strains()),
                     Eigen::Map<const Eigen::VectorXd>(changes.data() + next, kernel.strains()),
                     ds);
    kernel.add_force(at, ds, f);
    rows_->add(*item.places, scale, f, sum.data());
    next += kernel.strains();
  });
}

}  // namespace sparkdyn::structure::nonlinear
