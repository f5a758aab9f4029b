// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What a structure-preserving method preserves, measured along a run:
//
//   constraints        |g| and |dg/dt|
//   quantities         energy, momenta, …: the largest deviation from the start
//   symplecticness     dq₁·dp₂ − dq₂·dp₁ of two tangent vectors carried with the steps,
//                      Leimkuhler & Reich (1992), section 3.2; dq = q_y dy, dp = p_y dy + p_z dz
//   reversibility      n steps forward, ρ, n steps forward, ρ: back at the start, Jay (1998), 6.3

#include <functional>
#include <string>
#include <vector>

#include "sparkdyn/dae/consistency.hpp"
#include "sparkdyn/dae/problem.hpp"
#include "sparkdyn/dae/stepper.hpp"

namespace sparkdyn::dae {

/// An observer: collects extremes of constraint residuals and of every quantity.
class Monitor {
 public:
  /// `system` must outlive the monitor.
  Monitor(const System& system, std::vector<Quantity> quantities);

  /// Looks at one point; the first one is the start.
  void operator()(const Point& at);

  const ConstraintResiduals& constraints() const { return constraints_; }  ///< the largest so far
  /// max |value − value at the start|. Throws core::Error (input) for an unknown name.
  double deviation(const std::string& quantity) const;

 private:
  const System& system_;
  std::vector<Quantity> quantities_;
  std::vector<double> first_;
  std::vector<double> deviation_;
  ConstraintResiduals constraints_;
};

/// `count` orthonormal columns (dy, dz) with g_y dy = 0 and V_y dy + V_z dz = 0, V the constraints
/// on the level of z. The first is the flow itself, which stays bounded on a periodic motion.
/// Throws core::Error (input) when the manifold has fewer dimensions.
Eigen::MatrixXd tangent_vectors(const System& system, const Point& at, int count);

/// Two at the start of a problem: its own, or two that are tangent to its constraints, also where
/// its formulation has left these out.
Eigen::MatrixXd start_tangents(const Problem& problem);

/// dq₁·dp₂ − dq₂·dp₁ of two tangent vectors (dy, dz).
double wedge_product(const System& system, const Point& at, const Eigen::VectorXd& first,
                     const Eigen::VectorXd& second);

/// The nearest point of a phase space, by Gauss–Newton steps. Throws core::Error (numerics) when
/// they lead nowhere.
Point onto(const PhaseSpace& space, Point at);

/// The problem's own two-form of two tangent vectors; where it has none, their wedge product.
double two_form(const Problem& problem, const Point& at, const Eigen::VectorXd& first,
                const Eigen::VectorXd& second);

/// max |wedge − wedge at the start| / |wedge at the start| over n steps. Throws core::Error
/// (numerics) when a step fails.
double wedge_drift(Stepper& stepper, const Point& start, double h, int steps);

/// (y, z) → (y, −z): the ρ of conservative mechanical systems.
Point velocities_flipped(const Point& at);

/// The largest difference in y and z after n steps forward, rho, n steps forward, rho.
double reversibility_defect(OneStep& stepper, const Point& start, double h, int steps,
                            const std::function<Point(const Point&)>& rho = velocities_flipped);

}  // namespace sparkdyn::dae
