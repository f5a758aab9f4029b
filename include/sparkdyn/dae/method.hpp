// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// One step of a SPARK method on the system of system.hpp, Definition 4.1 of Jay (1998) and
// Definition 1 of Jay (2007) in one form. Stages i, j = 1..s, points i = 1..P:
//
//   q(T_i,Y_i)     = q0 + h Σ_l Σ_j a^l_ij v_l(T_j,Y_j,Z_j)
//   p(T_i,Y_i,Z_i) = p0 + h Σ_k Σ_j a^k_ij f_k(T_j,Y_j,Z_j,U_j) + h Σ_j ã_ij r(T̄_j,Ȳ_j,U_j)
//   q(T̄_i,Ȳ_i)     = q0 + h Σ_j ā_ij v(T_j,Y_j,Z_j),      0 = g(T̄_i,Ȳ_i),     y1 = Ȳ_P
//   p(t1,y1,z1)    = p0 + h Σ_j b_j f(T_j,Y_j,Z_j,U_j) + h Σ_j b̄_j r(T̄_j,Ȳ_j,U_j)
//   0 = the derivative of g at (t1,y1,z1)
//
// 1998: the reaction is one of the f_k, taken at the stages, and ā are the rows 2..s of IIIA.
// 2007: the reaction is r, taken at the points 0..P. A nonholonomic constraint w is imposed as
// Σ_j ω_ij w(T_j,Y_j,Z_j) = 0 and w(t1,y1,z1) = 0 (Jay 2006, Math. Comp. 75).
// A method is data: a new one is a new function that fills this in.

#include <map>
#include <string>

#include "sparkdyn/dae/system.hpp"
#include "sparkdyn/tableau/gauss_splitting.hpp"
#include "sparkdyn/tableau/runge_kutta.hpp"
#include "sparkdyn/tableau/splitting.hpp"

namespace sparkdyn::dae {

/// Where the reaction acts: 1998 at the stages, 2007 at the points.
enum class ReactionPoints { stages, points };

/// What determines the multipliers besides g at the points.
enum class Closing {
  velocity_constraint,    ///< SPARK: the derivative of g, and w, hold at t1
  nothing,                ///< standard Runge–Kutta: g holds at the stages only
  first_multiplier_kept,  ///< standard Lobatto IIIA: its first stage is the start, U_1 = u0
};

/// The coefficients of one method.
struct Method {
  std::string name;            ///< "(3,3)-Gauss-Lobatto SPARK"
  int order = 0;               ///< of y and z
  bool symmetric = false;      ///< the step from its end back is the same
  bool half_explicit = false;  ///< the stages follow one another, each a small system of its own

  tableau::Vector b;  ///< of the forces; the velocities' weights are the last row of ā
  tableau::Vector c;  ///< nodes of the stages
  std::map<std::string, tableau::Matrix> matrices;  ///< by term as in a Splitting; "" for the rest

  tableau::Matrix point_rows;         ///< ā, P×s; its last row is b, so that y1 is the last point
  tableau::Vector point_nodes;        ///< c̄; the last one is 1
  int constrained_points = 0;         ///< g holds at the first so many points
  tableau::Matrix nonholonomic_rows;  ///< ω
  Closing closing = Closing::velocity_constraint;  ///< what closes the equations

  ReactionPoints reaction_points = ReactionPoints::stages;  ///< where u acts
  tableau::Matrix reaction_rows;     ///< ã, s×(P+1), for ReactionPoints::points
  tableau::Vector reaction_weights;  ///< b̄

  int stages() const { return static_cast<int>(b.size()); }            ///< s
  int points() const { return static_cast<int>(point_nodes.size()); }  ///< P
  /// How many values of u one step has.
  int multipliers() const {
    return reaction_points == ReactionPoints::stages ? stages() : points() + 1;
  }
  tableau::Vector multiplier_nodes() const;  ///< when they act, as parts of the step

  /// The matrix of a term on a component, the more particular name first: the kind in the term's
  /// region, the kind in the component's region, the kind, "".
  const tableau::Matrix& matrix(const TermInfo& term, const std::string& component_region) const;
};

/// With which constraints a method keeps dq ∧ dp where the equations do.
enum class Symplectic { never, unconstrained, linear_constraints, all_constraints };

/// By (35) of Jay (1998) and its counterpart of Jay (2007), to 1e-12. Linear constraints need one
/// matrix for all terms; nonlinear ones that they hold where their reactions act.
Symplectic symplectic(const Method& method);

/// Jay (1998), order 2s − 2, s >= 2. Throws std::invalid_argument when s is out of range.
Method lobatto_spark(int s, const tableau::Splitting& splitting);

/// IIIA for the velocities and IIIB for everything else: symplectic and symmetric.
Method lobatto_a_b(int s);

/// The (s,s)-Gauss–Lobatto SPARK methods of Jay (2007), section 3, s >= 1, with the matrix A_γ of
/// tableau/gauss_lobatto.hpp for each term: order 2s without damping, as in the paper, 2s − 1 when
/// a term has a ρ∞ below 1. Throws std::invalid_argument when s is out of range.
Method gauss_lobatto_spark(
    int s, const tableau::GaussSplitting& radii = tableau::GaussSplitting::uniform(1.0));

/// Half-explicit SPARK methods for forces that do not depend on z (Jay 2007, end of section 3):
///
///   Y_i = Ȳ_{i−1},   p(Z_i) = C_i + h b̄_{i−1} r(Ȳ_{i−1},Ψ_{i−1}),   0 = g(Ȳ_i = Ȳ_{i−1} + h w_i
///   v(Z_i))
///
/// a_ij = w_j (j < i), ā_ij = w_j (j ≤ i), â_ij = b̂_j (j ≤ i), ã_ij = b̄_j (j < i), with
/// b̂ = b̄ = (w_1, w_1 + w_2, …, w_k)/2: k steps of RATTLE of the sizes w_i h, symmetric and
/// symplectic. Order 2 has k = 1, order 4 k = 5 (Suzuki), order 6 k = 9 (Kahan & Li); see Hairer,
/// Lubich & Wanner, Geometric Numerical Integration, V.3.2. (9c) with c_i = Σ_j a_ij, which would
/// make v(y,z) depend on y with the full order, excludes the pattern for i = 1; so v is z's alone.
/// Throws std::invalid_argument for another order.
Method half_explicit_spark(int order);

/// The symplectic family (69), (72) of Simo & Gonzalez (1993), a Runge–Kutta pair of one stage:
///
///   Q = q0 + α h v(P),   P = p0 + (1−α) h f(Q),   q1 = q0 + h v(P),   p1 = p0 + h f(Q)
///
/// The midpoint rule for α = 1/2, the symplectic Euler methods for 0 and 1; of order 1 otherwise;
/// without constraints. Throws std::invalid_argument for an α outside [0, 1].
Method alpha_method(double alpha);

/// A standard Runge–Kutta method, its constraint imposed at the stages, for comparison: Gauss (the
/// midpoint rule for s = 1), Radau IIA, Lobatto IIIA or IIIC.
Method standard(const tableau::RungeKutta& method);

/// The method whose step of size −h undoes a step of `method` of size h, (37) of Jay (1998):
/// a*_ij = b_{s+1−j} − a_{s+1−i,s+1−j}, so that C and C* are exchanged and IIIA, IIIB, IIID stay,
/// and A_γ becomes A_{−γ}. A symmetric method is its own. That of a standard Runge–Kutta method is
/// for systems without constraints: those would have to hold at other stages.
Method adjoint(const Method& method);

}  // namespace sparkdyn::dae
