// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The constrained linear structure (1) of Jay 1998, with c depending on time:
//   q' = v,  M v' = F(t) − C v − K q − Gᵀλ,  0 = Gq − c(t),  0 = Gv − c'(t).
// It says what the system is and never solves.

#include <memory>
#include <optional>
#include <vector>

#include "sparkdyn/mechanics/names.hpp"
#include "sparkdyn/mechanics/term.hpp"

namespace sparkdyn::mechanics {

/// 0 = Gq − Σ_k shape_k a_k(t).
struct Constraint {
  core::Matrix G;                   ///< m × n, rows distributed, columns laid out as q
  std::vector<TimedVector> values;  ///< empty: c = 0
};

class System {
 public:
  /// Whether the matrices are symmetric is found out unless it is said. Throws core::Error when
  /// sizes or layouts do not match. @note Collective.
  System(MatrixPtr mass, std::vector<MatrixTerm> terms, std::vector<TimedVector> loads,
         std::optional<Constraint> constraint, std::optional<bool> symmetric = std::nullopt);

  MPI_Comm comm() const { return comm_; }
  PetscInt dofs() const { return dofs_; }                ///< n
  PetscInt constraints() const { return constraints_; }  ///< m
  bool constrained() const { return constraints_ > 0; }

  const MatrixPtr& mass() const { return mass_; }
  const std::vector<MatrixTerm>& terms() const { return terms_; }
  const std::vector<TimedVector>& loads() const { return loads_; }
  /// The distinct matrices, the mass first; how often each occurs in M, C and K; and its factor in
  /// K, the sum of the elastic terms.
  const std::vector<MatrixPtr>& matrices() const { return matrices_; }
  const std::vector<int>& matrix_uses() const { return uses_; }
  const std::vector<double>& stiffness_weights() const { return stiffness_weights_; }
  /// Only when constrained().
  Mat G() const { return constraint_->G; }
  const std::vector<TimedVector>& prescribed() const { return constraint_->values; }

  /// Whether all matrices are symmetric to round-off (decided once, when built).
  bool symmetric() const { return symmetric_; }
  bool damped() const;

  /// Motions of small strain energy that a multigrid's coarse spaces must have, e.g. rigid ones;
  /// empty when unknown.
  const std::vector<core::Vector>& near_null_space() const { return near_null_space_; }
  /// Unknowns of every node, one after another and on one rank; 1 when nodes differ.
  PetscInt node_size() const { return node_size_; }
  void set_near_null_space(std::vector<core::Vector> motions, PetscInt node_size) {
    near_null_space_ = std::move(motions);
    node_size_ = node_size;
  }

  core::Vector make_displacement() const;  ///< zero, n entries. @note Collective.
  core::Vector make_multiplier() const;    ///< zero, m entries. @note Collective.

  /// r ← r + scale·F(t) of the given load case. @note Collective.
  void add_load(double t, double scale, Vec r, int load_case = 0) const;
  /// r ← r + scale · (C v + K q), any of q and v may be null. @note Collective.
  void add_internal(double scale, Vec q, Vec v, Vec r) const;

  /// c ← c(t), c'(t) or c''(t) for derivative 0, 1, 2. @note Collective.
  void prescribed_value(double t, int derivative, Vec c) const;
  /// r ← G x − c^(derivative)(t). @note Collective.
  void constraint_residual(double t, int derivative, Vec x, Vec r) const;
  /// Largest row sum of |G|.
  double constraint_norm() const { return constraint_norm_; }

  void set_names(Names names) { names_ = std::move(names); }
  /// For messages, from the 0-based index in the numbering of the solver: "node 17, y", or "degree
  /// of freedom 18" where nobody gave names. @note Collective.
  std::string dof_name(PetscInt dof) const;
  /// "tie 'seam', node 9, x", or "constraint row 4". @note Collective.
  std::string constraint_name(PetscInt row) const;

  double kinetic_energy(Vec v) const;  ///< ½ vᵀMv. @note Collective.
  double strain_energy(Vec q) const;   ///< ½ qᵀKq. @note Collective.

 private:
  void list_matrices();

  MPI_Comm comm_ = MPI_COMM_NULL;
  PetscInt dofs_ = 0;
  PetscInt constraints_ = 0;
  MatrixPtr mass_;
  std::vector<MatrixTerm> terms_;
  std::vector<MatrixPtr> matrices_;
  std::vector<int> uses_;
  std::vector<double> stiffness_weights_;
  std::vector<TimedVector> loads_;
  std::optional<Constraint> constraint_;
  bool symmetric_ = true;
  double constraint_norm_ = 0;
  Names names_;
  std::vector<core::Vector> near_null_space_;
  PetscInt node_size_ = 1;
  mutable core::Vector work_;
};

/// Displacement and velocity at a time: what a step takes and gives.
struct State {
  double t = 0;
  core::Vector q;
  core::Vector v;
  int load_case = 0;  ///< whose loads act on it; see TimedVector
};

}  // namespace sparkdyn::mechanics
