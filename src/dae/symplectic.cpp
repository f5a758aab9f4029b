// SPDX-License-Identifier: BSD-3-Clause
// The matrices a of the velocities with weights b, and those of the forces â with weights b̂, keep
// dq ∧ dp without constraints when
//
//   b_i â_ij + b̂_j a_ji = b_i b̂_j,
//
// (35) of Jay (1998), and with reactions at points Ȳ_k where g holds when
//
//   b_i ã_ik + b̄_k ā_ki = b_i b̄_k, ā_0i = 0.
#include <algorithm>

#include "largest.hpp"
#include "sparkdyn/dae/method.hpp"

namespace sparkdyn::dae {

using tableau::Matrix;
using tableau::Vector;

namespace {

constexpr double round_off = 1e-12;

// The residual of either condition: forces (or reactions) with weights bf, s rows; positions with
// weights bv at the places of the forces.
double pair_defect(const Matrix& forces, const Vector& bf, const Matrix& positions,
                   const Vector& bv) {
  const Matrix first = bv.asDiagonal() * forces;
  const Matrix second = bf.asDiagonal() * positions;
  return largest(first + second.transpose() - bv * bf.transpose());
}

bool of_velocity(const std::string& term) {
  return term.starts_with(tableau::name(tableau::Term::velocity));
}

struct Parts {
  std::vector<Matrix> velocity;
  std::vector<Matrix> force;
};

// "" stands for what is not named.
Parts parts_of(const Method& method) {
  Parts parts;
  for (const auto& [term, A] : method.matrices) {
    if (!term.empty()) (of_velocity(term) ? parts.velocity : parts.force).push_back(A);
  }
  const auto rest = method.matrices.find("");
  if (parts.velocity.empty()) parts.velocity.push_back(rest->second);
  if (parts.force.empty()) parts.force.push_back(rest->second);
  return parts;
}

// Ā with the start of the step as its first row.
Matrix rows_from_the_start(const Method& method) {
  Matrix rows = Matrix::Zero(method.points() + 1, method.stages());
  rows.bottomRows(method.points()) = method.point_rows;
  return rows;
}

// Whether the reactions act where the constraints hold, and are symplectic with the positions
// there.
bool reactions_fit(const Method& method, const Parts& parts, const Vector& bv) {
  const Matrix points = rows_from_the_start(method);
  if (method.reaction_points == ReactionPoints::points) {
    return pair_defect(method.reaction_rows, method.reaction_weights, points, bv) < round_off;
  }
  return std::ranges::all_of(parts.velocity, [&](const Matrix& A) {
    return A.rows() == points.rows() && largest(A - points) < round_off;
  });
}

}  // namespace

Symplectic symplectic(const Method& method) {
  const Parts parts = parts_of(method);
  const Vector bv = method.point_rows.bottomRows(1).transpose();
  const Matrix& first = parts.velocity.front();
  bool one_matrix = true;
  for (const Matrix& velocity : parts.velocity) {
    for (const Matrix& force : parts.force) {
      if (pair_defect(force, method.b, velocity, bv) > round_off) return Symplectic::never;
      one_matrix =
          one_matrix && largest(force - first) < round_off && largest(velocity - first) < round_off;
    }
  }
  if (method.closing != Closing::velocity_constraint) return Symplectic::unconstrained;
  if (reactions_fit(method, parts, bv)) return Symplectic::all_constraints;
  return one_matrix ? Symplectic::linear_constraints : Symplectic::unconstrained;
}

}  // namespace sparkdyn::dae
