// SPDX-License-Identifier: BSD-3-Clause
#include "market_tokens.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>

namespace sparkdyn::input {

std::string shown(std::string_view token) {
  constexpr std::size_t most = 40;
  std::string text(token.substr(0, most));
  for (char& c : text)
    if (!std::isprint(static_cast<unsigned char>(c))) c = '?';
  return token.size() > most ? text + "..." : text;
}

std::string_view Tokens::word() {
  const char* begin = next_;
  while (next_ != end_ && !blank(*next_)) ++next_;
  const std::string_view result(begin, static_cast<std::size_t>(next_ - begin));
  skip_blanks();
  return result;
}

long long Tokens::integer(const char* what) {
  long long value = 0;
  const auto [stop, status] = std::from_chars(next_, end_, value);
  if (status == std::errc() && (stop == end_ || blank(*stop))) {
    next_ = stop;
    skip_blanks();
    return value;
  }
  if (empty()) throw LineComplaint{fmt::format("the {} is missing", what)};
  throw LineComplaint{fmt::format("the {} must be a whole number, not '{}'", what, shown(word()))};
}

double Tokens::real() {
  double value = 0;
  const auto [stop, status] = std::from_chars(next_, end_, value);
  if (status != std::errc() || (stop != end_ && !blank(*stop))) return unusual_real();
  next_ = stop;
  skip_blanks();
  return value;
}

/// A leading plus, Fortran's exponent, overflow to infinity and underflow to zero.
double Tokens::unusual_real() {
  const std::string_view token = word();
  if (token.empty()) throw LineComplaint{"the value is missing"};
  std::string text(token);
  std::replace(text.begin(), text.end(), 'd', 'e');
  std::replace(text.begin(), text.end(), 'D', 'e');
  char* stop = nullptr;
  const double value = std::strtod(text.c_str(), &stop);
  const bool decimal = text.find_first_not_of("+-.0123456789eE") == std::string::npos;
  if (!decimal || stop != text.c_str() + text.size())
    throw LineComplaint{fmt::format("'{}' is not a number", shown(token))};
  if (std::isinf(value))
    throw LineComplaint{fmt::format("the value {} is too large for a double", shown(token))};
  return value;
}

void Tokens::require_end(const char* expected) const {
  if (empty()) return;
  Tokens rest = *this;
  throw LineComplaint{fmt::format("'{}' is too much; expected {}", shown(rest.word()), expected)};
}

}  // namespace sparkdyn::input
