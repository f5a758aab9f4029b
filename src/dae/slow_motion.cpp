// SPDX-License-Identifier: BSD-3-Clause
#include "slow_motion.hpp"

#include <algorithm>
#include <cmath>

#include "sparkdyn/core/error.hpp"
#include "sparkdyn/dae/consistency.hpp"
#include "sparkdyn/tableau/decompositions.hpp"

namespace sparkdyn::dae {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

// Orthonormal columns: all velocities that the constraints allow.
MatrixXd free_directions(const System& system, const Point& at) {
  const Index n = system.sizes().z;
  const Index m = system.sizes().u();
  if (m == 0 || system.soft()) return MatrixXd::Identity(n, n);
  MatrixXd rows = MatrixXd::Zero(m, n);
  if (system.sizes().holonomic > 0) {
    rows.topRows(system.sizes().holonomic) = system.linearize(Function::constraint, 0, at).y;
  }
  if (system.sizes().nonholonomic > 0) {
    rows.bottomRows(system.sizes().nonholonomic) =
        system.linearize(Function::nonholonomic, 0, at).z;
  }
  return tableau::orthogonal_complement(rows.transpose());
}

// −g_qᵀC⁻¹g of soft constraints, and without their geometric stiffness its derivative.
Linearization soft_reaction(const System& system, int term, Point at) {
  const Linearization g = system.linearize(Function::constraint, 0, at);
  at.u = tableau::solve(system.compliance(), g.value);
  Linearization force = system.linearize(Function::force, term, at);
  force.y = force.u * tableau::solve(system.compliance(), g.y);
  force.u.resize(force.u.rows(), 0);
  return force;
}

// The forces but the reactions, which do nothing along the constraints. Reactions also carry the
// ringing that is to be taken out: their geometric stiffness says nothing of the slow motion.
struct Forces {
  VectorXd total;
  std::vector<Linearization> terms;  // of no size for a reaction
};

Forces forces(const System& system, const Point& at) {
  Forces result{VectorXd::Zero(system.sizes().z), {}};
  for (int k = 0; k < static_cast<int>(system.force_terms().size()); ++k) {
    const bool reaction = system.force_terms()[k].depends_on_u;
    if (reaction && !system.soft()) {
      result.terms.push_back({});
      continue;
    }
    result.terms.push_back(reaction ? soft_reaction(system, k, at)
                                    : system.linearize(Function::force, k, at));
    result.total += result.terms.back().value;
  }
  return result;
}

// False when the mass is not positive along the constraints.
bool find_modes(const Forces& at, const MatrixXd& free, double h, SlowMotion& slow) {
  MatrixXd K = MatrixXd::Zero(free.rows(), free.rows());
  for (const Linearization& term : at.terms) {
    if (term.y.cols() > 0) K -= term.y;
  }
  const MatrixXd stiffness = free.transpose() * (0.5 * (K + K.transpose())) * free;
  const MatrixXd mass = free.transpose() * (0.5 * (slow.mass + slow.mass.transpose())) * free;
  if (!stiffness.allFinite() || !mass.allFinite()) return false;
  const auto pairs = tableau::symmetric_eigenpairs(stiffness, mass);
  if (!pairs) return false;
  const VectorXd& squares = pairs->values;  // rising
  Index fast = 0;
  while (fast < squares.size() && h * h * squares[squares.size() - 1 - fast] > 1.0) ++fast;
  slow.squares = squares.tail(fast);
  slow.modes = free * pairs->vectors.rightCols(fast);
  return slow.modes.allFinite();
}

void split_by_terms(const Forces& at, SlowMotion& slow) {
  const auto count = static_cast<Index>(at.terms.size());
  slow.stiffness.setZero(slow.modes.cols(), count);
  slow.friction.setZero(slow.modes.cols(), count);
  for (Index k = 0; k < count; ++k) {
    const Linearization& term = at.terms[static_cast<std::size_t>(k)];
    for (Index i = 0; i < slow.modes.cols(); ++i) {
      const auto mode = slow.modes.col(i);
      if (term.y.cols() > 0) slow.stiffness(i, k) = -mode.dot(term.y * mode);
      if (term.z.cols() > 0) slow.friction(i, k) = -mode.dot(term.z * mode);
    }
  }
}

}  // namespace

double SlowMotion::length(const VectorXd& change) const {
  return std::sqrt(std::max(0.0, change.dot(mass * change)));
}

std::optional<SlowMotion> slow_motion(const System& system, const Point& from, double h) {
  if (!system.velocity_is_z() || system.sizes().z == 0) return std::nullopt;
  SlowMotion slow;
  slow.mass = system.linearize(Function::momentum, 0, from).z;
  Point at = from;
  // The directions turn on the way to q̃; a few rounds are enough for a place to begin at.
  constexpr int rounds = 6;
  for (int round = 0;; ++round) {
    const Forces now = forces(system, at);
    if (!find_modes(now, free_directions(system, at), h, slow)) return std::nullopt;
    if (slow.resolved() || round == rounds) {
      split_by_terms(now, slow);
      break;
    }
    const VectorXd move = (slow.modes.transpose() * now.total).cwiseQuotient(slow.squares);
    at.y += slow.modes * move;
    if (!at.y.allFinite()) return std::nullopt;
  }
  slow.displacement = slow.modes.transpose() * (slow.mass * (from.y - at.y));
  slow.speed = slow.modes.transpose() * (slow.mass * from.z);
  at.z -= slow.modes * slow.speed;
  if (system.soft()) {
    slow.reaction =
        tableau::solve(system.compliance(),
                       MatrixXd(system.linearize(Function::constraint, 0, at).y * slow.modes));
  }
  slow.position = at.y;
  slow.velocity = at.z;
  try {
    const Acceleration rate = acceleration(system, at);
    slow.u = rate.u;
    slow.acceleration =
        rate.z_rate - slow.modes * (slow.modes.transpose() * (slow.mass * rate.z_rate));
  } catch (const core::Error&) {
    slow.u = from.u;
    slow.acceleration = VectorXd::Zero(system.sizes().z);
  }
  return slow;
}

}  // namespace sparkdyn::dae
