#include "../../src/input/yaml_tree.hpp"

#include <gtest/gtest.h>

#include "support.hpp"

namespace sparkdyn::input {
namespace {

std::string error_in(const std::string& text) {
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

TEST(YamlTree, SyntaxErrorsNameLineAndColumn) {
  expect_words(error_in("a: 1\nb: [1, 2\n"), {"case.yaml:3:1: "});
  expect_words(error_in("a: 1\n\tb: 2\n"), {"case.yaml:2:"});
  expect_words(error_in("a: 1\na: 2\n"), {"case.yaml:2: ", "'a'", "twice", "line 1"});
  expect_words(error_in("a: &x 1\nb: *x\n"), {"case.yaml:2: ", "aliases"});
  expect_words(error_in("a: 1\n---\nb: 1\n"), {"one YAML document"});
  expect_words(error_in("? [1, 2]\n: 3\n"), {"a key must be a word"});
}

TEST(YamlTree, DeepNestingIsAnError) {
  error_in(std::string(100000, '['));
  error_in(std::string(100000, '{'));
  std::string steps;
  for (int i = 0; i < 3000; ++i) steps += std::string(static_cast<std::size_t>(i), ' ') + "a:\n";
  error_in(steps);
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
