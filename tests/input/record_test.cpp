// SPDX-License-Identifier: BSD-3-Clause
// Time histories in files: two columns, PEER's blocks, and everything that is neither.

#include "../../src/input/record_file.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <ctime>

#include "deck_text.hpp"
#include "input/case_reader.hpp"
#include "input/load_structure.hpp"
#include "support.hpp"
#include "support/speed.hpp"

namespace sparkdyn::input {
namespace {

using Points = std::vector<std::pair<double, double>>;

Points points_of(const std::string& text) {
  const SharedFolder folder;
  folder.write("record.csv", text);
  return read_record(folder / "record.csv");
}

std::string record_error(const std::string& text) {
  const SharedFolder folder;
  folder.write("record.csv", text);
  return error_of([&] { read_record(folder / "record.csv"); });
}

TEST(Record, TwoColumns) {
  const Points expected{{0, 0}, {0.5, -1.5}, {1, 2e-3}};
  EXPECT_EQ(points_of("0 0\n0.5 -1.5\n1 2e-3\n"), expected);
  EXPECT_EQ(points_of("\xEF\xBB\xBFtime, value\r\n# g\r\n0, 0\r\n\r\n.5; -1.5\r\n+1\t2e-3"),
            expected);
  EXPECT_EQ(points_of("0 0\n# in between\n0.5 -1.5\n1 2e-3"), expected);
  EXPECT_EQ(points_of("1e-400 1\n"), (Points{{0, 1}}));
}

/// A third column used to be dropped, and a decimal comma to become a column.
TEST(Record, OtherNumbersOfColumnsAreErrors) {
  expect_words(record_error("t a v\n0 0 0\n"),
               {"record.csv:2: ", "a time and a value", "more than two"});
  expect_words(record_error("0 0\n1 1\n2 2 2\n"), {"record.csv:3: ", "more than two"});
  expect_words(record_error("0,0;1,5\n"), {"record.csv:1: ", "more than two"});
  expect_words(record_error("0.1\n0.2\n"), {"record.csv:1: ", "one number", "NPTS"});
  expect_words(record_error("1 2 3 4 5\n"), {"record.csv:1: ", "NPTS"});
}

TEST(Record, WrongNumbers) {
  expect_words(record_error("0 0\n1 x\n"), {"record.csv:2: ", "'x' is not a finite number"});
  expect_words(record_error("0 0\nend\n"), {"record.csv:2: ", "'end'"});
  expect_words(record_error("0 nan\n"), {"record.csv:1: ", "'nan'"});
  expect_words(record_error("0 1e999\n"), {"record.csv:1: ", "'1e999'"});
  expect_words(record_error("0 1\n0.5 2\n0.5 3\n"),
               {"record.csv:3: ", "must increase", "0.5 follows 0.5"});
  expect_words(record_error("only a title\n"), {"record.csv: ", "no values"});
  expect_words(record_error(""), {"no values"});
}

std::string peer(const std::string& header, int count, int in_a_row = 5) {
  std::string text =
      "PEER NGA STRONG MOTION DATABASE RECORD\n"
      "1979 Imperial Valley-06, 10/15/1979, El Centro Array #9, 180\n"
      "ACCELERATION TIME SERIES IN UNITS OF G\n" +
      header + "\n";
  for (int i = 0; i < count; ++i)
    text += fmt::format("{:>15.7E}{}", std::sin(0.3 * i), (i + 1) % in_a_row == 0 ? "\n" : " ");
  return text;
}

TEST(Record, BlocksOfPeer) {
  for (const char* header : {"NPTS=     12, DT=   .0050 SEC,", "   12    0.0050    NPTS, DT",
                             "NPTS= 12 , DT= 0.005", "npts=12, dt=5e-3 sec"}) {
    const Points points = points_of(peer(header, 12));
    ASSERT_EQ(points.size(), 12U) << header;
    for (int i = 0; i < 12; ++i) {
      EXPECT_DOUBLE_EQ(points[i].first, 0.005 * i);
      EXPECT_NEAR(points[i].second, std::sin(0.3 * i), 1e-7);
    }
  }
  EXPECT_EQ(points_of(peer("NPTS= 7, DT= .01", 7, 8)).size(), 7U);
}

TEST(Record, BlocksMustBeWhatTheHeaderSays) {
  expect_words(record_error(peer("NPTS= 13, DT= .005", 12)), {"12 values", "the header says 13"});
  expect_words(record_error(peer("NPTS= 11, DT= .005", 12)),
               {"record.csv:7: ", "more than the 11"});
  expect_words(record_error(peer("NPTS= 12, DT= 0", 12)), {"record.csv:4: ", "header must say"});
  expect_words(record_error(peer("NPTS, DT", 12)), {"record.csv:4: ", "header must say"});
  expect_words(record_error(peer("NPTS= 12, DT= .005", 12) + "x\n"), {"record.csv:7: "});
}

std::string model_case(const std::string& items, double end = 2) {
  return fmt::format(
      "model:\n"
      "  mesh: mesh.msh\n"
      "  materials: {{m: {{E: 1, nu: 0.3, density: 1}}}}\n"
      "  elements: [{{group: all, material: m}}]\n"
      "{}"
      "time: {{end: {}, step: 0.01}}\n",
      items, end);
}

TEST(Record, FileAndScaleInEveryCase) {
  const SharedFolder folder;
  folder.write("r.csv", "0 0\n1 2\n");
  const auto text = [&](const std::string& amplitude) {
    return "system: {mass: M, stiffness: K, loads: [{vector: f, amplitude: " + amplitude +
           "}]}\ntime: {end: 1, step: 0.1}\n";
  };
  const auto read = [&](const std::string& amplitude) {
    return parse_case(text(amplitude), folder / "case.yaml");
  };
  const Case description = read("{file: r.csv, scale: 3}");
  EXPECT_EQ(description.system->loads[0].amplitude->value(0.5), 3);
  // The resolved case names the file, wherever it is read from.
  EXPECT_EQ(parse_case(resolved(description), "/elsewhere/case.yaml")
                .system->loads[0]
                .amplitude->value(0.5),
            3);
  EXPECT_EQ(resolved(description).find("table"), std::string::npos);
  expect_words(error_of([&] { read("{expresion: t}"); }),
               {"file, scale", "did you mean 'expression'?"});
  expect_words(error_of([&] { read("{constant: 1, scale: 2}"); }), {"'scale' goes with a file"});
  expect_words(error_of([&] { read("{file: no.csv}"); }), {"case.yaml:1: ", "no.csv"});
}

/// Refused where it is written, by everyone who reads the case: `check` and `run`.
TEST(Motion, TooSteepForTheSteps) {
  const SharedFolder folder;
  folder.write("r.csv", "0 0\n0.5 0\n0.5000001 1\n");
  const auto error = [&](const std::string& amplitude) {
    return error_of([&] {
      parse_case(
          model_case(
              "  supports:\n    - {group: a, fix: y}\n    - {group: a, move: x, amplitude: " +
              amplitude + "}\n"),
          folder / "case.yaml");
    });
  };
  expect_words(
      error("{table: [[0, 0], [0.5, 0], [0.5000000001, 1]]}"),
      {"case.yaml:7: ", "prescribed motion", "changes by 1", "t = 0.5", "at least 0.0025"});
  expect_words(error("{file: r.csv}"), {"case.yaml:7: ", "changes by 1"});
  expect_words(error("{expression: \"(t>0.503)?1:0\"}"),
               {"case.yaml:7: ", "jumps by 1 at t = 0.503"});
  const std::string matrices =
      "system:\n  mass: M\n  stiffness: K\n  constraints: {matrix: G, values: c, amplitude: "
      "{expression: \"t>0.503\"}}\ntime: {end: 1, step: 0.01}\n";
  expect_words(error_of([&] { parse_case(matrices, "case.yaml"); }),
               {"case.yaml:4: ", "jumps by 1"});
  const std::string equation =
      "  constraints: [{equation: {terms: [{group: a, component: x}], value: 1, amplitude: "
      "{expression: \"t>0.503\"}}}]\n";
  expect_words(error_of([&] { parse_case(model_case(equation), "case.yaml"); }),
               {"case.yaml:5: ", "jumps by 1"});
  // Forces may jump, and modes have no steps.
  const std::string load =
      "  loads: [{group: a, force: [1, 0, 0], amplitude: {expression: \"t>0.503\"}}]\n";
  EXPECT_NO_THROW(parse_case(model_case(load), "case.yaml"));
}

/// Decks refuse two values at one time; a rise within a millionth is no better.
TEST(Motion, TooSteepForTheIncrementsOfADeck) {
  const SharedFolder folder;
  const auto load = [&](const std::string& amplitude) {
    const auto file =
        folder.write("deck.inp", cube() + "*AMPLITUDE,NAME=A\n" + amplitude +
                                     dynamic_step("*BOUNDARY,AMPLITUDE=A\nBOTTOM,1,1,1.\n"));
    load_structure(PETSC_COMM_WORLD, read_case(PETSC_COMM_WORLD, file), folder / "out");
  };
  expect_words(error_of([&] { load("0.,0.,1.,0.,1.000001,1.\n"); }),
               {"deck.inp:30: ", "prescribed motion changes by 1", "steps of 0.1"});
  EXPECT_NO_THROW(load("0.,0.,1.,0.,1.03,1.\n"));
}

/// 1e7 points are to take less than ten seconds.
TEST(Record, ManyPointsAreReadQuickly) {
  constexpr int count = 500'000;
  const SharedFolder folder;
  std::string text;
  for (int i = 0; i < count; ++i) text += fmt::format("{} {}\n", 1e-3 * i, std::sin(1e-3 * i));
  folder.write("r.csv", text);
  const std::clock_t start = std::clock();  // processor time: other tests run beside
  EXPECT_EQ(read_record(folder / "r.csv").size(), static_cast<std::size_t>(count));
  const double taken = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  EXPECT_LT(taken, test::seconds_allowed(0.5));
}

}  // namespace
}  // namespace sparkdyn::input
