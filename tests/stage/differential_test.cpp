// SPDX-License-Identifier: BSD-3-Clause
// Strategy × placement × family × splitting × stages × constraints × symmetry on tiny random
// structures, spread over the ranks at random, beside dense elimination. SPARKDYN_COMBINATIONS says
// how many (scripts/torture differential asks for thousands), SPARKDYN_SEED where they begin: a
// failure names its seed, and that with one combination is the same case again.

#include <gtest/gtest.h>

#include <cstdlib>
#include <variant>

#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "stage/strategy.hpp"
#include "support/random_model.hpp"
#include "support/splittings.hpp"

namespace sparkdyn {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using linear::Strategy;

struct Combination {
  support::RandomOptions model;
  Strategy strategy = Strategy::automatic;
  linear::Placement factors = linear::Placement::automatic;
  std::string splitting_name;
  /// On Lobatto's nodes or on Gauss'.
  std::variant<tableau::Splitting, tableau::GaussSplitting> splitting =
      tableau::Splitting::uniform(0.8);
  int stages = 3;
  double h = 0.1;
  bool own_tolerance = false;  ///< of multigrid: tied to the method's error

  std::string text() const {
    return fmt::format(
        "{} on {} ranks, factors {}, {}, {} stages, h = {:.3g}, {} dofs, rows: {}, {}{}{}{}",
        linear::name(strategy), core::size(PETSC_COMM_WORLD), linear::name(factors), splitting_name,
        stages, h, model.dofs, support::row_names[static_cast<int>(model.rows)],
        model.symmetric ? "symmetric" : "not symmetric", model.damped ? "" : ", undamped",
        model.massless ? ", one without mass" : "", model.joint ? ", with a joint" : "");
  }
};

constexpr double radii[] = {0, 0.3, 0.5, 0.8, 1};

/// What a solver may be asked for.
struct Fits {
  bool decoupled = true;
  bool massless = true;
};

template <typename Pick>
Fits draw_lobatto(Combination& c, Pick pick) {
  const double radius = radii[pick(5)];
  c.splitting = tableau::Splitting::uniform(radius);
  c.splitting_name = fmt::format("rho {}", radius);
  const auto splittings = support::all_splittings();
  const auto& other =
      splittings[static_cast<std::size_t>(pick(static_cast<int>(splittings.size())))];
  const bool uniform = pick(3) > 0 || (other.name == "regional" && !c.model.joint);
  c.stages = pick(8) == 0 ? 7 + pick(6) : 2 + pick(5);
  if (!uniform) {
    c.splitting = other.splitting;
    c.splitting_name = other.name;
    c.stages = std::min(c.stages, 6);
  }
  return {.decoupled = uniform, .massless = uniform};
}

/// One ρ∞ for all, another for the load, another for the velocity, or any for each term.
template <typename Pick>
Fits draw_gauss(Combination& c, Pick pick) {
  c.stages = 1 + pick(8);
  auto splitting = tableau::GaussSplitting::uniform(radii[pick(5)]);
  const auto change = [&](const char* term) { splitting.set(term, radii[pick(5)]); };
  const int kind = pick(6);
  if (kind == 3 || kind == 5) change("load");
  if (kind == 4 || kind == 5) change("velocity");
  if (kind == 5) {
    change("elastic");
    change("damping");
    if (c.model.joint) change("elastic@joint");
  }
  c.splitting = splitting;
  c.splitting_name = "Gauss nodes, " + splitting.text();
  // One stage cannot hold both ends by itself: a projection with the mass does it.
  const bool own_end = c.stages > 1 || c.model.rows == support::Rows::none;
  // A velocity of its own leaves the stages decoupled where there is nothing but the stiffness.
  const bool stiffness_only = !c.model.damped && c.model.symmetric;
  return {.decoupled = kind < 4 || (kind == 4 && stiffness_only),
          .massless = own_end && kind != 3 && kind != 5};
}

Combination draw(unsigned seed) {
  std::mt19937 random(seed);
  const auto pick = [&](int count) { return static_cast<int>(random() % unsigned(count)); };
  Combination c;
  c.model.dofs = 1 + pick(10);
  c.model.rows = static_cast<support::Rows>(c.model.dofs == 1 ? 0 : pick(5));
  c.model.symmetric = c.model.dofs == 1 || pick(2) == 0;
  c.model.damped = pick(4) > 0;
  c.model.joint = c.model.dofs > 1 && pick(3) == 0;
  const bool gauss = pick(2) == 0;
  const Fits fits = gauss ? draw_gauss(c, pick) : draw_lobatto(c, pick);
  c.model.massless = fits.massless && c.model.dofs > 2 && pick(6) == 0;
  constexpr Strategy all[] = {Strategy::decoupled, Strategy::multigrid, Strategy::monolithic,
                              Strategy::krylov,    Strategy::automatic, Strategy::multigrid};
  // A splitting that does not decouple is refused by 'decoupled', a singular mass by 'krylov' where
  // v₁ is one of its unknowns.
  do c.strategy = all[pick(6)];
  while ((!fits.decoupled && c.strategy == Strategy::decoupled) ||
         (c.model.massless && !gauss && c.strategy == Strategy::krylov));
  using linear::Placement;
  constexpr Placement factors[] = {Placement::single, Placement::groups, Placement::spread,
                                   Placement::automatic};
  c.factors = factors[pick(4)];
  constexpr double steps[] = {0.02, 0.1, 0.3};
  c.h = steps[pick(3)];
  c.own_tolerance = pick(3) == 0;
  return c;
}

/// What the strategy promises of a step: factors round off, iterations end at their tolerance. The
/// velocity of a dof without mass is bᵀA⁻²/h of how it finds its balance: it rounds off more.
double promised(const Combination& c) {
  if (c.strategy == Strategy::krylov) return 1e-8;
  if (c.strategy == Strategy::multigrid) return c.own_tolerance ? 1e-5 : 1e-8;
  return c.model.massless ? 1e-10 : 1e-11;
}

double relative(const MatrixXd& a, const MatrixXd& b, double least) {
  return (a - b).norm() / std::max(b.norm(), least);
}

/// Two steps, the second from the guess that the first one leaves; the largest error of each.
struct Errors {
  double state = 0, multiplier = 0;
};

stage::Coefficients coefficients_of(const mechanics::System& system, int stages,
                                    const tableau::Splitting& splitting) {
  return stage::make_coefficients(system, tableau::Lobatto(stages), splitting);
}
stage::Coefficients coefficients_of(const mechanics::System& system, int stages,
                                    const tableau::GaussSplitting& splitting) {
  return stage::make_coefficients(system, tableau::GaussLobatto(stages), splitting);
}

template <typename Splitting>
Errors compare(const Combination& c, const Splitting& splitting, unsigned seed) {
  const support::RandomModel model(c.model, seed);
  const auto& system = model.system();
  const auto coefficients = coefficients_of(system, c.stages, splitting);
  linear::SolverWish wish{
      .strategy = c.strategy, .factors = c.factors, .tolerance = 1e-11, .max_iterations = 500};
  if (c.own_tolerance) wish.tolerance.reset();
  auto mass = std::make_shared<stage::MassSolver>(system, linear::plan_as_wished(wish));
  auto step = stage::prepare_step(system, coefficients, c.h, mass);
  auto rhs = step.stages->op().make_vector(), x = step.stages->op().make_vector();
  auto state = model.initial(), next = model.empty_state();
  VectorXd q = model.q0, v = model.v0;
  Errors errors;
  for (int k = 0; k < 2; ++k) {
    const auto expected = support::dense_step(model, splitting, c.stages, c.h, state.t, q, v);
    step.stages->right_hand_side(state, rhs);
    const auto result = k > 0 && step.solver->takes_guess() ? step.solver->improve(rhs, x)
                                                            : step.solver->solve(rhs, x);
    if (!result.converged) core::numerics_error("{}", result.cause);
    step.stages->finish(state, x, next);
    q = support::gather(next.q);
    v = support::gather(next.v);
    errors.state =
        std::max({errors.state, relative(q, expected.q, 1e-3), relative(v, expected.v, 1e-2)});
    const auto& expected_multipliers = expected.multipliers;
    MatrixXd multipliers(model.G.rows(), expected_multipliers.cols());
    if (model.G.rows() > 0 && step.stages->multipliers() != multipliers.cols())
      core::numerics_error("{} multipliers instead of {}", step.stages->multipliers(),
                           multipliers.cols());
    for (int i = 0; model.G.rows() > 0 && i < multipliers.cols(); ++i)
      multipliers.col(i) = support::gather(step.stages->multiplier(x, i));
    if (model.G.rows() > 0)
      errors.multiplier =
          std::max(errors.multiplier, relative(multipliers, expected_multipliers, 1e-2));
    std::swap(state, next);
  }
  return errors;
}

unsigned setting(const char* name, unsigned fallback) {
  const char* text = std::getenv(name);
  return text ? static_cast<unsigned>(std::strtoul(text, nullptr, 10)) : fallback;
}

/// 325 in the test suite; many ranks on few cores mostly wait for each other.
unsigned usual_count(unsigned ranks) {
  if (ranks == 1) return 150;
  return ranks == 2 ? 60 : ranks == 3 ? 50 : ranks == 4 ? 40 : 25;
}

/// Each number of ranks has combinations of its own.
TEST(Differential, EveryCombinationIsWhatDenseEliminationGives) {
  const auto ranks = static_cast<unsigned>(core::size(PETSC_COMM_WORLD));
  const unsigned count = setting("SPARKDYN_COMBINATIONS", usual_count(ranks));
  const unsigned first = setting("SPARKDYN_SEED", 1000000 * ranks);
  const bool talks = std::getenv("SPARKDYN_TALK") && core::rank(PETSC_COMM_WORLD) == 0;
  for (unsigned seed = first; seed < first + count; ++seed) {
    const Combination c = draw(seed);
    if (talks) fprintf(stderr, "seed %u: %s\n", seed, c.text().c_str());
    try {
      const Errors errors = std::visit(
          [&](const auto& splitting) { return compare(c, splitting, seed); }, c.splitting);
      const double bound = promised(c);
      // Multipliers are accelerations: they lose 1/h, twice where the constraint is of order three.
      EXPECT_LE(errors.state, bound) << "seed " << seed << ": " << c.text();
      EXPECT_LE(errors.multiplier, 1e4 * bound) << "seed " << seed << ": " << c.text();
    } catch (const core::Error& error) {
      ADD_FAILURE() << "seed " << seed << ": " << c.text() << ": " << error.what();
    }
  }
}

}  // namespace
}  // namespace sparkdyn
