#pragma once
// From the numbers in a deck to positions in the mesh.

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "sparkdyn/structure/mesh.hpp"

namespace sparkdyn::input::deck {

/// Usual numbers lie in a table, far ones in a hash map.
class Numbering {
 public:
  /// The position of `number`, or −1.
  structure::Index find(long long number) const {
    if (number >= 0 && number < dense_limit)
      return number < static_cast<long long>(dense_.size()) ? dense_[number] : -1;
    const auto found = far_.find(number);
    return found == far_.end() ? -1 : found->second;
  }
  void set(long long number, structure::Index position) {
    largest_ = std::max(largest_, number);
    if (number < 0 || number >= dense_limit) {
      far_[number] = position;
      return;
    }
    const auto place = static_cast<std::size_t>(number);
    if (place >= dense_.size())
      dense_.resize(std::min<std::size_t>(dense_limit, std::max(place + 1, 2 * dense_.size())), -1);
    dense_[place] = position;
  }
  long long largest() const { return largest_; }

 private:
  static constexpr long long dense_limit = 16'000'000;
  std::vector<structure::Index> dense_;
  std::unordered_map<long long, structure::Index> far_;
  long long largest_ = 0;
};

}  // namespace sparkdyn::input::deck
