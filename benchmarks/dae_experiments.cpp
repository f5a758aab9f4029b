// SPDX-License-Identifier: BSD-3-Clause
// Every numerical experiment of Jay (1998), section 10, Jay (2007), section 7, Jay & Petzold
// (1995), section 5, Leimkuhler & Reich (1992), sections 3 and 4, and what the dae module adds to
// them, as tables for scripts/reproduce:
//
//   dae_experiments FOLDER [short]     one FOLDER/name.csv each; `short` cuts the long runs
#include <fmt/format.h>
#include <fmt/os.h>

#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "experiment_tables.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/dae/consistency.hpp"
#include "sparkdyn/dae/damping.hpp"
#include "sparkdyn/dae/diagnostics.hpp"
#include "sparkdyn/dae/integrate.hpp"
#include "sparkdyn/dae/local_model.hpp"
#include "sparkdyn/dae/problem.hpp"

namespace {

using namespace sparkdyn;
using namespace sparkdyn::dae;
using experiments::Settings;
using experiments::Table;

// Figs. 1 and 2 of 1998: the torque falls to zero at t = 0.02; then the mechanism is free.
Point let_loose(const Problem& problem) {
  Stepper stepper(problem.system, lobatto_a_b(3));
  return integrate(stepper, problem.start, 0.02, 5e-5).end;
}

void andrews_constant_steps(const Settings& to) {
  const Problem problem = make_problem("andrews-squeezer", {{"switch_off", 0.02}});
  const Point free = let_loose(problem);
  const double energy = problem.system->energy(free);
  Table table(to.file("1998-fig1"), "t,energy_error");
  Stepper stepper(problem.system, lobatto_a_b(3));
  integrate(stepper, free, 0.1, 5e-5, [&](const Point& at) {
    table.row({at.t, problem.system->energy(at) - energy});
  });
}

// The position error against a solution of order 10 that goes along, step by step.
void andrews_variable_steps(const Settings& to, ControlRule control, const std::string& name) {
  const Problem problem = make_problem("andrews-squeezer", {{"switch_off", 0.02}});
  const Point free = let_loose(problem);
  const double energy = problem.system->energy(free);
  Table table(to.file(name), "t,energy_error,position_error", 2);
  Stepper accurate(problem.system, gauss_lobatto_spark(5));
  Point reference = free;
  Stepper stepper(problem.system, lobatto_a_b(3));
  integrate_variable(
      stepper, free, to.brief ? 0.1 : 0.38,
      {.control = control, .tolerance = 1e-8, .first_step = 1e-4}, [&](const Point& at) {
        if (at.t > reference.t) {
          reference = accurate.step(reference, at.t - reference.t).end;
        }
        table.row({at.t, problem.system->energy(at) - energy, (at.y - reference.y).norm()});
      });
}

// The same on a swinging pendulum, whose orbit is its own mirror image under v → −v.
void pendulum_variable_steps(const Settings& to, ControlRule control, const std::string& name) {
  const Problem problem = make_problem("pendulum");
  const double energy = problem.system->energy(problem.start);
  Table table(to.file(name), "t,energy_error,position_error", 7);
  Stepper accurate(problem.system, gauss_lobatto_spark(5));
  Point reference = problem.start;
  Stepper stepper(problem.system, lobatto_a_b(3));
  integrate_variable(
      stepper, problem.start, to.brief ? 50.0 : 200.0,
      {.control = control, .tolerance = 1e-6, .first_step = 0.02}, [&](const Point& at) {
        if (at.t > reference.t) {
          reference = accurate.step(reference, at.t - reference.t).end;
        }
        table.row({at.t, problem.system->energy(at) - energy, (at.y - reference.y).norm()});
      });
}

// Figs. 3 and 4 of 1998.
void andrews_constant_torque(const Settings& to) {
  const Problem problem = make_problem("andrews-squeezer");
  const double energy = problem.system->energy(problem.start);
  Table table(to.file("1998-fig3-4"), "t,energy_error,total,kinetic,potential", 4);
  Stepper stepper(problem.system, lobatto_a_b(3));
  integrate(stepper, problem.start, 0.1, 5e-5, [&](const Point& at) {
    const double total = problem.system->energy(at);
    const double kinetic = problem.system->kinetic_energy(at);
    table.row({at.t, total - energy, total, kinetic, total - kinetic});
  });
}

// Figs. 5 and 6 of 1998.
void rigid_on_stiff(const Settings& to) {
  const Problem problem = make_problem("rigid-on-stiff-pendulum");
  const auto& energy = problem.quantities.back();
  const auto run = [&](const std::string& name, const tableau::Splitting& splitting) {
    Table table(to.file(name), "t,energy_error", 2);
    Stepper stepper(problem.system, lobatto_spark(3, splitting));
    integrate(stepper, problem.start, to.brief ? 36.0 : 120.0, 0.12, [&](const Point& at) {
      table.row({at.t, energy.value(at) - energy.value(problem.start)});
    });
  };
  using tableau::Family, tableau::Mixture, tableau::Splitting;
  run("1998-fig5", Splitting::uniform(Mixture::pure(Family::IIIC)));
  run("1998-fig6", problem.splitting);
}

// Figs. 1 and 2 of 2007.
void global_errors(const Settings& to) {
  const Problem problem = make_problem("jay-2007-dae");
  Table table(to.file("2007-fig1-2"), "stages,h,y_error,z_error");
  for (const int stages : {1, 2}) {
    for (int steps = 8; steps <= (to.brief ? 64 : 512); steps *= 2) {
      Stepper stepper(problem.system, gauss_lobatto_spark(stages));
      const Point end = integrate(stepper, problem.start, 1.0, 1.0 / steps).end;
      const Point exact = problem.exact(1.0);
      table.row({double(stages), 1.0 / steps, (end.y - exact.y).norm(), (end.z - exact.z).norm()});
    }
  }
}

// Fig. 3 of 2007.
void charged_particle(const Settings& to) {
  const Problem problem = make_problem("charged-particle-on-sphere");
  const double energy = problem.system->energy(problem.start);
  for (const int stages : {1, 2}) {
    Table table(to.file(fmt::format("2007-fig3-s{}", stages)), "t,energy_error", to.brief ? 2 : 67);
    Stepper stepper(problem.system, gauss_lobatto_spark(stages));
    integrate(stepper, problem.start, to.brief ? 120.0 : 1e4, 0.12, [&](const Point& at) {
      table.row({at.t, problem.system->energy(at) - energy});
    });
  }
}

Eigen::Matrix2d rotation(double omega, double t) {
  Eigen::Matrix2d result;
  result << std::cos(omega * t), std::sin(omega * t) / omega, -omega * std::sin(omega * t),
      std::cos(omega * t);
  return result;
}

// Figs. 4 and 5 of 2007: the midpoint rule with the oscillator of frequency ρ as local model.
void local_model(const Settings& to) {
  const double rho = 200.0;
  const double omega = std::hypot(rho, 1.0);
  const auto oscillator = [](double frequency) {
    Eigen::Matrix2d A;
    A << 0.0, 1.0, -frequency * frequency, 0.0;
    return A;
  };
  const Eigen::Matrix2d f = oscillator(omega);
  const Eigen::Matrix2d g = oscillator(rho);
  using V = Eigen::VectorXd;
  using M = Eigen::MatrixXd;
  const LocalModel model{
      .f = [f](double, const V& y) -> V { return f * y; },
      .g = [g](double, const V& y) -> V { return g * y; },
      .f_y = [f](double, const V&) -> M { return f; },
      .g_y = [g](double, const V&) -> M { return g; },
      .flow = [rho](double t, double r, const V& z) -> V { return rotation(rho, t - r) * z; },
      .flow_z = [rho](double t, double r, const V&) -> M { return rotation(rho, t - r); }};
  const V start = Eigen::Vector2d(0.2, 0.5);
  const auto energy = [&](const V& y) { return 0.5 * (omega * omega * y[0] * y[0] + y[1] * y[1]); };
  Table exact(to.file("2007-fig4-exact"), "t,y1");
  for (int k = 0; k <= 800; ++k) exact.row({k / 800.0, (rotation(omega, k / 800.0) * start)[0]});
  Table points(to.file("2007-fig4"), "t,y1,exact");
  Table errors(to.file("2007-fig5"), "t,energy_error");
  const double h = 0.2;
  V y = start;
  for (int k = 0; k * h <= (to.brief ? 20.0 : 200.0) + 1e-9; ++k) {
    if (k * h <= 1.0 + 1e-9) points.row({k * h, y[0], (rotation(omega, k * h) * start)[0]});
    errors.row({k * h, energy(y) - energy(start)});
    y = srklm_step(model, tableau::gauss(1), k * h, y, h);
  }
}

// Figs. 1 to 4 of Jay & Petzold (1995): the stiff spring pendulum as (21), hω = 1000.
void stiff_spring(const Settings& to) {
  const auto run = [&](const std::string& name, double perturbation,
                       const tableau::RungeKutta& method) {
    const Problem problem =
        make_problem("stiff-spring-pendulum", {{"perturbation", perturbation}, {"mixed", 1.0}});
    Table table(to.file(name), "t,v1,v2,radial_velocity,energy", 1, 5);
    Stepper stepper(problem.system, standard(method));
    integrate(stepper, problem.start, to.brief ? 4.0 : 20.0, 0.01, [&](const Point& at) {
      table.row({at.t, at.z[0], at.z[1], at.y.dot(at.z) / at.y.norm(), problem.system->energy(at)});
    });
  };
  run("1995-fig1", 0.0, tableau::gauss(5));
  run("1995-fig2", 1e-5, tableau::gauss(5));
  run("1995-fig3", 1e-5, tableau::gauss(4));
  run("1995-fig4", 1e-5, tableau::radau_iia(3));
}

// Theorems 3.1 and 3.2 there: the direct approach on a pendulum with a rod, equal and alternating
// steps.
void direct_approach(const Settings& to) {
  Problem problem = make_problem("pendulum", {{"gravity", 1.0}});
  problem.start.y << std::cos(0.3), std::sin(0.3);
  problem.start.z << -0.5 * std::sin(0.3), 0.5 * std::cos(0.3);
  problem.start.u = acceleration(*problem.system, problem.start).u;
  Stepper accurate(problem.system, gauss_lobatto_spark(6));
  const Point exact = integrate(accurate, problem.start, 1.0, 0.01).end;
  Table table(to.file("1995-orders"), "lobatto,stages,alternating,h,q_error,v_error,lambda_error");
  const auto run = [&](bool lobatto, int stages, bool alternating, int steps) {
    const auto method =
        lobatto ? tableau::lobatto(tableau::Family::IIIA, stages) : tableau::gauss(stages);
    Stepper stepper(problem.system, standard(method), {.end_multiplier = EndMultiplier::direct});
    const std::vector<double> pattern =
        alternating ? std::vector<double>{1.3, 0.7} : std::vector<double>{1.0};
    const Point end =
        follow(*constant_steps(stepper, problem.start, 1.0, 1.0 / steps, pattern), {}).end;
    table.row({double(lobatto), double(stages), double(alternating), 1.0 / steps,
               (end.y - exact.y).norm(), (end.z - exact.z).norm(), (end.u - exact.u).norm()});
  };
  for (const bool alternating : {false, true}) {
    for (int steps = 10; steps <= 80; steps *= 2) {
      for (const int stages : {1, 3, 4}) run(false, stages, alternating, steps);
      for (const int stages : {2, 3, 4}) run(true, stages, alternating, steps);
    }
  }
}

// Section 7's closing remark: a spring pendulum that rings while the step cannot see it.
void automatic_damping(const Settings& to) {
  const Problem problem =
      make_problem("rigid-on-stiff-pendulum", {{"inverse_epsilon", 1e3}, {"friction", 0.0}});
  Point start = problem.start;
  start.z[1] = start.z[3] = 0.1;
  using tableau::Family, tableau::Mixture, tableau::Splitting;
  const Splitting undamped = Splitting::uniform(Mixture::pure(Family::IIID));
  const auto run = [&](const std::string& name, const Splitting& splitting,
                       const DampingOptions& damping) {
    Table table(to.file(name), "t,energy_error,damping");
    const double energy = problem.system->energy(start);
    try {
      integrate_damped(problem.system, 3, splitting, damping, start, to.brief ? 12.0 : 60.0, 0.12,
                       [&](const Point& at, const std::map<std::string, double>& weights) {
                         table.row({at.t, problem.system->energy(at) - energy,
                                    weights.empty() ? 0.0 : weights.begin()->second});
                       });
    } catch (const core::Error&) {  // a table that ends early fails its check
    }
  };
  run("damping-none", undamped, {});
  run("damping-automatic", undamped, {.regions = {"stiff"}});
  run("damping-always", damped(undamped, {{"stiff", 1.0}}), {});
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: dae_experiments FOLDER [short]\n");
    return 2;
  }
  const Settings to{argv[1], argc > 2 && std::string(argv[2]) == "short"};
  std::filesystem::create_directories(to.folder);
  try {
    andrews_constant_steps(to);
    andrews_variable_steps(to, ControlRule::reversible, "1998-fig2-reversible");
    andrews_variable_steps(to, ControlRule::standard, "1998-fig2-standard");
    pendulum_variable_steps(to, ControlRule::reversible, "pendulum-reversible");
    pendulum_variable_steps(to, ControlRule::standard, "pendulum-standard");
    andrews_constant_torque(to);
    rigid_on_stiff(to);
    global_errors(to);
    charged_particle(to);
    local_model(to);
    automatic_damping(to);
    stiff_spring(to);
    direct_approach(to);
    experiments::formulations(to);
    experiments::energy_momentum(to);
  } catch (const std::exception& error) {
    fmt::print(stderr, "dae_experiments: {}\n", error.what());
    return 1;
  }
  return 0;
}
