// SPDX-License-Identifier: BSD-3-Clause
#include "structure/spinning.hpp"

#include <Eigen/Geometry>

#include "assemble_exact.hpp"
#include "local_places.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::structure {
namespace {

using core::check;
using Eigen::Vector3d;

Vector3d to_eigen(const Vector& v) {
  return Vector3d(v.data());
}

/// Calls visit(first unknown among this rank's, node) for the displacement of each node that has
/// one, and with −1 for its directors.
template <typename Visit>
void for_each_unit(const Distributed& structure, const nonlinear::Layout& layout, Visit visit) {
  for (Index node = 0; node < structure.nodes.owned; ++node) {
    const auto at = static_cast<std::size_t>(node);
    if (layout.position[at] < 0) continue;
    visit(layout.position[at] - layout.begin, node);
    for (PetscInt k = 0; layout.directors[at] >= 0 && k < 3; ++k)
      visit(layout.directors[at] - layout.begin + 3 * k, -1);
  }
}

/// I ⊗ [e×].
core::Matrix turning(const nonlinear::Layout& layout, const Vector3d& e) {
  core::Matrix W;
  check(MatCreateAIJ(layout.comm, layout.local, layout.local, layout.global, layout.global, 3,
                     nullptr, 0, nullptr, W.out()));
  const double block[9] = {0, -e.z(), e.y(), e.z(), 0, -e.x(), -e.y(), e.x(), 0};
  for (PetscInt unit = 0; unit < layout.local; unit += 3) {
    const PetscInt first = layout.begin + unit, rows[3] = {first, first + 1, first + 2};
    check(MatSetValues(W, 3, rows, 3, rows, block, INSERT_VALUES));
  }
  check(MatAssemblyBegin(W, MAT_FINAL_ASSEMBLY));
  check(MatAssemblyEnd(W, MAT_FINAL_ASSEMBLY));
  return W;
}

core::MatrixPtr product(Mat a, Mat b) {
  core::Matrix result;
  check(MatMatMult(a, b, MAT_INITIAL_MATRIX, PETSC_DEFAULT, result.out()));
  return std::make_shared<const core::Matrix>(std::move(result));
}

bool across(const Vector3d& load, const Vector3d& axis) {
  return load.cross(axis).norm() > 1e-12 * load.norm();
}

void require_turning_loads(const Distributed& structure, const LocalConditions& conditions,
                           const Vector3d& axis) {
  bool bad = false;
  for (const LocalBodyLoad& load : conditions.body)
    bad = bad || across(to_eigen(load.acceleration), axis);
  for (const LocalLoad& load : conditions.loads)
    bad = bad || across(load.value * Vector3d::Unit(load.component % 3), axis);
  if (core::any(structure.comm, bad))
    core::input_error(
        "{}: a load across the axis of 'spin' keeps its direction in space, so that it turns for "
        "what spins and there is no steady state; only loads along the axis can act",
        structure.source);
}

}  // namespace

SpinningFrame::SpinningFrame(const Distributed& structure, std::size_t step,
                             const Assembled& assembled, const Vector& axis, const Vector& through)
    : system_(assembled.system.get()), initial_(&assembled.initial) {
  const LocalConditions& conditions = structure.steps[step];
  require_turning_loads(structure, conditions, to_eigen(axis));
  const nonlinear::Layout layout = nonlinear::layout_of(structure, conditions);
  const core::Matrix W = turning(layout, to_eigen(axis));
  turned_mass_ = product(*system_->mass(), W);
  centripetal_ = product(*turned_mass_, W);
  std::vector<double> places(static_cast<std::size_t>(layout.local), 0.0);
  for_each_unit(structure, layout, [&](PetscInt unit, Index node) {
    if (node < 0) return;
    const Vector& point = structure.nodes.points[static_cast<std::size_t>(node)];
    Vector3d::Map(places.data() + unit) = to_eigen(point) - to_eigen(through);
  });
  const core::Vector X = vector_of(structure.comm, places);
  pull_ = core::make_like(X);
  check(MatMult(*centripetal_, X, pull_));
  check(VecScale(pull_, -1.0));
}

std::unique_ptr<mechanics::System> SpinningFrame::at(double speed) const {
  std::vector<mechanics::ForcePtr> forces = system_->forces();
  forces.push_back(std::make_shared<const mechanics::MatrixForce>(mechanics::MatrixTerm{
      .kind = mechanics::Kind::elastic, .region = "", .parts = {{speed * speed, centripetal_}}}));
  std::vector<mechanics::TimedVector> loads;
  for (const mechanics::TimedVector& load : system_->loads())
    loads.push_back(
        {core::make_copy(Vec(load.shape)), load.amplitude, load.region, load.load_case, load.name});
  loads.push_back(
      {core::make_copy(Vec(pull_)), mechanics::constant_amplitude(speed * speed), "", -1, ""});
  // The constraints stay the property of the system they come from.
  mechanics::ConstraintsPtr constraints;
  if (system_->holonomic())
    constraints = mechanics::ConstraintsPtr(mechanics::ConstraintsPtr(), system_->holonomic());
  auto result =
      std::make_unique<mechanics::System>(system_->mass(), std::move(forces), std::move(loads),
                                          std::move(constraints), initial_->at(), true);
  result->set_names({[system = system_](PetscInt dof) { return system->dof_name(dof); },
                     [system = system_](PetscInt row) { return system->constraint_name(row); }});
  return result;
}

core::Vector rigid_velocity(const Distributed& structure, std::size_t step, Vec q,
                            const Vector& translation, const Vector& rotation,
                            const Vector& through) {
  const nonlinear::Layout layout = nonlinear::layout_of(structure, structure.steps[step]);
  core::Vector v = core::make_like(q);
  const core::ReadArray at(q);
  const core::WriteArray rates(v);
  const Vector3d turn = to_eigen(rotation);
  for_each_unit(structure, layout, [&](PetscInt unit, Index node) {
    Vector3d x = Eigen::Map<const Vector3d>(at.data() + unit);
    if (node >= 0)
      x += to_eigen(structure.nodes.points[static_cast<std::size_t>(node)]) - to_eigen(through);
    Vector3d rate = turn.cross(x);
    if (node >= 0) rate += to_eigen(translation);
    Eigen::Map<Vector3d>(rates.data() + unit) = rate;
  });
  return v;
}

}  // namespace sparkdyn::structure
