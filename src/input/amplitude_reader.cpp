#include <algorithm>
#include <cctype>
#include <fstream>
#include <sstream>

#include "case_sections.hpp"
#include "file_access.hpp"

namespace sparkdyn::input {
namespace {

using mechanics::AmplitudePtr;

std::vector<std::pair<double, double>> read_points(const Tree& tree, const std::string& what) {
  std::vector<std::pair<double, double>> points;
  for (const auto& [key, pair] : as_list(tree, what)) {
    if (pair.kind != Tree::Kind::list || pair.members.size() != 2)
      fail(pair, "{} must be a list of pairs [time, value]", what);
    points.emplace_back(as_number(pair.members[0].value, "a time in " + what),
                        as_number(pair.members[1].value, "a value in " + what));
  }
  return points;
}

AmplitudePtr read_sine(const Tree& tree) {
  const Section sine(tree, "sine", {"frequency", "phase"});
  return mechanics::sine_amplitude(sine.number("frequency", std::nullopt), sine.number("phase", 0));
}

AmplitudePtr read_expression(const Section& section) {
  return mechanics::expression_amplitude(
      as_text(section.require("expression"), section.what("expression")),
      section.text("derivative", ""), section.text("second_derivative", ""));
}

/// The one key that says what kind of amplitude it is.
std::string kind_of(const Section& section, const std::string& name) {
  std::vector<std::string> given;
  for (const char* kind : {"constant", "table", "sine", "expression"})
    if (section.find(kind) != nullptr) given.emplace_back(kind);
  if (given.size() != 1)
    fail(section.tree(), "'{}' must have one of constant, table, sine, expression{}", name,
         given.empty() ? "" : fmt::format(", not {} at once", fmt::join(given, " and ")));
  for (const char* key : {"derivative", "second_derivative"})
    if (const Tree* extra = section.find(key); extra != nullptr && given[0] != "expression")
      fail(*extra, "'{}' goes with an expression, not with a {}", key, given[0]);
  return given[0];
}

}  // namespace

AmplitudePtr read_amplitude(const Tree* tree, const std::string& name) {
  if (tree == nullptr) return mechanics::constant_amplitude(1.0);
  if (tree->kind == Tree::Kind::scalar)
    return mechanics::constant_amplitude(as_number(
        *tree, fmt::format("'{}' (or else a mapping such as {{expression: \"sin(t)\"}})", name)));
  const Section section(
      *tree, name, {"constant", "table", "sine", "expression", "derivative", "second_derivative"});
  const std::string kind = kind_of(section, name);
  if (kind == "constant")
    return mechanics::constant_amplitude(section.number("constant", std::nullopt));
  if (kind == "sine") return read_sine(section.require("sine"));
  std::vector<std::pair<double, double>> points;
  if (kind == "table") points = read_points(section.require("table"), section.what("table"));
  AmplitudePtr result;
  located(section.require(kind), [&] {
    result = kind == "table" ? mechanics::table_amplitude(points) : read_expression(section);
  });
  return result;
}

namespace {

/// Lines "time, value"; blanks or commas between, lines that begin with # or a letter are titles.
std::vector<std::pair<double, double>> read_record(const std::filesystem::path& file) {
  std::ifstream stream = open_file(file);
  std::vector<std::pair<double, double>> points;
  std::string line;
  for (long number = 1; std::getline(stream, line); ++number) {
    std::replace_if(
        line.begin(), line.end(), [](char c) { return c == ',' || c == ';'; }, ' ');
    const std::size_t begin = line.find_first_not_of(" \t\r");
    if (begin == std::string::npos || line[begin] == '#' || std::isalpha(line[begin])) continue;
    std::istringstream numbers(line);
    double time = 0, value = 0;
    if (!(numbers >> time >> value))
      core::input_error("{}:{}: a line must hold a time and a value", file.string(), number);
    points.emplace_back(time, value);
  }
  if (points.empty()) core::input_error("{}: there are no values", file.string());
  return points;
}

}  // namespace

AmplitudePtr read_amplitude_or_file(const Tree& tree, const std::string& name,
                                    const std::filesystem::path& folder) {
  const bool from_file = tree.kind == Tree::Kind::mapping &&
                         std::any_of(tree.members.begin(), tree.members.end(),
                                     [](const auto& member) { return member.key == "file"; });
  if (!from_file) return read_amplitude(&tree, name);
  const Section section(tree, name, {"file", "scale"});
  const double scale = section.number("scale", 1);
  AmplitudePtr result;
  located(section.require("file"), [&] {
    auto points = read_record(folder / as_text(section.require("file"), section.what("file")));
    for (auto& point : points) point.second *= scale;
    result = mechanics::table_amplitude(std::move(points));
  });
  return result;
}

}  // namespace sparkdyn::input
