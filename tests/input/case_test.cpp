// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <petscsys.h>

#include "input/case_reader.hpp"
#include "support.hpp"

namespace sparkdyn::input {
namespace {

using tableau::Family;
using tableau::Mixture;
using tableau::Splitting;
using tableau::Term;

const std::string shortest =
    "system: {mass: M.mtx, stiffness: K.mtx}\n"
    "time: {end: 2, step: 0.01}\n";

const std::string complete = R"yaml(title: "clamped \"beam\", tip load"
system:
  mass: M.mtx
  stiffness:
    - K.mtx
    - {matrix: sub/K2.mtx, region: joint}
  damping:
    - {matrix: C.mtx, region: joint}
    - {rayleigh: {alpha: 0.1, beta: 1e-5}}
  constraints:
    matrix: G.mtx
    values:
      - {vector: c1.mtx, amplitude: {expression: "sin(1.7*t)", derivative: "1.7*cos(1.7*t)"}}
      - {vector: c2.mtx}
  initial: {displacement: q0.mtx, velocity: v0.mtx, project: true}
  loads:
    - {vector: f.mtx, amplitude: {table: [[0, 0], [0.1, 1]]}, region: joint}
    - {vector: f.mtx, amplitude: {sine: {frequency: 2, phase: 0.5}}}
    - {vector: f.mtx, amplitude: 3}
method:
  stages: 4
  rho_infinity: 0.6
  splitting:
    velocity: A
    elastic: {C: 0.75, C*: 0.25}
    "elastic@joint": C
    damping: {rho_infinity: 0.1}
    load: C*
    constraint: B
time: {start: -1, end: 2, step: 0.01}
solver: {strategy: krylov, tolerance: 1e-8, max_iterations: 50}
output:
  directory: results
  every: 10
  energy: no
  probes:
    - {name: tip, dof: 12}
    - {dof: 12, quantity: velocity}
    - {constraint: 1}
)yaml";

Case parse(const std::string& text, std::vector<std::string> overrides = {}) {
  return parse_case(text, "folder/case.yaml", overrides);
}

TEST(Case, Defaults) {
  const Case found = parse(shortest);
  EXPECT_EQ(found.title, "");
  EXPECT_EQ(found.system->mass.path, "folder/M.mtx");
  EXPECT_EQ(found.system->mass.written, "M.mtx");
  EXPECT_EQ(found.system->mass.where, "folder/case.yaml:1");
  ASSERT_EQ(found.system->stiffness.size(), 1U);
  EXPECT_FALSE(found.system->constraints);
  EXPECT_FALSE(found.system->initial.project);
  EXPECT_EQ(found.method.of().name, "gauss-lobatto");
  EXPECT_EQ(found.method.stages(), 3);
  EXPECT_EQ(found.method.value("rho_infinity"), 0.8);
  EXPECT_EQ(found.method.term_radii(), tableau::GaussSplitting::uniform(0.8));
  EXPECT_EQ(found.time.start, 0);
  EXPECT_EQ(found.time.end, 2);
  EXPECT_EQ(found.time.step, 0.01);
  EXPECT_EQ(found.solver.strategy, linear::Strategy::automatic);
  EXPECT_EQ(found.solver.tolerance, std::nullopt);
  EXPECT_EQ(found.solver.max_iterations, 200);
  EXPECT_EQ(found.output.directory, "folder/out");
  EXPECT_EQ(found.output.every, 1);
  EXPECT_TRUE(found.output.energy);
  EXPECT_TRUE(found.output.probes.empty());
}

TEST(Case, CompleteSystem) {
  const SystemSpec system = *parse(complete).system;
  ASSERT_EQ(system.stiffness.size(), 2U);
  EXPECT_EQ(system.stiffness[0].region, "");
  EXPECT_EQ(system.stiffness[1].region, "joint");
  EXPECT_EQ(system.stiffness[1].file.path, "folder/sub/K2.mtx");
  EXPECT_EQ(system.stiffness[1].file.where, "folder/case.yaml:6");
  ASSERT_EQ(system.damping.matrices.size(), 1U);
  EXPECT_EQ(system.damping.matrices[0].region, "joint");
  EXPECT_EQ(system.damping.rayleigh->alpha, 0.1);
  EXPECT_EQ(system.damping.rayleigh->beta, 1e-5);
  ASSERT_EQ(system.constraints->values.size(), 2U);
  EXPECT_EQ(system.constraints->values[0].amplitude->text(),
            "{expression: \"sin(1.7*t)\", derivative: \"1.7*cos(1.7*t)\"}");
  EXPECT_EQ(system.constraints->values[1].amplitude->text(), "{constant: 1}");
  EXPECT_TRUE(system.initial.project);
  EXPECT_EQ(system.initial.velocity->written, "v0.mtx");
  ASSERT_EQ(system.loads.size(), 3U);
  EXPECT_EQ(system.loads[0].region, "joint");
  EXPECT_EQ(system.loads[0].amplitude->value(0.05), 0.5);
  EXPECT_EQ(system.loads[1].amplitude->text(), "{sine: {frequency: 2, phase: 0.5}}");
  EXPECT_EQ(system.loads[2].amplitude->text(), "{constant: 3}");
}

TEST(Case, CompleteMethodAndRest) {
  const Case found = parse(complete);
  EXPECT_EQ(found.title, "clamped \"beam\", tip load");
  const Splitting splitting = found.method.letters();
  EXPECT_EQ(found.method.stages(), 4);
  EXPECT_EQ(splitting(Term::velocity), Mixture::pure(Family::IIIA));
  EXPECT_EQ(splitting(Term::elastic),
            Mixture::weights({{Family::IIIC, 0.75}, {Family::IIICstar, 0.25}}));
  EXPECT_EQ(splitting(Term::elastic, "joint"), Mixture::pure(Family::IIIC));
  EXPECT_EQ(splitting(Term::damping), Mixture::rho_infinity(0.1));
  EXPECT_EQ(splitting(Term::constraint), Mixture::pure(Family::IIIB));
  EXPECT_EQ(splitting(Term::inertia), Mixture::rho_infinity(0.6));
  EXPECT_EQ(found.time.start, -1);
  EXPECT_EQ(found.solver.strategy, linear::Strategy::krylov);
  EXPECT_EQ(found.solver.max_iterations, 50);
  EXPECT_EQ(found.output.directory, "folder/results");
  EXPECT_EQ(found.output.every, 10);
  EXPECT_FALSE(found.output.energy);
  const auto& probes = found.output.probes;
  ASSERT_EQ(probes.size(), 3U);
  EXPECT_EQ(probes[0].name, "tip");
  EXPECT_EQ(probes[1].name, "velocity[12]");
  EXPECT_EQ(probes[2].name, "multiplier[1]");
  EXPECT_EQ(probes[2].quantity, Quantity::multiplier);
}

TEST(Case, OtherFamilies) {
  const run::MethodOptions newmark =
      parse(shortest + "method: {family: newmark, gamma: 0.6}").method;
  EXPECT_EQ(newmark.of().name, "newmark");
  EXPECT_EQ(newmark.value("beta"), 0.25);
  EXPECT_EQ(newmark.value("gamma"), 0.6);
  EXPECT_EQ(parse(shortest + "method: {family: hht}").method.value("alpha"), -0.05);
  EXPECT_EQ(parse(shortest + "method: {family: generalized-alpha}").method.value("rho_infinity"),
            0.8);
}

TEST(Case, FormsOfDampingAndValues) {
  const auto damping = [](const std::string& text) {
    return parse("system: {mass: M, stiffness: K, damping: " + text + "}\ntime: {end: 1, step: 1}")
        .system->damping;
  };
  EXPECT_EQ(damping("C.mtx").matrices.at(0).file.written, "C.mtx");
  EXPECT_EQ(damping("[C.mtx, D.mtx]").matrices.size(), 2U);
  const DampingSpec both = damping("{matrix: C.mtx, rayleigh: {beta: 2}}");
  EXPECT_EQ(both.matrices.size(), 1U);
  EXPECT_EQ(both.rayleigh->alpha, 0);
  EXPECT_EQ(both.rayleigh->beta, 2);
  EXPECT_TRUE(damping("{rayleigh: {alpha: 1}}").matrices.empty());
  const Case values = parse(
      "system: {mass: M, stiffness: K, constraints: {matrix: G, values: c, amplitude: 2}}\n"
      "time: {end: 1, step: 1}");
  EXPECT_EQ(values.system->constraints->values.at(0).amplitude->text(), "{constant: 2}");
}

TEST(Case, Overrides) {
  const Case found =
      parse(complete, {"time.step=0.5", "method.splitting.load=D", "output.probes.0.dof=3",
                       "system.loads=[]", "title=other", "solver.tolerance=1e-6",
                       "output.energy=true", "system.mass=/else/M.mtx"});
  EXPECT_EQ(found.time.step, 0.5);
  EXPECT_EQ(found.method.letters()(Term::load), Mixture::pure(Family::IIID));
  EXPECT_EQ(found.output.probes[0].index, 3);
  EXPECT_TRUE(found.system->loads.empty());
  EXPECT_EQ(found.title, "other");
  EXPECT_EQ(found.solver.tolerance, 1e-6);
  EXPECT_TRUE(found.output.energy);
  EXPECT_EQ(found.system->mass.path, "/else/M.mtx");
  EXPECT_EQ(found.system->mass.where, "--set system.mass=/else/M.mtx");
}

/// What resolved() writes is read back to the same case, from another folder.
TEST(Case, ResolvedRoundTrip) {
  std::vector<std::string> texts{shortest, complete,
                                 shortest + "method: {family: newmark, beta: 0.3}",
                                 shortest + "method: {family: hht, alpha: -0.1}",
                                 shortest + "method: {family: generalized-alpha}"};
  for (const auto& text : texts) {
    const Case first = parse(text);
    const std::string written = resolved(first);
    const Case second = parse_case(written, "elsewhere/case.yaml");
    EXPECT_EQ(resolved(second), written);
    EXPECT_EQ(second.title, first.title);
    EXPECT_EQ(second.system->mass.path, std::filesystem::absolute(first.system->mass.path));
    EXPECT_EQ(second.method.of().name, first.method.of().name);
    if (first.method.of().splits == run::SplitBy::letters) {
      EXPECT_EQ(second.method.letters(), first.method.letters());
    }
    for (const auto& key : first.method.of().keys)
      EXPECT_EQ(second.method.value(key.name), first.method.value(key.name));
    EXPECT_EQ(second.time.step, first.time.step);
    EXPECT_EQ(second.output.probes.size(), first.output.probes.size());
    EXPECT_EQ(second.output.directory, std::filesystem::absolute(first.output.directory));
  }
}

TEST(Case, ResolvedKeepsAllDigitsAndOddText) {
  const double third = 1.0 / 3;
  const Case first = parse(shortest, {"time.step=" + fmt::format("{}", third),
                                      "title='a\\b: \"c\"'", "system.mass='odd \"name\" #1.mtx'"});
  const Case second = parse_case(resolved(first), "case.yaml");
  EXPECT_EQ(second.time.step, third);
  EXPECT_EQ(second.title, "a\\b: \"c\"");
  EXPECT_EQ(second.system->mass.path.filename(), "odd \"name\" #1.mtx");
}

TEST(Case, ReadsOnAllRanks) {
  const SharedFolder folder;
  folder.write("M.mtx", "x");
  folder.write("K.mtx", "x");
  const Case found = read_case(PETSC_COMM_WORLD, folder.write("case.yaml", shortest));
  EXPECT_EQ(found.time.step, 0.01);
  EXPECT_EQ(found.system->mass.path, folder / "M.mtx");
}

TEST(Case, MissingFilesAreNamedWithASimilarOne) {
  const SharedFolder folder;
  folder.write("mass.mtx", "x");
  folder.write("K.mtx", "x");
  const auto file = folder.write(
      "case.yaml", "system:\n  stiffness: K.mtx\n  mass: mas.mtx\ntime: {end: 1, step: 1}\n");
  expect_words(
      error_of([&] { read_case(PETSC_COMM_WORLD, file); }),
      {"case.yaml:3: ", (folder / "mas.mtx").string(), "no such file", "did you mean 'mass.mtx'?"});
  const std::vector<std::string> overrides{"system.mass=."};
  expect_words(error_of([&] { read_case(PETSC_COMM_WORLD, file, overrides); }),
               {"--set system.mass=.: ", "is a directory"});
  expect_words(error_of([&] { read_case(PETSC_COMM_WORLD, folder / "case.yml"); }),
               {"case.yml: no such file", "did you mean 'case.yaml'?"});
  expect_words(error_of([&] { read_case(PETSC_COMM_WORLD, folder / "."); }), {"is a directory"});
}

}  // namespace
}  // namespace sparkdyn::input
