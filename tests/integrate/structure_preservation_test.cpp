// Theorems 6.1 and 6.3 of Jay 1998 on the constrained undamped structure: the 2-form dq ∧ M dv and
// time reversal return to round-off for ρ∞ = 1 and A–B; energy stays bounded.

#include <gtest/gtest.h>

#include "support/manufactured.hpp"
#include "support/simulation.hpp"
#include "support/splittings.hpp"

namespace sparkdyn {
namespace {

using Eigen::VectorXd;

const support::ManufacturedOptions free_structure{.damped = false, .forced = false};

/// A consistent state of the free structure.
mechanics::State start(const support::Manufactured& problem, int seed) {
  std::srand(static_cast<unsigned>(seed));
  const auto n = problem.M.rows();
  auto state = support::make_state(0, VectorXd::Random(n), VectorXd::Random(n));
  stage::MassSolver mass(problem.system());
  integrate::project(problem.system(), state, mass);
  return state;
}

struct Symmetric {
  std::string name;
  tableau::Splitting splitting;
  double h;
};

std::vector<Symmetric> symmetric_methods() {
  // A–B is stable only for hω < 2 at two stages; the fastest frequency here is about 3.
  return {{"uniform rho 1", tableau::Splitting::uniform(1.0), 0.7},
          {"A-B", support::by_letters("ABBBB"), 0.3}};
}

TEST(Symplecticity, TwoFormIsConstant) {
  const support::Manufactured problem(free_structure);
  for (const auto& method : symmetric_methods())
    for (int s = 2; s <= 5; ++s) {
      support::Simulation simulation(problem.system(),
                                     {.stages = s, .splitting = method.splitting});
      auto a = start(problem, 1), b = start(problem, 2);
      const auto form = [&] {
        const VectorXd qa = support::gather(a.q), va = support::gather(a.v),
                       qb = support::gather(b.q), vb = support::gather(b.v);
        return qa.dot(problem.M * vb) - qb.dot(problem.M * va);
      };
      const double initial = form();
      for (int n = 0; n < 200; ++n) {
        ASSERT_TRUE(simulation.stepper.step(a, method.h).done);
        ASSERT_TRUE(simulation.stepper.step(b, method.h).done);
      }
      EXPECT_NEAR(form(), initial, 1e-11) << method.name << " s = " << s;
    }
}

TEST(Symplecticity, IsLostWithDissipation) {
  const support::Manufactured problem(free_structure);
  support::Simulation simulation(problem.system(),
                                 {.stages = 3, .splitting = tableau::Splitting::uniform(0.0)});
  auto state = start(problem, 1);
  const double before = problem.system().kinetic_energy(state.v) +
                        problem.system().strain_energy(state.q);
  for (int n = 0; n < 200; ++n) simulation.stepper.step(state, 2.0);
  const double after = problem.system().kinetic_energy(state.v) +
                       problem.system().strain_energy(state.q);
  EXPECT_LT(after, 0.9 * before);
}

TEST(Reversibility, ReturnsToTheStart) {
  const support::Manufactured problem(free_structure);
  for (const auto& method : symmetric_methods())
    for (int s = 2; s <= 5; ++s) {
      support::Simulation simulation(problem.system(),
                                     {.stages = s, .splitting = method.splitting});
      auto state = start(problem, 3);
      const VectorXd q = support::gather(state.q), v = support::gather(state.v);
      for (int way = 0; way < 2; ++way) {
        for (int n = 0; n < 100; ++n) ASSERT_TRUE(simulation.stepper.step(state, method.h).done);
        core::check(VecScale(state.v, -1.0));
      }
      EXPECT_LT((support::gather(state.q) - q).norm(), 1e-11) << method.name << " s = " << s;
      EXPECT_LT((support::gather(state.v) - v).norm(), 1e-11) << method.name << " s = " << s;
    }
}

/// Largest departure of T + U from its start, relative.
class EnergyObserver final : public integrate::Observer {
 public:
  void on_start(const integrate::Frame& frame) override {
    initial_ = frame.energies().kinetic + frame.energies().strain;
  }
  void on_step(const integrate::Frame& frame) override {
    const double change = std::abs(frame.energies().kinetic + frame.energies().strain - initial_);
    auto& half = frame.step() <= 50000 ? early_ : late_;
    half = std::max(half, change / initial_);
    balance_ = std::max(balance_, std::abs(frame.energies().balance) / initial_);
  }
  double early() const { return early_; }
  double late() const { return late_; }
  double balance() const { return balance_; }

 private:
  double initial_ = 0, early_ = 0, late_ = 0, balance_ = 0;
};

TEST(Energy, IsBoundedOver100000Steps) {
  const support::Manufactured problem(free_structure);
  for (const auto& method : symmetric_methods()) {
    support::Simulation simulation(problem.system(),
                                   {.stages = 3, .splitting = method.splitting});
    auto state = start(problem, 4);
    EnergyObserver energy;
    const auto report = simulation.run(state, 100000 * method.h, 100000, {&energy});
    ASSERT_TRUE(report.done) << report.cause;
    // IIID keeps quadratic invariants to round-off; A–B oscillates without growing.
    EXPECT_LT(energy.early(), method.name == "A-B" ? 2e-2 : 1e-10) << method.name;
    EXPECT_LT(energy.late(), 1.05 * energy.early() + 1e-10) << method.name;
    EXPECT_LT(report.largest.position, 1e-12) << method.name;
    EXPECT_LT(report.largest.velocity, 1e-12) << method.name;
  }
}

TEST(Energy, BalanceClosesExactlyForRhoOne) {
  const support::Manufactured problem;
  support::Simulation simulation(problem.system(),
                                 {.stages = 3, .splitting = tableau::Splitting::uniform(1.0)});
  auto state = problem.initial();
  EnergyObserver energy;
  simulation.run(state, 40, 100, {&energy});
  EXPECT_LT(energy.balance(), 1e-12);
}

TEST(Energy, BalanceShowsNumericalDissipation) {
  const support::Manufactured problem;
  support::Simulation simulation(problem.system(),
                                 {.stages = 2, .splitting = tableau::Splitting::uniform(0.0)});
  auto state = problem.initial();
  const auto report = simulation.run(state, 40, 100);
  EXPECT_LT(report.energies.balance, -1e-3);
}

}  // namespace
}  // namespace sparkdyn
