// SPDX-License-Identifier: BSD-3-Clause
#include "gmsh_cursor.hpp"

#include <algorithm>
#include <cmath>

#include "market_tokens.hpp"
#include "sparkdyn/core/error.hpp"

namespace sparkdyn::input {

void GmshCursor::set_binary(bool swapped, int size_bytes) {
  binary_ = true;
  swapped_ = swapped;
  size_bytes_ = size_bytes;
}

void GmshCursor::fail(const std::string& what) const {
  if (binary_) core::input_error("{}, byte {}: {}", file_, token_ - begin_, what);
  // Blanks were skipped before an end of file that came too early.
  const char* place = token_;
  while (place == end_ && place != begin_ && blank(place[-1])) --place;
  core::input_error("{}:{}: {}", file_, 1 + std::count(begin_, std::min(place, end_), '\n'), what);
}

void GmshCursor::cut_off(const char* what) const {
  fail(fmt::format("the file ends where {} is expected; it seems cut off", what));
}

bool GmshCursor::at_end() {
  skip_blanks();
  return next_ == end_;
}

std::string_view GmshCursor::word_here() const {
  return {token_, static_cast<std::size_t>(std::find_if(token_, end_, blank) - token_)};
}

std::string_view GmshCursor::word() {
  skip_blanks();
  const std::string_view found = word_here();
  next_ += found.size();
  return found;
}

std::string GmshCursor::quoted() {
  skip_blanks();
  if (next_ == end_) cut_off("a name in quotes");
  const char* line_end = std::find(next_, end_, '\n');
  const char* close = line_end;
  while (close != next_ && close[-1] != '"') --close;  // names may hold quotes themselves
  if (*next_ != '"' || close - next_ < 2)
    fail(fmt::format("a name in quotes is expected, found '{}'", shown(word_here())));
  std::string name(next_ + 1, close - 1);
  next_ = close;
  return name;
}

template <typename T>
T GmshCursor::parse(const char* what) {
  skip_blanks();
  if (next_ == end_) cut_off(what);
  T value{};
  const char* start = *next_ == '+' ? next_ + 1 : next_;
  const auto [stop, failure] = std::from_chars(start, end_, value);
  if (failure != std::errc() || (stop != end_ && !blank(*stop)))
    fail(fmt::format("{} is expected, found '{}'", what, shown(word_here())));
  next_ = stop;
  return value;
}

double GmshCursor::text_real(const char* what) {
  return parse<double>(what);
}

std::int64_t GmshCursor::text_integer(const char* what) {
  return parse<std::int64_t>(what);
}

void GmshCursor::skip_line_break() {
  if (next_ != end_ && *next_ == '\r') ++next_;
  if (next_ != end_ && *next_ == '\n') ++next_;
  token_ = next_;
}

void GmshCursor::skip_bytes(std::size_t count) {
  if (remaining() < count) cut_off("more of a section");
  next_ += count;
}

void GmshCursor::skip_to(std::string_view marker, const char* what) {
  const std::string_view rest(next_, remaining());
  for (auto found = rest.find(marker); found != std::string_view::npos;
       found = rest.find(marker, found + 1)) {
    const std::size_t stop = found + marker.size();
    if (stop != rest.size() && !blank(rest[stop])) continue;  // the beginning of a longer word
    next_ += stop;
    return;
  }
  fail(fmt::format("{} has no end '{}'; the file seems cut off", what, marker));
}

std::uint32_t GmshCursor::raw_word() {
  token_ = next_;
  if (remaining() < 4) cut_off("the number one in binary");
  std::uint32_t value = 0;
  std::memcpy(&value, next_, 4);
  next_ += 4;
  return value;
}

std::int64_t GmshCursor::count(const char* what, std::size_t numbers_each, std::size_t bytes_each) {
  return checked(size(what), what, numbers_each, bytes_each);
}

std::int64_t GmshCursor::checked(std::int64_t count, const char* what, std::size_t numbers_each,
                                 std::size_t bytes_each) const {
  const std::size_t each = binary_ ? bytes_each : 2 * numbers_each;
  if (count < 0) fail(fmt::format("{} is {}, which is negative", what, count));
  if (static_cast<std::size_t>(count) > (remaining() + 1) / std::max<std::size_t>(each, 1))
    fail(fmt::format(
        "{} is {}, more than the rest of the file can hold; it seems cut off or damaged", what,
        count));
  return count;
}

double GmshCursor::finite(double value) const {
  if (!std::isfinite(value)) fail("a coordinate is not finite");
  return value;
}

}  // namespace sparkdyn::input
