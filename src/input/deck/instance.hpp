// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// One instance of a part: where it is, x ↦ R(x + t − a) + a, and what its numbers and names become.

#include <Eigen/Core>
#include <string>
#include <string_view>

#include "block.hpp"
#include "generated_places.hpp"

namespace sparkdyn::input::deck {

class Instance {
 public:
  /// From *INSTANCE, its translation and its turn about an axis. Nodes and elements have numbers
  /// that are larger by `offset` than in the part.
  Instance(const Block& block, long long offset);

  const std::string& name() const { return name_; }
  const std::string& part() const { return part_; }
  long long offset() const { return offset_; }
  bool turned() const { return angle_ != 0; }

  /// The block as this instance has it; `text` keeps its lines. Throws for a keyword that does not
  /// belong into a part or cannot be turned.
  Block copy(const Block& block, std::string& text) const;
  /// Lines of *NSET and *ELSET with INSTANCE=, whose members are this instance's.
  Block members(const Block& block, std::string& text) const;
  /// "12" → "1012", "SET" → "INSTANCE.SET".
  std::string reference(std::string_view field) const;

 private:
  long long shifted(long long number) const;
  Place3 moved(const Place3& x) const;
  Place3 direction(const Place3& x) const;
  std::string node_line(const Line& line) const;
  std::string axes_line(const Line& line, bool cylindrical) const;
  std::string prefixed(std::string_view name) const;

  std::string name_, part_;
  long long offset_ = 0;
  Place3 shift_ = Place3::Zero(), point_ = Place3::Zero(), axis_ = Place3::UnitZ();
  double angle_ = 0;
};

}  // namespace sparkdyn::input::deck
