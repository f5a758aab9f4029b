// SPDX-License-Identifier: BSD-3-Clause
#include "job/force_sums.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <limits>

#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/structure/column_map.hpp"

namespace sparkdyn::job {
namespace {

/// Over all nodes; `unknowns`: nodes with rotations have twelve entries instead of six. `size`
/// grows by the sizes of all.
Eigen::Vector3d sum_of(const structure::Distributed& structure, Vec columns, bool unknowns,
                       double& size) {
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  double sizes = 0;
  if (columns) {
    const core::ReadArray values(columns);
    PetscInt at = 0;
    for (const structure::ComponentMask mask : structure.slab.components) {
      PetscInt own = at;
      for (int component = 0; component < 3; ++component)
        if ((mask >> component) & 1U) sum[component] += values[own++];
      const int count = std::popcount(static_cast<unsigned>(mask));
      const PetscInt end = at + (unknowns && count > 3 ? 12 : count);
      for (; at < end; ++at) sizes += std::abs(values[at]);
    }
  }
  for (int component = 0; component < 3; ++component)
    sum[component] = core::sum(structure.comm, sum[component]);
  size += core::sum(structure.comm, sizes);
  return sum;
}

std::string text_of(const Eigen::Vector3d& force) {
  return fmt::format("({:.6g}, {:.6g}, {:.6g})", force[0], force[1], force[2]);
}

}  // namespace

std::vector<std::string> ForceSums::text() const {
  constexpr double round_off = 1e-6;
  const Eigen::Vector3d left = loads + reactions;
  const auto clean = [&](Eigen::Vector3d force) {
    for (double& each : force)
      if (std::abs(each) < 1e-12 * size || size < std::numeric_limits<double>::min()) each = 0;
    return force;
  };
  std::vector<std::string> lines{fmt::format("sum of loads {}, of reactions {}",
                                             text_of(clean(loads)), text_of(clean(reactions)))};
  if (springs && left.norm() > round_off * size)
    lines.push_back(
        fmt::format("the difference, {}, goes into springs to the ground", text_of(clean(left))));
  return lines;
}

ForceSums force_sums(const structure::Distributed& structure, std::size_t step,
                     const structure::Assembled& assembled, int load_case,
                     const output::StructureFrame& frame) {
  ForceSums sums;
  const structure::ColumnMap map(structure, step);
  const core::Vector free = assembled.system->make_displacement();
  assembled.system->add_load(frame.time(), 1.0, free, load_case);
  const core::Vector columns = map.make_columns(), held = map.make_held();
  map.expand(free, columns);
  for (const auto& load : assembled.held.loads)
    if (load.acts_in(load_case))
      core::check(VecAXPY(held, load.amplitude->value(frame.time()), load.shape));
  if (structure.steps[step].fixed_global > 0) map.add_held(held, columns);
  bool springs = false;
  for (const structure::LocalElement& item : structure.elements.items)
    springs |=
        structure::elements()[static_cast<std::size_t>(item.element)]->name().ends_with("-ground");
  sums.springs = core::any(structure.comm, springs);
  sums.loads = sum_of(structure, columns, structure.nonlinear, sums.size);
  sums.reactions = sum_of(structure, frame.reaction(), false, sums.size);
  const Vec acceleration = frame.shown().inner->acceleration();
  if (structure.nonlinear || !acceleration) return sums;
  core::check(MatMult(*assembled.system->mass(), acceleration, free));
  map.expand(free, columns);
  if (structure.steps[step].fixed_global > 0) {
    core::check(MatMult(assembled.held.mass, acceleration, held));
    map.add_held(held, columns);
  }
  sums.inertia = -sum_of(structure, columns, false, sums.size);
  return sums;
}

void LastSums::use(std::size_t conditions, const structure::Assembled& assembled, int load_case) {
  conditions_ = conditions;
  assembled_ = &assembled;
  load_case_ = load_case;
}

void LastSums::on_finish(const run::Frame& frame) {
  found_.reset();
  if (!structure_->nonlinear && frame.acceleration())
    found_ = force_sums(*structure_, conditions_, *assembled_, load_case_, *frame_);
}

}  // namespace sparkdyn::job
