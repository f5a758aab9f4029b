#include <bit>

#include "sparkdyn/structure/assemble.hpp"

namespace sparkdyn::structure {

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

}  // namespace sparkdyn::structure
