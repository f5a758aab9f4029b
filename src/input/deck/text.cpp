// SPDX-License-Identifier: BSD-3-Clause
#include "text.hpp"

#include <array>
#include <charconv>
#include <cmath>

namespace sparkdyn::input::deck {
namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

// std::toupper depends on the locale.
char upper(char c) {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

bool is_quoted(std::string_view text) {
  return text.size() >= 2 && (text.front() == '"' || text.front() == '\'') &&
         text.back() == text.front();
}

/// from_chars takes no leading plus.
std::string_view without_plus(std::string_view field) {
  const bool plus = field.size() > 1 && field[0] == '+' && field[1] != '-' && field[1] != '+';
  return plus ? field.substr(1) : field;
}

template <typename Number>
std::optional<Number> convert(std::string_view field) {
  Number value{};
  const char* end = field.data() + field.size();
  const auto [stop, error] = std::from_chars(field.data(), end, value);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return value;
}

std::optional<double> convert_fortran(std::string_view field) {
  std::array<char, 64> copy{};
  if (field.size() > copy.size()) return std::nullopt;
  for (std::size_t i = 0; i < field.size(); ++i)
    copy[i] = field[i] == 'd' || field[i] == 'D' ? 'e' : field[i];
  return convert<double>(std::string_view(copy.data(), field.size()));
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::string_view unquoted(std::string_view text) {
  return is_quoted(text) ? text.substr(1, text.size() - 2) : text;
}

std::string normal_name(std::string_view text) {
  text = trimmed(text);
  const bool keep_blanks = is_quoted(text);
  std::string name;
  for (const char c : unquoted(text))
    if (keep_blanks || !is_blank(c)) name += upper(c);
  return name;
}

std::optional<double> to_number(std::string_view field) {
  field = without_plus(field);
  auto value = convert<double>(field);
  if (!value) value = convert_fortran(field);
  if (value && !std::isfinite(*value)) return std::nullopt;
  return value;
}

std::optional<long long> to_integer(std::string_view field) {
  return convert<long long>(without_plus(field));
}

}  // namespace sparkdyn::input::deck
