// SPDX-License-Identifier: BSD-3-Clause
#include "output/json.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace sparkdyn::output {
namespace {

TEST(JsonString, EscapesWhatMustBe) {
  EXPECT_EQ(json_string("plain"), "\"plain\"");
  EXPECT_EQ(json_string("a\"b\\c\n\t\r"), "\"a\\\"b\\\\c\\n\\t\\r\"");
  EXPECT_EQ(json_string(std::string_view("\x01\0", 2)), "\"\\u0001\\u0000\"");
}

TEST(JsonString, KeepsUtf8AndReplacesOtherBytes) {
  EXPECT_EQ(json_string("ρ∞ 𝑥"), "\"ρ∞ 𝑥\"");
  EXPECT_EQ(json_string("caf\xE9!"), "\"caf\\ufffd!\"");
  EXPECT_EQ(json_string("\xC0\xAF"), "\"\\ufffd\\ufffd\"");             // too long a form of '/'
  EXPECT_EQ(json_string("\xED\xA0\x80"), "\"\\ufffd\\ufffd\\ufffd\"");  // a surrogate
  EXPECT_EQ(json_string("\xE2\x82"), "\"\\ufffd\\ufffd\"");             // cut short
}

TEST(JsonNumber, ReadsBackAndHasNoNan) {
  EXPECT_EQ(json_number(0.1), "0.1");
  EXPECT_EQ(json_number(1.0 / 3), "0.3333333333333333");
  EXPECT_EQ(json_number(1e-300), "1e-300");
  EXPECT_EQ(json_number(std::numeric_limits<double>::quiet_NaN()), "null");
  EXPECT_EQ(json_number(-std::numeric_limits<double>::infinity()), "null");
}

TEST(JsonObject, Nests) {
  JsonObject inner;
  inner.add("x", 1).add("y", 0.5);
  JsonObject outer;
  outer.add("name", "n").add("inner", inner).add("list", std::vector<std::string>{"a", "b"});
  EXPECT_EQ(outer.text(),
            "{\n  \"name\": \"n\",\n  \"inner\": {\n    \"x\": 1,\n    \"y\": 0.5\n  },\n"
            "  \"list\": [\"a\", \"b\"]\n}");
  EXPECT_EQ(JsonObject().text(), "{}");
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(JsonObject().add("n", std::vector<double>{1, 0.5, nan}).text(),
            "{\n  \"n\": [1, 0.5, null]\n}");
  JsonObject list;
  list.add("list", std::vector<JsonObject>{JsonObject().add("x", 1), JsonObject()});
  EXPECT_EQ(list.text(), "{\n  \"list\": [{\n    \"x\": 1\n  }, {}]\n}");
}

}  // namespace
}  // namespace sparkdyn::output
