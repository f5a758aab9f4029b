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
                                   [](const ForceItem& item) { return item.term->damps(); }))) {}

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
  for_each(at, [&](const ForceItem& item, const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
    K.setZero(q.size(), q.size());
    item.term->add_by_q(at.t, q, v, K);
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

}  // namespace sparkdyn::structure::nonlinear
