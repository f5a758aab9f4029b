// SPDX-License-Identifier: BSD-3-Clause
#include "modal/excitation.hpp"

#include "mechanics/harmonic_amplitude.hpp"

namespace sparkdyn::modal {

Excitation::Excitation(const mechanics::System& system, int load_case) {
  for (const auto& load : system.loads())
    if (load.acts_in(load_case)) loads_.push_back(&load);
  if (system.constrained())
    for (const auto& motion : system.prescribed())
      if (motion.acts_in(load_case)) motions_.push_back(&motion);
}

Eigen::VectorXcd Excitation::factors(const std::vector<const mechanics::TimedVector*>& of,
                                     double frequency) {
  Eigen::VectorXcd result(static_cast<Eigen::Index>(of.size()));
  for (std::size_t k = 0; k < of.size(); ++k)
    result[static_cast<Eigen::Index>(k)] = mechanics::harmonic_value(*of[k]->amplitude, frequency);
  return result;
}

}  // namespace sparkdyn::modal
