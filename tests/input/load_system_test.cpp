// SPDX-License-Identifier: BSD-3-Clause
#include "input/load_system.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "input/case_reader.hpp"
#include "support.hpp"
#include "support/dense.hpp"

namespace sparkdyn::input {
namespace {

using Eigen::VectorXd;
using mechanics::Kind;

std::string diagonal(const std::vector<double>& values) {
  std::string text =
      fmt::format("%%MatrixMarket matrix coordinate real symmetric\n{0} {0} {0}\n", values.size());
  for (std::size_t i = 0; i < values.size(); ++i)
    text += fmt::format("{0} {0} {1}\n", i + 1, values[i]);
  return text;
}

std::string column(const std::vector<double>& values) {
  return fmt::format("%%MatrixMarket matrix array real general\n{} 1\n{}\n", values.size(),
                     fmt::join(values, "\n"));
}

class LoadSystem : public testing::Test {
 protected:
  LoadSystem() {
    folder.write("M.mtx", diagonal({1, 2, 3, 4}));
    folder.write("K.mtx", diagonal({5, 6, 7, 8}));
    folder.write("K2.mtx", diagonal({0, 0, 1, 1}));
    folder.write("K5.mtx", diagonal({1, 1, 1, 1, 1}));
    folder.write("f.mtx", column({1, 0, 0, 2}));
    folder.write("q0.mtx", column({0.1, 0.2, 0.3, 0.4}));
    folder.write("G.mtx", "%%MatrixMarket matrix coordinate real general\n2 4 2\n1 1 1\n2 3 1\n");
    folder.write("c.mtx", column({1, -1}));
  }

  LoadedSystem load(const std::string& system) const {
    const auto file =
        folder.write("case.yaml", "system:\n" + system + "time: {end: 1, step: 0.1}\n");
    return load_system(PETSC_COMM_WORLD, *read_case(PETSC_COMM_WORLD, file).system, 0.5);
  }
  std::string error(const std::string& system) const {
    return error_of([&] { load(system); });
  }

  SharedFolder folder;
};

TEST_F(LoadSystem, Everything) {
  const LoadedSystem loaded = load(
      "  mass: M.mtx\n  stiffness: K.mtx\n"
      "  constraints: {matrix: G.mtx, values: c.mtx, amplitude: {table: [[0, 0], [1, 2]]}}\n"
      "  initial: {displacement: q0.mtx}\n"
      "  loads: [{vector: f.mtx, amplitude: 3, region: tip}]\n");
  const mechanics::System& system = *loaded.system;
  EXPECT_EQ(system.dofs(), 4);
  EXPECT_EQ(system.constraints(), 2);
  EXPECT_FALSE(system.damped());
  EXPECT_EQ(loaded.initial.t, 0.5);
  EXPECT_EQ(support::gather(loaded.initial.q), (VectorXd(4) << 0.1, 0.2, 0.3, 0.4).finished());
  EXPECT_EQ(support::gather(loaded.initial.v), VectorXd::Zero(4));
  const core::Vector force = system.make_displacement();
  system.add_load(0.0, 1.0, force);
  EXPECT_EQ(support::gather(force), (VectorXd(4) << 3, 0, 0, 6).finished());
  EXPECT_EQ(system.loads()[0].region, "tip");
  const core::Vector c = system.make_multiplier();
  system.prescribed_value(0.25, 0, c);
  EXPECT_EQ(support::gather(c), (VectorXd(2) << 0.5, -0.5).finished());
}

TEST_F(LoadSystem, RayleighSharesMatricesAndRegions) {
  const LoadedSystem loaded = load(
      "  mass: M.mtx\n  stiffness: [K.mtx, {matrix: K2.mtx, region: joint}]\n"
      "  damping: {rayleigh: {alpha: 2, beta: 0.5}}\n");
  const auto& terms = loaded.system->terms();
  ASSERT_EQ(terms.size(), 4U);
  EXPECT_EQ(terms[1].name(), "elastic@joint");
  EXPECT_EQ(terms[2].name(), "damping");
  ASSERT_EQ(terms[2].parts.size(), 2U);
  EXPECT_EQ(terms[2].parts[0].matrix, loaded.system->mass());
  EXPECT_EQ(terms[2].parts[0].factor, 2);
  EXPECT_EQ(terms[2].parts[1].matrix, terms[0].parts[0].matrix);
  EXPECT_EQ(terms[2].parts[1].factor, 0.5);
  EXPECT_EQ(terms[3].name(), "damping@joint");
  ASSERT_EQ(terms[3].parts.size(), 1U);
  EXPECT_EQ(terms[3].parts[0].matrix, terms[1].parts[0].matrix);
}

TEST_F(LoadSystem, MatrixAndRayleighTogether) {
  const LoadedSystem loaded = load(
      "  mass: M.mtx\n  stiffness: K.mtx\n"
      "  damping: {matrix: K2.mtx, rayleigh: {alpha: 1, beta: 1}}\n");
  const core::Vector force = loaded.system->make_displacement();
  const core::Vector ones = support::distribute(VectorXd(VectorXd::Ones(4)));
  loaded.system->add_internal(1.0, nullptr, ones, force);
  EXPECT_EQ(support::gather(force), (VectorXd(4) << 6, 8, 11, 13).finished());
}

TEST_F(LoadSystem, AFileNamedTwiceIsOneMatrix) {
  const LoadedSystem loaded = load("  mass: M.mtx\n  stiffness: K.mtx\n  damping: ./K.mtx\n");
  const auto& terms = loaded.system->terms();
  EXPECT_EQ(terms[0].parts[0].matrix, terms[1].parts[0].matrix);
  EXPECT_EQ(terms[1].kind, Kind::damping);
}

TEST_F(LoadSystem, SizesThatDoNotFit) {
  expect_words(error("  mass: M.mtx\n  stiffness: K5.mtx\n"),
               {"case.yaml:3: stiffness K5.mtx is 5x5 but mass M.mtx is 4x4"});
  expect_words(error("  mass: G.mtx\n  stiffness: K.mtx\n"),
               {"case.yaml:2: mass G.mtx is 2x4 but must be square"});
  expect_words(error("  mass: M.mtx\n  stiffness: K.mtx\n  damping: K5.mtx\n"),
               {"case.yaml:4: damping K5.mtx is 5x5 but mass M.mtx is 4x4"});
  expect_words(error("  mass: M.mtx\n  stiffness: K.mtx\n  constraints: {matrix: K5.mtx}\n"),
               {"case.yaml:4: constraints K5.mtx is 5x5 but mass M.mtx is 4x4"});
  expect_words(error("  mass: M.mtx\n  stiffness: K.mtx\n"
                     "  constraints: {matrix: G.mtx, values: f.mtx}\n"),
               {"case.yaml:4: values f.mtx is 4x1 but constraints G.mtx is 2x4"});
  expect_words(error("  mass: M.mtx\n  stiffness: K.mtx\n  loads: [{vector: c.mtx}]\n"),
               {"case.yaml:4: load c.mtx is 2x1 but mass M.mtx is 4x4"});
  expect_words(error("  mass: M.mtx\n  stiffness: K.mtx\n  initial: {velocity: c.mtx}\n"),
               {"case.yaml:4: initial velocity c.mtx is 2x1 but mass M.mtx is 4x4"});
}

TEST_F(LoadSystem, MistakesInsideFilesNameTheFile) {
  folder.write("bad.mtx", diagonal({1, 1, 1, 1}) + "1 1 1\n");
  expect_words(error("  mass: M.mtx\n  stiffness: bad.mtx\n"), {"bad.mtx:7: ", "more entries"});
}

}  // namespace
}  // namespace sparkdyn::input
