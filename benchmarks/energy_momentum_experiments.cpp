// SPDX-License-Identifier: BSD-3-Clause
// The experiments of Simo & Gonzalez (1993): Fig. 3, four particles on stiff springs, and what
// section 3 says of the schemes for the pendulum on its phase space.
#include <cmath>

#include "experiment_tables.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/dae/diagnostics.hpp"
#include "sparkdyn/dae/integrate.hpp"

namespace experiments {
namespace {

using namespace sparkdyn;
using namespace sparkdyn::dae;

// t, E and |J|; the midpoint rule's steps end where their equations have lost the motion.
void particles(const Settings& to, const std::string& name, OneStep& steps, double h, double end) {
  const Problem problem = make_problem("n-particles");
  Table table(to.file(name), "t,energy,momentum,momentum_error", 1, 15);
  std::vector<Quantity> J;
  for (const Quantity& quantity : problem.quantities)
    if (quantity.name.starts_with("angular_momentum")) J.push_back(quantity);
  const auto momentum = [&](const Point& at) {
    return Eigen::Vector3d(J[0].value(at), J[1].value(at), J[2].value(at));
  };
  const Eigen::Vector3d first = momentum(problem.start);
  try {
    integrate(steps, problem.start, end, h, [&](const Point& at) {
      table.row(
          {at.t, problem.system->energy(at), momentum(at).norm(), (momentum(at) - first).norm()});
    });
  } catch (const core::Error&) {  // what is checked comes before
  }
}

void figure_3(const Settings& to) {
  const Problem problem = make_problem("n-particles");
  for (const auto& [h, count] : {std::pair{0.04, 140}, {0.03, 190}, {0.02, 2000}}) {
    const std::string which = fmt::format("{:02.0f}", 100 * h);
    Stepper midpoint(problem.system, standard(tableau::gauss(1)));
    particles(to, "1993-fig3-midpoint-" + which, midpoint, h, count * h);
    const auto both = scheme_steps(problem, "energy-momentum", {});
    particles(to, "1993-fig3-energy-momentum-" + which, *both, h, 2000 * h);
  }
}

// Each scheme with each potential: H and the two-form of two tangent vectors along t.
void phase_space(const Settings& to) {
  const std::vector<Parameters> potentials{
      {}, {{"quadratic", 1.0}}, {{"quartic", 1.0}}, {{"linear", 0.0}, {"exponential", 1.0}}};
  const std::vector<std::string> schemes{"cayley-midpoint", "projected-midpoint",
                                         "energy-momentum"};
  Table table(to.file("1993-phase-space"), "potential,scheme,t,energy_error,form_error,off");
  for (std::size_t p = 0; p < potentials.size(); ++p) {
    const Problem problem = make_problem("phase-space-pendulum", potentials[p]);
    const double energy = problem.system->energy(problem.start);
    for (std::size_t s = 0; s < schemes.size(); ++s) {
      const auto steps = scheme_steps(problem, schemes[s], {.tolerance = 1e-16});
      const auto run = constant_steps(*steps, problem.start, 20.0, 0.1);
      Eigen::MatrixXd tangents = start_tangents(problem);
      const double first = two_form(problem, problem.start, tangents.col(0), tangents.col(1));
      while (!run->done()) {
        run->advance();
        const Point& at = run->summary().end;
        tangents = run->carry_tangents(tangents);
        table.row({static_cast<double>(p), static_cast<double>(s), at.t,
                   problem.system->energy(at) - energy,
                   two_form(problem, at, tangents.col(0), tangents.col(1)) / first - 1.0,
                   problem.phase_space->residuals(at).lpNorm<Eigen::Infinity>()});
      }
    }
  }
}

}  // namespace

void energy_momentum(const Settings& to) {
  figure_3(to);
  phase_space(to);
}

}  // namespace experiments
