#pragma once
// The nonlinear equations of one step (see method.hpp) and their Jacobian. The unknowns fall into
// two groups: (Y, Ȳ), which the first rows give in terms of the rest, and (Z, U, z1):
//
//   rows 1:  q(Y_i) − q0 − h Σ a v,   q(Ȳ_i) − q0 − h Σ ā v
//   rows 2:  p(Y_i,Z_i) − p0 − h Σ a f,   g(Ȳ_i),   Σ_j ω_ij w(Y_j,Z_j),
//            p(y1,z1) − p0 − h Σ b f,   the closing rows

#include <Eigen/LU>
#include <vector>

#include "sparkdyn/dae/method.hpp"
#include "sparkdyn/dae/system.hpp"

namespace sparkdyn::dae {

// One column per stage, point or multiplier.
struct StageValues {
  Eigen::MatrixXd Y;
  Eigen::MatrixXd points;  // Ȳ
  Eigen::MatrixXd Z;
  Eigen::MatrixXd U;
  Eigen::VectorXd z1;
};

struct StageResidual {
  Eigen::VectorXd rows1;
  Eigen::VectorXd rows2;
};

// The right-hand sides at the stages, for the error estimator (38).
struct StageRates {
  Eigen::MatrixXd velocity;  // Σ_l v_l
  Eigen::MatrixXd force;     // Σ_k f_k of the terms taken at the stages
};

class StageEquations {
 public:
  StageEquations(const System& system, const Method& method);

  Eigen::Index first_size() const { return (s_ + P_) * n_; }
  Eigen::Index second_size() const { return (s_ + 1) * p_ + r_ * m_; }

  // Also keeps the rates for the estimator.
  StageResidual residual(const Point& from, double h, const StageValues& at);
  const StageRates& rates() const { return rates_; }

  // Linearizes at `at` and factorizes; false when the matrix is singular or not finite.
  bool factorize(const Point& from, double h, const StageValues& at);

  // −J⁻¹ r with the last factors, in the shape of the unknowns.
  StageValues correction(const StageResidual& residual) const;

  // The derivative of the residual by (y0, z0) along (dy, dz).
  StageResidual start_derivative(const Point& from, double h, const StageValues& at,
                                 const Eigen::VectorXd& dy, const Eigen::VectorXd& dz) const;

 private:
  // A term's matrix on every component; `single` when all components share one.
  struct Coefficients {
    std::vector<tableau::Matrix> of_component;
    bool single = true;
  };
  std::vector<Coefficients> coefficients(const std::vector<TermInfo>& terms, int size) const;

  bool at_points(const TermInfo& term) const {
    return term.depends_on_u && method_.reaction_points == ReactionPoints::points;
  }
  Point stage(const Point& from, double h, const StageValues& at, Eigen::Index j) const;
  // i = 0 is the start of the step.
  Point point(const Point& from, double h, const StageValues& at, Eigen::Index i) const;
  Point end(const Point& from, double h, const StageValues& at) const;

  struct Rows2 {  // where the parts of rows 2 and of the unknowns (Z, U, z1) begin
    Eigen::Index g, w, z1, closing;
    Eigen::Index column_U, column_z1;
  };
  Rows2 rows2() const;

  // Evaluates one stage or point and adds its part of the residual.
  void evaluate_stage(const Point& from, double h, const StageValues& at, Eigen::Index j,
                      StageResidual& result);
  void evaluate_point(const Point& from, double h, const StageValues& at, Eigen::Index i,
                      StageResidual& result);
  Eigen::VectorXd closing_value(const Point& from, const Point& at_end,
                                const StageValues& at) const;
  // The same for the Jacobian.
  void add_stage(const Point& from, double h, const StageValues& at, Eigen::Index j);
  void add_nonholonomic(const Point& stage_j, Eigen::Index j);
  void add_point(const Point& from, double h, const StageValues& at, Eigen::Index i);
  void add_end(const Point& from, double h, const StageValues& at);
  void add_reaction(double h, Eigen::Index i, const Linearization& r);
  bool eliminate_first();

  const System& system_;
  const Method& method_;
  Eigen::Index s_, P_, r_, n_, p_, m_;
  std::vector<Coefficients> velocity_;
  std::vector<Coefficients> force_;
  StageRates rates_;

  Eigen::MatrixXd first_own_;                      // ∂ rows 1 / ∂ Y
  Eigen::MatrixXd first_Z_;                        // ∂ rows 1 / ∂ Z
  std::vector<Eigen::MatrixXd> position_inverse_;  // q_y⁻¹ at the points; empty when q = y
  bool first_is_identity_ = true;
  Eigen::PartialPivLU<Eigen::MatrixXd> first_factors_;
  Eigen::MatrixXd first_map_;     // d(Y, Ȳ)/dZ
  Eigen::MatrixXd second_first_;  // ∂ rows 2 / ∂ (Y, Ȳ)
  Eigen::MatrixXd second_own_;    // ∂ rows 2 / ∂ (Z, U, z1)
  Eigen::VectorXd row_scale_;
  Eigen::PartialPivLU<Eigen::MatrixXd> factors_;
};

}  // namespace sparkdyn::dae
