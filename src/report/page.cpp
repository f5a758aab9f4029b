// SPDX-License-Identifier: BSD-3-Clause
#include "report/page.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>

#include "output/output_folder.hpp"
#include "report/packed.hpp"
#include "report/verdict.hpp"
#include "sparkdyn/core/version.hpp"

namespace sparkdyn::report {
namespace {

using output::JsonObject;

JsonObject table_object(const Table& table, Arrays& arrays) {
  std::vector<JsonObject> columns;
  for (const Column& column : table.columns)
    columns.push_back(JsonObject()
                          .add("name", column.name)
                          .add("values", arrays.add(column.values))
                          .add("smallest", std::vector{column.smallest.value, column.smallest.time})
                          .add("largest", std::vector{column.largest.value, column.largest.time})
                          .add("last", column.last));
  return JsonObject()
      .add("times", arrays.add(table.times))
      .add("rows", table.rows)
      .add("shortest_step", table.shortest_step)
      .add("longest_step", table.longest_step)
      .add("columns", columns);
}

std::vector<std::uint32_t> small(const std::vector<std::int64_t>& numbers) {
  return {numbers.begin(), numbers.end()};
}

JsonObject mesh_object(const Surface& surface, Arrays& arrays) {
  return JsonObject()
      .add("size", surface.size)
      .add("coordinates", arrays.add(surface.coordinates))
      .add("nodes", arrays.add(small(surface.nodes)))
      .add("elements", arrays.add(small(surface.elements)))
      .add("triangles", arrays.add(surface.triangles))
      .add("triangle_cells", arrays.add(surface.triangle_cells))
      .add("triangle_shells", arrays.add(surface.triangle_shells))
      .add("edges", arrays.add(surface.edges))
      .add("lines", arrays.add(surface.lines))
      .add("line_cells", arrays.add(surface.line_cells))
      .add("single", arrays.add(surface.single))
      .add("single_cells", arrays.add(surface.single_cells));
}

JsonObject symbols_object(const Symbols& symbols, Arrays& arrays) {
  std::vector<double> sections;
  for (const auto& row : symbols.section_rows)
    sections.insert(sections.end(), row.begin(), row.end());
  return JsonObject()
      .add("held", arrays.add(symbols.held))
      .add("forces", arrays.add(symbols.forces))
      .add("cell_sections", arrays.add(symbols.sections))
      .add("sections", arrays.add(sections))
      .add("section_width", std::tuple_size_v<output::SectionRow>)
      .add("rows", symbols.rows)
      .add("guessed", symbols.guessed ? 1 : 0);
}

std::vector<JsonObject> colour_objects(const Motion& motion, Arrays& arrays) {
  std::vector<JsonObject> colours;
  for (const ColourField& colour : motion.colours)
    colours.push_back(JsonObject()
                          .add("name", colour.name)
                          .add("of_cells", colour.of_cells ? 1 : 0)
                          .add("values", arrays.add(colour.values)));
  return colours;
}

JsonObject motion_object(const Motion& motion, Arrays& arrays) {
  return JsonObject()
      .add("stored", motion.stored)
      .add("states", arrays.add(motion.states))
      .add("times", arrays.add(motion.times))
      .add("displacement", arrays.add(motion.displacement))
      .add("velocity", arrays.add(motion.velocity))
      .add("acceleration", arrays.add(motion.acceleration))
      .add("colours", colour_objects(motion, arrays));
}

std::vector<JsonObject> peak_objects(const Motion& motion) {
  std::vector<JsonObject> peaks;
  for (const Peak& peak : motion.peaks)
    peaks.push_back(JsonObject()
                        .add("field", peak.field)
                        .add("value", peak.value)
                        .add("time", peak.time)
                        .add("place", peak.place)
                        .add("of_element", peak.of_element ? 1 : 0));
  return peaks;
}

std::vector<JsonObject> verdict_objects(const Folder& folder) {
  std::vector<JsonObject> sentences;
  for (const Judgement& each :
       judge({.summary = folder.summary ? &*folder.summary : nullptr,
       .history = folder.history ? &*folder.history : nullptr,
       .energy = folder.energy ? &*folder.energy : nullptr,
       .motion = folder.motion ? &*folder.motion : nullptr,
       // As the resolved case has it.
              .turns = folder.case_text.find("\n  nonlinear: true\n") != std::string::npos}))
    sentences.push_back(JsonObject()
                            .add("about", each.about)
                            .add("light", name(each.light))
                            .add("sentence", each.sentence)
                            .add("advice", each.advice));
  return sentences;
}

JsonObject folder_object(const Folder& folder, Arrays& arrays) {
  JsonObject object;
  object.add("name", folder.name)
      .add("path", std::filesystem::absolute(folder.path).lexically_normal().string())
      .add("summary", folder.summary ? folder.summary->text : std::string())
      .add("case", folder.case_text)
      .add("notes", folder.notes);
  // Modes alone are no run: there is nothing to judge.
  if (folder.summary || folder.history || folder.energy || folder.motion)
    object.add("verdict", verdict_objects(folder));
  if (folder.history) object.add("history", table_object(*folder.history, arrays));
  if (folder.energy) object.add("energy", table_object(*folder.energy, arrays));
  if (folder.surface && !folder.surface->points.empty())
    object.add("mesh", mesh_object(*folder.surface, arrays))
        .add("symbols", symbols_object(folder.symbols, arrays));
  if (folder.motion && !folder.motion->states.empty())
    object.add("motion", motion_object(*folder.motion, arrays))
        .add("peaks", peak_objects(*folder.motion));
  if (folder.modes)
    object.add("modes", JsonObject()
                            .add("frequencies", folder.modes->frequencies)
                            .add("shapes", arrays.add(folder.modes->shapes)));
  return object;
}

/// Text between tags.
std::string escaped(std::string_view text) {
  std::string found;
  for (const char c : text) {
    if (c == '&')
      found += "&amp;";
    else if (c == '<')
      found += "&lt;";
    else if (c == '"')
      found += "&quot;";
    else
      found += c;
  }
  return found;
}

/// JSON inside a script element must not end it.
std::string within_script(const std::string& json) {
  std::string found;
  for (const char c : json)
    if (c == '<')
      found += "\\u003c";
    else
      found += c;
  return found;
}

std::string title_of(const std::vector<Folder>& folders) {
  if (folders.size() > 1) return fmt::format("{} runs compared", folders.size());
  const Folder& only = folders.front();
  if (only.summary && !only.summary->title.empty()) return only.summary->title;
  if (only.summary && !only.summary->problem.empty()) return only.summary->problem;
  return only.name;
}

}  // namespace

std::string page(std::string_view title, std::string_view kind, const JsonObject& data,
                 const std::string& packed_arrays) {
  std::string text = "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n";
  text += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
  text += fmt::format("<title>{} · sparkdyn</title>\n<style>\n{}\n{}</style>\n</head>\n",
                      escaped(title), resource("uplot.css"), resource("style.css"));
  text += fmt::format("<body data-kind=\"{}\">\n{}", kind, resource("body.html"));
  const auto script = [&](const char* id, const char* type, std::string_view content) {
    text += fmt::format("<script id=\"{}\" type=\"{}\">{}</script>\n", id, type, content);
  };
  script("manifest", "application/json", within_script(data.text()));
  script("arrays", "text/plain", packed_arrays);
  script("libraries", "text/plain", base64(deflated(resource("libraries.js"))));
  std::string code = "\"use strict\";\n(() => {\n";
  for (const char* part :
       {"start.js", "charts.js", "shapes.js", "picture.js", "motion.js", "runs.js", "method.js"})
    code += resource(part);
  script("viewer", "text/javascript", code + "})();\n");
  return text + "</body>\n</html>\n";
}

void write_report(const std::vector<std::filesystem::path>& folders,
                  const std::filesystem::path& file, const Limits& limits) {
  const auto paths = folders_with_results(folders);
  Limits each = limits;  // several runs share what one would have
  each.motion.values /= paths.size();
  each.chart_values /= paths.size();
  Arrays arrays;
  std::vector<Folder> read;
  std::vector<JsonObject> runs;
  for (const auto& path : paths) {
    read.push_back(read_folder(path, each));
    runs.push_back(folder_object(read.back(), arrays));
    read.back().motion.reset();  // it is in `arrays` now
    read.back().surface.reset();
  }
  const std::string title = title_of(read);
  const std::time_t now = std::time(nullptr);
  JsonObject data;
  data.add("title", title)
      .add("program", "sparkdyn " + core::version())
      .add("made", fmt::format("{:%Y-%m-%d %H:%M} UTC", fmt::gmtime(now)))
      .add("runs", runs);
  output::write_text_atomically(file, page(title, "runs", data, arrays.packed()));
}

}  // namespace sparkdyn::report
