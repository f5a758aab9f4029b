// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Values of all components of all nodes, laid out as the slab, at the nodes of this rank's
// elements: what a formulation is given of a state.

#include <Eigen/Core>
#include <vector>

#include "sparkdyn/core/petsc.hpp"
#include "sparkdyn/structure/distributed.hpp"

namespace sparkdyn::output {

class LocalValues {
 public:
  explicit LocalValues(const structure::Distributed& structure);

  /// Null: they are not numbers from now on. @note Collective.
  void read(Vec columns);
  /// Of an element's nodes, ordered as in its K.
  void of(const structure::LocalElement& item, Eigen::VectorXd& values) const;

 private:
  const structure::Distributed* structure_;
  std::vector<PetscInt> start_;  ///< of each local node in `values_`
  core::Vector local_;
  core::Scatter scatter_;
  std::vector<double> values_;
};

}  // namespace sparkdyn::output
