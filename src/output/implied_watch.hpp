// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Rows of constraints that followed from others where a nonlinear model began were left out of its
// equations. As long as they follow they are met; once they are not, the motion is not the model's.

#include <memory>

#include "sparkdyn/output/structure_frame.hpp"
#include "structure/nonlinear/exact_constraints.hpp"

namespace sparkdyn::output {

class ImpliedWatch final : public run::Observer {
 public:
  /// Both must live as long.
  ImpliedWatch(const structure::Distributed& structure, const StructureFrame& frame)
      : structure_(&structure), frame_(&frame) {}

  /// From now on the conditions of Distributed::steps[step] hold. @note Collective.
  void use(std::size_t step);
  /// Throws core::Error (numerics) naming the row. @note Collective.
  void on_step(const run::Frame& frame) override;

 private:
  const structure::Distributed* structure_;
  const StructureFrame* frame_;
  const structure::LocalExactRows* rows_ = nullptr;
  std::unique_ptr<structure::nonlinear::ExactConstraints> constraints_;
  core::Vector residual_, magnitude_;
  double size_ = 0;
};

}  // namespace sparkdyn::output
