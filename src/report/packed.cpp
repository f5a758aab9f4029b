// SPDX-License-Identifier: BSD-3-Clause
#include "report/packed.hpp"

#include <zlib.h>

#include "sparkdyn/core/error.hpp"

namespace sparkdyn::report {

std::string deflated(std::string_view bytes) {
  uLongf size = compressBound(bytes.size());
  std::string found(size, '\0');
  // Level 4 takes a third of the time of the best and leaves some percent more.
  constexpr int level = 4;
  const int status = compress2(reinterpret_cast<Bytef*>(found.data()), &size,
                               reinterpret_cast<const Bytef*>(bytes.data()), bytes.size(), level);
  if (status != Z_OK) core::numerics_error("zlib cannot deflate a page: status {}", status);
  found.resize(size);
  return found;
}

std::string base64(std::string_view bytes) {
  constexpr std::string_view letters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const auto at = [&](std::size_t k) -> unsigned {
      return k < bytes.size() ? static_cast<unsigned char>(bytes[k]) : 0U;
    };
    const unsigned three = at(i) << 16 | at(i + 1) << 8 | at(i + 2);
    text += letters[three >> 18];
    text += letters[three >> 12 & 63];
    text += i + 1 < bytes.size() ? letters[three >> 6 & 63] : '=';
    text += i + 2 < bytes.size() ? letters[three & 63] : '=';
  }
  return text;
}

output::JsonObject Arrays::reference(std::size_t count, std::string_view type) {
  while (bytes_.size() % 8 != 0) bytes_ += '\0';
  return output::JsonObject().add("at", bytes_.size()).add("count", count).add("type", type);
}

void Arrays::add_planes(const void* values, std::size_t count) {
  const char* bytes = static_cast<const char*>(values);
  for (std::size_t plane = 0; plane < 4; ++plane)
    for (std::size_t i = 0; i < count; ++i) bytes_ += bytes[4 * i + plane];
}

output::JsonObject Arrays::add(const std::vector<float>& values) {
  auto found = reference(values.size(), "f32");
  add_planes(values.data(), values.size());
  return found;
}

output::JsonObject Arrays::add(const std::vector<std::uint32_t>& values) {
  auto found = reference(values.size(), "u32");
  add_planes(values.data(), values.size());
  return found;
}

output::JsonObject Arrays::add(const std::vector<std::uint8_t>& values) {
  auto found = reference(values.size(), "u8");
  bytes_.append(reinterpret_cast<const char*>(values.data()), values.size());
  return found;
}

output::JsonObject Arrays::add(const std::vector<double>& values) {
  auto found = reference(values.size(), "f64");
  bytes_.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(double));
  return found;
}

}  // namespace sparkdyn::report
