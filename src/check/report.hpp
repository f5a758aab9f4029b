// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What `sparkdyn check --deep` found: values under headings and sentences with a level, printed as
// they come and kept for JSON.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "output/json.hpp"
#include "sparkdyn/core/log.hpp"

namespace sparkdyn::check {

enum class Level { ok, note, warning, error };
std::string_view name(Level level);

class Report {
 public:
  explicit Report(core::Log& log) : log_(log) {}

  void section(const std::string& title);
  /// `text` is for the reader, `key` and the number or numbers for JSON.
  void value(std::string_view label, const std::string& text, std::string_view key, double number);
  void value(std::string_view label, const std::string& text, std::string_view key,
             const std::vector<double>& numbers);
  void count(std::string_view label, std::string_view key, std::int64_t number);
  void text(std::string_view label, const std::string& text, std::string_view key);
  void line(const std::string& text);  ///< not in JSON
  void judge(Level level, const std::string& sentence);
  /// An error that a run would refuse as wrong input.
  void refuse(const std::string& sentence);

  /// The last line. 0 without errors, 2 when the input is wrong, else 1.
  int finish();
  std::string json(const std::string& program, const std::string& file) const;

 private:
  struct Section {
    std::string title;
    output::JsonObject values;
    std::vector<output::JsonObject> findings;
  };
  void show(std::string_view label, const std::string& text);

  core::Log& log_;
  std::vector<Section> sections_;
  int count_[4] = {0, 0, 0, 0};
  bool wrong_input_ = false;
};

/// "1.23 MB".
std::string bytes_text(double bytes);

}  // namespace sparkdyn::check
