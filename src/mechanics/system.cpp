// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/mechanics/system.hpp"

#include <algorithm>

#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::mechanics {
namespace {

using core::check;

void require_layout(Mat matrix, Mat mass, const std::string& what) {
  PetscInt rows = 0, columns = 0, n = 0, local = 0, local_mass = 0;
  check(MatGetSize(matrix, &rows, &columns));
  check(MatGetSize(mass, &n, nullptr));
  if (rows != n || columns != n)
    core::input_error("{} is {}x{} but the mass matrix is {}x{}", what, rows, columns, n, n);
  check(MatGetLocalSize(matrix, &local, nullptr));
  check(MatGetLocalSize(mass, &local_mass, nullptr));
  if (core::any(core::comm_of(mass), local != local_mass))
    throw core::Error(core::Failure::internal, what + " is distributed otherwise than the mass");
}

/// |A − Aᵀ| ≤ 1e-12 |A| in the Frobenius norm.
bool is_symmetric(Mat matrix) {
  core::Matrix difference;
  check(MatTranspose(matrix, MAT_INITIAL_MATRIX, difference.out()));
  check(MatAXPY(difference, -1.0, matrix, DIFFERENT_NONZERO_PATTERN));
  PetscReal asymmetric = 0, whole = 0;
  check(MatNorm(difference, NORM_FROBENIUS, &asymmetric));
  check(MatNorm(matrix, NORM_FROBENIUS, &whole));
  return asymmetric <= 1e-12 * whole;
}

std::vector<ForcePtr> matrix_forces(std::vector<MatrixTerm> terms) {
  std::vector<ForcePtr> forces;
  for (auto& term : terms) forces.push_back(std::make_shared<MatrixForce>(std::move(term)));
  return forces;
}

ConstraintsPtr linear_constraints(std::optional<Constraint> given) {
  if (!given) return nullptr;
  return std::make_shared<LinearConstraints>(std::move(given->G), std::move(given->values));
}

}  // namespace

System::System(MatrixPtr mass, std::vector<MatrixTerm> terms, std::vector<TimedVector> loads,
               std::optional<Constraint> constraint, std::optional<bool> symmetric)
    : System(std::move(mass), matrix_forces(std::move(terms)), std::move(loads),
             linear_constraints(std::move(constraint)), {}, symmetric) {}

System::System(MatrixPtr mass, std::vector<ForcePtr> forces, std::vector<TimedVector> loads,
               ConstraintsPtr constraints, const Configuration& reference,
               std::optional<bool> symmetric)
    : comm_(core::comm_of(mass->get())),
      mass_(std::move(mass)),
      forces_(std::move(forces)),
      loads_(std::move(loads)),
      holonomic_(std::move(constraints)),
      values_(dynamic_cast<const LinearConstraints*>(holonomic_.get())),
      linear_((!holonomic_ || values_) &&
              std::all_of(forces_.begin(), forces_.end(),
                          [](const ForcePtr& force) { return force->linear(); })),
      around_(mechanics::linearize(mass_, forces_, holonomic_.get(), reference)) {
  check(MatGetSize(*mass_, &dofs_, nullptr));
  if (holonomic_) check(MatGetSize(*around_.G, &constraints_, nullptr));
  require_layouts();
  find_symmetry(symmetric);
  work_ = make_displacement();
}

void System::require_layouts() const {
  require_layout(*mass_, *mass_, "mass");
  for (const auto& term : terms())
    for (const auto& part : term.parts) require_layout(*part.matrix, *mass_, term.name());
  if (!holonomic_) return;
  PetscInt columns = 0;
  check(MatGetSize(G(), nullptr, &columns));
  if (columns != dofs_)
    core::input_error("the constraint matrix has {} columns but there are {} degrees of freedom",
                      columns, dofs_);
}

void System::find_symmetry(std::optional<bool> symmetric) {
  if (symmetric)
    symmetric_ = *symmetric;
  else
    for (const auto& matrix : matrices()) symmetric_ &= is_symmetric(*matrix);
}

void System::require_linear(std::string_view what) const {
  if (!linear_)
    core::input_error(
        "{} needs a linear system, and this one has forces or constraints that are not; family "
        "'gauss-lobatto' or 'lobatto' integrates it",
        what);
}

Linearization System::linearize(const Configuration& at, Vec lambda) const {
  return mechanics::linearize(mass_, forces_, holonomic_.get(), at, lambda);
}

bool System::damped() const {
  return std::any_of(terms().begin(), terms().end(),
                     [](const MatrixTerm& term) { return term.kind == Kind::damping; });
}

core::Vector System::make_displacement() const {
  PetscInt local = 0;
  check(MatGetLocalSize(*mass_, &local, nullptr));
  return core::make_vector(comm_, local);
}

core::Vector System::make_multiplier() const {
  PetscInt local = 0;
  if (constrained()) check(MatGetLocalSize(G(), &local, nullptr));
  return core::make_vector(comm_, local);
}

void System::add_load(double t, double scale, Vec r, int load_case) const {
  for (const TimedVector& load : loads_)
    if (load.acts_in(load_case)) check(VecAXPY(r, scale * load.amplitude->value(t), load.shape));
}

void System::add_forces(const Configuration& at, double scale, Vec r) const {
  for (const ForcePtr& force : forces_) force->add(at, scale, r);
}

void System::add_internal(double scale, Vec q, Vec v, Vec r) const {
  require_linear("a product with the stiffness");
  add_forces({.t = 0, .q = q, .v = v}, scale, r);
}

void System::velocity_residual(const Configuration& at, Vec r) const {
  const core::Vector rate = core::make_like(r);
  holonomic_->rate(at, 1, rate);
  holonomic_->apply_gradient(at.t, at.q, at.v, r);
  check(VecAXPY(r, 1.0, rate));
}

void System::constraint_acceleration(const Configuration& at, Vec r) const {
  holonomic_->rate(at, 2, r);
  check(VecScale(r, -1.0));
}

namespace {

/// What the rank that holds `row` says of it, on every rank.
std::string told_by_owner(Mat matrix, PetscInt row,
                          const std::function<std::string(PetscInt)>& name) {
  const core::RowRange rows = core::row_range(matrix);
  const MPI_Comm comm = core::comm_of(matrix);
  const bool mine = row >= rows.begin && row < rows.end;
  int owner = mine ? core::rank(comm) : 0, root = 0;
  MPI_Allreduce(&owner, &root, 1, MPI_INT, MPI_MAX, comm);
  return core::broadcast(comm, mine && name ? name(row) : "", root);
}

}  // namespace

std::string System::dof_name(PetscInt dof) const {
  const std::string told = told_by_owner(*mass_, dof, names_.dof);
  return told.empty() ? fmt::format("degree of freedom {}", dof + 1) : told;
}

std::string System::constraint_name(PetscInt row) const {
  const std::string told = told_by_owner(G(), row, names_.constraint);
  return told.empty() ? fmt::format("constraint row {}", row + 1) : told;
}

double System::kinetic_energy(Vec v) const {
  check(MatMult(*mass_, v, work_));
  return 0.5 * core::dot(v, work_);
}

double System::strain_energy(Vec q, double t) const {
  if (!linear_) {
    double sum = 0;
    for (const ForcePtr& force : forces_) sum += force->energy({.t = t, .q = q});
    return sum;
  }
  const core::Vector force = core::make_like(q);
  add_forces({.t = t, .q = q}, 1.0, force);
  return 0.5 * core::dot(q, force);
}

}  // namespace sparkdyn::mechanics
