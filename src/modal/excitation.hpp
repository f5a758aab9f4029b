// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What drives a structure at one frequency f: F = Σ_k F_k a_k(f) and G x = Σ_k s_k a_k(f) with
// complex a_k, which say how large and in which phase.

#include <Eigen/Core>
#include <vector>

#include "sparkdyn/mechanics/system.hpp"

namespace sparkdyn::modal {

class Excitation {
 public:
  /// Loads of this load case, and all prescribed motions; the system must outlive it.
  Excitation(const mechanics::System& system, int load_case);

  const std::vector<const mechanics::TimedVector*>& loads() const { return loads_; }      ///< F_k
  const std::vector<const mechanics::TimedVector*>& motions() const { return motions_; }  ///< s_k
  /// a_k. Throws core::Error (input) for a history over time.
  Eigen::VectorXcd load_factors(double frequency) const { return factors(loads_, frequency); }
  Eigen::VectorXcd motion_factors(double frequency) const { return factors(motions_, frequency); }

 private:
  static Eigen::VectorXcd factors(const std::vector<const mechanics::TimedVector*>& of,
                                  double frequency);

  std::vector<const mechanics::TimedVector*> loads_, motions_;
};

}  // namespace sparkdyn::modal
