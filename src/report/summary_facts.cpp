// SPDX-License-Identifier: BSD-3-Clause
#include "report/summary_facts.hpp"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "sparkdyn/core/error.hpp"

namespace sparkdyn::report {
namespace {

std::optional<double> number(const YAML::Node& node, const char* key) {
  if (!node || !node[key] || node[key].IsNull()) return std::nullopt;
  double value = 0;
  if (!YAML::convert<double>::decode(node[key], value)) return std::nullopt;
  return value;
}

std::string text(const YAML::Node& node, const char* key) {
  return node[key] && node[key].IsScalar() ? node[key].Scalar() : "";
}

void read_energies(const YAML::Node& root, SummaryFacts& facts) {
  const YAML::Node energies = root["energies"];
  facts.kinetic = number(energies, "kinetic");
  facts.strain = number(energies, "strain");
  facts.external_work = number(energies, "external_work");
  facts.dissipated = number(energies, "dissipated");
  facts.balance = number(energies, "balance");
}

void read_errors(const YAML::Node& root, SummaryFacts& facts) {
  if (const YAML::Node errors = root["error_estimate"]; errors && errors.IsMap())
    for (const auto& each : errors)
      if (const auto relative = number(each.second, "relative"))
        facts.errors[each.first.Scalar()] = *relative;
  if (const YAML::Node answers = root["known_answers"]; answers && answers.IsSequence())
    for (const auto& answer : answers)
      for (const char* what : {"q", "v", "lambda"})
        if (const auto error = number(answer, (std::string(what) + "_relative_error").c_str()))
          facts.known_answers[what] = std::max(facts.known_answers[what], *error);
}

SummaryFacts facts_of(const YAML::Node& root) {
  SummaryFacts facts;
  if (const auto status = text(root, "status"); !status.empty()) facts.status = status;
  facts.cause = text(root, "cause");
  facts.title = text(root, "title");
  facts.method = text(root, "method");
  facts.problem = text(root, "problem");
  facts.order = number(root, "order").value_or(0);
  facts.start_time = number(root, "start_time").value_or(0);
  facts.end_time = number(root, "end_time").value_or(0);
  facts.steps = number(root, "steps").value_or(0);
  facts.rejected = number(root, "rejected").value_or(0);
  facts.iterations = number(root, "iterations").value_or(0);
  facts.constraints = number(root, "constraints").value_or(0);
  facts.position_violation = number(root, "largest_position_violation");
  facts.velocity_violation = number(root, "largest_velocity_violation");
  read_energies(root, facts);
  read_errors(root, facts);
  if (const YAML::Node warnings = root["warnings"]; warnings && warnings.IsSequence())
    for (const auto& warning : warnings) facts.warnings.push_back(warning.Scalar());
  return facts;
}

}  // namespace

std::optional<SummaryFacts> read_summary(const std::filesystem::path& file) {
  std::ifstream stream(file);
  if (!stream) return std::nullopt;
  std::ostringstream content;
  content << stream.rdbuf();
  try {
    SummaryFacts facts = facts_of(YAML::Load(content.str()));  // JSON is YAML
    facts.text = content.str();
    return facts;
  } catch (const YAML::Exception& error) {
    core::input_error("'{}' cannot be read: {}", file.string(), error.what());
  }
}

}  // namespace sparkdyn::report
