// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Finds the positions in the mesh that numbers in a deck stand for.

#include <algorithm>
#include <span>
#include <unordered_map>
#include <utility>
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
    sorted_.clear();
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

  using Numbered = std::pair<long long, structure::Index>;
  /// The numbers from first to last that exist: a range may be far longer than what it holds.
  std::span<const Numbered> between(long long first, long long last) const {
    const std::vector<Numbered>& all = sorted();
    const auto less = [](const Numbered& item, long long number) { return item.first < number; };
    const auto begin = std::lower_bound(all.begin(), all.end(), first, less);
    auto end = std::lower_bound(begin, all.end(), last, less);
    if (end != all.end() && end->first == last) ++end;
    return {begin, end};
  }

 private:
  /// They are sorted by number when first asked for.
  const std::vector<Numbered>& sorted() const {
    if (!sorted_.empty()) return sorted_;
    for (std::size_t i = 0; i < dense_.size(); ++i)
      if (dense_[i] >= 0) sorted_.emplace_back(static_cast<long long>(i), dense_[i]);
    const std::size_t near = sorted_.size();
    sorted_.insert(sorted_.end(), far_.begin(), far_.end());
    if (sorted_.size() > near) std::sort(sorted_.begin(), sorted_.end());
    return sorted_;
  }

  static constexpr long long dense_limit = 16'000'000;
  std::vector<structure::Index> dense_;
  std::unordered_map<long long, structure::Index> far_;
  long long largest_ = 0;
  mutable std::vector<Numbered> sorted_;
};

}  // namespace sparkdyn::input::deck
