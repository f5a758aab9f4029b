// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The family (69), (70) of Simo & Gonzalez (1993) for a potential of distances,
//
//   q1 − q0 = h p^{1−α}/m,   p1 − p0 = h Σ_J σ_IJ (q_J^α − q_I^α) + h f,
//   q^α = α q1 + (1−α) q0,   p^{1−α} = (1−α) p1 + α p0,
//
// which keeps linear and angular momentum whatever α and σ_IJ = σ_JI are (Lemma 4.1). With
// σ = V'/λ at q^α, (72), it is symplectic, with the quotient (75) and α = 1/2 it keeps the energy.

#include "newton_step.hpp"
#include "sparkdyn/dae/distances.hpp"

namespace sparkdyn::dae {

/// What σ is.
enum class PairCoefficient {
  slope,    ///< (72)
  quotient  ///< (75)
};

class DistanceStep final : public NewtonStep {
 public:
  /// `system` is a mechanism with this potential. Throws core::Error (internal) when its forces are
  /// others.
  DistanceStep(const System& system, const Point& start,
               std::shared_ptr<const DistancePotential> potential, PairCoefficient coefficient,
               double alpha, const StepperOptions& options);

  Eigen::MatrixXd carry_tangents(const Eigen::MatrixXd& tangents) override;

 protected:
  // x is q1 − q0, of which p1 follows without loss of digits.
  Eigen::VectorXd begin(const Point& from, double h) const override;
  Equations equations(const Point& from, double h, const Eigen::VectorXd& x) const override;
  double size(const Point& from, const Eigen::VectorXd& x) const override;
  Point end(const Point& from, double h, const Eigen::VectorXd& x) const override;
  /// To (75): a pair that its own force turns by more than a right angle, hω > 2, or sends through
  /// each other.
  std::string objection(const Point& from, double h, const Eigen::VectorXd& x) const override;

 private:
  /// Σ σ (q_J − q_I) + f and its derivatives by q0 and q1.
  struct Forces {
    Eigen::VectorXd value;
    Eigen::MatrixXd by_start, by_end;
  };
  /// q_J − q_I at the start and its change in the step.
  struct Apart {
    Eigen::VectorXd start, change;
  };
  Apart apart(const DistancePotential::Pair& pair, const Eigen::VectorXd& q0,
              const Eigen::VectorXd& x) const;
  Forces forces(const Eigen::VectorXd& q0, const Eigen::VectorXd& x) const;
  void add(const DistancePotential::Pair& pair, const Eigen::VectorXd& q0, const Eigen::VectorXd& x,
           Forces& to) const;

  std::shared_ptr<const DistancePotential> potential_;
  PairCoefficient coefficient_;
  double alpha_;
};

}  // namespace sparkdyn::dae
