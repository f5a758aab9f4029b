// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// t_k = t_0 + k h, k = 1 … n, with the h that hits the end.

#include "sparkdyn/dae/memory.hpp"

namespace sparkdyn::dae {

class EqualSteps {
 public:
  /// round((end − start)/h) steps. Throws core::Error (input) when that is none.
  EqualSteps(double start, double end, double h);

  double size() const { return h_; }
  bool done() const { return next_ > count_; }
  /// Goes on to the next step; where the one before ends.
  double advance() { return start_ + next_++ * h_; }

  /// May be given back to steps with another end, a whole number of steps away, else core::Error
  /// (input).
  void carry(Memory& memory);

 private:
  double start_, end_;
  double count_, h_;
  double next_ = 1.0;
};

}  // namespace sparkdyn::dae
