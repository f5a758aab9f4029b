#include "sparkdyn/integrate/equilibrium.hpp"

#include "sparkdyn/core/error.hpp"
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

[[noreturn]] void no_equilibrium(double t, const std::string& why) {
  core::numerics_error(
      "no equilibrium at t = {:.9g}: {}; the structure, or a part of it, can move "
      "without strain: hold it with supports",
      t, why);
}

/// A matrix that is singular but for round-off gives displacements so large that K q no longer
/// meets F: its residual tells, whatever the units.
void require_balance(const mechanics::System& system, const mechanics::State& state, Vec lambda) {
  constexpr double balanced_to = 1e-6;
  const core::Vector residual = system.make_displacement();
  system.add_load(state.t, 1.0, residual, state.load_case);
  double size = core::norm(residual);
  if (system.constrained()) {
    const core::Vector force = system.make_displacement();
    check(MatMultTranspose(system.G(), lambda, force));
    size += core::norm(force);
    check(VecAXPY(residual, -1.0, force));
  }
  system.add_internal(-1.0, state.q, nullptr, residual);
  const double left = core::norm(residual);
  if (!(left <= balanced_to * size)) no_equilibrium(state.t, "the stiffness matrix is singular");
}

}  // namespace

void find_equilibrium(const mechanics::System& system, mechanics::State& state) {
  const core::Vector force = system.make_displacement();
  system.add_load(state.t, 1.0, force, state.load_case);
  const core::Vector lambda = system.make_multiplier();
  if (system.constrained()) system.prescribed_value(state.t, 0, lambda);
  check(VecSet(state.v, 0.0));
  try {
    stage::RealSaddle matrix(system, stiffness(system), "static_");
    matrix.solve(force, lambda, state.q, lambda);
  } catch (const core::Error& error) {
    if (error.kind() != core::Failure::numerics) throw;
    no_equilibrium(state.t, error.what());
  }
  require_balance(system, state, lambda);
}

}  // namespace sparkdyn::integrate
