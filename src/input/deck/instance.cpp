// SPDX-License-Identifier: BSD-3-Clause
#include "instance.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <numbers>
#include <span>

#include "../market_tokens.hpp"
#include "rewritten.hpp"
#include "text.hpp"

namespace sparkdyn::input::deck {
namespace {

/// What the lines of a keyword hold.
enum class Content {
  untouched,
  nodes,       ///< a number and coordinates
  numbers,     ///< of nodes and elements
  members,     ///< of a set: numbers and names of sets, or ranges
  side,        ///< an element or a set, then a face
  axes,        ///< two points, then what stays
  generation,  ///< as many numbers as NGEN and ELGEN begin with
};

/// A keyword that may stand in a part.
struct Rule {
  std::string_view keyword;
  std::array<std::string_view, 3> names;  ///< parameters that name things of the part
  Content content = Content::untouched;
  bool turns = false;  ///< whether an instance that is turned has it right
  int numbers = 0;     ///< of a generation
};

constexpr std::array rules{
    Rule{"NODE", {"NSET"}, Content::nodes, true},
    Rule{"NGEN", {"NSET"}, Content::generation, true, 2},
    Rule{"ELEMENT", {"ELSET"}, Content::numbers, true},
    Rule{"ELGEN", {"ELSET"}, Content::generation, true, 1},
    Rule{"NSET", {"NSET", "ELSET"}, Content::members, true},
    Rule{"ELSET", {"ELSET"}, Content::members, true},
    Rule{"SURFACE", {"NAME"}, Content::side, true},
    Rule{"ORIENTATION", {"NAME"}, Content::axes, true},
    Rule{"SOLIDSECTION", {"ELSET", "ORIENTATION"}, Content::untouched, true},
    Rule{"SHELLSECTION", {"ELSET", "ORIENTATION"}, Content::untouched, true},
    Rule{"MASS", {"ELSET"}, Content::untouched, true},
    Rule{"BEAMSECTION", {"ELSET"}},
    Rule{"BEAMGENERALSECTION", {"ELSET"}},
    Rule{"ROTARYINERTIA", {"ELSET"}},
    Rule{"SPRING", {"ELSET", "ORIENTATION"}},
    Rule{"DASHPOT", {"ELSET", "ORIENTATION"}},
};

const Rule& rule_of(const Block& block) {
  const auto* found = std::find_if(rules.begin(), rules.end(),
                                   [&](const Rule& rule) { return rule.keyword == block.keyword; });
  if (found == rules.end())
    block.fail(
        "it is not supported in a part; parts hold nodes, elements, sets, surfaces, orientations "
        "and sections, everything else belongs into the assembly or behind it");
  return *found;
}

std::string text_of(const Place3& x) {
  return fmt::format("{},{},{}", x[0], x[1], x[2]);
}

Line with_fields(const Block& block, Place place, std::string_view text) {
  return {block, place, text};
}

}  // namespace

Instance::Instance(const Block& block, long long offset)
    : name_(block.require("NAME")), part_(block.text("PART", "")), offset_(offset) {
  if (name_.find_first_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ_") != 0)
    block.fail("the name of an instance begins with a letter, not '{}'", shown(name_));
  Lines lines(block);
  if (auto line = lines.next()) {
    shift_ = read_place(*line, "translation");
    line->finish();
  }
  if (auto line = lines.next()) {
    point_ = read_place(*line, "point on the axis");
    axis_ = read_place(*line, "point on the axis") - point_;
    angle_ = line->number("angle", 0) * std::numbers::pi / 180;
    line->finish();
    if (angle_ != 0 && !(axis_.norm() > 0)) line->fail("the two points of the axis are the same");
    if (angle_ != 0) axis_.normalize();
  }
  lines.finish();
}

Place3 Instance::moved(const Place3& x) const {
  return angle_ == 0 ? Place3(x + shift_) : deck::turned(x + shift_, point_, axis_, angle_);
}

Place3 Instance::direction(const Place3& x) const {
  return angle_ == 0 ? x : deck::turned(x, Place3::Zero(), axis_, angle_);
}

std::string Instance::prefixed(std::string_view name) const {
  const std::string whole = name_ + "." + normal_name(name);
  return whole.find_first_of(" ,") == std::string::npos ? whole : '"' + whole + '"';
}

/// Numbers beyond all that are allowed stay as they are, to be refused where they are read.
long long Instance::shifted(long long number) const {
  constexpr long long most = 1'000'000'000'000'000;
  return number > most || number < 0 ? number : number + offset_;
}

std::string Instance::reference(std::string_view field) const {
  if (field.empty()) return "";
  if (const auto number = to_integer(field)) return fmt::format("{}", shifted(*number));
  return prefixed(field);
}

std::string Instance::axes_line(const Line& whole, bool cylindrical) const {
  Line line = whole;
  std::string text;
  for (int k = 0; k < 3 && !line.done(); ++k) {
    const Place3 point = read_place(line, "coordinate");
    text += (k > 0 ? "," : "") + text_of(cylindrical ? moved(point) : direction(point));
  }
  return text;
}

Block Instance::copy(const Block& block, std::string& text) const {
  const Rule& rule = rule_of(block);
  if (turned() && !rule.turns)
    block.fail("the instance '{}' is turned, and what this says is not turned with it", name_);
  if (rule.content == Content::nodes && block.has("SYSTEM"))
    block.fail("SYSTEM is not supported in a part");
  const bool cylindrical = block.text("SYSTEM", "") == "CYLINDRICAL";
  Block result =
      rewritten(block, text, [&](int number, std::string_view line, Place place) -> std::string {
        const auto fields = fields_of(line);
        std::vector<std::string> made(fields.begin(), fields.end());
        switch (rule.content) {
          case Content::nodes: {
            Line rest = with_fields(block, place, line);
            const long long node = rest.integer("node number");
            return fmt::format("{},{}", shifted(node),
                               text_of(moved(read_place(rest, "coordinate"))));
          }
          case Content::numbers:
          case Content::side:
          case Content::members:
          case Content::generation: {
            const bool range = rule.content == Content::members && block.has("GENERATE");
            std::size_t last = made.size();
            if (rule.content == Content::side) last = 1;
            if (rule.content == Content::generation) last = rule.numbers;
            if (range) last = 2;
            for (std::size_t i = 0; i < std::min(last, made.size()); ++i)
              made[i] = reference(fields[i]);
            return joined(made);
          }
          case Content::axes:
            return number == 0 ? axes_line(with_fields(block, place, line), cylindrical)
                               : std::string(line);
          default:
            return std::string(line);
        }
      });
  for (Parameter& parameter : result.parameters)
    if (std::find(rule.names.begin(), rule.names.end(), parameter.name) != rule.names.end())
      parameter.value = name_ + "." + parameter.value;
  return result;
}

Block Instance::members(const Block& block, std::string& text) const {
  Block result = rewritten(block, text, [&](int, std::string_view line, Place) {
    const auto fields = fields_of(line);
    std::vector<std::string> made(fields.begin(), fields.end());
    const std::size_t last = block.has("GENERATE") ? 2 : made.size();
    for (std::size_t i = 0; i < std::min(last, made.size()); ++i) made[i] = reference(fields[i]);
    return joined(made);
  });
  std::erase_if(result.parameters, [](const Parameter& item) { return item.name == "INSTANCE"; });
  return result;
}

}  // namespace sparkdyn::input::deck
