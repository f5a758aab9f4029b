// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Numbers and texts as a page holds them: deflated (zlib) and in base64. Arrays stand one after the
// other; those of four bytes are split into planes of equal bytes before, which deflates better.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "output/json.hpp"

namespace sparkdyn::report {

std::string deflated(std::string_view bytes);  ///< in zlib's format (RFC 1950)
std::string base64(std::string_view bytes);

/// Collects arrays; each is known by where it begins, how many numbers it has and their type.
class Arrays {
 public:
  output::JsonObject add(const std::vector<float>& values);
  output::JsonObject add(const std::vector<std::uint32_t>& values);
  output::JsonObject add(const std::vector<std::uint8_t>& values);
  /// Not in planes; for times, which single precision would blur.
  output::JsonObject add(const std::vector<double>& values);
  std::string packed() const { return base64(deflated(bytes_)); }
  std::size_t size() const { return bytes_.size(); }

 private:
  output::JsonObject reference(std::size_t count, std::string_view type);
  void add_planes(const void* values, std::size_t count);
  std::string bytes_;
};

}  // namespace sparkdyn::report
