// SPDX-License-Identifier: BSD-3-Clause
// Small files that ask for much: each is refused, at once and with its place.

#include <gtest/gtest.h>

#include <chrono>
#include <ctime>

#include "deck_text.hpp"
#include "input/case_reader.hpp"
#include "input/load_structure.hpp"
#include "input/matrix_file.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/input/gmsh.hpp"
#include "support.hpp"
#include "support/speed.hpp"

namespace sparkdyn::input {
namespace {

std::string times(int count, const std::string& text) {
  std::string result;
  for (int i = 0; i < count; ++i) result += text;
  return result;
}

std::string error_in_case(const std::string& text, const std::vector<std::string>& overrides = {}) {
  return error_of([&] { parse_case(text, "case.yaml", overrides); });
}

const std::string matrices = "system: {mass: M.mtx, stiffness: K.mtx}\n";

/// The time a body takes must not depend on the numbers in a file.
void expect_quick(const std::function<void()>& body) {
  const auto start = std::chrono::steady_clock::now();
  body();
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  EXPECT_LT(taken.count(), sparkdyn::test::seconds_allowed(5));
}

TEST(Limits, NestedYaml) {
  const std::string deep = "nested more than 64 deep";
  expect_quick([&] {
    expect_words(error_in_case("title: " + times(200'000, "[")), {"case.yaml:1: ", deep});
    expect_words(error_in_case("title: " + times(100'000, "{a: ")), {"case.yaml:1: ", deep});
    expect_words(error_in_case("\n" + times(100'000, "- ") + "a\n"), {"case.yaml:2: ", deep});
    expect_words(error_in_case(times(100'000, "? ") + "a\n"), {"case.yaml:1: ", deep});
  });
  EXPECT_NO_THROW(parse_case(matrices + "time: {end: 1, step: 1}\n", "case.yaml"));
}

TEST(Limits, LongLists) {
  const std::clock_t start = std::clock();  // processor time: other tests run beside
  const std::string table =
      "system: {mass: M, stiffness: K, loads: [{vector: f, amplitude: {table: [" +
      times(150'000, "[1, 2],\n") + "]}}]}\n";
  expect_words(error_in_case(table),
               {"case.yaml:100001: ", "more than 100000 items", "{file: record.csv}"});
  const double taken = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  EXPECT_LT(taken, sparkdyn::test::seconds_allowed(5));
}

TEST(Limits, LongLinesOfDecks) {
  expect_quick([&] {
    const std::string deck = cube() + "*NSET, NSET=X\n" + times(20'000'000, "1,") + "\n";
    expect_words(error_of([&] { parse_deck(deck, "deck.inp"); }),
                 {"deck.inp:25: ", "40000000 characters", "at most 1000000"});
  });
}

TEST(Limits, DeepOverride) {
  expect_words(error_in_case(matrices, {"a" + times(150'000, ".a") + "=1"}),
               {"--set a.a.a", "more than 64 parts"});
}

TEST(Limits, AliasesOfYaml) {
  const std::string laughs =
      "a: &a [x, x, x, x, x, x, x, x, x]\nb: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a]\n";
  expect_words(error_in_case(laughs), {"case.yaml:2: ", "aliases (*name) are not supported"});
  expect_words(error_in_case("a: &a {b: 1}\nc: {<<: *a}\n"), {"case.yaml:2: ", "aliases"});
}

TEST(Limits, NumbersOfACase) {
  const std::string time = "time: {end: 1, step: 0.1}\n";
  expect_words(error_in_case(matrices + "method: {stages: 1000000}\n" + time),
               {"case.yaml:2: ", "'stages' in 'method' must be from 1 to 10"});
  expect_words(error_in_case("problem: {name: pendulum}\nmethod: {stages: 1000000}\n"),
               {"case.yaml:2: ", "from 2 to 12"});
  expect_words(error_in_case(matrices + "time: {end: 1e300, step: 1e-300}\n"),
               {"case.yaml:2: ", "too small to move from 0 to 1e+300"});
  expect_words(error_in_case("problem: {name: pendulum}\ntime: {end: 1e300, step: 1e-300}\n"),
               {"case.yaml:2: ", "too small to move"});
  expect_words(error_in_case("problem: {name: four-bar-chain, loops: 1e18}\n"),
               {"case.yaml:1: ", "200"});
}

TEST(Limits, LongTexts) {
  expect_quick([&] {
    const std::string word = times(200'000, "x");
    expect_words(error_in_case(matrices + "solver: {strategy: " + word + "}\n" +
                               "time: {end: 1, step: 1}\n"),
                 {"case.yaml:2: ", "allowed: auto"});
    expect_words(error_in_case("? " + word + "\n: 1\n"), {"case.yaml:1: ", "unknown key 'xxx"});
  });
}

TEST(Limits, Expressions) {
  const auto error_with = [](const std::string& expression) {
    return error_in_case(
        "system: {mass: M.mtx, stiffness: K.mtx,\n  loads: [{vector: f.mtx, amplitude: "
        "{expression: \"" +
        expression + "\"}}]}\ntime: {end: 1, step: 1}\n");
  };
  expect_words(error_with(times(200'000, "(") + "t" + times(200'000, ")")),
               {"case.yaml:2: ", "400001 characters", "at most 10000"});
  expect_words(error_with(times(9000, "(")), {"case.yaml:2: ", "wrong at position"});
}

TEST(Limits, LoadCaseNames) {
  for (const std::string name : {"..", ".", "a/b", "../x", "/etc", "'a b'", "'a\\b'", "''",
                                 "\"a\\nb\"", "\"a\\0b\"", ".hidden"}) {
    const std::string model =
        "model:\n  mesh: mesh.msh\n  materials: {m: {E: 1, nu: 0, density: 1}}\n"
        "  elements: [{group: g, material: m}]\n  load_cases:\n    " +
        name + ": []\ntime: {end: 1, step: 1}\n";
    expect_words(error_in_case(model), {"case.yaml:6: ", "cannot name a load case"});
  }
}

TEST(Limits, RangesOfSets) {
  // One node with the largest number that is allowed, and ranges over everything.
  std::string text = cube();
  text += "*NODE\n1000000000000000, 2, 2, 2\n*NSET, NSET=ALL, GENERATE\n" +
          times(1000, "1, 1000000000000000\n") +
          "*NSET, NSET=ODD, GENERATE\n1, 9223372036854775807, 2\n"
          "*NSET, NSET=ONE, GENERATE\n2, 9223372036854775807, 9223372036854775807\n" +
          static_step();
  expect_quick([&] {
    const Deck deck = read(text);
    EXPECT_EQ(deck.model.mesh.node_groups.at("ALL").size(), 9U);
    EXPECT_EQ(deck.model.mesh.node_groups.at("ODD").size(), 4U);
    EXPECT_EQ(deck.model.mesh.node_groups.at("ONE"), (std::vector<structure::Index>{1}));
  });
}

/// A deck of n nodes in the set ALL, with the cube.
std::string many_nodes(int count) {
  std::string text = cube() + "*NODE, NSET=ALL\n";
  for (int i = 0; i < count; ++i) text += fmt::format("{},0,0,1\n", i + 100);
  return text;
}

TEST(Limits, SetsOfSets) {
  const std::string line = times(16, "ALL,") + "ALL\n";
  const std::string text =
      many_nodes(20'000) + "*NSET, NSET=A\n" + times(1000, line) + static_step();
  expect_quick([&] {
    expect_words(error_of([&] { read(text); }),
                 {"deck.inp:", "*NSET", "names of groups up to here stand for more than"});
  });
  expect_words(
      error_of([] { read(cube() + "*NSET, NSET=A\nB\n*NSET, NSET=B\nA\n" + static_step()); }),
      {"deck.inp:25", "'B' is neither a number nor the name of a node set defined before"});
}

TEST(Limits, ConditionsOfManySteps) {
  std::string text = many_nodes(20'000) + "*ELEMENT, TYPE=MASS, ELSET=ALL\n";
  for (int i = 0; i < 20'000; ++i) text += fmt::format("{0},{0}\n", i + 100);
  text += "*MASS, ELSET=ALL\n1.\n" + static_step("*DLOAD\nALL, GRAV, 1., 0., 0., 1.\n") +
          times(10'000, static_step());
  expect_quick([&] {
    expect_words(error_of([&] { read(text); }), {"deck.inp:", "*END STEP", "names of groups"});
  });
}

TEST(Limits, Includes) {
  const SharedFolder folder;
  const auto error_with = [&](const std::string& text) {
    const auto file = folder.write("deck.inp", text);
    return error_of([&] { read_deck(PETSC_COMM_WORLD, file); });
  };
  folder.write("self.inp", "*INCLUDE, INPUT=self.inp\n");
  folder.write("ping.inp", "** a comment\n*INCLUDE, INPUT=pong.inp\n");
  folder.write("pong.inp", "*INCLUDE, INPUT=ping.inp\n");
  folder.write("part.inp", "** nothing\n");
  expect_words(error_with("*INCLUDE, INPUT=self.inp\n"),
               {"self.inp:1: *INCLUDE", "includes itself"});
  expect_words(error_with("*INCLUDE, INPUT=ping.inp\n"),
               {"pong.inp:1: *INCLUDE", "includes itself"});
  expect_words(error_with(times(101, "*INCLUDE, INPUT=part.inp\n")),
               {"deck.inp:101: *INCLUDE", "more than 100 times"});
  for (int i = 0; i < 30; ++i)
    folder.write(fmt::format("deep{}.inp", i), fmt::format("*INCLUDE, INPUT=deep{}.inp\n", i + 1));
  expect_words(error_with("*INCLUDE, INPUT=deep0.inp\n"), {"deep18.inp:1: ", "more than 20 deep"});
  expect_words(error_with("*INCLUDE, INPUT=/dev/zero\n"), {"deck.inp:1: ", "not a regular file"});
}

TEST(Limits, IncrementOfADeck) {
  const SharedFolder folder;
  folder.write("deck.inp", cube() + "*STEP\n*DYNAMIC, DIRECT\n1e-300, 1.\n*END STEP\n");
  folder.write("good.inp", cube() + dynamic_step());
  const auto error_with = [&](const std::string& text) {
    const auto file = folder.write("case.yaml", text);
    return error_of([&] {
      load_structure(PETSC_COMM_WORLD, read_case(PETSC_COMM_WORLD, file), folder / "out");
    });
  };
  expect_words(error_with("model: {deck: deck.inp}\n"),
               {"deck.inp:24: ", "increment of 1e-300 is too small"});
  expect_words(error_with("model: {deck: good.inp}\ntime: {step: 1e-300}\n"),
               {"good.inp:24: ", "increment of 1e-300 is too small"});
}

TEST(Limits, MatrixMarketHeaders) {
  const SharedFolder folder;
  const auto error_with = [&](const std::string& sizes) {
    const auto file = folder.write(
        "A.mtx", "%%MatrixMarket matrix coordinate real general\n" + sizes + "\n1 1 1\n");
    return error_of([&] { read_matrix(PETSC_COMM_WORLD, file); });
  };
  expect_words(error_with("1000000000000000 1000000000000000 1"),
               {"A.mtx", "rows and columns must be from 1 to"});
  expect_words(error_with("1000000 1000000 1"), {"A.mtx", "cannot be right"});
  expect_words(error_with("2000000000 2000000000 2000000000"),
               {"A.mtx:2: ", "declares 2000000000 entries but only 1 follow"});
  expect_words(error_with("2 2 9223372036854775807"),
               {"A.mtx:2: ", "declares 9223372036854775807 entries but only 1 follow"});
  const auto array =
      folder.write("B.mtx", "%%MatrixMarket matrix array real general\n2147483647 2147483647\n1\n");
  expect_words(error_of([&] { read_matrix(PETSC_COMM_WORLD, array); }), {"B.mtx:2: ", "only 1"});
}

std::string big_endian(std::initializer_list<long long> numbers, int width) {
  std::string bytes;
  for (const long long number : numbers)
    for (int i = width - 1; i >= 0; --i)
      bytes += static_cast<char>(static_cast<unsigned long long>(number) >> (8 * i) & 0xff);
  return bytes;
}

TEST(Limits, PetscHeaders) {
  const SharedFolder folder;
  const auto refused = [&](const std::string& bytes) {
    const auto file = folder.write("A.bin", bytes);
    expect_words(error_of([&] { read_matrix(PETSC_COMM_WORLD, file); }), {"A.bin"});
  };
  constexpr long long large = 1'000'000'000'000'000;
  constexpr long long largest = 9223372036854775807;
  refused(big_endian({1211216, 2147483647, 2147483647, 2147483647}, 4));
  refused(big_endian({1211216, large, large, large}, 8));
  refused(big_endian({1211216, largest, largest, largest}, 8));
  refused(big_endian({1211216, large, large, 0}, 8));
}

std::string tetrahedron(const std::string& entity, const std::string& nodes,
                        const std::string& elements) {
  return "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Entities\n0 0 0 1\n" + entity +
         "\n$EndEntities\n$Nodes\n" + nodes +
         "\n3 1 0 4\n1\n2\n3\n4\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n$EndNodes\n$Elements\n" + elements +
         "\n3 1 4 1\n1 1 2 3 4\n$EndElements\n";
}

TEST(Limits, GmshCounts) {
  const std::string entity = "1 0 0 0 1 1 1 1 7 0", nodes = "1 4 1 4", elements = "1 1 1 1";
  const auto error_with = [](const std::string& text) {
    return error_of([&] { parse_gmsh(text, "a.msh"); });
  };
  EXPECT_NO_THROW(parse_gmsh(tetrahedron(entity, nodes, elements), "a.msh"));
  const std::string large = "1000000000000000", more = "more than the rest of the file can hold";
  expect_words(error_with(tetrahedron(entity, "1 " + large + " 1 4", elements)), {"a.msh:9", more});
  expect_words(error_with(tetrahedron(entity, large + " 4 1 4", elements)), {"a.msh:9", more});
  expect_words(error_with(tetrahedron(entity, nodes, "1 " + large + " 1 1")), {"a.msh:21", more});
  expect_words(error_with(tetrahedron("1 0 0 0 1 1 1 " + large + " 7 0", nodes, elements)),
               {"a.msh:6", more});
  expect_words(error_with(tetrahedron("1 0 0 0 1 1 1 1 -9223372036854775808 0", nodes, elements)),
               {"a.msh:6", "physical group -9223372036854775808"});
  std::string groups = "1 0 0 0 1 1 1 101";
  for (int i = 1; i <= 101; ++i) groups += fmt::format(" {}", i);
  expect_words(error_with(tetrahedron(groups + " 0", nodes, elements)),
               {"a.msh:6", "in 101 physical groups; at most 100"});
  std::string far = tetrahedron(entity, nodes, elements);
  far.replace(far.find("\n4\n0 0 0"), 2, "\n9223372036854775807");
  expect_words(error_with(far), {"a.msh:14", "node number 9223372036854775807"});
}

}  // namespace
}  // namespace sparkdyn::input
