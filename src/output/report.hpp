// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What a run, a check or a search for modes has to say, once for all readers: facts by key, which
// become JSON, and rows of a label and a text, which become the table that a user sees. A long one
// has sections, with sentences that judge what was found.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "output/json.hpp"
#include "sparkdyn/core/log.hpp"

namespace sparkdyn::output {

/// Wrong input is an error that a run would refuse with another status.
enum class Level { ok, note, warning, error, wrong_input };
std::string_view name(Level level);  ///< "error" for both kinds

class Report {
 public:
  /// `width`: of the labels. `shown`: gets every line as it comes.
  explicit Report(int width, core::Log* shown = nullptr) : width_(width), shown_(shown) {}

  /// For JSON alone: of the section at hand, or of the whole before the first one.
  template <typename Value>
  Report& fact(std::string_view key, const Value& value) {
    (sections_.empty() ? facts_ : sections_.back().facts).add(key, value);
    return *this;
  }
  /// For the reader alone, without a label.
  void line(std::string_view content);
  void row(std::string_view label, std::string_view content);
  /// Left out when there is nothing to say.
  void optional_row(std::string_view label, std::string_view content) {
    if (!content.empty()) row(label, content);
  }

  /// For both: `content` for the reader, `key` and the number or numbers for JSON.
  template <typename Value>
  void value(std::string_view label, std::string_view content, std::string_view key,
             const Value& number) {
    row(label, content);
    fact(key, number);
  }
  void count(std::string_view label, std::string_view key, std::int64_t number) {
    value(label, std::to_string(number), key, static_cast<double>(number));
  }
  void text(std::string_view label, std::string_view content, std::string_view key) {
    value(label, content, key, content);
  }

  void section(const std::string& title);
  /// A sentence of the section at hand.
  void judge(Level level, std::string_view sentence);
  int judged(Level level) const { return judged_[static_cast<std::size_t>(level)]; }
  int errors() const { return judged(Level::error) + judged(Level::wrong_input); }

  /// With sections also `errors` and `warnings`, their numbers.
  std::string json() const;
  /// Without the last line break, which whoever prints it adds.
  std::string text() const { return text_.substr(0, text_.size() - 1); }

 private:
  struct Section {
    std::string title;
    JsonObject facts;
    std::vector<JsonObject> findings;
  };

  int width_;
  core::Log* shown_;
  JsonObject facts_;
  std::vector<Section> sections_;
  std::array<int, 5> judged_{};
  std::string text_;
};

}  // namespace sparkdyn::output
