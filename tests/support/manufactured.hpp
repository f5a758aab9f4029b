// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A constrained, damped, forced structure whose exact solution is chosen:
//   q(t) = Σ_k u_k φ_k(t),  λ(t) = Σ_k l_k φ_k(t),
// so F = M q'' + C q' + K q + Gᵀλ and c = G q follow. The stiffness and damping are sums of two
// regions, "" and "joint", so that regional splittings can be tested.

#include <memory>

#include "support/dense.hpp"

namespace sparkdyn::support {

struct ManufacturedOptions {
  int dofs = 7;
  int constraints = 2;
  bool damped = true;
  bool rayleigh = false;          ///< damping αM + βK instead of two dashpot matrices
  double stiffness_contrast = 1;  ///< of the joint against the rest
  bool forced = true;             ///< otherwise F = 0 and c = 0, and no exact solution
};

class Manufactured {
 public:
  explicit Manufactured(const ManufacturedOptions& options = {});

  const mechanics::System& system() const { return *system_; }
  Eigen::VectorXd q(double t) const;
  Eigen::VectorXd v(double t) const;
  Eigen::VectorXd lambda(double t) const;
  mechanics::State initial(double t = 0) const { return make_state(t, q(t), v(t)); }

  Eigen::MatrixXd M, C, C_joint, K, K_joint, G;

 private:
  Eigen::MatrixXd u_, l_;  // one column per φ
  std::unique_ptr<mechanics::System> system_;
};

}  // namespace sparkdyn::support
