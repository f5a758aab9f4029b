// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "input/case_reader.hpp"
#include "sparkdyn/core/error.hpp"
#include "support.hpp"

namespace sparkdyn::input {
namespace {

using tableau::Family;
using tableau::Mixture;
using tableau::Term;

Case parse(const std::string& text, const std::vector<std::string>& overrides = {}) {
  return parse_case(text, "folder/case.yaml", overrides);
}

std::string problem_error(const std::string& text) {
  return error_of([&] { parse_case(text, "case.yaml"); });
}

const std::string complete = R"yaml(title: everything a problem can say
problem:
  name: rigid-on-stiff-pendulum
  friction: 10
  angle: 0.5
  initial: {q: {x2: 0.6}, v: [0, 0, 0.1, 0], project: true}
method:
  stages: 4
  end_multiplier: last-stage
  splitting: {elastic: {C: 0.75, C*: 0.25}, velocity@rigid: C, damping: {rho_infinity: 0.5}}
time: {start: 1, end: 2, step: 0.01, tolerance: 1e-6, control: standard, largest_step: 0.1}
solver: {tolerance: 1e-12, max_iterations: 20}
output:
  directory: results
  every: 10
  energy: no
  structure: yes
  probes:
    - {component: x2}
    - {name: speed, component: 4, quantity: velocity}
    - {constraint: 1}
)yaml";

TEST(ProblemCase, NameAlone) {
  const Case found = parse("problem: {name: pendulum}\n");
  ASSERT_TRUE(found.problem);
  EXPECT_FALSE(found.system);
  const ProblemSpec& problem = *found.problem;
  const dae::Problem standard = dae::make_problem("pendulum");
  EXPECT_EQ(problem.parameters, standard.parameters);
  EXPECT_EQ(problem.parameters.at("gravity"), 9.81);
  EXPECT_EQ(problem.time.end, standard.end_time);
  EXPECT_EQ(problem.time.step, standard.step);
  EXPECT_FALSE(problem.time.tolerance);
  EXPECT_EQ(problem.method.family->name, "lobatto");
  EXPECT_EQ(problem.method.splitting, standard.splitting);
  ASSERT_EQ(problem.probes.size(), 2U);
  EXPECT_EQ(problem.probes[1].name, "y");
  EXPECT_EQ(found.output.directory, "folder/out");
}

TEST(ProblemCase, Formulation) {
  const Case found = parse("problem: {name: unit-pendulum, formulation: dirac}\n");
  EXPECT_EQ(found.problem->formulation, dae::Formulation::dirac);
  EXPECT_EQ(found.problem->terms, (std::vector<std::string>{"elastic", "velocity"}));
  const Case again = parse(problem_text(*found.problem));
  EXPECT_EQ(again.problem->formulation, dae::Formulation::dirac);
  EXPECT_NE(problem_error("problem: {name: unit-pendulum, formulation: diracs}\n")
                .find("constrained, underlying, dirac"),
            std::string::npos);
  EXPECT_NE(problem_error("problem: {name: car-axis, formulation: dirac}\n").find("car-axis"),
            std::string::npos);
}

TEST(ProblemCase, Everything) {
  const ProblemSpec problem = *parse(complete).problem;
  EXPECT_EQ(problem.parameters.at("friction"), 10);
  EXPECT_EQ(problem.parameters.at("inverse_epsilon"), 1e8);
  ASSERT_EQ(problem.initial.q.size(), 4U);
  EXPECT_EQ(problem.initial.q[2], 0.6);
  EXPECT_EQ(problem.initial.q[1], -1.0);
  EXPECT_EQ(problem.initial.v, (std::vector<double>{0, 0, 0.1, 0}));
  EXPECT_TRUE(problem.initial.project);
  EXPECT_EQ(problem.method.end_multiplier, dae::EndMultiplier::last_stage);
  const auto& splitting = problem.method.splitting;
  EXPECT_EQ(splitting(Term::velocity, "rigid"), Mixture::pure(Family::IIIC));
  EXPECT_EQ(splitting(Term::elastic, "rigid"), Mixture::pure(Family::IIIB)) << "the problem's own";
  EXPECT_EQ(splitting(Term::damping), Mixture::rho_infinity(0.5));
  EXPECT_EQ(problem.time.control, dae::ControlRule::standard);
  EXPECT_EQ(problem.time.tolerance, 1e-6);
  EXPECT_EQ(problem.newton.max_iterations, 20);
  ASSERT_EQ(problem.probes.size(), 3U);
  EXPECT_EQ(problem.probes[0].index, 3);
  EXPECT_EQ(problem.probes[1].quantity, mechanics::Quantity::velocity);
  EXPECT_EQ(problem.probes[2].name, "multiplier[1]");
}

TEST(ProblemCase, ResolvedReadsBackToTheSame) {
  std::vector<std::string> texts{
      complete,
      "problem: {name: andrews-squeezer, torque: 0.02}\nmethod: {rho_infinity: 0.3}\n",
      "problem: {name: car-axis}\nmethod: {family: radau-iia, stages: 2}\n",
      "problem: {name: car-axis}\nmethod: {family: half-explicit, order: 6}\n",
      "problem: {name: rigid-on-stiff-pendulum}\nmethod: {damping: {regions: [stiff]}}\n",
      "problem: {name: car-axis}\nmethod: {family: gauss-lobatto, rho_infinity: 0.3}\n",
      "problem: {name: rigid-on-stiff-pendulum}\nmethod: {family: gauss-lobatto, "
      "splitting: {velocity: 0.8, elastic@rigid: 0, damping: 0.5}}\n",
      "problem: {name: pendulum}\nmethod: {family: gauss, end_multiplier: direct}\n"
      "time: {end: 2, step: 0.05, pattern: [1.3, 0.7]}\n",
      "problem: {name: pendulum}\ntime: {tolerance: 1e-6, resolve_above: 1e-8}\n",
      "problem: {name: pendulum}\ntime: {steps: [0.1, 0.2, 0.05]}\n",
      "problem: {name: pendulum}\ntime: {start: 1, end: -1, step: 0.1, backward: same}\n",
      "problem: {name: pendulum}\ntime: {end: -1}\nmethod: {rho_infinity: 0}\n",
      "problem: {name: n-particles}\nmethod: {family: alpha, alpha: 0.3}\n",
      "problem: {name: n-particles, k12: 3}\nmethod: {family: energy-momentum, composition: 4}\n",
      "problem: {name: n-particles}\nmethod: {family: midpoint, energy_projection: true}\n",
      "problem: {name: n-particles}\nmethod: {family: midpoint}\ntime: {tolerance: 1e-5}\n"};
  for (const std::string& name : dae::problem_names())
    texts.push_back("problem: {name: " + name + "}\n");
  for (const std::string& text : texts) {
    const std::string once = resolved(parse(text));
    EXPECT_EQ(resolved(parse(once)), once) << text;
  }
}

TEST(ProblemCase, UniformDampingReplacesTheWholeSplitting) {
  const auto problem =
      *parse("problem: {name: rigid-on-stiff-pendulum}\nmethod: {rho_infinity: 0}\n").problem;
  EXPECT_EQ(problem.method.splitting(Term::velocity, "rigid"), Mixture::pure(Family::IIIC));
}

TEST(ProblemCase, RadiiOnGaussNodes) {
  const auto method = [](const std::string& keys) {
    return parse("problem: {name: rigid-on-stiff-pendulum}\nmethod: {family: gauss-lobatto" + keys +
                 "}\n")
        .problem->method;
  };
  EXPECT_EQ(method("").radii, tableau::GaussSplitting::uniform(1));
  EXPECT_EQ(method(", rho_infinity: 0.8").radii, tableau::GaussSplitting::uniform(0.8));
  const auto mixed = method(", rho_infinity: 0.8, splitting: {elastic@rigid: 1, damping: 0}");
  EXPECT_EQ(mixed.radii(Term::velocity), 0.8);
  EXPECT_EQ(mixed.radii(Term::elastic, "rigid"), 1);
  EXPECT_EQ(mixed.radii(Term::damping, "stiff"), 0);
  EXPECT_EQ(coefficients(mixed).order, 5);
  EXPECT_EQ(coefficients(method("")).order, 6);
}

TEST(ProblemCase, StepsOfSeveralSizes) {
  const auto time = [](const std::string& keys) {
    return parse("problem: {name: pendulum}\ntime: {" + keys + "}\n").problem->time;
  };
  EXPECT_EQ(time("end: 2, step: 0.1, pattern: [1.3, 0.7]").pattern, (std::vector{1.3, 0.7}));
  const auto listed = time("start: 1, steps: [0.1, 0.25, 0.05]");
  EXPECT_EQ(listed.pattern, (std::vector{0.1, 0.25, 0.05}));
  EXPECT_EQ(listed.step, 1);
  EXPECT_NEAR(listed.end, 1.4, 1e-15);
  const auto one = time("end: 2, step: 0.1, pattern: [0.5]");
  EXPECT_EQ(one.pattern, std::vector{1.0});
  EXPECT_EQ(one.step, 0.05);
}

TEST(ProblemCase, OneStageWhereThereIsOne) {
  const auto stages = [](const std::string& family) {
    return parse("problem: {name: pendulum}\nmethod: {family: " + family + ", stages: 1}\n")
        .problem->method.stages;
  };
  EXPECT_EQ(stages("gauss-lobatto"), 1);
  EXPECT_EQ(stages("radau-iia"), 1);
  EXPECT_THROW(stages("lobatto"), core::Error);
  EXPECT_THROW(stages("lobatto-iiic"), core::Error);
}

TEST(ProblemCaseErrors, Names) {
  expect_words(problem_error("problem: {name: pendulun}\n"),
               {"case.yaml:1: ", "'pendulun'", "did you mean 'pendulum'?"});
  expect_words(problem_error("problem: {length: 1}\n"), {"'name' is missing", "andrews-squeezer"});
  expect_words(problem_error("problem: pendulum\n"), {"mapping", "{name: pendulum}"});
  expect_words(problem_error("problem:\n  name: pendulum\n  lenght: 2\n"),
               {"case.yaml:3: ", "'lenght'", "did you mean 'length'?"});
  expect_words(problem_error("problem: {name: pendulum, length: long}\n"), {"'length'", "number"});
  expect_words(problem_error("problem: {name: pendulum, mass: 0}\n"),
               {"case.yaml:1: ", "positive 'mass'"});
  expect_words(
      problem_error("problem: {name: pendulum}\nsystem: {mass: M.mtx, stiffness: K.mtx}\n"),
      {"'system' or a 'problem'"});
}

TEST(ProblemCaseErrors, Method) {
  const auto error_with = [](const std::string& method) {
    return problem_error("problem: {name: pendulum}\nmethod: " + method + "\n");
  };
  expect_words(error_with("{family: newmark}"), {"case.yaml:2: ", "'newmark'", "gauss-lobatto"});
  expect_words(error_with("{family: gauss, splitting: {elastic: C}}"), {"belongs", "lobatto"});
  const auto on_gauss = [&](const std::string& keys) {
    return error_with("{family: gauss-lobatto, " + keys + "}");
  };
  expect_words(on_gauss("splitting: {elastic: C}"),
               {"case.yaml:2: ", "\"elastic\" has \"C\"", "family lobatto", "share its nodes"});
  expect_words(on_gauss("splitting: {elastic: soft}"), {"case.yaml:2: ", "\"soft\"", "number"});
  expect_words(on_gauss("splitting: {elastic: 2}"), {"case.yaml:2: ", "not 2"});
  expect_words(on_gauss("splitting: {elastic: {C: 1}}"), {"case.yaml:2: ", "'elastic'"});
  expect_words(on_gauss("splitting: {constraint: 1}"),
               {"case.yaml:2: ", "constraint", "Lobatto points", "Jay 2007"});
  expect_words(on_gauss("splitting: {elastik: 1}"), {"did you mean 'elastic'?"});
  expect_words(on_gauss("rho_infinity: 1.5"), {"case.yaml:2: ", "'rho_infinity'", "1.5"});
  expect_words(on_gauss("damping: {regions: [stiff]}"), {"'damping'", "lobatto"});
  expect_words(problem_error("problem: {name: pendulum}\n"
                             "method: {family: gauss-lobatto, rho_infinity: 0.8}\n"
                             "time: {tolerance: 1e-6, control: reversible}\n"),
               {"case.yaml:3: ", "not symmetric", "rho_infinity 1"});
  expect_words(error_with("{family: midpoint, stages: 2}"), {"midpoint", "gauss"});
  expect_words(error_with("{splitting: {damping: C}}"),
               {"'pendulum'", "'damping'", "constraint, elastic, velocity"});
  expect_words(error_with("{splitting: {elastik: C}}"), {"did you mean 'elastic'?"});
  expect_words(error_with("{splitting: {constraint: A}}"), {"constraint", "A"});
  expect_words(error_with("{stages: 1}"), {"from 2 to 12"});
  expect_words(error_with("{family: half-explicit, order: 3}"), {"'3'", "2, 4, 6"});
  expect_words(error_with("{family: half-explicit, stages: 3}"), {"'order'"});
  expect_words(error_with("{order: 4}"), {"half-explicit", "stages"});
  expect_words(error_with("{damping: {regions: [stiff]}}"), {"'pendulum' has no regions"});
  const std::string regional = "problem: {name: rigid-on-stiff-pendulum}\n";
  expect_words(problem_error(regional + "method: {damping: {regions: [stif]}}\n"),
               {"'stif'", "did you mean 'stiff'?"});
  expect_words(problem_error(regional + "method: {damping: {regions: [stiff]}}\n"
                                        "time: {tolerance: 1e-6}\n"),
               {"constant steps"});
}

TEST(ProblemCaseErrors, TimeAndOutput) {
  const auto error_with = [](const std::string& lines) {
    return problem_error("problem: {name: pendulum}\n" + lines + "\n");
  };
  expect_words(error_with("time: {step: 0}"), {"case.yaml:2: ", "positive"});
  expect_words(error_with("time: {end: 0}"), {"must differ from 'start'"});
  expect_words(error_with("time: {backward: same}"), {"'end' before 'start'"});
  expect_words(error_with("time: {control: standard}"), {"tolerance"});
  expect_words(error_with("time: {resolve_above: 1e-8}"), {"tolerance"});
  expect_words(error_with("time: {tolerance: 1e-6, control: reversible, resolve_above: 1e-8}"),
               {"case.yaml:2: ", "'control: standard'"});
  expect_words(error_with("time: {pattern: [1.3, -1]}"), {"case.yaml:2: ", "positive"});
  expect_words(error_with("time: {pattern: []}"), {"'pattern' in 'time'", "empty"});
  expect_words(error_with("time: {pattern: 2}"), {"'pattern' in 'time'", "list"});
  expect_words(error_with("time: {pattern: [1.3, 0.7], tolerance: 1e-6}"), {"'tolerance'"});
  expect_words(error_with("time: {steps: [0.1], end: 3}"), {"'end'", "'steps'"});
  expect_words(error_with("method: {end_multiplier: exact}"), {"last-stage", "direct"});
  expect_words(
      error_with("method: {rho_infinity: 0}\ntime: {tolerance: 1e-6, control: reversible}"),
      {"case.yaml:3: ", "not symmetric", "standard"});
  expect_words(error_with("solver: {tolerance: 1}"), {"tolerance"});
  expect_words(error_with("output: {probes: [{component: w}]}"), {"'w'", "x, y"});
  expect_words(error_with("output: {probes: [{constraint: 2}]}"), {"1 constraints"});
  expect_words(error_with("output: {probes: [{component: x}, {component: 1}]}"), {"two probes"});
  expect_words(problem_error("problem: {name: index2-five-families}\noutput: {structure: true}\n"),
               {"wedge"});
}

TEST(ProblemCaseErrors, InitialValues) {
  expect_words(problem_error("problem: {name: pendulum, initial: {q: [1, 2, 3]}}\n"),
               {"3 values", "2: x, y"});
  expect_words(problem_error("problem: {name: pendulum, initial: {q: {z: 1}}}\n"), {"'z'", "x, y"});
  expect_words(problem_error("problem: {name: pendulum, initial: {p: [1, 2]}}\n"),
               {"q, v, project"});
}

TEST(ProblemCase, StandardControlIsTheDefaultWithoutSymmetry) {
  const std::string damped =
      "problem: {name: pendulum}\nmethod: {rho_infinity: 0}\ntime: {tolerance: 1e-6}\n";
  EXPECT_EQ(parse(damped).problem->time.control, dae::ControlRule::standard);
  const std::string symmetric = "problem: {name: pendulum}\ntime: {tolerance: 1e-6}\n";
  EXPECT_EQ(parse(symmetric).problem->time.control, dae::ControlRule::reversible);
}

}  // namespace
}  // namespace sparkdyn::input
