// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The canonical state space form, Leimkuhler & Reich (1992), section 2: with a chart A for which
// [A; G] is regular, δ = A q, g(q) = 0 and
//
//   p = (I − ℋ)Aᵀθ,   δ' = A p,   A(I − ℋ)Aᵀ θ' = A(I − ℋ)(−∇F + ℋ_q(p, Aᵀθ)),   ℋ = Gᵀ(GGᵀ)⁻¹G
//
// are canonical equations for (δ, θ), (2.1) to (2.5), of H = pᵀp/2 + F. A step is Algorithm 2.1,
// functional iteration for the stages of a Runge–Kutta method (the dots that (2.6), (2.7) and its
// step 2c lack are put in). As long as A is kept, Gauss methods are symplectic; here it is renewed
// after a given number of steps.

#include <memory>
#include <vector>

#include "sparkdyn/dae/formulation.hpp"
#include "sparkdyn/dae/integrate.hpp"

namespace sparkdyn::dae {

/// Steps of the state space form for points (q, p).
class StateSpace {
 public:
  /// Throws core::Error (input) when the mass is not the identity or the method has not one matrix
  /// for all terms.
  StateSpace(std::shared_ptr<const System> system, std::shared_ptr<const Formulations> of,
             const Method& method, double tolerance);

  /// Another A from here on: an orthonormal basis of what G leaves free at q.
  void renew_chart(const Eigen::VectorXd& q, const Eigen::VectorXd& p);
  /// Throws core::Error (numerics) when an iteration fails.
  Point step(const Point& from, double h);
  int iterations() const { return iterations_; }  ///< of the last step
  void carry(Carried& carried) { carried(A_); }

 private:
  /// q and p of (δ, θ), and their rates.
  struct Place {
    Eigen::VectorXd q, p, delta_rate, theta_rate;
  };
  void find_q(const Eigen::VectorXd& delta, Eigen::VectorXd& q) const;
  Place place(double t, const Eigen::VectorXd& delta, const Eigen::VectorXd& theta,
              Eigen::VectorXd q) const;

  std::shared_ptr<const System> system_;
  std::shared_ptr<const Formulations> of_;
  Eigen::MatrixXd rk_;
  Eigen::VectorXd b_, c_;
  double tolerance_;
  Eigen::MatrixXd A_;
  int iterations_ = 0;
};

/// constant_steps() of it, with A renewed every so many steps.
std::unique_ptr<Run> state_space_steps(StateSpace steps, long chart_every, const Point& start,
                                       double end_time, double h,
                                       std::vector<double> pattern = {1.0});

}  // namespace sparkdyn::dae
