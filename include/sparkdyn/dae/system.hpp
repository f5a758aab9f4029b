// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The systems of both papers in one form: Jay (1998) (2), (4), (5) with time, Jay (2007) (1), and
// the nonholonomic constraints of Jay (1998), section 6.1:
//
//   d/dt q(t,y)   = Σ_l v_l(t,y,z)
//   d/dt p(t,y,z) = Σ_k f_k(t,y,z,u)
//   0 = g(t,y),   0 = g_t + g_y q_y⁻¹ (Σ v_l − q_t)   (its derivative, "velocity_constraint")
//   0 = w(t,y,z)                                       ("nonholonomic")
//
// Soft constraints have 0 = g(t,y) − C u instead, (19c) of Jay & Petzold (1995) with C = ε²K⁻¹: a
// strong potential gᵀC⁻¹g/2 whose force is the unknown u, rigid for C → 0.
//
// A mechanical system has q = y, v = z and p = M(y) z; a Hamiltonian one q = y and p = z. A System
// evaluates and differentiates; it never solves. Models derive from it through differentiated.hpp.

#include <Eigen/Core>
#include <string>
#include <vector>

#include "sparkdyn/tableau/splitting.hpp"

/// Small general systems of the papers, differentiated automatically; Eigen and fmt alone.
namespace sparkdyn::dae {

/// What a System evaluates.
enum class Function {
  position,             ///< q
  velocity,             ///< v_l
  momentum,             ///< p
  force,                ///< f_k
  constraint,           ///< g
  velocity_constraint,  ///< dg/dt along the flow
  nonholonomic,         ///< w
};

/// A term of the right-hand side: its kind and region choose its Runge–Kutta matrix, the flags what
/// it is differentiated by.
struct TermInfo {
  tableau::Term kind;         ///< chooses the matrix
  std::string region = {};    ///< chooses it too, where it is set
  bool depends_on_y = true;   ///< else its derivative has no columns
  bool depends_on_z = true;   ///< the same
  bool depends_on_u = false;  ///< the same
};

/// How many there are of each.
struct Sizes {
  int y = 0;             ///< coordinates
  int z = 0;             ///< velocities or momenta
  int holonomic = 0;     ///< rows of g
  int nonholonomic = 0;  ///< rows of w

  int u() const { return holonomic + nonholonomic; }  ///< all multipliers
};

/// A state at a time.
struct Point {
  double t = 0.0;     ///< time
  Eigen::VectorXd y;  ///< coordinates
  Eigen::VectorXd z;  ///< velocities or momenta
  Eigen::VectorXd u;  ///< multipliers: those of g first, then those of w
};

/// A value and its derivatives by t, y, z, u. A derivative that is zero by the structure of the
/// system has no columns.
struct Linearization {
  Eigen::VectorXd value;  ///< of the function
  Eigen::VectorXd t;      ///< its derivative by t
  Eigen::MatrixXd y;      ///< by y
  Eigen::MatrixXd z;      ///< by z
  Eigen::MatrixXd u;      ///< by u
};

/// Evaluates and differentiates; immutable, so that several steppers may share one.
class System {
 public:
  virtual ~System() = default;

  const Sizes& sizes() const { return sizes_; }  ///< of y, z and the constraints
  const std::vector<TermInfo>& velocity_terms() const { return velocity_terms_; }  ///< v_l
  const std::vector<TermInfo>& force_terms() const { return force_terms_; }        ///< f_k

  /// The region of each component of y and z, for splittings by component (section 7);
  /// empty when no component has one.
  const std::vector<std::string>& regions() const { return regions_; }

  /// C of soft constraints; of no size where they are rigid.
  const Eigen::MatrixXd& compliance() const { return compliance_; }
  bool soft() const { return compliance_.size() > 0; }  ///< g may differ from zero

  /// q(t,y) = y, which spares the solution of q(t,y) = … .
  bool position_is_identity() const { return position_is_identity_; }
  /// q = y and Σ v_l = z, one term: Y follows from Z by sums, without iteration.
  bool velocity_is_z() const { return velocity_is_z_; }

  /// `term` counts velocity or force terms and is ignored by the other functions.
  virtual Eigen::VectorXd value(Function function, int term, const Point& at) const = 0;
  /// Gives the derivatives too.
  virtual Linearization linearize(Function function, int term, const Point& at) const = 0;

  /// T + U or H; zero for a system without an energy.
  bool has_energy() const { return has_energy_; }
  virtual double energy(const Point& at) const = 0;  ///< at a point

  /// T alone, where the energy is T + U; a Hamiltonian need not be such a sum.
  bool has_kinetic_energy() const { return has_kinetic_energy_; }
  virtual double kinetic_energy(const Point& at) const = 0;  ///< at a point

  /// Σ_l v_l.
  Eigen::VectorXd total_velocity(const Point& at) const;

 protected:
  /// @{
  /// Set by the constructor of those who derive; the functions above say what they mean.
  Sizes sizes_;
  std::vector<TermInfo> velocity_terms_;
  std::vector<TermInfo> force_terms_;
  std::vector<std::string> regions_;
  Eigen::MatrixXd compliance_;
  bool position_is_identity_ = true;
  bool velocity_is_z_ = false;
  bool has_energy_ = false;
  bool has_kinetic_energy_ = false;
  /// @}
};

}  // namespace sparkdyn::dae
