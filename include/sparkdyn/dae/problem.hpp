// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The papers' problems by name: equations, parameters with defaults, initial values, what is known
// of the solution. Each is one file in src/dae/problems with a line in its list.

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sparkdyn/dae/distances.hpp"
#include "sparkdyn/dae/formulation.hpp"
#include "sparkdyn/dae/stepper.hpp"
#include "sparkdyn/dae/system.hpp"
#include "sparkdyn/tableau/splitting.hpp"

namespace sparkdyn::dae {

/// Values by name.
using Parameters = std::map<std::string, double>;

/// A number that is followed along the solution: an invariant, or one subsystem's energy.
struct Quantity {
  std::string name;                           ///< of a column of the results
  std::function<double(const Point&)> value;  ///< at a point
  bool invariant = true;                      ///< constant along the exact solution
};

/// What the solution is at a time; parts that are not known are empty.
struct KnownAnswer {
  double t = 0.0;          ///< when
  Eigen::VectorXd y = {};  ///< or empty
  Eigen::VectorXd z = {};  ///< or empty
  Eigen::VectorXd u = {};  ///< or empty
};

/// A manifold that the motion stays on without multipliers, with a two-form that the flow keeps:
/// the phase space of Simo & Gonzalez (1993), section 2.
struct PhaseSpace {
  std::function<Eigen::VectorXd(const Point&)> residuals;  ///< zero on it
  std::function<Eigen::MatrixXd(const Point&)> slopes;     ///< of these, by (y, z)
  /// Of two tangent vectors (dy, dz) at a point.
  std::function<double(const Point&, const Eigen::VectorXd&, const Eigen::VectorXd&)> two_form;
};

/// Makes steps that a problem has equations of its own for.
using Scheme = std::function<std::unique_ptr<OneStep>(const StepperOptions&)>;

/// One problem, ready to be stepped.
struct Problem {
  std::string name = {};                      ///< as in problem_names()
  std::string source = {};                    ///< where in which paper
  std::shared_ptr<const System> system = {};  ///< its equations
  Point start = {};                           ///< consistent
  double end_time = 1.0;                      ///< of the usual run
  double step = 0.01;            ///< a step that a method of order 4 takes without trouble
  tableau::Splitting splitting;  ///< that suits it
  Parameters parameters = {};    ///< as used, defaults included
  std::vector<std::string> components = {};  ///< names of y, or of z where there is no y
  std::vector<Quantity> quantities = {};     ///< followed along a run
  std::vector<KnownAnswer> answers = {};     ///< from the literature
  std::function<Point(double)> exact = {};   ///< empty when there is no closed form
  std::shared_ptr<const Formulations> formulations = {};  ///< empty where there are no others
  Formulation formulation = Formulation::constrained;     ///< which one `system` is
  /// Two tangent vectors (dy, dz) at the start, for the wedge product; empty: any two.
  Eigen::MatrixXd tangents = {};
  /// Whether the momenta of `system` are those of y, so that the wedge product is an invariant.
  bool canonical = true;
  std::optional<PhaseSpace> phase_space = {};  ///< none: what the constraints leave free
  /// The potential as a sum of functions of distances; empty where it is none. It brings the scheme
  /// energy-momentum.
  std::shared_ptr<const DistancePotential> distances = {};
  std::map<std::string, Scheme> schemes = {};  ///< by the name of their family
};

/// Sorted.
std::vector<std::string> problem_names();

/// The multipliers of the start are made consistent. Throws core::Error (input) for an unknown name
/// or parameter, with the nearest one, for initial values off the constraints, and for a
/// formulation that the problem does not have.
Problem make_problem(const std::string& name, const Parameters& parameters = {},
                     Formulation formulation = Formulation::constrained);

/// The same problem in another formulation: z are momenta from here on, and g and Gp are among what
/// is followed. Throws core::Error (input) where there is none.
void formulate(Problem& problem, Formulation kind);

/// The problems that have a scheme of that name, sorted.
std::vector<std::string> problems_with_scheme(const std::string& scheme);

/// The steps of that scheme. Throws core::Error (input) where the problem has none, naming those
/// that do.
std::unique_ptr<OneStep> scheme_steps(const Problem& problem, const std::string& scheme,
                                      const StepperOptions& options);

/// Velocities IIIA, everything else IIIB: the symplectic pair, the default of most problems.
tableau::Splitting splitting_a_b();

}  // namespace sparkdyn::dae
