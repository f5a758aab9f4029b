// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The amplitudes of a deck, and the functions of total time that the model gets from them:
//   a(t − shift), shift = start of the step (unless TIME=TOTAL TIME) + TIME DELAY.

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "block.hpp"
#include "sparkdyn/mechanics/amplitude.hpp"

namespace sparkdyn::input::deck {

using Table = std::vector<std::pair<double, double>>;

struct DeckAmplitude {
  std::string name;
  std::string where;
  bool total_time = false;
  bool absolute = false;  ///< its values are the load itself
  bool jumps = false;     ///< two values at one time
  Table points;
  mechanics::AmplitudePtr function;  ///< of the points

  double value(double t) const { return function->value(t); }
};

class Amplitudes {
 public:
  void add(const Block& block);
  /// The one that a load's AMPLITUDE parameter names; −1 without. Throws when it is unknown.
  int named(const Block& block) const;
  const DeckAmplitude& operator[](int index) const { return list_[index]; }

  /// Index in Model::amplitudes of the amplitude moved by `shift`.
  int in_model(int index, double shift);
  /// Linear from (start, from) to (end, to).
  int ramp(double start, double from, double end, double to);
  /// What the model's amplitudes are made from, so that other ranks can make them too.
  const std::vector<Table>& tables() const { return tables_; }

 private:
  std::vector<DeckAmplitude> list_;
  std::map<std::string, int> by_name_;
  std::map<std::pair<int, double>, int> made_;
  std::vector<Table> tables_;
};

}  // namespace sparkdyn::input::deck
