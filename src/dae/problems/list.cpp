// SPDX-License-Identifier: BSD-3-Clause
#include "list.hpp"

#include <fmt/ranges.h>

#include <utility>

#include "dae/distance_step.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/dae/consistency.hpp"

namespace sparkdyn::dae {

namespace {

using Factory = Problem (*)(problems::ParameterReader&);

const std::map<std::string, Factory>& factories() {
  static const std::map<std::string, Factory> table = {
      {"andrews-squeezer", problems::andrews_squeezer},
      {"car-axis", problems::car_axis},
      {"charged-particle-on-sphere", problems::charged_particle_on_sphere},
      {"double-pendulum", problems::double_pendulum},
      {"dragged-point", problems::dragged_point},
      {"four-bar-chain", problems::four_bar_chain},
      {"guided-oscillator", problems::guided_oscillator},
      {"harmonic-oscillator", problems::harmonic_oscillator},
      {"index2-five-families", problems::index2_five_families},
      {"jay-2007-dae", problems::jay_2007_dae},
      {"n-particles", problems::n_particles},
      {"pendulum", problems::pendulum},
      {"phase-space-pendulum", problems::phase_space_pendulum},
      {"reduced-pendulum", problems::reduced_pendulum},
      {"rigid-on-stiff-pendulum", problems::rigid_on_stiff_pendulum},
      {"skate", problems::skate},
      {"spherical-pendulum", problems::spherical_pendulum},
      {"stiff-spring-pendulum", problems::stiff_spring_pendulum},
      {"three-bodies", problems::three_bodies},
      {"unit-pendulum", problems::unit_pendulum},
  };
  return table;
}

std::vector<std::string> keys(const Parameters& parameters) {
  std::vector<std::string> names;
  for (const auto& [name, value] : parameters) names.push_back(name);
  return names;
}

// Without these the equations lose their meaning: a division by zero, or a singular mass.
void require_positive(const std::string& problem, const problems::ParameterReader& reader) {
  for (const char* name : {"mass", "length", "radius", "epsilon", "inverse_epsilon",
                           "stiffness_scale", "inertia", "mass1", "mass2", "mass3"}) {
    const auto found = reader.used().find(name);
    if (found != reader.used().end() && !reader.allows(name, found->second)) {
      core::input_error("the problem '{}' needs a positive '{}', not {}", problem, name,
                        found->second);
    }
  }
}

// (75) with alpha = 1/2, for what is a potential of distances.
void add_distance_scheme(Problem& problem) {
  if (!problem.distances) return;
  problem.schemes["energy-momentum"] = [system = problem.system, start = problem.start,
                                        potential =
                                            problem.distances](const StepperOptions& options) {
    return std::make_unique<DistanceStep>(*system, start, potential, PairCoefficient::quotient, 0.5,
                                          options);
  };
}

}  // namespace

std::vector<std::string> problem_names() {
  std::vector<std::string> names;
  for (const auto& [name, factory] : factories()) names.push_back(name);
  return names;
}

Problem make_problem(const std::string& name, const Parameters& parameters,
                     Formulation formulation) {
  const auto found = factories().find(name);
  if (found == factories().end()) {
    core::input_error("unknown problem '{}'; allowed: {}", name,
                      core::allowed(name, problem_names()));
  }
  problems::ParameterReader reader(parameters);
  Problem problem = found->second(reader);
  for (const auto& [key, value] : parameters) {
    if (!reader.used().contains(key)) {
      core::input_error("the problem '{}' has no parameter '{}'; allowed: {}", name, key,
                        core::allowed(key, keys(reader.used())));
    }
  }
  require_positive(name, reader);
  problem.name = name;
  problem.parameters = reader.used();
  problem.start.u.conservativeResizeLike(Eigen::VectorXd::Zero(problem.system->sizes().u()));
  require_consistent(*problem.system, problem.start);
  problem.start.u = acceleration(*problem.system, problem.start).u;
  formulate(problem, formulation);
  if (problem.system->has_energy()) {
    const auto energy = [system = problem.system](const Point& at) { return system->energy(at); };
    problem.quantities.insert(problem.quantities.begin(), {"energy", energy});
  }
  add_distance_scheme(problem);
  return problem;
}

std::vector<std::string> problems_with_scheme(const std::string& scheme) {
  std::vector<std::string> names;
  for (const std::string& name : problem_names())
    if (make_problem(name).schemes.contains(scheme)) names.push_back(name);
  return names;
}

std::unique_ptr<OneStep> scheme_steps(const Problem& problem, const std::string& scheme,
                                      const StepperOptions& options) {
  const auto found = problem.schemes.find(scheme);
  if (found != problem.schemes.end()) return found->second(options);
  core::input_error("the problem '{}' has no {} steps; those that do: {}", problem.name, scheme,
                    fmt::join(problems_with_scheme(scheme), ", "));
}

tableau::Splitting splitting_a_b() {
  auto splitting = tableau::Splitting::uniform(tableau::Mixture::pure(tableau::Family::IIIB));
  splitting.set("velocity", tableau::Mixture::pure(tableau::Family::IIIA));
  return splitting;
}

}  // namespace sparkdyn::dae
