// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/dae/distances.hpp"

namespace sparkdyn::dae {

using Eigen::VectorXd;

namespace {

class Spring final : public PairPotential {
 public:
  Spring(double stiffness, double length) : k_(stiffness), length_(length) {}

  double value(double length) const override {
    return 0.5 * k_ * (length - length_) * (length - length_);
  }
  // Without a natural length the distance may be zero.
  Coefficient at(double length) const override {
    if (length_ == 0.0) return {k_, 0.0};
    return {k_ * (length - length_) / length, k_ * length_ / (length * length)};
  }
  Coefficient between(double before, double after) const override {
    const Coefficient mean = at(0.5 * (before + after));
    return {mean.value, 0.5 * mean.by_first, 0.5 * mean.by_first};
  }

 private:
  double k_, length_;
};

VectorXd apart(const DistancePotential& all, const DistancePotential::Pair& pair,
               const VectorXd& q) {
  const VectorXd first = q.segment(pair.first, all.dimension);
  if (pair.second == DistancePotential::fixed_end) return pair.anchor - first;
  return q.segment(pair.second, all.dimension) - first;
}

}  // namespace

std::shared_ptr<const PairPotential> spring(double stiffness, double length) {
  return std::make_shared<Spring>(stiffness, length);
}

double DistancePotential::value(const VectorXd& q) const {
  double sum = force.size() > 0 ? -force.dot(q) : 0.0;
  for (const Pair& pair : pairs) sum += pair.potential->value(apart(*this, pair, q).norm());
  return sum;
}

VectorXd DistancePotential::forces(const VectorXd& q) const {
  VectorXd sum = force.size() > 0 ? force : VectorXd::Zero(q.size());
  for (const Pair& pair : pairs) {
    const VectorXd r = apart(*this, pair, q);
    const VectorXd pull = pair.potential->at(r.norm()).value * r;
    sum.segment(pair.first, dimension) += pull;
    if (pair.second != fixed_end) sum.segment(pair.second, dimension) -= pull;
  }
  return sum;
}

}  // namespace sparkdyn::dae
