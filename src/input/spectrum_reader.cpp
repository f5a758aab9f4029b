// SPDX-License-Identifier: BSD-3-Clause
#include "case_sections.hpp"
#include "model/items.hpp"
#include "record_file.hpp"

namespace sparkdyn::input {
namespace {

std::vector<std::pair<double, double>> read_spectrum_points(const Tree& tree) {
  std::vector<std::pair<double, double>> points;
  for (const auto& [key, pair] : as_list(tree, "'table' in 'directions'")) {
    if (pair.kind != Tree::Kind::list || pair.members.size() != 2)
      fail(pair, "'table' in 'directions' must be a list of pairs [frequency, acceleration]");
    const double f = as_number(pair.members[0].value, "a frequency of a spectrum");
    const double a = as_number(pair.members[1].value, "an acceleration of a spectrum");
    if (f < 0 || a < 0) fail(pair, "a spectrum has no negative frequencies or accelerations");
    if (!points.empty() && f <= points.back().first)
      fail(pair, "the frequencies of a spectrum must increase: {} follows {}", f,
           points.back().first);
    points.emplace_back(f, a);
  }
  if (points.empty()) fail(tree, "a spectrum needs at least one point");
  return points;
}

SpectrumSpec::Direction read_shaking(const Tree& tree, const std::filesystem::path& folder,
                                     bool model) {
  const Section section(
      tree, "directions",
      model ? keys::direction_of_model_table() : keys::direction_of_system_table());
  section.require_rules();
  SpectrumSpec::Direction result;
  result.where = tree.where();
  if (model)
    result.direction = read_vector3(section.require("direction"), section.what("direction"));
  else
    result.vector = folder / as_text(section.require("vector"), section.what("vector"));
  const double scale = section.number("scale", 1);
  if (const Tree* table = section.find("table")) {
    result.points = read_spectrum_points(*table);
  } else {
    const Tree& file = section.require("record");
    located(file,
            [&] { result.points = read_record(folder / as_text(file, section.what("record"))); });
    result.record = true;
  }
  for (auto& point : result.points) point.second *= scale;
  if (!result.record && scale < 0) fail(tree, "the 'scale' of a spectrum must not be negative");
  return result;
}

}  // namespace

SpectrumSpec read_spectrum(const Tree& tree, const std::filesystem::path& folder, bool model) {
  const Section section(tree, "spectrum", keys::spectrum_table());
  SpectrumSpec result;
  const Superposition superposed = read_superposition(section);
  result.modes = superposed.modes;
  result.ratios = superposed.ratios;
  if (result.ratios.size() != static_cast<std::size_t>(result.modes))
    fail(section.require("modal_damping"),
         "'modal_damping' in 'spectrum' needs one number, or one for each of the {} modes",
         result.modes);
  result.srss = section.choice("combination", 0, {"cqc", "srss"}) == 1;
  result.missing_mass = section.boolean("missing_mass", true);
  for (const auto& [key, item] : as_list(section.require("directions"), section.what("directions")))
    result.directions.push_back(read_shaking(item, folder, model));
  if (result.directions.empty())
    fail(section.require("directions"), "'directions' in 'spectrum' needs at least one");
  return result;
}

}  // namespace sparkdyn::input
