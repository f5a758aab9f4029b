// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The constrained structure (1) of Jay 1998, with constraints that depend on time:
//   q' = v,  M v' = F(t) − Σ_k f_k(t, q, v) − Gᵀλ,  0 = g(t, q),  0 = Gv + g_t.
// Linear, f = C v + K q and g = Gq − c(t), it is all in its matrices. It says what the system is
// and never solves.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sparkdyn/mechanics/linearization.hpp"
#include "sparkdyn/mechanics/names.hpp"

namespace sparkdyn::mechanics {

/// 0 = Gq − Σ_k shape_k a_k(t).
struct Constraint {
  core::Matrix G;                   ///< m × n, rows distributed, columns laid out as q
  std::vector<TimedVector> values;  ///< empty: c = 0
};

/// Forces, loads and constraints on a mass: says what they are, and never solves.
class System {
 public:
  /// A linear system. Whether the matrices are symmetric is found out unless it is said. Throws
  /// core::Error when sizes or layouts do not match. @note Collective.
  System(MatrixPtr mass, std::vector<MatrixTerm> terms, std::vector<TimedVector> loads,
         std::optional<Constraint> constraint, std::optional<bool> symmetric = std::nullopt);
  /// Any forces and constraints (null: none). What solvers are planned by, and the layout of G, is
  /// found around `reference`. @note Collective.
  System(MatrixPtr mass, std::vector<ForcePtr> forces, std::vector<TimedVector> loads,
         ConstraintsPtr constraints, const Configuration& reference,
         std::optional<bool> symmetric = std::nullopt);

  MPI_Comm comm() const { return comm_; }                ///< the ranks that share it
  PetscInt dofs() const { return dofs_; }                ///< n
  PetscInt constraints() const { return constraints_; }  ///< m
  bool constrained() const { return constraints_ > 0; }  ///< whether m > 0

  const MatrixPtr& mass() const { return mass_; }                   ///< M
  const std::vector<ForcePtr>& forces() const { return forces_; }   ///< f_k
  const std::vector<TimedVector>& loads() const { return loads_; }  ///< F
  /// Null when there are none.
  const Constraints* holonomic() const { return holonomic_.get(); }

  /// Whether K, C and G are all there is to the forces and constraints.
  bool linear() const { return linear_; }
  /// Throws core::Error (input) unless it is: "{what} needs a linear system, …".
  void require_linear(std::string_view what) const;
  /// The system as matrices: all of it when linear(), else around the reference.
  const Linearization& around() const { return around_; }
  /// At another configuration; lambda may be null. @note Collective.
  Linearization linearize(const Configuration& at, Vec lambda) const;
  /// C and K in their terms.
  const std::vector<MatrixTerm>& terms() const { return around_.terms; }
  /// Each once, the mass first.
  const std::vector<MatrixPtr>& matrices() const { return around_.matrices; }
  /// Only when constrained().
  Mat G() const { return *around_.G; }
  /// Whether the constraints are Gq − c(t).
  bool prescribes() const { return values_ != nullptr; }
  /// Only when it prescribes().
  const std::vector<TimedVector>& prescribed() const { return values_->values(); }

  /// Whether all matrices are symmetric to round-off (decided once, when built).
  bool symmetric() const { return symmetric_; }
  bool damped() const;  ///< whether there is a C

  /// Motions of small strain energy that a multigrid's coarse spaces must have, e.g. rigid ones;
  /// empty when unknown.
  const std::vector<core::Vector>& near_null_space() const { return near_null_space_; }
  /// Unknowns of every node, one after another and on one rank; 1 when nodes differ.
  PetscInt node_size() const { return node_size_; }
  /// What near_null_space() and node_size() then say.
  void set_near_null_space(std::vector<core::Vector> motions, PetscInt node_size) {
    near_null_space_ = std::move(motions);
    node_size_ = node_size;
  }

  core::Vector make_displacement() const;  ///< zero, n entries. @note Collective.
  core::Vector make_multiplier() const;    ///< zero, m entries. @note Collective.

  /// r ← r + scale·F(t) of the given load case. @note Collective.
  void add_load(double t, double scale, Vec r, int load_case = 0) const;
  /// r ← r + scale · Σ f_k(t, q, v). @note Collective.
  void add_forces(const Configuration& at, double scale, Vec r) const;
  /// r ← r + scale · (C v + K q) of a linear system; any of q and v may be null. @note Collective.
  void add_internal(double scale, Vec q, Vec v, Vec r) const;

  /// r ← g(t, q). @note Collective.
  void position_residual(double t, Vec q, Vec r) const { holonomic_->residual(t, q, r); }
  /// r ← G v + g_t. @note Collective.
  void velocity_residual(const Configuration& at, Vec r) const;
  /// r ← −(g_tt + 2 G_t v + G_q(v, v)), which is G v'. @note Collective.
  void constraint_acceleration(const Configuration& at, Vec r) const;
  /// c ← c(t), c'(t) or c''(t) for derivative 0, 1, 2; only when it prescribes(). @note Collective.
  void prescribed_value(double t, int derivative, Vec c) const { values_->value(t, derivative, c); }
  /// Largest row sum of |G|.
  double constraint_norm() const { return around_.constraint_norm; }

  /// How messages call degrees of freedom and rows of G.
  void set_names(Names names) { names_ = std::move(names); }
  /// For messages, from the 0-based index in the numbering of the solver: "node 17, y", or "degree
  /// of freedom 18" where nobody gave names. @note Collective.
  std::string dof_name(PetscInt dof) const;
  /// "tie 'seam', node 9, x", or "constraint row 4". @note Collective.
  std::string constraint_name(PetscInt row) const;

  double kinetic_energy(Vec v) const;  ///< ½ vᵀMv. @note Collective.
  /// ½ qᵀKq, or the potentials of all forces. @note Collective.
  double strain_energy(Vec q, double t = 0) const;

 private:
  void require_layouts() const;
  void find_symmetry(std::optional<bool> symmetric);

  MPI_Comm comm_ = MPI_COMM_NULL;
  PetscInt dofs_ = 0;
  PetscInt constraints_ = 0;
  MatrixPtr mass_;
  std::vector<ForcePtr> forces_;
  std::vector<TimedVector> loads_;
  ConstraintsPtr holonomic_;
  const LinearConstraints* values_ = nullptr;  // holonomic_, when it is linear
  bool linear_ = true;
  Linearization around_;
  bool symmetric_ = true;
  Names names_;
  std::vector<core::Vector> near_null_space_;
  PetscInt node_size_ = 1;
  mutable core::Vector work_;
};

/// Displacement and velocity at a time: what a step takes and gives.
struct State {
  double t = 0;       ///< time
  core::Vector q;     ///< displacement
  core::Vector v;     ///< velocity
  int load_case = 0;  ///< whose loads act on it; see TimedVector

  /// For forces and constraints; borrows q and v.
  Configuration at() const { return {.t = t, .q = q, .v = v}; }
};

}  // namespace sparkdyn::mechanics
