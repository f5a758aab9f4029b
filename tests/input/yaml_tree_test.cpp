// SPDX-License-Identifier: BSD-3-Clause
#include "../../src/input/yaml_tree.hpp"

#include <gtest/gtest.h>

#include "support.hpp"

namespace sparkdyn::input {
namespace {

std::string yaml_error(const std::string& text) {
  return error_of([&] { parse_yaml(text, "case.yaml"); });
}

TEST(YamlTree, KnowsLines) {
  const Tree tree = parse_yaml("a: 1\n\nb:\n  c: [x, {y: 2}]\n", "case.yaml");
  ASSERT_EQ(tree.kind, Tree::Kind::mapping);
  ASSERT_EQ(tree.members.size(), 2U);
  const Tree& b = tree.members[1].value;
  EXPECT_EQ(b.where(), "case.yaml:3");
  EXPECT_EQ(b.members[0].value.where(), "case.yaml:4");
  EXPECT_EQ(b.members[0].value.members[1].value.members[0].value.scalar, "2");
}

struct Slip {
  const char* text;
  const char* place;
  const char* words;
};

/// Where the mistake is, not where yaml-cpp stumbles over it, and in words.
TEST(YamlTree, SyntaxErrorsNameTheLineAndTheMistake) {
  const Slip slips[] = {
      {"a: 1\nb: [1, 2\n", "case.yaml:2: ", "the '[' is not closed with ']'"},
      {"a: 1\nb: {c: 1\nd: 2\ne: 3\n", "case.yaml:2: ", "the '{' is not closed with '}'"},
      {"a: 1\nb: {c: [1, 2}\n", "case.yaml:2: ", "'}' closes the '[' of line 2"},
      {"a: 1\nb: {c: 1}}\nd: 1\n", "case.yaml:2: ", "too many"},
      {"a: 1\nb: \"text\nc: 2\n", "case.yaml:2: ", "the quote \" is not closed"},
      {"a: 1\n\tb: 2\n", "case.yaml:2: ", "tab"},
      {"a:\n  b: 1\nc:\n\td: 2\n\te: 3\n", "case.yaml:4: ", "tab"},
      {"time:\n  end: 1\n\tstep: 0.1\n", "case.yaml:3: ", "tab"},
      {"a: 1\ntime\n  end: 1\n  step: 2\n", "case.yaml:2: ", "'time' has no colon"},
      {"a: 1\ntitle a beam\nb: 2\n", "case.yaml:2: ", "'title' has no colon"},
      {"a: 1\ntime:\n  end 1\n  step: 2\n", "case.yaml:3: ", "'end' has no colon"},
      {"a: 1\nstep:0.1\nb: 2\n", "case.yaml:2: ", "after the colon of 'step:' a blank"},
      {"a: 1\ntime: end: 1\n", "case.yaml:2: ", "two keys in one line"},
      {"a: 1\n  b: 2\n", "case.yaml:2: ", "indented below line 1"},
      {"a:\n    b: 1\n  c: 2\n", "case.yaml:3: ", "indentation fits none"},
      {"a: # a [ comment\n  - 1\n  - b: 'it''s'\n    c 2\n    d: 1\n",
       "case.yaml:4: ", "'c' has no colon"},
  };
  for (const Slip& slip : slips) {
    const std::string message = yaml_error(slip.text);
    EXPECT_TRUE(message.starts_with(slip.place)) << message << "\n" << slip.text;
    EXPECT_NE(message.find(slip.words), std::string::npos) << message << "\n" << slip.text;
    EXPECT_EQ(message.find("illegal"), std::string::npos) << message << "\n" << slip.text;
  }
}

/// One character of a good case lost or changed: no message of yaml-cpp's own is left.
TEST(YamlTree, AnySlipIsExplained) {
  const std::string good =
      "title: a beam\nsystem:\n  mass: M.mtx\n  stiffness:\n    - {matrix: K.mtx}\n"
      "  loads: [{vector: f.mtx, amplitude: {table: [[0, 0], [1, 2]]}}]\n"
      "time: {end: 1, step: 0.1}\noutput:\n  directory: \"out\"\n";
  int slips = 0, bare = 0;
  for (std::size_t i = 0; i < good.size(); ++i)
    for (const char* instead : {"", "\t", ":", "[", "}", "\""}) {
      std::string text = good;
      text.replace(i, 1, instead);
      try {
        parse_yaml(text, "case.yaml");
      } catch (const core::Error& error) {
        ++slips;
        bare += std::string(error.what()).find("this is not YAML") != std::string::npos;
      }
    }
  EXPECT_GT(slips, 100);
  EXPECT_LT(bare, slips / 5) << "of " << slips;
}

/// Slips that YAML takes for keys.
TEST(YamlTree, KeysThatAreMoreThanAWord) {
  const auto error = [](const std::string& text) {
    return error_of([&] {
      const Tree tree = parse_yaml(text, "case.yaml");
      const Section section(tree, "time", keys::time_table());
    });
  };
  expect_words(error("end: 1\nstep 0.1\n"), {"case.yaml:2: ", "'step' has no colon after it"});
  expect_words(error("{end: 1, step:0.1}\n"), {"case.yaml:1: ", "after a colon a blank is needed"});
  EXPECT_EQ(error("end: 1\nstop: 1\n").find("colon"), std::string::npos);
  EXPECT_NO_THROW(parse_yaml("a: |\n  it's \"so\n  'b\nc: 1\n", "case.yaml"));
  EXPECT_NO_THROW(parse_yaml("a: it's\nb: \"x\n  y\"\nc: 'it''s'\n", "case.yaml"));
}

TEST(YamlTree, OtherSyntaxErrors) {
  expect_words(yaml_error("a: 1\na: 2\n"), {"case.yaml:2: ", "'a'", "twice", "line 1"});
  expect_words(yaml_error("a: &x 1\nb: *x\n"), {"case.yaml:2: ", "aliases"});
  expect_words(yaml_error("a: 1\n---\nb: 1\n"), {"one YAML document"});
  expect_words(yaml_error("? [1, 2]\n: 3\n"), {"a key must be a word"});
}

TEST(YamlTree, DeepNestingIsAnError) {
  yaml_error(std::string(100000, '['));
  yaml_error(std::string(100000, '{'));
  std::string steps;
  for (int i = 0; i < 3000; ++i) steps += std::string(static_cast<std::size_t>(i), ' ') + "a:\n";
  yaml_error(steps);
}

TEST(YamlTree, OverridesReplaceAndAdd) {
  Tree tree = parse_yaml("time: {step: 1}\nlist: [{a: 1}, {a: 2}]\nempty:\n", "case.yaml");
  apply_override(tree, "time.step=2");
  apply_override(tree, "time.end=[3, 4]");
  apply_override(tree, "list.1.a=5");
  apply_override(tree, "empty.new.deep=6=7");
  const auto& members = tree.members;
  EXPECT_EQ(members[0].value.members[0].value.scalar, "2");
  EXPECT_EQ(members[0].value.members[0].value.where(), "--set time.step=2");
  EXPECT_EQ(members[0].value.members[1].value.members.size(), 2U);
  EXPECT_EQ(members[1].value.members[1].value.members[0].value.scalar, "5");
  EXPECT_EQ(members[2].value.members[0].value.members[0].value.scalar, "6=7");
}

TEST(YamlTree, WrongOverrides) {
  const auto error = [](const std::string& text) {
    return error_of([&] {
      Tree tree = parse_yaml("time: {step: 1}\nlist: [1]\n", "case.yaml");
      apply_override(tree, text);
    });
  };
  expect_words(error("time.step"), {"--set time.step: ", "key=value"});
  expect_words(error("=3"), {"--set =3: ", "key=value"});
  expect_words(error("time..step=3"), {"empty part"});
  expect_words(error("time.step.x=3"), {"'time.step'", "not a mapping"});
  expect_words(error("list.1=3"), {"'list'", "1 items", "'1'"});
  expect_words(error("time.step=[3"), {"--set time.step=[3: "});
}

}  // namespace
}  // namespace sparkdyn::input
