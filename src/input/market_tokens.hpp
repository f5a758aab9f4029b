// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Numbers and words of one line of text, without copies.

#include <string>
#include <string_view>

namespace sparkdyn::input {

/// What is wrong with a line; the caller knows where the line is.
struct LineComplaint {
  std::string what;
};

/// Reads a line from left to right; throws LineComplaint.
class Tokens {
 public:
  Tokens(const char* begin, const char* end) : next_(begin), end_(end) { skip_blanks(); }
  explicit Tokens(std::string_view line) : Tokens(line.data(), line.data() + line.size()) {}

  bool empty() const { return next_ == end_; }
  bool comment() const { return !empty() && *next_ == '%'; }

  /// The next word, empty at the end.
  std::string_view word();
  /// A whole number called `what` in messages.
  long long integer(const char* what);
  /// A number in C's notation or Fortran's (1.0D0). May be infinite or NaN.
  double real();
  void require_end(const char* expected) const;

 private:
  bool blank(char c) const { return c == ' ' || c == '\t' || c == '\r'; }
  void skip_blanks() {
    while (next_ != end_ && blank(*next_)) ++next_;
  }
  double unusual_real();

  const char* next_;
  const char* end_;
};

/// Short and printable, for messages.
std::string shown(std::string_view token);

}  // namespace sparkdyn::input
