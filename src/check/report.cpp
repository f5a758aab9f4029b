// SPDX-License-Identifier: BSD-3-Clause
#include "check/report.hpp"

namespace sparkdyn::check {

std::string_view name(Level level) {
  constexpr std::string_view names[] = {"ok", "note", "warning", "error"};
  return names[static_cast<int>(level)];
}

void Report::section(const std::string& title) {
  log_.note("\n{}", title);
  sections_.push_back({title, {}, {}});
}

void Report::show(std::string_view label, const std::string& text) {
  log_.note("  {:<26} {}", label, text);
}

void Report::value(std::string_view label, const std::string& text, std::string_view key,
                   double number) {
  show(label, text);
  sections_.back().values.add(key, number);
}

void Report::value(std::string_view label, const std::string& text, std::string_view key,
                   const std::vector<double>& numbers) {
  show(label, text);
  sections_.back().values.add(key, numbers);
}

void Report::count(std::string_view label, std::string_view key, std::int64_t number) {
  value(label, fmt::format("{}", number), key, static_cast<double>(number));
}

void Report::text(std::string_view label, const std::string& text, std::string_view key) {
  show(label, text);
  sections_.back().values.add(key, std::string_view(text));
}

void Report::line(const std::string& text) {
  log_.note("  {}", text);
}

void Report::judge(Level level, const std::string& sentence) {
  ++count_[static_cast<int>(level)];
  log_.note("  {:<8} {}", name(level), sentence);
  output::JsonObject finding;
  finding.add("level", name(level)).add("text", std::string_view(sentence));
  sections_.back().findings.push_back(std::move(finding));
}

void Report::refuse(const std::string& sentence) {
  wrong_input_ = true;
  judge(Level::error, sentence);
}

int Report::finish() {
  const int errors = count_[static_cast<int>(Level::error)];
  const int warnings = count_[static_cast<int>(Level::warning)];
  const auto counted = [](int count, const char* what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
  };
  log_.note("\n{}: {}, {}", errors > 0 ? "this run would fail" : "this run can start",
            counted(errors, "error"), counted(warnings, "warning"));
  if (wrong_input_) return 2;
  return errors > 0 ? 1 : 0;
}

std::string Report::json(const std::string& program, const std::string& file) const {
  std::vector<output::JsonObject> sections;
  for (const Section& section : sections_) {
    output::JsonObject object;
    object.add("title", std::string_view(section.title))
        .add("values", section.values)
        .add("findings", section.findings);
    sections.push_back(std::move(object));
  }
  output::JsonObject whole;
  whole.add("program", std::string_view(program))
      .add("case", std::string_view(file))
      .add("errors", count_[static_cast<int>(Level::error)])
      .add("warnings", count_[static_cast<int>(Level::warning)])
      .add("sections", sections);
  return whole.text();
}

std::string bytes_text(double bytes) {
  constexpr const char* units[] = {"B", "kB", "MB", "GB", "TB", "PB"};
  int unit = 0;
  while (bytes >= 999.5 && unit < 5) {
    bytes /= 1000;
    ++unit;
  }
  return fmt::format("{:.3g} {}", bytes, units[unit]);
}

}  // namespace sparkdyn::check
