// SPDX-License-Identifier: BSD-3-Clause
#include "output/local_values.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "sparkdyn/structure/element.hpp"

namespace sparkdyn::output {

using core::check;
using structure::ComponentMask;
using structure::Index;

LocalValues::LocalValues(const structure::Distributed& structure) : structure_(&structure) {
  const auto& nodes = structure.nodes;
  start_.assign(nodes.size() + 1, 0);
  for (Index i = 0; i < nodes.size(); ++i)
    start_[i + 1] = start_[i] + std::popcount(nodes.components[i]);
  values_.resize(start_.back());
}

void LocalValues::read(Vec columns) {
  if (!columns) {
    std::fill(values_.begin(), values_.end(), std::numeric_limits<double>::quiet_NaN());
    return;
  }
  if (scatter_.empty()) {
    const auto& nodes = structure_->nodes;
    std::vector<PetscInt> wanted;
    for (Index i = 0; i < nodes.size(); ++i)
      for (int c = 0; c < std::popcount(nodes.components[i]); ++c)
        wanted.push_back(nodes.column[i] + c);
    const auto size = static_cast<PetscInt>(wanted.size());
    check(VecCreateSeq(PETSC_COMM_SELF, size, local_.out()));
    core::IndexSet from;
    check(ISCreateGeneral(PETSC_COMM_SELF, size, wanted.data(), PETSC_COPY_VALUES, from.out()));
    check(VecScatterCreate(columns, from, local_, nullptr, scatter_.out()));
  }
  check(VecScatterBegin(scatter_, columns, local_, INSERT_VALUES, SCATTER_FORWARD));
  check(VecScatterEnd(scatter_, columns, local_, INSERT_VALUES, SCATTER_FORWARD));
  const core::ReadArray found(local_);
  std::copy_n(found.data(), values_.size(), values_.begin());
}

void LocalValues::of(const structure::LocalElement& item, Eigen::VectorXd& values) const {
  const auto& element = *structure::elements()[item.element];
  const auto& section = structure_->sections[item.section].data;
  values.resize(structure::matrix_size(element, section));
  for (int i = 0, at = 0; i < structure::info(element.shape()).nodes; ++i) {
    const Index node = structure_->elements.nodes[item.first + i];
    for (ComponentMask mask = element.components(i, section); mask; mask &= mask - 1, ++at) {
      const int component = std::countr_zero(mask);
      const auto below =
          static_cast<ComponentMask>(structure_->nodes.components[node] & ((1 << component) - 1));
      values[at] = values_[start_[node] + std::popcount(below)];
    }
  }
}

}  // namespace sparkdyn::output
