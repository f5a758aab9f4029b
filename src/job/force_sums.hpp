// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What acts on a structure at rest, summed up: loads and reactions of supports cancel, but for what
// springs to the ground carry.

#include <Eigen/Core>
#include <string>
#include <vector>

#include "sparkdyn/output/structure_frame.hpp"

namespace sparkdyn::job {

struct ForceSums {
  Eigen::Vector3d loads = Eigen::Vector3d::Zero(), reactions = Eigen::Vector3d::Zero();
  double size = 0;       ///< of all forces and moments of nodes, added up without signs
  bool springs = false;  ///< to the ground: they carry what is left

  /// For the user: both, and what is left when that is not round-off.
  std::vector<std::string> text() const;
};

/// Of the state that `frame` shows. Forces alone: moments have no part in them. @note Collective.
ForceSums force_sums(const structure::Distributed& structure, std::size_t step,
                     const structure::Assembled& assembled, int load_case,
                     const output::StructureFrame& frame);

}  // namespace sparkdyn::job
