// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// P A = L U with row pivots for the dense matrices of one step, 10 to 100 rows. Eigen's blocked
// factorization is made for larger ones and for the instructions of the oldest machine; this one is
// compiled for newer ones, too, and the machine chooses.

#include <Eigen/Core>
#include <vector>

namespace sparkdyn::dae {

class SmallLu {
 public:
  // False when a pivot is zero or not finite.
  bool factorize(const Eigen::MatrixXd& A);
  // Keeps a copy, so that solve() can improve its result by the residual, taken in more digits.
  bool factorize_for_refinement(const Eigen::MatrixXd& A);

  // x ← A⁻¹ x.
  void solve(Eigen::VectorXd& x) const;

 private:
  void substitute_once(Eigen::VectorXd& x) const;

  Eigen::MatrixXd factors_;
  Eigen::MatrixXd kept_;  // A; empty without refinement
  std::vector<int> pivots_;
  Eigen::VectorXd row_scale_;  // rows differ by many orders of magnitude: momenta, constraints, …
};

}  // namespace sparkdyn::dae
