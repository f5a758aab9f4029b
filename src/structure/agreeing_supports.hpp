// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// u(node, component) = value · a(t), asked for once: supports may repeat one another, as
// overlapping groups do, but not contradict. Amplitudes that are the same, written twice, are one.

#include <unordered_map>
#include <vector>

#include "sparkdyn/structure/model.hpp"

namespace sparkdyn::structure {

/// Finds amplitudes that are written twice, so that their values can be compared by index.
class AmplitudeNames {
 public:
  explicit AmplitudeNames(const std::vector<mechanics::AmplitudePtr>& amplitudes)
      : amplitudes_(amplitudes) {}
  /// The first index of the same amplitude; −1 stays −1.
  int first_of(int index);

 private:
  bool same(int one, int other) const;

  const std::vector<mechanics::AmplitudePtr>& amplitudes_;
  std::vector<int> kinds_;              // each the first of its kind
  std::unordered_map<int, int> first_;  // of every index that was asked for
};

/// One support for each component of each node, sorted. Throws core::Error (input), naming both
/// places, where two ask for different motions of one component.
std::vector<Support> agreeing_supports(const Model& model, const Conditions& conditions,
                                       AmplitudeNames& names);

}  // namespace sparkdyn::structure
