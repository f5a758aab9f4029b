#include "sparkdyn/integrate/equilibrium.hpp"

#include <cmath>
#include <string_view>

#include "sparkdyn/core/error.hpp"
#include "sparkdyn/stage/null_motion.hpp"
#include "sparkdyn/stage/saddle.hpp"

namespace sparkdyn::integrate {
namespace {

using core::check;

std::vector<stage::WeightedMatrix<double>> stiffness(const mechanics::System& system) {
  std::vector<stage::WeightedMatrix<double>> sum;
  for (const auto& term : system.terms())
    if (term.kind == mechanics::Kind::elastic)
      for (const auto& part : term.parts) sum.push_back({part.factor, part.matrix});
  return sum;
}

}  // namespace

namespace {

[[noreturn]] void no_equilibrium(const mechanics::System& system, double t,
                                 const std::string& why) {
  const std::string motions = stage::describe_null_motions(system, stiffness(system));
  core::numerics_error(
      "no equilibrium at t = {:.9g}: {}; {}{}the structure, or a part of it, can move "
      "without strain: hold it with supports",
      t, why, motions, motions.empty() ? "" : "; ");
}

/// |f − K q − Gᵀλ| relative to |f| + |Gᵀλ|.
double imbalance(const mechanics::System& system, Vec force, Vec q, Vec lambda) {
  const core::Vector residual = core::make_copy(force);
  double size = core::norm(residual);
  if (system.constrained()) {
    const core::Vector reaction = system.make_displacement();
    check(MatMultTranspose(system.G(), lambda, reaction));
    size += core::norm(reaction);
    check(VecAXPY(residual, -1.0, reaction));
  }
  system.add_internal(-1.0, q, nullptr, residual);
  return size > 0 ? core::norm(residual) / size : 0.0;
}

/// A matrix that is singular but for round-off gives displacements so large that K q no longer
/// meets the force, whatever the units. The actual load may do no work on a mechanism and hide it,
/// so this asks with a force that has a part in every direction.
void require_regular(const mechanics::System& system, stage::RealSaddle& matrix, double t) {
  constexpr double regular_to = 1e-2;
  const core::Vector force = system.make_displacement(), q = system.make_displacement();
  const core::Vector lambda = system.make_multiplier();
  {
    const core::RowRange rows = core::row_range(Vec(force));
    core::WriteArray entries(force);
    for (PetscInt i = 0; i < entries.size(); ++i)
      entries[i] = std::sin(12.9898 * static_cast<double>(rows.begin + i + 1));
  }
  matrix.solve(force, lambda, q, lambda);
  if (!(imbalance(system, force, q, lambda) <= regular_to))
    no_equilibrium(system, t, "the stiffness matrix is singular");
}

}  // namespace

void find_equilibrium(const mechanics::System& system, mechanics::State& state) {
  constexpr double balanced_to = 1e-6;
  const core::Vector force = system.make_displacement();
  system.add_load(state.t, 1.0, force, state.load_case);
  const core::Vector lambda = system.make_multiplier();
  if (system.constrained()) system.prescribed_value(state.t, 0, lambda);
  check(VecSet(state.v, 0.0));
  try {
    stage::RealSaddle matrix(system, stiffness(system), "static_");
    require_regular(system, matrix, state.t);
    matrix.solve(force, lambda, state.q, lambda);
  } catch (const core::Error& error) {
    const bool told = std::string_view(error.what()).starts_with("no equilibrium");
    if (error.kind() != core::Failure::numerics || told) throw;
    no_equilibrium(system, state.t, error.what());
  }
  if (!(imbalance(system, force, state.q, lambda) <= balanced_to))
    no_equilibrium(system, state.t, "the stiffness matrix is nearly singular");
}

}  // namespace sparkdyn::integrate
