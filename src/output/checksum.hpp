// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A number that tells whether bytes are still the same. It guards against damage, not malice: any
// single changed word changes it, anything else but with probability 2⁻⁶⁴.

#include <cstdint>
#include <cstring>
#include <string_view>

#include "core/hash.hpp"

namespace sparkdyn::output {

/// Bytes one after the other, in pieces of any length.
class Checksum {
 public:
  void add(std::string_view bytes) {
    for (const char c : bytes) {  // FNV-1a
      value_ ^= static_cast<unsigned char>(c);
      value_ *= 0x100000001b3ULL;
    }
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325ULL;
};

/// Of block number `index` of a file: the sum over blocks does not depend on who read which.
inline std::uint64_t block_checksum(std::string_view bytes, std::uint64_t index) {
  using core::golden;
  std::uint64_t hash = (index + 1) * golden ^ bytes.size();
  const auto mix = [&](std::uint64_t word) {
    hash = (hash ^ word) * golden;  // odd: no two words give the same
    hash ^= hash >> 32;
  };
  std::size_t at = 0;
  for (; at + sizeof(std::uint64_t) <= bytes.size(); at += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, sizeof word);
    mix(word);
  }
  std::uint64_t rest = 0;
  if (at < bytes.size()) std::memcpy(&rest, bytes.data() + at, bytes.size() - at);
  mix(rest);
  return hash * golden;
}

}  // namespace sparkdyn::output
