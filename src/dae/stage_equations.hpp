// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The nonlinear equations of one step (see method.hpp) and their Jacobian. The unknowns fall into
// two groups: (Y, Ȳ), which the first rows give in terms of the rest, and (Z, U, z1):
//
//   rows 1:  q(Y_i) − q0 − h Σ a v,   q(Ȳ_i) − q0 − h Σ ā v
//   rows 2:  p(Y_i,Z_i) − p0 − h Σ a f,   g(Ȳ_i),   Σ_j ω_ij w(Y_j,Z_j),
//            p(y1,z1) − p0 − h Σ b f,   the closing rows
//
// For a mechanism, v = z, the first rows hold by construction. Where the last multiplier enters
// z1 alone (IIIB, the methods of 2007) the last two groups of rows 2 come after the others: the
// step is then `split` into stages and end. Residual, Jacobian, elimination of the first group and
// correction have a source each.

#include <Eigen/LU>
#include <vector>

#include "small_lu.hpp"
#include "sparkdyn/dae/carried.hpp"
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

  void carry(Carried& carried) { carried(Y)(points)(Z)(U)(z1); }
};

struct StageResidual {
  Eigen::VectorXd rows1;
  Eigen::VectorXd rows2;
};

// The right-hand sides, for z1 and for the error estimator (38).
struct StageRates {
  Eigen::MatrixXd velocity;  // Σ_l v_l
  Eigen::MatrixXd force;     // Σ_k f_k of the terms taken at the stages
  Eigen::MatrixXd reaction;  // of the terms taken at the points
  Eigen::VectorXd last;      // of the last multiplier, where close() finds it; else zero
};

class StageEquations {
 public:
  // Which rows and unknowns: without the end only when split().
  enum class Scope { stages, everything };

  StageEquations(const System& system, const Method& method);

  bool split() const { return split_; }
  // Y and Ȳ are sums of Z.
  bool positions_are_sums() const { return system_.velocity_is_z(); }

  // The start of the step all other functions speak of.
  void begin(const Point& from);
  const Point& start() const { return from_; }

  // Y and Ȳ from Z; only when positions_are_sums().
  void sum_positions(double h, StageValues& at) const;

  // The rates are kept too.
  const StageResidual& residual(double h, const StageValues& at, Scope scope);
  const StageRates& rates() const { return rates_; }
  // The rates alone, as with Scope::stages.
  void update_rates(double h, const StageValues& at);

  // Linearizes at `at` and factorizes; false when the matrix is singular or not finite. Tangents
  // are carried over many steps: their systems are solved to the last digit.
  bool factorize(double h, const StageValues& at, Scope scope, bool for_tangents = false);

  // −J⁻¹ r with the last factors, in the shape of the unknowns of their scope.
  const StageValues& correction(double h, const StageResidual& residual);

  // One Newton step for z1 and the last multiplier from the rates of the last residual, which it
  // completes; the relative change of z1, or a negative number when the matrix is singular. Only
  // when split().
  double close(double h, StageValues& at, bool new_factors);

  // The derivative of the residual by (y0, z0) along (dy, dz).
  StageResidual start_derivative(double h, const StageValues& at, const Eigen::VectorXd& dy,
                                 const Eigen::VectorXd& dz) const;

 private:
  // A term's matrix on every component; `single` when all components share one.
  struct Coefficients {
    std::vector<tableau::Matrix> of_component;
    bool single = true;
  };
  std::vector<Coefficients> coefficients(const std::vector<TermInfo>& terms, int size) const;
  bool last_multiplier_is_apart() const;
  // Y − y0 and Ȳ − y0 for positions_are_sums().
  void sums(double h, const Eigen::MatrixXd& Z, Eigen::MatrixXd& Y, Eigen::MatrixXd& points) const;

  static int count(const std::vector<TermInfo>& terms) { return static_cast<int>(terms.size()); }
  bool at_points(const TermInfo& term) const {
    return term.depends_on_u && method_.reaction_points == ReactionPoints::points;
  }
  // The reaction of the last multiplier is left to close().
  bool left_to_the_end(const TermInfo& term, Eigen::Index j, Scope scope) const {
    return scope == Scope::stages && term.depends_on_u && j == s_ - 1;
  }
  // The stage that a constrained point of a standard method is.
  Eigen::Index stage_of(Eigen::Index point) const {
    return s_ - method_.constrained_points + point - 1;
  }
  const Point& stage(double h, const StageValues& at, Eigen::Index j);
  // i = 0 is the start of the step.
  const Point& point(double h, const StageValues& at, Eigen::Index i);
  const Point& end(double h, const StageValues& at);

  struct Layout {  // where the parts of rows 2 and of the unknowns (Z, U, z1) begin
    Eigen::Index g, w, z1, closing, rows;
    Eigen::Index column_U, column_z1;
  };
  Layout layout(Scope scope) const;
  Eigen::Index first_size() const { return (s_ + P_) * n_; }

  // Evaluates one stage or point and adds its part of the residual.
  void evaluate_stage(double h, const StageValues& at, Eigen::Index j, Scope scope);
  void evaluate_point(double h, const StageValues& at, Eigen::Index i, Scope scope);
  Eigen::VectorXd closing_value(const Point& at_end, const StageValues& at) const;
  // Does the same for the Jacobian.
  void add_stage(double h, const StageValues& at, Eigen::Index j, Scope scope);
  void add_nonholonomic(const Point& stage_j, Eigen::Index j, const Layout& rows);
  void add_point(double h, const StageValues& at, Eigen::Index i, Scope scope);
  void add_end(double h, const StageValues& at);
  void add_reaction(double h, Eigen::Index i, const Linearization& r, Scope scope);
  bool eliminate_first(double h, Scope scope);
  void eliminate_sums(double h, Scope scope);

  const System& system_;
  const Method& method_;
  Eigen::Index s_, P_, r_, n_, p_, m_;
  std::vector<Coefficients> velocity_;
  std::vector<Coefficients> force_;
  bool split_;

  Point from_;
  Eigen::VectorXd q0_, p0_;
  Point at_;  // the stage, point or end being evaluated
  StageResidual residual_;
  StageRates rates_;
  StageValues correction_;

  Scope factored_ = Scope::everything;
  Eigen::MatrixXd first_own_;                      // ∂ rows 1 / ∂ Y
  Eigen::MatrixXd first_Z_;                        // ∂ rows 1 / ∂ Z
  std::vector<Eigen::MatrixXd> position_inverse_;  // q_y⁻¹ at the points; empty when q = y
  bool first_is_identity_ = true;
  Eigen::PartialPivLU<Eigen::MatrixXd> first_factors_;
  Eigen::MatrixXd first_map_;     // d(Y, Ȳ)/dZ
  Eigen::MatrixXd second_first_;  // ∂ rows 2 / ∂ (Y, Ȳ)
  Eigen::MatrixXd second_own_;    // ∂ rows 2 / ∂ (Z, U, z1)
  Eigen::VectorXd first_;
  Eigen::VectorXd second_;
  SmallLu factors_;
  SmallLu end_factors_;
  Eigen::MatrixXd end_matrix_;
};

}  // namespace sparkdyn::dae
