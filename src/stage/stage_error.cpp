// SPDX-License-Identifier: BSD-3-Clause
// The error of a motion as one more right-hand side of its steps: docs/gauss_lobatto/notes.md §4.
#include <algorithm>

#include "stage/add_stages.hpp"
#include "stage/stage_system.hpp"
#include "tableau/error_source.hpp"
#include "tableau/quadrature.hpp"

namespace sparkdyn::stage {

using core::check;

namespace {

/// In panels, so that a kink of a load within the step is seen where it is.
tableau::Quadrature fine_quadrature() {
  constexpr int panels = 8, points = 4;
  const tableau::Quadrature one = tableau::gauss_quadrature(points);
  tableau::Quadrature all{Vector(panels * points), Vector(panels * points)};
  for (int k = 0; k < panels; ++k) {
    all.nodes.segment(k * points, points) = (one.nodes.array() + k) / panels;
    all.weights.segment(k * points, points) = one.weights / panels;
  }
  return all;
}

/// The values at the nodes of the polynomial of degree s − 1 with the same means
/// ∫P_j f as f, from the values of f at finer nodes.
Matrix seen_at_nodes(const Vector& nodes, const tableau::Quadrature& fine) {
  const int last = static_cast<int>(nodes.size()) - 1;
  Matrix rows(nodes.size(), fine.nodes.size());
  for (Eigen::Index i = 0; i < nodes.size(); ++i)
    for (Eigen::Index k = 0; k < fine.nodes.size(); ++k)
      rows(i, k) = fine.weights(k) * tableau::normalised_legendre(nodes(i), last)
                                         .dot(tableau::normalised_legendre(fine.nodes(k), last));
  return rows;
}

}  // namespace

std::string StageSystem::why_no_errors() const {
  if (!linear()) return "errors of a run are estimated for linear structures only";
  return why_no_step_errors();
}

std::string StageSystem::why_no_step_errors() const {
  if (!coefficients_.interior) return "the family has no error estimate; gauss-lobatto has one";
  if (coefficients_.one_factor)
    return "the family esdirk has no error estimate; gauss-lobatto has one";
  if (coefficients_.stages < 2) return "one stage has no error estimate; take two or more";
  return "";
}

void StageSystem::see_finely() {
  if (fine_nodes_.size() > 0) return;
  const tableau::Quadrature fine = fine_quadrature();
  fine_nodes_ = fine.nodes;
  fine_rows_ = seen_at_nodes(coefficients_.c, fine);
}

void StageSystem::error_right_hand_side(const ErrorStart& start, BlockVector& rhs) {
  const int s = coefficients_.stages;
  const Vector& p = coefficients_.highest;
  multiply(start.v, start.q);
  for (int i = 0; i < s; ++i) core::copy(momentum_, rhs.velocity(i));
  add_elastic_start(start.q, Vector::Ones(s), rhs);
  multiply(start.s_v, start.s_q);
  for (int i = 0; i < s; ++i) check(VecAXPY(rhs.velocity(i), p(i), momentum_));
  add_elastic_start(start.s_q, p, rhs);
  see_finely();
  add_missed_loads(start, rhs);
  if (!system_->constrained()) return;
  for (int i = 0; i < rhs.multiplier_blocks(); ++i) check(VecSet(rhs.multiplier(i), 0.0));
  if (!system_->prescribes() || system_->prescribed().empty()) return;
  stagewise() ? missed_motion(start.t, rhs) : missed_positions(start.t, rhs);
}

/// M v, and K q where there is one K.
void StageSystem::multiply(Vec v, Vec q) {
  if (around_)
    check(MatMult(*system_->mass(), v, momentum_));
  else
    mass_->multiply(v, momentum_, q, elastic_);
}

/// δF at the stages: what a fine quadrature sees less what the step saw.
Vector StageSystem::missed_load(const mechanics::TimedVector& load, double t) const {
  const auto value = [&](double theta) { return load.amplitude->value(t + theta * h_); };
  return fine_rows_ * fine_nodes_.unaryExpr(value) - coefficients_.c.unaryExpr(value);
}

/// h A δF of each load. Where A⁻¹ gives the velocity at the end, loads of another matrix have that
/// A here too: δF is small enough for any.
void StageSystem::add_missed_loads(const ErrorStart& start, BlockVector& rhs) {
  for (std::size_t k = 0; k < system_->loads().size(); ++k) {
    const auto& load = system_->loads()[k];
    if (!load.acts_in(start.load_case) || load.amplitude->is_constant()) continue;
    const Matrix& A = closing_ == Closing::uniform ? A_ : coefficients_.loads[k];
    const Vector impulse = h_ * A * missed_load(load, start.t);
    for (int i = 0; i < coefficients_.stages; ++i)
      check(VecAXPY(rhs.velocity(i), impulse(i), load.shape));
  }
}

/// δw: the prescribed velocities less those that the stages were given.
void StageSystem::missed_motion(double t, BlockVector& rhs) {
  const int s = coefficients_.stages;
  const core::Vector position = core::make_like(work_m_), rate = core::make_like(work_m_);
  system_->prescribed_value(t, 0, position);
  system_->prescribed_value(t, 1, rate);
  check(VecScale(rate, r_infinity_));
  stagewise_values(t, position, rate, rhs);
  for (int i = 0; i < s; ++i) check(VecScale(rhs.multiplier(i), -1.0));
  for (Eigen::Index k = 0; k < fine_nodes_.size(); ++k) {
    system_->prescribed_value(t + fine_nodes_(k) * h_, 1, work_m_);
    for (int i = 0; i < s; ++i) check(VecAXPY(rhs.multiplier(i), fine_rows_(i, k), work_m_));
  }
}

/// ā δw in place of δw: the way that the prescribed velocities make to each point less the one that
/// the stages were given.
void StageSystem::missed_positions(double t, BlockVector& rhs) {
  const Matrix rows = coefficients_.position * fine_rows_;
  for (Eigen::Index f = 0; f < fine_nodes_.size(); ++f) {
    system_->prescribed_value(t + fine_nodes_(f) * h_, 1, work_m_);
    for (int k = 0; k < rhs.multiplier_blocks(); ++k)
      check(VecAXPY(rhs.multiplier(k), rows(k, f), work_m_));
  }
  const core::Vector start = core::make_like(work_m_);
  system_->prescribed_value(t, 0, start);
  for (int k = 0; k < rhs.multiplier_blocks(); ++k) {
    system_->prescribed_value(t + coefficients_.position_nodes(k) * h_, 0, work_m_);
    check(VecAXPY(work_m_, -1.0, start));
    check(VecAXPY(rhs.multiplier(k), -1 / h_, work_m_));
  }
}

void StageSystem::finish_error(const ErrorStart& start, const BlockVector& x) const {
  if (!linear()) {  // only that of displacements is asked for
    add_stages(h_ * coefficients_.b, x, start.q);
    return;
  }
  if (closing_ == Closing::projected) {
    project_error(start, x);
    return;
  }
  check(VecScale(start.v, r_infinity_));
  check(VecAXPY(start.v, -last_row_.dot(coefficients_.highest), start.s_v));
  for (int i = 0; i < coefficients_.stages; ++i) {
    check(VecAXPY(start.q, h_ * coefficients_.b(i), x.velocity(i)));
    check(VecAXPY(start.v, last_row_(i), x.velocity(i)));
  }
}

/// [M Gᵀ; G 0][e_v; ·] = [M e_v + h bᵀδF − h C bᵀV − h K(e_q + h bᵀA_vV); 0],   e_q ← e_q + h bᵀV.
void StageSystem::project_error(const ErrorStart& start, const BlockVector& x) const {
  const core::Vector right = core::make_like(start.v);
  check(MatMult(*system_->mass(), start.v, right));
  subtract_mean_forces(start.q, x, right);
  for (const auto& load : system_->loads()) {
    if (!load.acts_in(start.load_case) || load.amplitude->is_constant()) continue;
    check(VecAXPY(right, h_ * coefficients_.b.dot(missed_load(load, start.t)), load.shape));
  }
  if (system_->constrained()) {
    const core::Vector rate = core::make_like(work_m_), reaction = core::make_like(work_m_);
    mass_->with_constraint().solve(right, rate, start.v, reaction);
  } else {
    mass_->alone().solve(right, nullptr, start.v, nullptr);
  }
  add_stages(h_ * coefficients_.b, x, start.q);
}

}  // namespace sparkdyn::stage
