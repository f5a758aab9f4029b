// SPDX-License-Identifier: BSD-3-Clause
// The table of methods times problems, formulations and local models, from case files: what fits
// ends with status 0 and an answer that agrees with a reference, what does not is refused as input
// with a message that names what fits. The tables are the program's own, so that whoever adds a
// method or a problem walks it, too.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "dae/family.hpp"
#include "reach.hpp"
#include "sparkdyn/dae/local_model.hpp"
#include "sparkdyn/dae/problem.hpp"

namespace sparkdyn {
namespace {

using reach::carried_out, reach::difference, reach::Outcome, reach::Values;

// A short and gentle motion of each problem; others run as they are.
struct Motion {
  std::string parameters, time;
};

Motion motion(const std::string& problem) {
  static const std::map<std::string, Motion> known{
      {"andrews-squeezer", {"", "end: 0.001, step: 5e-5"}},
      {"car-axis", {"", "end: 0.1, step: 0.005"}},
      {"charged-particle-on-sphere", {"", "end: 0.4, step: 0.02"}},
      {"harmonic-oscillator", {", rho: 10", "end: 0.2, step: 0.005"}},
      {"jay-2007-dae", {"", "end: 0.2, step: 0.01"}},
      {"n-particles", {", stiffness_scale: 1e-3", "end: 0.08, step: 0.002"}},
      {"rigid-on-stiff-pendulum", {", inverse_epsilon: 3, friction: 0.5", "end: 0.4, step: 0.02"}},
      {"stiff-spring-pendulum", {", epsilon: 0.1", "end: 0.2, step: 0.01"}}};
  const auto found = known.find(problem);
  return found == known.end() ? Motion{"", "end: 0.2, step: 0.01"} : found->second;
}

std::string case_of(const std::string& problem, const std::string& more, const std::string& method,
                    const std::string& time = "") {
  const Motion usual = motion(problem);
  return fmt::format(
      "problem: {{name: {}{}{}}}\nmethod: {{{}}}\ntime: {{{}{}}}\n"
      "output: {{energy: false}}\n",
      problem, usual.parameters, more, method, usual.time, time);
}

// With another method and half the step.
const Values& reference(const std::string& problem) {
  static std::map<std::string, Values> known;
  const auto found = known.find(problem);
  if (found != known.end()) return found->second;
  const bool own = problem == "phase-space-pendulum";  // of which lobatto makes something else
  const Outcome outcome = carried_out(
      case_of(problem, "", own ? "family: gauss, stages: 5" : "family: lobatto, stages: 6",
              ", pattern: [0.5]"));
  EXPECT_EQ(outcome.status, 0) << problem << ": " << outcome.message;
  return known[problem] = outcome.end;
}

void expect_figure(const Outcome& outcome, const std::string& problem, double bar,
                   const std::string& what) {
  EXPECT_EQ(outcome.status, 0) << what << ": " << outcome.message;
  if (outcome.status == 0) {
    EXPECT_LT(difference(outcome.end, reference(problem)), bar) << what;
  }
}

// All that a message may name, but for what it refuses.
void expect_refused(const Outcome& outcome, const std::string& refused, const std::string& what) {
  EXPECT_EQ(outcome.status, 2) << what << ": " << outcome.message;
  std::string said = outcome.message;
  for (char& c : said) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  std::vector<std::string> names = dae::problem_names();
  for (const dae::Family& family : dae::families()) names.push_back(family.name);
  const auto& formulations = dae::formulation_names();
  names.insert(names.end(), formulations.begin(), formulations.end());
  std::erase(names, refused);
  EXPECT_TRUE(std::ranges::any_of(
      names, [&](const std::string& name) { return said.find(name) != std::string::npos; }))
      << what << ": " << outcome.message;
}

std::string method_of(const dae::Family& family, int stages = 3) {
  return fmt::format("family: {}{}", family.name,
                     family.size == dae::Family::Size::stages
                         ? fmt::format(", stages: {}", std::max(stages, family.least_stages))
                         : "");
}

const std::set<std::string> old_families{"lobatto",   "gauss-lobatto", "half-explicit",
                                         "gauss",     "lobatto-iiia",  "lobatto-iiic",
                                         "radau-iia", "midpoint"};
const std::set<std::string> forces_without_velocities{
    "car-axis", "four-bar-chain",     "guided-oscillator",     "harmonic-oscillator", "n-particles",
    "pendulum", "spherical-pendulum", "stiff-spring-pendulum", "unit-pendulum"};
const std::set<std::string> multipliers_with_velocities{"skate", "index2-five-families"};

// Problems in variables of their own: whatever takes them gives the figure.
const std::set<std::string> own_variables{"phase-space-pendulum", "reduced-pendulum",
                                          "three-bodies"};

bool fits(const std::string& family, const std::string& problem) {
  if (family == "half-explicit") return forces_without_velocities.contains(problem);
  if (family == "gauss-lobatto") return !multipliers_with_velocities.contains(problem);
  return true;
}

TEST(Reach, FamiliesTimesProblems) {
  int run = 0, refused = 0;
  for (const std::string& problem : dae::problem_names()) {
    for (const dae::Family& family : dae::families()) {
      const std::string what = family.name + " on " + problem;
      const Outcome outcome = carried_out(case_of(problem, "", method_of(family)));
      const bool order_two = family.size == dae::Family::Size::fixed;
      // One point of the multiplier in a step is too little where it enters nonlinearly.
      if (problem == "jay-2007-dae" && family.name == "midpoint") {
        EXPECT_EQ(outcome.status, 1) << what;
        continue;
      }
      const bool known = old_families.contains(family.name) && !own_variables.contains(problem);
      const bool expected = known ? fits(family.name, problem) : outcome.status == 0;
      ++(expected ? run : refused);
      if (expected)
        expect_figure(outcome, problem, order_two ? 3e-2 : 2e-4, what);
      else
        expect_refused(outcome, family.name, what);
    }
  }
  fmt::print("[ measured ] {} combinations run, {} are refused\n", run, refused);
  EXPECT_GT(run, 100);
}

const std::set<std::string> formulated{"unit-pendulum",  "guided-oscillator",
                                       "pendulum",       "spherical-pendulum",
                                       "four-bar-chain", "charged-particle-on-sphere"};
const std::set<std::string> with_charts{"unit-pendulum", "guided-oscillator", "pendulum",
                                        "spherical-pendulum"};

bool fits_formulation(const std::string& formulation, const std::string& problem) {
  if (formulation == "linear") return problem == "guided-oscillator";
  if (formulation == "state-space") return with_charts.contains(problem);
  return formulated.contains(problem);
}

TEST(Reach, FormulationsTimesProblems) {
  for (const std::string& problem : dae::problem_names()) {
    for (const std::string& formulation : dae::formulation_names()) {
      if (formulation == "constrained") continue;
      for (const char* method : {"family: gauss, stages: 3", "family: midpoint"}) {
        const std::string what = fmt::format("{} as {}, {}", problem, formulation, method);
        const Outcome outcome =
            carried_out(case_of(problem, ", formulation: " + formulation, method));
        const bool coarse = std::string(method) == "family: midpoint";
        if (fits_formulation(formulation, problem))
          expect_figure(outcome, problem, coarse ? 5e-3 : 1e-6, what);
        else
          expect_refused(outcome, formulation, what);
      }
    }
  }
}

TEST(Reach, ProjectionsTimesFormulations) {
  for (const std::string& formulation : dae::formulation_names()) {
    for (const char* kind : {"endpoint", "stages"}) {
      const std::string what = formulation + " with projected " + kind;
      const Outcome outcome = carried_out(
          case_of("guided-oscillator",
                  fmt::format(", formulation: {}, projection: {{kind: {}}}", formulation, kind),
                  "family: gauss, stages: 3"));
      if (formulation == "constrained" || formulation == "state-space")
        expect_refused(outcome, formulation, what);
      else
        expect_figure(outcome, "guided-oscillator", 1e-6, what);
    }
  }
}

TEST(Reach, LocalModelsTimesProblemsAndFamilies) {
  std::set<std::string> ordinary = own_variables;
  ordinary.insert({"harmonic-oscillator", "n-particles", "stiff-spring-pendulum"});
  for (const std::string& problem : dae::problem_names()) {
    for (const std::string& scheme : dae::local_scheme_names()) {
      const std::string what = scheme + " on " + problem;
      const Outcome outcome = carried_out(
          case_of(problem, "", "family: gauss, stages: 2, local_model: {scheme: " + scheme + "}"));
      if (ordinary.contains(problem))
        expect_figure(outcome, problem, 3e-2, what);
      else
        expect_refused(outcome, "gauss", what);
    }
  }
  for (const dae::Family& family : dae::families()) {
    if (!old_families.contains(family.name)) continue;
    const std::string what = "srklm with " + family.name;
    const Outcome outcome =
        carried_out(case_of("harmonic-oscillator", "", method_of(family) + ", local_model: {}"));
    if (family.splits == dae::Family::Splits::nothing && family.name != "half-explicit")
      expect_figure(outcome, "harmonic-oscillator", 1e-4, what);
    else
      expect_refused(outcome, family.name, what);
  }
}

// From rest the way back is the way forward.
TEST(Reach, BackwardsWithEveryFamily) {
  for (const std::string problem : {"pendulum", "stiff-spring-pendulum"}) {
    for (const dae::Family& family : dae::families()) {
      if (!old_families.contains(family.name)) continue;
      const std::string what = "back with " + family.name + " on " + problem;
      const Outcome outcome = carried_out(fmt::format(
          "problem: {{name: {}{}}}\nmethod: {{{}}}\ntime: {{start: 0.2, end: 0, step: 0.005}}\n"
          "output: {{energy: false}}\n",
          problem, motion(problem).parameters, method_of(family)));
      const bool with_adjoint = family.name == "lobatto-iiic" || family.name == "radau-iia";
      if (with_adjoint && problem == "pendulum")
        expect_refused(outcome, family.name, what);
      else
        expect_figure(outcome, problem, family.name == "midpoint" ? 1e-3 : 1e-4, what);
    }
  }
}

}  // namespace
}  // namespace sparkdyn
