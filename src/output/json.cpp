// SPDX-License-Identifier: BSD-3-Clause
#include "output/json.hpp"

#include <fmt/format.h>

#include <cmath>

namespace sparkdyn::output {
namespace {

std::string_view short_escape(char c) {
  switch (c) {
    case '"':
      return "\\\"";
    case '\\':
      return "\\\\";
    case '\n':
      return "\\n";
    case '\r':
      return "\\r";
    case '\t':
      return "\\t";
    default:
      return {};
  }
}

/// Length of the UTF-8 sequence (RFC 3629) that `text` starts with; 0 when it is none.
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return 1;
  const std::size_t length = lead < 0xC2   ? 0
                             : lead < 0xE0 ? 2
                             : lead < 0xF0 ? 3
                             : lead < 0xF5 ? 4
                                           : 0;
  if (length == 0 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xC0) != 0x80) return 0;
  // Too long forms, surrogates, and what lies beyond U+10FFFF.
  const bool bad = (lead == 0xE0 && byte(1) < 0xA0) || (lead == 0xED && byte(1) > 0x9F) ||
                   (lead == 0xF0 && byte(1) < 0x90) || (lead == 0xF4 && byte(1) > 0x8F);
  return bad ? 0 : length;
}

std::string indented(const JsonObject& object) {
  std::string result;
  for (const char c : object.text()) {  // a line break is never inside a string: there it is \n
    result += c;
    if (c == '\n') result += "  ";
  }
  return result;
}

}  // namespace

std::string json_string(std::string_view text) {
  std::string result = "\"";
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const std::string_view escape = short_escape(text[0]);
    if (!escape.empty())
      result += escape;
    else if (static_cast<unsigned char>(text[0]) < 0x20)
      result += fmt::format("\\u{:04x}", static_cast<int>(text[0]));
    else if (length == 0)
      result += "\\ufffd";
    else
      result += text.substr(0, length);
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return result + '"';
}

std::string json_number(double value) {
  return std::isfinite(value) ? fmt::format("{}", value) : "null";
}

JsonObject& JsonObject::add(std::string_view key, std::string_view text) {
  return add_raw(key, json_string(text));
}

JsonObject& JsonObject::add(std::string_view key, const std::vector<std::string>& texts) {
  std::string list;
  for (const auto& text : texts) {
    if (!list.empty()) list += ", ";
    list += json_string(text);
  }
  return add_raw(key, "[" + list + "]");
}

JsonObject& JsonObject::add(std::string_view key, const std::vector<double>& numbers) {
  std::string list;
  for (const double number : numbers) list += (list.empty() ? "" : ", ") + json_number(number);
  return add_raw(key, "[" + list + "]");
}

JsonObject& JsonObject::add(std::string_view key, const JsonObject& object) {
  return add_raw(key, indented(object));
}

JsonObject& JsonObject::add(std::string_view key, const std::vector<JsonObject>& objects) {
  std::string list;
  for (const auto& object : objects) {
    if (!list.empty()) list += ", ";
    list += indented(object);
  }
  return add_raw(key, "[" + list + "]");
}

std::string JsonObject::text() const {
  return members_.empty() ? "{}" : "{" + members_ + "\n}";
}

JsonObject& JsonObject::add_raw(std::string_view key, const std::string& value) {
  if (!members_.empty()) members_ += ',';
  members_ += "\n  " + json_string(key) + ": " + value;
  return *this;
}

}  // namespace sparkdyn::output
