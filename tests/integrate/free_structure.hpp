// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The undamped, unforced structure with its constraints, the symmetric methods, and what is
// watched.

#include <cmath>
#include <cstdlib>
#include <functional>

#include "support/manufactured.hpp"
#include "support/simulation.hpp"
#include "support/splittings.hpp"

namespace sparkdyn {

using Eigen::VectorXd;

inline const support::ManufacturedOptions free_structure{.damped = false, .forced = false};

/// A consistent state of the free structure.
inline mechanics::State start(const support::Manufactured& problem, int seed) {
  std::srand(static_cast<unsigned>(seed));
  const auto n = problem.M.rows();
  auto state = support::make_state(0, VectorXd::Random(n), VectorXd::Random(n));
  stage::MassSolver mass(problem.system());
  integrate::project(problem.system(), state, mass);
  return state;
}

struct Symmetric {
  std::string name;
  std::function<integrate::SparkMethod(const mechanics::System&, int stages)> method;
  int fewest_stages;
  double h;
};

inline std::vector<Symmetric> symmetric_methods() {
  using mechanics::System;
  const auto lobatto = [](tableau::Splitting splitting) {
    return [=](const System& system, int stages) {
      return integrate::lobatto_method(system, stages, splitting);
    };
  };
  // A–B is stable only for hω < 2 at two stages; the fastest frequency here is about 3.
  return {{"uniform rho 1", lobatto(tableau::Splitting::uniform(1.0)), 2, 0.7},
          {"A-B", lobatto(support::by_letters("ABBBB")), 2, 0.3},
          {"Gauss",
           [](const System& system, int stages) {
             return integrate::gauss_method(system, stages, tableau::GaussSplitting::uniform(1));
           },
           1, 0.7}};
}

/// Largest departure of T + U from its start, relative.
class EnergyObserver final : public run::Observer {
 public:
  void on_start(const run::Frame& frame) override {
    initial_ = frame.energies().kinetic + frame.energies().strain;
  }
  void on_step(const run::Frame& frame) override {
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

}  // namespace sparkdyn
