// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A number that tells whether two things are the same: Σ over items of a 64-bit hash of each. The
// sum does not depend on the order of the items, nor on which rank has which.

#include <bit>
#include <cstdint>
#include <string_view>

namespace sparkdyn::core {

/// The fraction of the golden ratio: multiples of it spread evenly over all words.
inline constexpr std::uint64_t golden = 0x9e3779b97f4a7c15ULL;

/// splitmix64, a bijection.
constexpr std::uint64_t scrambled(std::uint64_t x) {
  x += golden;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

/// Of one item, word after word.
class ItemHash {
 public:
  ItemHash& add(std::uint64_t word) {
    value_ = scrambled(value_ ^ scrambled(word + golden));
    return *this;
  }
  ItemHash& add(std::int64_t word) { return add(static_cast<std::uint64_t>(word)); }
  ItemHash& add(int word) { return add(static_cast<std::int64_t>(word)); }
  /// By its bits; −0 is 0.
  ItemHash& add(double value) {
    return add(std::bit_cast<std::uint64_t>(value == 0 ? 0.0 : value));
  }
  ItemHash& add(std::string_view text) {
    add(static_cast<std::uint64_t>(text.size()));
    for (const char c : text) add(static_cast<std::uint64_t>(static_cast<unsigned char>(c)));
    return *this;
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = golden;
};

class Fingerprint {
 public:
  void add(const ItemHash& item) { value_ += item.value(); }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0;
};

}  // namespace sparkdyn::core
