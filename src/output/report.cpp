// SPDX-License-Identifier: BSD-3-Clause
#include "output/report.hpp"

namespace sparkdyn::output {

std::string_view name(Level level) {
  constexpr std::array<std::string_view, 5> names{"ok", "note", "warning", "error", "error"};
  return names[static_cast<std::size_t>(level)];
}

void Report::line(std::string_view content) {
  text_.append(content).append("\n");
  if (shown_) shown_->note("{}", content);
}

void Report::row(std::string_view label, std::string_view content) {
  line(fmt::format("  {:<{}} {}", label, width_ - 1, content));
}

void Report::section(const std::string& title) {
  line("\n" + title);
  sections_.push_back({title, {}, {}});
}

void Report::judge(Level level, std::string_view sentence) {
  ++judged_[static_cast<std::size_t>(level)];
  line(fmt::format("  {:<8} {}", name(level), sentence));
  sections_.back().findings.push_back(JsonObject().add("level", name(level)).add("text", sentence));
}

std::string Report::json() const {
  JsonObject whole = facts_;
  if (!sections_.empty()) {
    std::vector<JsonObject> sections;
    for (const Section& section : sections_)
      sections.push_back(JsonObject()
                             .add("title", section.title)
                             .add("values", section.facts)
                             .add("findings", section.findings));
    whole.add("errors", errors()).add("warnings", judged(Level::warning)).add("sections", sections);
  }
  return whole.text() + "\n";
}

}  // namespace sparkdyn::output
