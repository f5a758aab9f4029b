// SPDX-License-Identifier: BSD-3-Clause
#include "report/columns.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <limits>

#include "sparkdyn/core/error.hpp"

namespace sparkdyn::report {
namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

/// Names of a header as RFC 4180 quotes them.
std::vector<std::string> header_names(const std::string& line) {
  std::vector<std::string> names(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"')
      names.back() += line[++i];
    else if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      names.emplace_back();
    else if (c != '\r')
      names.back() += c;
  }
  return names;
}

std::vector<double> numbers_of(const std::string& line, std::size_t count,
                               const std::filesystem::path& file, std::size_t number) {
  std::vector<double> values;
  values.reserve(count);
  const char* at = line.data();
  const char* const end = at + line.size();
  while (at <= end && values.size() < count) {
    double value = no_number;
    const auto [next, wrong] = std::from_chars(at, end, value);
    if (wrong == std::errc::invalid_argument) break;
    values.push_back(value);
    at = next + 1;
  }
  if (values.size() != count)
    core::input_error("{}:{}: {} numbers where the header names {}", file.string(), number,
                      values.size(), count);
  return values;
}

std::size_t count_rows(const std::filesystem::path& file) {
  std::ifstream stream(file);
  std::string line;
  std::size_t count = 0;
  while (std::getline(stream, line)) count += line.empty() ? 0 : 1;
  return count == 0 ? 0 : count - 1;
}

/// What a column has of the span at hand.
struct Span {
  double least = no_number, most = no_number;
  bool least_first = true;
  void add(double value) {
    if (std::isnan(value)) return;
    if (!(value >= least)) {
      least = value;
      least_first = false;
    }
    if (!(value <= most)) {
      most = value;
      least_first = true;
    }
  }
};

/// Sums of squares that tell how quickly a column swings about its mean.
struct Swing {
  double mean = 0, squares = 0, changes = 0, before = no_number;
  std::size_t count = 0;
  void add(double value) {
    if (std::isnan(value)) return;
    if (!std::isnan(before)) changes += (value - before) * (value - before);
    before = value;
    ++count;
    const double off = value - mean;  // Welford: no cancellation about a large mean
    mean += off / static_cast<double>(count);
    squares += off * (value - mean);
  }
  double frequency(double step) const {
    if (!(step > 0) || count < 8 || !(squares > 0)) return 0;
    // Of a sine Σ(Δx)²/Σx² is (2 sin(hω/2))².
    const double half = std::min(1.0, 0.5 * std::sqrt(changes / squares));
    return 2 * std::asin(half) / step;
  }
};

class Reader {
 public:
  Reader(const std::filesystem::path& file, std::size_t rows, std::size_t most)
      : file_(file), rows_(rows), spans_(rows <= most ? 0 : std::max<std::size_t>(1, most / 2)) {}

  Table read() {
    std::ifstream stream(file_);
    std::string line;
    std::getline(stream, line);
    start(header_names(line));
    for (std::size_t number = 2; std::getline(stream, line); ++number) {
      if (line.empty()) continue;
      add(numbers_of(line, table_.columns.size() + 1, file_, number));
    }
    end();
    return std::move(table_);
  }

 private:
  void start(const std::vector<std::string>& names) {
    for (std::size_t i = 1; i < names.size(); ++i)
      table_.columns.push_back({.name = names[i],
                                .values = {},
                                .smallest = {no_number, 0},
                                .largest = {no_number, 0},
                                .first = no_number,
                                .last = no_number});
    span_.resize(table_.columns.size());
    swing_.resize(table_.columns.size());
  }

  void add(const std::vector<double>& row) {
    const double time = row.front();
    const std::size_t index = table_.rows++;
    if (index > 0) {
      const double step = time - before_;
      table_.shortest_step = index == 1 ? step : std::min(table_.shortest_step, step);
      table_.longest_step = std::max(table_.longest_step, step);
    } else {
      start_ = time;
    }
    before_ = time;
    if (spans_ > 0) begin_or_end_span(index, time);
    if (spans_ == 0) table_.times.push_back(time);
    for (std::size_t i = 0; i < table_.columns.size(); ++i) {
      const double value = row[i + 1];
      Column& column = table_.columns[i];
      if (index == 0) column.first = value;
      column.last = value;
      if (!(value >= column.smallest.value) && !std::isnan(value)) column.smallest = {value, time};
      if (!(value <= column.largest.value) && !std::isnan(value)) column.largest = {value, time};
      swing_[i].add(value);
      if (spans_ == 0)
        column.values.push_back(static_cast<float>(value));
      else
        span_[i].add(value);
    }
  }

  /// The rows of a span share its time; its second value stands half a span later.
  void begin_or_end_span(std::size_t index, double time) {
    const std::size_t span = index * spans_ / rows_;
    if (index > 0 && span == span_index_) return;
    if (index > 0) close_span(time);
    span_index_ = span;
    span_start_ = time;
  }

  void close_span(double next) {
    table_.times.push_back(span_start_);
    table_.times.push_back(0.5 * (span_start_ + next));
    for (std::size_t i = 0; i < span_.size(); ++i) {
      const Span& span = span_[i];
      auto& values = table_.columns[i].values;
      values.push_back(static_cast<float>(span.least_first ? span.least : span.most));
      values.push_back(static_cast<float>(span.least_first ? span.most : span.least));
      span_[i] = {};
    }
  }

  void end() {
    if (spans_ > 0) close_span(before_);
    const double step =
        table_.rows > 1 ? (before_ - start_) / static_cast<double>(table_.rows - 1) : 0;
    for (std::size_t i = 0; i < swing_.size(); ++i)
      table_.columns[i].frequency = swing_[i].frequency(step);
  }

  const std::filesystem::path& file_;
  std::size_t rows_, spans_;
  Table table_;
  std::vector<Span> span_;
  std::vector<Swing> swing_;
  std::size_t span_index_ = 0;
  double span_start_ = 0, before_ = 0, start_ = 0;
};

}  // namespace

const Column* Table::find(std::string_view name) const {
  const auto found = std::find_if(columns.begin(), columns.end(),
                                  [&](const Column& column) { return column.name == name; });
  return found == columns.end() ? nullptr : &*found;
}

std::optional<Table> read_table(const std::filesystem::path& file, std::size_t most_rows) {
  const std::size_t rows = count_rows(file);
  if (rows == 0) return std::nullopt;
  return Reader(file, rows, most_rows).read();
}

}  // namespace sparkdyn::report
