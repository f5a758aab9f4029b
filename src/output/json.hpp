// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Writes JSON (RFC 8259): indented objects and lists in the order they are added.

#include <concepts>
#include <string>
#include <string_view>
#include <vector>

namespace sparkdyn::output {

/// With its quotes; control characters, quotes and backslashes escaped, bytes that are not UTF-8
/// replaced.
std::string json_string(std::string_view text);
/// Reads back to the same bits; NaN and infinity, which JSON lacks, become null.
std::string json_number(double value);

class JsonObject {
 public:
  JsonObject& add(std::string_view key, std::string_view text);
  JsonObject& add(std::string_view key, std::floating_point auto value) {
    return add_raw(key, json_number(value));
  }
  JsonObject& add(std::string_view key, std::integral auto value) {
    return add_raw(key, std::to_string(value));
  }
  JsonObject& add(std::string_view key, const std::vector<std::string>& texts);
  JsonObject& add(std::string_view key, const std::vector<double>& numbers);
  JsonObject& add(std::string_view key, const JsonObject& object);
  JsonObject& add(std::string_view key, const std::vector<JsonObject>& objects);

  std::string text() const;

 private:
  JsonObject& add_raw(std::string_view key, const std::string& value);

  std::string members_;
};

}  // namespace sparkdyn::output
