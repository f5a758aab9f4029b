// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Steps whose sizes are known beforehand: h p_1, h p_2, …, h p_n and again from p_1, with the h for
// which whole rounds hit the end. Equal steps have the pattern (1).

#include <vector>

#include "sparkdyn/dae/carried.hpp"

namespace sparkdyn::dae {

class FixedSteps {
 public:
  /// round((end − start)/(h Σp)) rounds. Throws core::Error (input) when that is none, and when a
  /// size in the pattern is not positive.
  FixedSteps(double start, double end, double h, std::vector<double> pattern = {1.0});

  double size() const { return h_ * pattern_[place_]; }
  bool done() const { return round_ > count_; }
  /// Goes on to the next step; where the one before ends.
  double advance();

  /// May be given back to steps with another end, a whole number of rounds away, else core::Error
  /// (input).
  void carry(Carried& carried);

 private:
  std::vector<double> pattern_;
  double whole_;  // Σp
  double start_, end_;
  double count_, h_;
  double round_ = 1.0;     // under way
  std::size_t place_ = 0;  // in it
};

}  // namespace sparkdyn::dae
