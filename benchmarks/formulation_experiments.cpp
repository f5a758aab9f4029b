// SPDX-License-Identifier: BSD-3-Clause
// The experiments of Leimkuhler & Reich (1992), sections 3 and 4: the implicit midpoint rule with
// h = 0.01 on the formulations of the pendulum, with tangents (0,1,2,0) and (0,0,0,1).
#include <cmath>

#include "dae/projection.hpp"
#include "experiment_tables.hpp"
#include "sparkdyn/dae/diagnostics.hpp"

namespace experiments {
namespace {

using namespace sparkdyn;
using namespace sparkdyn::dae;
using Kind = ProjectionOptions::Kind;

struct Experiment {
  const char* name;
  Formulation formulation;
  double end;
  ProjectionOptions projection = {};
};

void pendulum(const Settings& to, const Experiment& experiment) {
  const Problem problem = make_problem("unit-pendulum", {}, experiment.formulation);
  Stepper stepper(problem.system, standard(tableau::gauss(1)), {.tolerance = 1e-16});
  const double h = 0.01;
  const auto run = experiment.projection.kind == Kind::none
                       ? constant_steps(stepper, problem.start, experiment.end, h)
                       : projected_steps(stepper, problem.formulations, experiment.projection,
                                         problem.start, experiment.end, h);
  Table table(to.file(experiment.name), "t,g,Gp,wedge_error");
  Eigen::MatrixXd tangents = start_tangents(problem);
  const auto show = [&] {
    const Point& at = run->summary().end;
    const Eigen::VectorXd off = problem.formulations->residuals(at.y, at.z);
    const double wedge = wedge_product(*problem.system, at, tangents.col(0), tangents.col(1));
    table.row({at.t, off[0], off[1], wedge - 1.0});
  };
  for (show(); !run->done(); show()) {
    run->advance();
    tangents = run->carry_tangents(tangents);
  }
}

// Fig. 3.3: ρ = g/2 and σ = ψ/2 of a free particle with |p| = 1, started beside the circle.
void portrait(const Settings& to, const char* name, Formulation formulation, double end) {
  const Problem problem =
      make_problem("unit-pendulum", {{"gravity", 0.0}, {"speed", 1.0}}, formulation);
  Table table(to.file(name), "start,t,rho,sigma");
  const std::vector<Eigen::Vector2d> starts{{0.001, 0.0},  {-0.001, 0.0},    {0.0, 0.002},
                                            {0.0, -0.002}, {0.001, -0.0022}, {-0.001, 0.0022}};
  for (std::size_t k = 0; k < starts.size(); ++k) {
    Point start = problem.start;
    start.y[0] = std::sqrt(1.0 + 2.0 * starts[k][0]);
    start.z[0] = starts[k][1] / start.y[0];
    Stepper stepper(problem.system, standard(tableau::gauss(3)));
    integrate(stepper, start, end, 0.02, [&](const Point& at) {
      const Eigen::VectorXd off = problem.formulations->residuals(at.y, at.z);
      table.row({static_cast<double>(k), at.t, off[0] / 2, off[1] / 2});
    });
  }
}

}  // namespace

void formulations(const Settings& to) {
  const double longer = to.brief ? 10.0 : 100.0;
  const std::vector<Experiment> all{
      {"1992-fig3.1", Formulation::dirac, 10.0},
      {"1992-fig3.2", Formulation::simplified, 1.0},
      {"1992-fig4.1", Formulation::underlying, 10.0},
      {"1992-fig4.2", Formulation::weak, to.brief ? 10.0 : 40.0},
      {"1992-fig4.3", Formulation::dirac, longer, {Kind::endpoint, 1}},
      {"1992-fig4.4", Formulation::dirac, longer, {Kind::stages, 1}},
      {"1992-fig4.5", Formulation::weak, 10.0, {Kind::endpoint, 20}}};
  for (const Experiment& experiment : all) pendulum(to, experiment);
  portrait(to, "1992-fig3.3a", Formulation::dirac, 3.2);
  portrait(to, "1992-fig3.3b", Formulation::simplified, 1.5);
}

}  // namespace experiments
