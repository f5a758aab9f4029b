// SPDX-License-Identifier: BSD-3-Clause
#include "case_sections.hpp"
#include "mechanics/harmonic_amplitude.hpp"
#include "record_file.hpp"

namespace sparkdyn::input {
namespace {

using mechanics::AmplitudePtr;

std::vector<std::pair<double, double>> read_points(const Tree& tree, const std::string& what) {
  std::vector<std::pair<double, double>> points;
  const std::string time = "a time in " + what, value = "a value in " + what;
  for (const auto& [key, pair] : as_list(tree, what)) {
    if (pair.kind != Tree::Kind::list || pair.members.size() != 2)
      fail(pair, "{} must be a list of pairs [time, value]", what);
    points.emplace_back(as_number(pair.members[0].value, time),
                        as_number(pair.members[1].value, value));
  }
  return points;
}

AmplitudePtr read_sine(const Tree& tree) {
  const Section sine(tree, "sine", keys::sine_table());
  return mechanics::sine_amplitude(sine.number("frequency", std::nullopt), sine.number("phase", 0));
}

AmplitudePtr read_harmonic(const Tree& tree) {
  const Section harmonic(tree, "harmonic", keys::harmonic_table());
  harmonic.require_rules();
  std::vector<std::pair<double, double>> points{{0, harmonic.number("magnitude", 1)}};
  if (const Tree* table = harmonic.find("table"))
    points = read_points(*table, harmonic.what("table"));
  return std::make_shared<mechanics::HarmonicAmplitude>(std::move(points),
                                                        harmonic.number("phase", 0));
}

AmplitudePtr read_expression(const Section& section) {
  return mechanics::expression_amplitude(
      as_text(section.require("expression"), section.what("expression")),
      section.text("derivative", ""), section.text("second_derivative", ""));
}

AmplitudePtr read_file(const Section& section, const std::filesystem::path& folder) {
  const std::string name = as_text(section.require("file"), section.what("file"));
  if (name.find('\0') != std::string::npos)
    core::input_error("{} is not a file name", section.what("file"));
  const double scale = section.number("scale", 1);
  auto points = read_record(folder / name);
  for (auto& point : points) point.second *= scale;
  return mechanics::table_amplitude(std::move(points));
}

/// The one key that says what kind of amplitude it is.
std::string kind_of(const Section& section, const std::string& name) {
  std::vector<std::string> given;
  for (const char* kind : {"constant", "table", "sine", "harmonic", "expression", "file"})
    if (section.find(kind) != nullptr) given.emplace_back(kind);
  if (given.size() != 1)
    fail(section.tree(),
         "'{}' must have one of constant, table, sine, harmonic, expression, file{}", name,
         given.empty() ? "" : fmt::format(", not {} at once", fmt::join(given, " and ")));
  const auto goes_with = [&](const char* key, const char* article, const char* kind) {
    if (const Tree* extra = section.find(key); extra != nullptr && given[0] != kind)
      fail(*extra, "'{}' goes with {} {}, not with a {}", key, article, kind, given[0]);
  };
  goes_with("derivative", "an", "expression");
  goes_with("second_derivative", "an", "expression");
  goes_with("scale", "a", "file");
  return given[0];
}

}  // namespace

AmplitudePtr read_amplitude(const Tree* tree, const std::string& name,
                            const std::filesystem::path& folder) {
  if (tree == nullptr) return mechanics::constant_amplitude(1.0);
  if (tree->kind == Tree::Kind::scalar)
    return mechanics::constant_amplitude(as_number(
        *tree, fmt::format("'{}' (or else a mapping such as {{expression: \"sin(t)\"}})", name)));
  const Section section(*tree, name, keys::amplitude_table());
  const std::string kind = kind_of(section, name);
  if (kind == "constant")
    return mechanics::constant_amplitude(section.number("constant", std::nullopt));
  if (kind == "sine") return read_sine(section.require("sine"));
  std::vector<std::pair<double, double>> points;
  if (kind == "table") points = read_points(section.require("table"), section.what("table"));
  AmplitudePtr result;
  located(section.require(kind), [&] {
    result = kind == "table"      ? mechanics::table_amplitude(std::move(points))
             : kind == "file"     ? read_file(section, folder)
             : kind == "harmonic" ? read_harmonic(section.require("harmonic"))
                                  : read_expression(section);
  });
  return result;
}

}  // namespace sparkdyn::input
