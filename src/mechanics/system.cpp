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

double evaluate(const Amplitude& amplitude, double t, int derivative) {
  if (derivative == 0) return amplitude.value(t);
  return derivative == 1 ? amplitude.rate(t) : amplitude.acceleration(t);
}

}  // namespace

System::System(MatrixPtr mass, std::vector<MatrixTerm> terms, std::vector<TimedVector> loads,
               std::optional<Constraint> constraint, std::optional<bool> symmetric)
    : comm_(core::comm_of(mass->get())),
      mass_(std::move(mass)),
      terms_(std::move(terms)),
      loads_(std::move(loads)),
      constraint_(std::move(constraint)) {
  check(MatGetSize(*mass_, &dofs_, nullptr));
  require_layout(*mass_, *mass_, "mass");
  for (const auto& term : terms_)
    for (const auto& part : term.parts) require_layout(*part.matrix, *mass_, term.name());
  list_matrices();
  if (symmetric)
    symmetric_ = *symmetric;
  else
    for (const auto& matrix : matrices_) symmetric_ &= is_symmetric(*matrix);
  work_ = make_displacement();
  if (!constraint_) return;
  PetscInt columns = 0;
  check(MatGetSize(constraint_->G, &constraints_, &columns));
  if (columns != dofs_)
    core::input_error("the constraint matrix has {} columns but there are {} degrees of freedom",
                      columns, dofs_);
  PetscReal norm = 0;
  check(MatNorm(constraint_->G, NORM_INFINITY, &norm));
  constraint_norm_ = norm;
}

void System::list_matrices() {
  const auto add = [&](const MatrixPtr& matrix, double stiffness) {
    const auto found =
        std::find_if(matrices_.begin(), matrices_.end(),
                     [&](const MatrixPtr& known) { return known->get() == matrix->get(); });
    const auto k = static_cast<std::size_t>(found - matrices_.begin());
    if (found == matrices_.end()) {
      matrices_.push_back(matrix);
      uses_.push_back(0);
      stiffness_weights_.push_back(0);
    }
    ++uses_[k];
    stiffness_weights_[k] += stiffness;
  };
  add(mass_, 0);
  for (const auto& term : terms_)
    for (const auto& part : term.parts)
      add(part.matrix, term.kind == Kind::elastic ? part.factor : 0);
}

bool System::damped() const {
  return std::any_of(terms_.begin(), terms_.end(),
                     [](const MatrixTerm& term) { return term.kind == Kind::damping; });
}

core::Vector System::make_displacement() const {
  PetscInt local = 0;
  check(MatGetLocalSize(*mass_, &local, nullptr));
  return core::make_vector(comm_, local);
}

core::Vector System::make_multiplier() const {
  PetscInt local = 0;
  if (constraint_) check(MatGetLocalSize(constraint_->G, &local, nullptr));
  return core::make_vector(comm_, local);
}

void System::add_load(double t, double scale, Vec r, int load_case) const {
  for (const TimedVector& load : loads_)
    if (load.acts_in(load_case)) check(VecAXPY(r, scale * load.amplitude->value(t), load.shape));
}

void System::add_internal(double scale, Vec q, Vec v, Vec r) const {
  for (const MatrixTerm& term : terms_) {
    Vec x = term.kind == Kind::elastic ? q : v;
    if (x) add_product(term, scale, x, r, work_);
  }
}

void System::prescribed_value(double t, int derivative, Vec c) const {
  check(VecSet(c, 0.0));
  for (const TimedVector& value : constraint_->values)
    check(VecAXPY(c, evaluate(*value.amplitude, t, derivative), value.shape));
}

void System::constraint_residual(double t, int derivative, Vec x, Vec r) const {
  prescribed_value(t, derivative, r);
  check(VecScale(r, -1.0));
  check(MatMultAdd(constraint_->G, x, r, r));
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
  const std::string told = told_by_owner(constraint_->G, row, names_.constraint);
  return told.empty() ? fmt::format("constraint row {}", row + 1) : told;
}

double System::kinetic_energy(Vec v) const {
  check(MatMult(*mass_, v, work_));
  return 0.5 * core::dot(v, work_);
}

double System::strain_energy(Vec q) const {
  const core::Vector force = core::make_like(q);
  add_internal(1.0, q, nullptr, force);
  return 0.5 * core::dot(q, force);
}

}  // namespace sparkdyn::mechanics
