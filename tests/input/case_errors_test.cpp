// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <random>

#include "input/case_reader.hpp"
#include "sparkdyn/core/error.hpp"
#include "support.hpp"

namespace sparkdyn::input {
namespace {

const std::string system_line = "system: {mass: M.mtx, stiffness: K.mtx}\n";
const std::string time_line = "time: {end: 2, step: 0.01}\n";

std::string error_in(const std::string& text, const std::vector<std::string>& overrides = {}) {
  return error_of([&] { parse_case(text, "case.yaml", overrides); });
}

/// The message for a case that is right but for these lines, which begin at line 3.
std::string error_with(const std::string& lines) {
  return error_in(system_line + time_line + lines);
}

std::string error_in_system(const std::string& members) {
  return error_in("system:\n  mass: M.mtx\n  stiffness: K.mtx\n  " + members + "\n" + time_line);
}

std::string error_in_load(const std::string& amplitude) {
  return error_in_system("loads: [{vector: f.mtx, amplitude: " + amplitude + "}]");
}

TEST(CaseErrors, UnknownKeys) {
  EXPECT_EQ(error_in(system_line + "time:\n  end: 2\n  stepp: 0.01\n"),
            "case.yaml:4: unknown key 'stepp' in 'time'; allowed: start, end, step, tolerance; did "
            "you mean "
            "'step'?");
  expect_words(error_with("metod: {}\n"), {"case.yaml:3: ", "'metod'", "did you mean 'method'?"});
  expect_words(error_in_system("mas: x"), {"case.yaml:4: ", "'mas' in 'system'", "'mass'"});
  EXPECT_EQ(error_in(system_line + time_line, {"time.stepp=0.1"}),
            "--set time.stepp=0.1: unknown key 'stepp' in 'time'; allowed: start, end, step, "
            "tolerance; did "
            "you mean 'step'?");
}

TEST(CaseErrors, NotACase) {
  expect_words(error_in(""), {"case.yaml", "empty"});
  expect_words(error_in("just words"), {"case.yaml:1: ", "mapping", "'just words'"});
  expect_words(error_in("a: [1"), {"case.yaml:1: ", "the '[' is not closed"});
  expect_words(error_in("time: {end: 1}\ntime: {end: 2}\n"), {"case.yaml:2: ", "'time'", "twice"});
}

TEST(CaseErrors, MissingKeys) {
  expect_words(error_in(time_line), {"'system' is missing"});
  expect_words(error_in(system_line), {"'time' is missing"});
  expect_words(error_in(system_line + "\ntime: {end: 1}\n"),
               {"case.yaml:3: ", "'step' is missing in 'time'"});
  expect_words(error_in("system:\n  mass: M\n" + time_line),
               {"case.yaml:1: ", "'stiffness' is missing in 'system'"});
  expect_words(error_in("system:\n  mass:\n  stiffness: K\n" + time_line),
               {"'mass' is missing in 'system'"});
}

TEST(CaseErrors, NotYetSupported) {
  expect_words(error_with("checkpoint: {wall_clock_limit: 1 day}\n"),
               {"case.yaml:3: ", "'wall_clock_limit' in 'checkpoint'", "23:50:00", "1 day"});
  expect_words(error_with("model: {deck: a.inp}\n"), {"either a 'model' or a 'system'"});
}

TEST(CaseErrors, Time) {
  const auto time = [](const std::string& text) {
    return error_in(system_line + "time: {" + text + "}\n");
  };
  expect_words(time("end: 1, step: abc"), {"case.yaml:2: ", "'step' in 'time'", "number", "'abc'"});
  expect_words(time("end: 1, step: [1]"), {"'step' in 'time'", "number", "a list"});
  expect_words(time("end: .inf, step: 1"), {"'end' in 'time'", "finite", "'.inf'"});
  expect_words(time("end: nan, step: 1"), {"'end' in 'time'", "finite", "'nan'"});
  expect_words(time("end: 1e400, step: 1"), {"'end' in 'time'", "finite", "'1e400'"});
  expect_words(time("end: 1, step: 0"), {"'step'", "positive", "0"});
  expect_words(time("end: 1, step: -1"), {"'step'", "positive", "-1"});
  expect_words(time("start: 1, end: 1, step: 1"), {"'end'", "after 'start'"});
  expect_words(time("start: 1, end: 2, step: 1e-20"), {"'step'", "too small"});
}

TEST(CaseErrors, Method) {
  const auto method = [](const std::string& text) {
    return error_with("method: {" + text + "}\n");
  };
  expect_words(method("family: newmrk"), {"case.yaml:3: ", "'family' in 'method'", "'newmrk'",
                                          "hht", "did you mean 'newmark'"});
  expect_words(method("stages: 0"), {"'stages'", "from 1 to 10", "0"});
  expect_words(method("stages: 2.5"), {"'stages'", "whole number", "'2.5'"});
  expect_words(method("rho_infinity: 1.5"), {"'rho_infinity'", "from 0 to 1", "1.5"});
  expect_words(method("family: newmark, stages: 3"),
               {"'stages'", "gauss-lobatto or lobatto", "newmark has beta, gamma"});
  expect_words(method("beta: 0.3"), {"'beta'", "family newmark", "lobatto has stages"});
  expect_words(method("family: hht, rho_infinity: 0.3"),
               {"'rho_infinity'", "generalized-alpha or lobatto", "hht has alpha"});
  expect_words(method("family: hht, alpha: -0.5"), {"'alpha'", "-0.333", "-0.5"});
  expect_words(method("family: generalized-alpha, splitting: {load: C}"),
               {"'splitting'", "lobatto"});
}

TEST(CaseErrors, Splitting) {
  const auto splitting = [](const std::string& text) {
    return error_with("method:\n  splitting: " + text + "\n");
  };
  expect_words(splitting("C"), {"case.yaml:4: ", "'splitting'", "mapping"});
  expect_words(splitting("{elastc: C}"), {"'elastc'", "velocity", "did you mean 'elastic'?"});
  expect_words(splitting("{elastic: E}"), {"'elastic' in 'splitting'", "'E'", "A, B, C, C*, D"});
  expect_words(splitting("{elastic: {C: 0.7, C*: 0.2}}"), {"case.yaml:4: ", "sum to 1", "0.89"});
  expect_words(splitting("{elastic: {C: x}}"), {"a weight of 'elastic'", "'x'"});
  expect_words(splitting("{elastic: {rho_infinity: 2}}"),
               {"'rho_infinity' in 'elastic'", "0 to 1"});
  expect_words(splitting("{elastic: {rho_infinity: 1, C: 1}}"), {"unknown key 'C'"});
  expect_words(splitting("{constraint: A}"), {"case.yaml:4: ", "constraint", "Lobatto A", "use B"});
  expect_words(splitting("{\"elastic@joint\": C}"), {"'elastic@joint'", "region 'joint'"});
  expect_words(error_in("system:\n  mass: M\n  stiffness: [{matrix: K, region: joint}]\n" +
                        time_line + "method:\n  splitting:\n    elastic@jont: C\n"),
               {"case.yaml:7: ", "'jont'", "did you mean 'joint'?"});
}

TEST(CaseErrors, SystemForms) {
  expect_words(error_in_system("damping: {matrx: C}"),
               {"'matrx' in 'damping'", "did you mean 'matrix'"});
  expect_words(error_in_system("damping: {rayleigh: {}}"), {"'rayleigh' needs alpha, beta"});
  expect_words(error_in_system("damping: [{rayleigh: {alpha: 1}}, {rayleigh: {beta: 1}}]"),
               {"'rayleigh'", "twice"});
  expect_words(error_in_system("damping: {rayleigh: {alpha: 1}, region: x}"),
               {"'region' in 'damping'", "matrix"});
  expect_words(error_in_system("constraints: {matrix: G, amplitude: 1}"),
               {"'amplitude'", "'values'"});
  expect_words(error_in_system("constraints: {matrix: G, values: [{vector: c}], amplitude: 1}"),
               {"'amplitude'", "each item"});
  expect_words(error_in_system("constraints: {values: c}"),
               {"'matrix' is missing in 'constraints'"});
  expect_words(error_in_system("loads: {vector: f}"), {"'loads' in 'system'", "list"});
  expect_words(error_in_system("initial: {project: maybe}"),
               {"'project'", "true or false", "'maybe'"});
  expect_words(error_in("system: {mass: [M], stiffness: K}\n" + time_line),
               {"'mass' in 'system'", "a text", "a list"});
  expect_words(error_in("system: {mass: M, stiffness: []}\n" + time_line),
               {"'stiffness'", "at least one"});
  expect_words(error_in("system: {mass: \"a\\0b\", stiffness: K}\n" + time_line),
               {"not a file name"});
}

TEST(CaseErrors, Amplitudes) {
  expect_words(error_in_load("sin(t)"), {"case.yaml:4: ", "'sin(t)'", "expression"});
  expect_words(error_in_load("{}"), {"one of constant, table, sine, harmonic, expression, file"});
  expect_words(error_in_load("{constant: 1, sine: {frequency: 1}}"), {"constant and sine at once"});
  expect_words(error_in_load("{constant: 1, derivative: \"t\"}"), {"'derivative'", "expression"});
  expect_words(error_in_load("{expresion: \"t\"}"), {"'expresion'", "did you mean 'expression'?"});
  expect_words(error_in_load("{expression: \"sin(1.7*\"}"),
               {"case.yaml:4: ", "'sin(1.7*'", "position"});
  expect_words(error_in_load("{expression: \"2*x\"}"), {"'2*x'", "position 3", "\"x\""});
  expect_words(error_in_load("{expression: \"t\", derivative: \"foo(t)\"}"),
               {"'foo(t)'", "position"});
  expect_words(error_in_load("{table: [[0, 0], [0, 1]]}"), {"case.yaml:4: ", "increase"});
  expect_words(error_in_load("{table: [[0, 0, 0]]}"), {"pairs [time, value]"});
  expect_words(error_in_load("{table: []}"), {"table", "empty"});
  expect_words(error_in_load("{table: [[0, x]]}"), {"a value in 'table'", "'x'"});
  expect_words(error_in_load("{sine: {phase: 1}}"), {"'frequency' is missing in 'sine'"});
}

TEST(CaseErrors, SolverAndOutput) {
  expect_words(error_with("solver: {strategy: direct}\n"),
               {"'direct'", "auto, decoupled, monolithic"});
  expect_words(error_with("solver: {tolerance: 0.5}\n"), {"'tolerance'", "0.01", "0.5"});
  expect_words(error_with("solver: {max_iterations: 0}\n"), {"'max_iterations'", "from 1"});
  expect_words(error_with("output: {every: 0}\n"), {"'every' in 'output'", "from 1", "0"});
  expect_words(error_with("output: {probes: {dof: 1}}\n"), {"'probes'", "list"});
  expect_words(error_with("output: {probes: [{name: x}]}\n"), {"'dof' or 'constraint'"});
  expect_words(error_with("output: {probes: [{dof: 1, constraint: 1}]}\n"),
               {"'dof' or 'constraint'"});
  expect_words(error_with("output: {probes: [{dof: 0}]}\n"), {"'dof' in 'probes'", "from 1"});
  expect_words(error_with("output: {probes: [{dof: 1, quantity: multiplier}]}\n"),
               {"multiplier needs 'constraint'"});
  expect_words(error_with("output: {probes: [{constraint: 1, quantity: velocity}]}\n"),
               {"velocity needs 'dof'"});
  expect_words(error_with("output: {probes: [{dof: 1, quantity: speed}]}\n"),
               {"'speed'", "velocity"});
  expect_words(error_with("output:\n  probes:\n    - {dof: 1}\n    - {dof: 1}\n"),
               {"case.yaml:6: ", "'displacement[1]'", "case.yaml:5"});
}

/// Whatever the text, it is a case or an input error.
TEST(CaseErrors, RandomTextNeverCrashes) {
  const std::string good =
      "system:\n  mass: M.mtx\n  stiffness: [K.mtx, {matrix: K2.mtx, region: joint}]\n"
      "  damping: {matrix: C.mtx, rayleigh: {alpha: 0.1, beta: 1e-5}}\n"
      "  loads: [{vector: f.mtx, amplitude: {expression: \"sin(1.7*t)\"}}]\n" +
      time_line + "method: {splitting: {velocity: A, elastic: {C: 0.75, C*: 0.25}}}\n";
  const std::string bytes = "{}[]:,-\"'#*&!|>%@`\n\t 01.e+(=~\xff";
  std::mt19937 random(1);
  for (int trial = 0; trial < 3000; ++trial) {
    std::string text = good;
    for (int k = 0; k < 1 + trial % 4; ++k)
      text[random() % text.size()] = bytes[random() % bytes.size()];
    try {
      resolved(parse_case(text, "case.yaml"));
    } catch (const core::Error& error) {
      EXPECT_EQ(error.exit_status(), 2) << error.what();
    }
  }
}

}  // namespace
}  // namespace sparkdyn::input
