// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What acts on a structure at rest, summed up: loads and reactions of supports cancel, but for what
// springs to the ground carry.

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "sparkdyn/output/structure_frame.hpp"

namespace sparkdyn::job {

struct ForceSums {
  Eigen::Vector3d loads = Eigen::Vector3d::Zero(), reactions = Eigen::Vector3d::Zero();
  Eigen::Vector3d inertia = Eigen::Vector3d::Zero();  ///< −Σ M a; of linear structures
  double size = 0;       ///< of all forces and moments of nodes, added up without signs
  bool springs = false;  ///< to the ground: they carry what is left

  /// For the user: both, and what is left when that is not round-off.
  std::vector<std::string> text() const;
};

/// Of the state that `frame` shows. Forces alone: moments have no part in them. @note Collective.
ForceSums force_sums(const structure::Distributed& structure, std::size_t step,
                     const structure::Assembled& assembled, int load_case,
                     const output::StructureFrame& frame);

/// Takes them of the last state of a run, while it can be seen.
class LastSums final : public run::Observer {
 public:
  LastSums(const structure::Distributed& structure, const output::StructureFrame& frame)
      : structure_(&structure), frame_(&frame) {}
  /// From now on; `assembled` must live until the run ends.
  void use(std::size_t conditions, const structure::Assembled& assembled, int load_case);
  void on_finish(const run::Frame& frame) override;
  /// Nothing of a nonlinear structure, or where accelerations are not known.
  const std::optional<ForceSums>& found() const { return found_; }

 private:
  const structure::Distributed* structure_;
  const output::StructureFrame* frame_;
  const structure::Assembled* assembled_ = nullptr;
  std::size_t conditions_ = 0;
  int load_case_ = 0;
  std::optional<ForceSums> found_;
};

}  // namespace sparkdyn::job
