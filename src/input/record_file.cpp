// SPDX-License-Identifier: BSD-3-Clause
#include "record_file.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "file_access.hpp"
#include "sparkdyn/core/error.hpp"

namespace sparkdyn::input {
namespace {

using Points = std::vector<std::pair<double, double>>;

constexpr std::string_view separators = " \t\r,;";

/// Takes the next word off the line; empty at its end.
std::string_view next_word(std::string_view& line) {
  line.remove_prefix(std::min(line.find_first_not_of(separators), line.size()));
  const std::string_view word = line.substr(0, line.find_first_of(separators));
  line.remove_prefix(word.size());
  return word;
}

std::optional<double> as_number(std::string_view word) {
  if (word.starts_with('+') && !word.starts_with("+-")) word.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (end != word.data() + word.size()) return {};
  if (error == std::errc::result_out_of_range)
    value = std::strtod(std::string(word).c_str(), nullptr);
  if (error == std::errc::invalid_argument || !std::isfinite(value)) return {};
  return value;
}

std::string upper(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(),
                         [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return result;
}

/// "NPTS= 5372, DT= .0100 SEC" or "5372 0.0100 NPTS, DT".
struct BlockHeader {
  double count = 0;
  double distance = 0;
};

class RecordReader {
 public:
  explicit RecordReader(const std::filesystem::path& file)
      : file_(file.string()), stream_(open_file(file)) {}

  Points read() {
    if (const long header = header_line(); header > 0) {
      while (number_ < header) next_line();
      return read_blocks(block_header());
    }
    while (next_line())
      if (!is_title()) add_pair();
    if (points_.empty()) core::input_error("{}: there are no values", file_);
    return std::move(points_);
  }

 private:
  template <typename... Args>
  [[noreturn]] void fail(fmt::format_string<Args...> format, Args&&... args) const {
    core::input_error("{}:{}: {}", file_, number_,
                      fmt::format(format, std::forward<Args>(args)...));
  }

  bool next_line() {
    line_ = {};
    if (!std::getline(stream_, text_)) return false;
    line_ = text_;
    if (++number_ == 1 && line_.starts_with("\xEF\xBB\xBF")) line_.remove_prefix(3);
    line_.remove_prefix(std::min(line_.find_first_not_of(separators), line_.size()));
    return true;
  }

  /// Empty, a comment, or words before the values begin.
  bool is_title() const {
    if (line_.empty() || line_[0] == '#') return true;
    return points_.empty() && std::isalpha(static_cast<unsigned char>(line_[0]));
  }

  double number(std::string_view word) const {
    const auto value = as_number(word);
    if (!value) fail("'{}' is not a finite number", word.substr(0, 40));
    return *value;
  }

  void add_pair() {
    std::string_view rest = line_;
    const double time = number(next_word(rest));
    const std::string_view second = next_word(rest);
    const double value = second.empty() ? 0 : number(second);
    if (second.empty() || !next_word(rest).empty())
      fail(
          "a line must hold a time and a value, but has {}; of a record with more columns keep "
          "two, "
          "and values in blocks need a line 'NPTS= ..., DT= ...' before them",
          second.empty() ? "one number" : "more than two numbers");
    if (!points_.empty() && time <= points_.back().first)
      fail("the times must increase: {} follows {}", time, points_.back().first);
    points_.emplace_back(time, value);
  }

  /// The number of the line that announces blocks, among the first few; 0 when there is none.
  long header_line() {
    constexpr long titles = 10;
    long found = 0;
    while (found == 0 && number_ < titles && next_line()) {
      const std::string text = upper(line_.substr(0, 200));
      if (text.find("NPTS") != std::string::npos && text.find("DT") != std::string::npos)
        found = number_;
    }
    stream_.clear();
    stream_.seekg(0);
    number_ = 0;
    return found;
  }

  BlockHeader block_header() const {
    std::string text = upper(line_);
    std::ranges::replace(text, '=', ' ');
    std::vector<double> numbers;
    std::string_view rest = text;
    for (auto word = next_word(rest); !word.empty(); word = next_word(rest))
      if (const auto value = as_number(word)) numbers.push_back(*value);
    constexpr double most = 1e9;
    if (numbers.size() != 2 || !(numbers[0] >= 1) || numbers[0] > most || !(numbers[1] > 0) ||
        numbers[0] != std::floor(numbers[0]))
      fail(
          "the header must say how many values there are and how far apart in time, such as "
          "'NPTS= 5372, DT= .0100 SEC'");
    return {numbers[0], numbers[1]};
  }

  Points read_blocks(const BlockHeader& header) {
    const auto count = static_cast<std::size_t>(header.count);
    while (next_line()) {
      if (!line_.empty() && line_[0] == '#') continue;
      std::string_view rest = line_;
      for (auto word = next_word(rest); !word.empty(); word = next_word(rest)) {
        if (points_.size() == count) fail("there are more than the {} values of the header", count);
        points_.emplace_back(static_cast<double>(points_.size()) * header.distance, number(word));
      }
    }
    if (points_.size() != count)
      core::input_error("{}: there are {} values, but the header says {}", file_, points_.size(),
                        count);
    return std::move(points_);
  }

  std::string file_;
  std::ifstream stream_;
  std::string text_;
  std::string_view line_;  ///< of the text, without blanks in front
  long number_ = 0;
  Points points_;
};

}  // namespace

Points read_record(const std::filesystem::path& file) {
  return RecordReader(file).read();
}

}  // namespace sparkdyn::input
