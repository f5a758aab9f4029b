// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A keyword line with its parameters and the data lines that follow:
//   *KEYWORD, NAME=VALUE, FLAG
//   field, field, …

#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sparkdyn/core/error.hpp"

namespace sparkdyn::input::deck {

struct Place {
  const std::string* file = nullptr;
  int line = 0;
  std::string text() const { return fmt::format("{}:{}", *file, line); }
};

/// Consecutive lines of one file.
struct Segment {
  Place first;
  std::string_view text;
};

struct Parameter {
  std::string name;   ///< normal_name
  std::string value;  ///< normal_name; empty for a flag
  std::string raw;    ///< the value as written, without quotes
};

struct Block {
  std::string keyword;  ///< normal_name, without the star: "SOLIDSECTION"
  std::string title;    ///< as messages call it: "*SOLID SECTION"
  Place place;
  std::vector<Parameter> parameters;
  std::vector<Segment> data;
  bool in_step = false;

  std::string where() const { return place.text(); }
  const Parameter* find(std::string_view name) const;
  bool has(std::string_view name) const { return find(name) != nullptr; }
  /// The value of a parameter that must be there and have one.
  const std::string& require(std::string_view name) const;
  std::string text(std::string_view name, std::string_view usual) const;
  double number(std::string_view name, double usual) const;
  long integer(std::string_view name, long usual, long least) const;
  /// One of `choices`, or an error that lists them. Without the parameter: `usual`.
  std::string choice(std::string_view name, std::string_view usual,
                     const std::vector<std::string>& choices) const;

  template <typename... Args>
  [[noreturn]] void fail(fmt::format_string<Args...> format, Args&&... args) const {
    fail_at(place, fmt::format(format, std::forward<Args>(args)...));
  }
  [[noreturn]] void fail_at(Place at, const std::string& message) const;
};

/// One data line of a block, taken apart at the commas. A comma at the end adds no field.
class Line {
 public:
  Line() = default;
  Line(const Block& block, Place place, std::string_view text);

  Place place() const { return place_; }
  std::string where() const { return place_.text(); }
  bool is_blank() const { return blank_; }
  /// No field is left.
  bool done() const { return done_; }
  /// The next field, trimmed; empty when there is none left.
  std::string_view next();

  /// The next field as a number. An empty one gives `usual`, or an error when there is none.
  double number(std::string_view what, std::optional<double> usual = std::nullopt);
  long long integer(std::string_view what, std::optional<long long> usual = std::nullopt);
  /// The next field as normal_name; an empty one is an error.
  std::string name(std::string_view what);
  /// Everything that is left, as it stands.
  std::string_view rest() const;
  /// Nothing may be left but empty fields.
  void finish();

  template <typename... Args>
  [[noreturn]] void fail(fmt::format_string<Args...> format, Args&&... args) const {
    block_->fail_at(place_, fmt::format(format, std::forward<Args>(args)...));
  }

 private:
  const Block* block_ = nullptr;
  Place place_;
  std::string_view rest_;
  bool done_ = true;
  bool blank_ = true;
};

/// The data lines of a block in order, without comments.
class Lines {
 public:
  enum class Blank { skip, keep };
  explicit Lines(const Block& block, Blank blank = Blank::skip) : block_(block), blank_(blank) {}
  std::optional<Line> next();
  /// The next line, or an error that `what` is missing.
  Line require(std::string_view what);
  /// An error when a line is left.
  void finish();

 private:
  const Block& block_;
  Blank blank_;
  std::size_t segment_ = 0;
  std::size_t position_ = 0;
  int line_ = 0;
};

/// Fields in a row over as many lines as they take.
class FieldStream {
 public:
  explicit FieldStream(Lines& lines) : lines_(lines) {}
  /// The line on which the next field stands; an error that `what` is missing when there is none.
  Line& at(std::string_view what);
  bool at_end();
  bool line_done() const { return !line_ || line_->done(); }

 private:
  Lines& lines_;
  std::optional<Line> line_;
};

}  // namespace sparkdyn::input::deck
