// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What a run, a check or a search for modes has to say, once for all readers: facts by key, which
// become JSON, and rows of a label and a text, which become the table that a user sees.

#include <string>
#include <string_view>

#include "output/json.hpp"

namespace sparkdyn::output {

class Report {
 public:
  /// `width`: of the labels.
  explicit Report(int width) : width_(width) {}

  template <typename Value>
  Report& fact(std::string_view key, const Value& value) {
    facts_.add(key, value);
    return *this;
  }
  /// Without a label.
  void line(std::string_view content) { text_.append(content).append("\n"); }
  void row(std::string_view label, std::string_view content);
  /// Left out when there is nothing to say.
  void optional_row(std::string_view label, std::string_view content) {
    if (!content.empty()) row(label, content);
  }

  std::string json() const { return facts_.text() + "\n"; }
  /// Without the last line break, which whoever prints it adds.
  std::string text() const { return text_.substr(0, text_.size() - 1); }

 private:
  int width_;
  JsonObject facts_;
  std::string text_;
};

}  // namespace sparkdyn::output
