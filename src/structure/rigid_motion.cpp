// SPDX-License-Identifier: BSD-3-Clause
// Rigid motions of the whole structure: its mass properties by the elements' own mass matrices, the
// motions themselves, and what loads do on them, which is their resultant.

#include <algorithm>

#include "components.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "structure/resultants.hpp"

namespace sparkdyn::structure {
namespace {

/// Component c of the unit motion about `centre` at p: translation along 0..2, rotation about 3..5.
double rigid_motion(int motion, int c, const Vector& p, const Vector& centre) {
  if (motion < 3 || c >= 3) return c == motion ? 1 : 0;
  const int axis = motion - 3, next = (axis + 1) % 3, after = (axis + 2) % 3;
  if (c == next) return -(p[after] - centre[after]);
  return c == after ? p[next] - centre[next] : 0.0;
}

/// The motion at the components of owned nodes that `wanted` selects, node by node.
template <typename Wanted>
core::Vector motion_vector(const Distributed& structure, int motion, const Vector& centre,
                           PetscInt size, Wanted wanted) {
  core::Vector vector = core::make_vector(structure.comm, size);
  core::WriteArray entries(vector);
  PetscInt at = 0;
  for (Index node = 0; node < structure.nodes.owned; ++node)
    for (ComponentMask mask = wanted(node); mask; mask &= mask - 1)
      entries[at++] =
          rigid_motion(motion, std::countr_zero(mask), structure.nodes.points[node], centre);
  return vector;
}

}  // namespace

MassProperties mass_properties(const Distributed& structure) {
  // Σ over nodes of the rows of M_e belonging to translations: m, m·x and second moments by the
  // consistent mass matrix itself, which is exact for rigid motions.
  std::array<double, 10> mine{};  // m, mx, my, mz, xx, yy, zz, xy, yz, zx
  std::vector<Point> x;
  ElementMatrix M;
  for (const LocalElement& item : structure.elements.items) {
    if (!item.counted) continue;
    const Element& element = *elements()[item.element];
    const SectionData& section = structure.sections[item.section].data;
    const int size = matrix_size(element, section);
    M.resize(size, size);
    element.mass(element_input(structure, item, x), structure.lumped_mass, M);
    // Six rigid motions about the origin, evaluated with the element's own mass matrix.
    Eigen::MatrixXd R = Eigen::MatrixXd::Zero(size, 6);
    for (int i = 0, at = 0; i < info(element.shape()).nodes; ++i)
      for (ComponentMask mask = element.components(i, section); mask; mask &= mask - 1, ++at) {
        const int c = std::countr_zero(mask);
        if (c >= 3) {
          R(at, c) = 1;
          continue;
        }
        R(at, c) = 1;
        const int next = (c + 1) % 3, after = (c + 2) % 3;
        R(at, 3 + next) = x[i][after];  // θ × x
        R(at, 3 + after) = -x[i][next];
      }
    const Eigen::Matrix<double, 6, 6> J = R.transpose() * M * R;
    const double m = J(0, 0);
    mine[0] += m;
    mine[1] += J(1, 5);  // m x̄ from y-translation with rotation about z
    mine[2] += J(2, 3);
    mine[3] += J(0, 4);
    for (int i = 0; i < 3; ++i) mine[4 + i] += J(3 + i, 3 + i);
    mine[7] += J(3, 4);
    mine[8] += J(4, 5);
    mine[9] += J(5, 3);
  }
  std::array<double, 10> all{};
  MPI_Allreduce(mine.data(), all.data(), 10, MPI_DOUBLE, MPI_SUM, structure.comm);
  MassProperties result;
  result.mass = all[0];
  if (all[0] <= 0) return result;
  Vector& c = result.centre;
  for (int i = 0; i < 3; ++i) c[i] = all[1 + i] / all[0];
  const double m = all[0];
  result.inertia = {all[4] - m * (c[1] * c[1] + c[2] * c[2]),
                    all[5] - m * (c[2] * c[2] + c[0] * c[0]),
                    all[6] - m * (c[0] * c[0] + c[1] * c[1]),
                    all[7] + m * c[0] * c[1],
                    all[8] + m * c[1] * c[2],
                    all[9] + m * c[2] * c[0]};
  return result;
}

std::vector<core::Vector> rigid_motions(const Distributed& structure, std::size_t step,
                                        const Vector& centre) {
  const LocalConditions& conditions = structure.steps[step];
  const auto free = [&](Index node) -> ComponentMask {
    return structure.nodes.components[node] & ~conditions.fixed[node];
  };
  std::vector<core::Vector> motions;
  for (int motion = 0; motion < 6; ++motion)
    motions.push_back(motion_vector(structure, motion, centre, conditions.free_local, free));
  return motions;
}

std::vector<Resultant> load_resultants(const Distributed& structure, std::size_t step,
                                       const Assembled& assembled, const Vector& about) {
  const LocalConditions& conditions = structure.steps[step];
  const auto held = [&](Index node) -> ComponentMask {
    return structure.nodes.components[node] & conditions.fixed[node];
  };
  const auto& loads = assembled.system->loads();
  std::vector<Resultant> result(loads.size());
  const auto free_motions = rigid_motions(structure, step, about);
  for (int motion = 0; motion < 6; ++motion) {
    const core::Vector held_motion =
        motion_vector(structure, motion, about, conditions.fixed_local, held);
    for (std::size_t k = 0; k < loads.size(); ++k) {
      double work = core::dot(free_motions[motion], loads[k].shape);
      if (k < assembled.held.loads.size())
        work += core::dot(held_motion, assembled.held.loads[k].shape);
      (motion < 3 ? result[k].force[motion] : result[k].moment[motion - 3]) = work;
    }
  }
  return result;
}

std::vector<char> same_node_as_before(const Distributed& structure, std::size_t step) {
  const LocalConditions& conditions = structure.steps[step];
  std::vector<char> same;
  for (Index node = 0; node < structure.nodes.owned; ++node) {
    const ComponentMask free = structure.nodes.components[node] & ~conditions.fixed[node];
    for (int k = 0; k < count_of(free); ++k) same.push_back(k > 0);
  }
  return same;
}

}  // namespace sparkdyn::structure
