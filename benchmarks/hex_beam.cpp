// SPDX-License-Identifier: BSD-3-Clause
#include "hex_beam.hpp"

#include <Eigen/Dense>
#include <array>
#include <cmath>

namespace sparkdyn::benchmarks {
namespace {

using core::check;
using Matrix24 = Eigen::Matrix<double, 24, 24>;

struct ElementMatrices {
  Matrix24 mass = Matrix24::Zero(), stiffness = Matrix24::Zero();
};

/// Corner k of the unit brick, −1 or +1 in each direction.
std::array<int, 3> corner(int k) {
  return {(k & 1) ? 1 : -1, (k & 2) ? 1 : -1, (k & 4) ? 1 : -1};
}

ElementMatrices element(const HexBeam& beam) {
  const std::array<double, 3> size{beam.length / beam.nx, beam.width / beam.ny,
                                   beam.height / beam.nz};
  const double lambda = beam.young * beam.poisson / ((1 + beam.poisson) * (1 - 2 * beam.poisson));
  const double mu = beam.young / (2 * (1 + beam.poisson));
  Eigen::Matrix<double, 6, 6> D = Eigen::Matrix<double, 6, 6>::Zero();
  D.topLeftCorner<3, 3>().setConstant(lambda);
  D.diagonal() << lambda + 2 * mu, lambda + 2 * mu, lambda + 2 * mu, mu, mu, mu;
  const double jacobian = size[0] * size[1] * size[2] / 8;
  ElementMatrices result;
  for (int g = 0; g < 8; ++g) {
    const auto point = corner(g);
    Eigen::Matrix<double, 6, 24> B = Eigen::Matrix<double, 6, 24>::Zero();
    Eigen::Matrix<double, 3, 24> N = Eigen::Matrix<double, 3, 24>::Zero();
    for (int k = 0; k < 8; ++k) {
      const auto node = corner(k);
      std::array<double, 3> factor{}, slope{};
      for (int d = 0; d < 3; ++d) {
        factor[d] = 0.5 * (1 + node[d] * point[d] / std::sqrt(3.0));
        slope[d] = node[d] / size[d];
      }
      const double dx = slope[0] * factor[1] * factor[2], dy = factor[0] * slope[1] * factor[2],
                   dz = factor[0] * factor[1] * slope[2];
      B.block<6, 3>(0, 3 * k) << dx, 0, 0, 0, dy, 0, 0, 0, dz, dy, dx, 0, 0, dz, dy, dz, 0, dx;
      N.block<3, 3>(0, 3 * k) = factor[0] * factor[1] * factor[2] * Eigen::Matrix3d::Identity();
    }
    result.stiffness += jacobian * B.transpose() * D * B;
    result.mass += jacobian * beam.density * N.transpose() * N;
  }
  return result;
}

/// Number of the first component at node (i, j, k), i ≥ 1; negative at the clamped root.
PetscInt dof(const HexBeam& beam, int i, int j, int k) {
  return 3 * (((i - 1) * (beam.ny + 1) + j) * (beam.nz + 1) + k);
}

core::Matrix make_matrix(MPI_Comm comm, PetscInt n) {
  core::Matrix matrix;
  const auto rows = core::split_rows(comm, n);
  check(MatCreateAIJ(comm, rows.size(), rows.size(), n, n, 81, nullptr, 81, nullptr, matrix.out()));
  return matrix;
}

void finish(Mat matrix) {
  check(MatAssemblyBegin(matrix, MAT_FINAL_ASSEMBLY));
  check(MatAssemblyEnd(matrix, MAT_FINAL_ASSEMBLY));
}

/// `joint` may be null.
void assemble(const HexBeam& beam, Mat mass, Mat stiffness, Mat joint) {
  const auto matrices = element(beam);
  const Eigen::Matrix<double, 24, 24, Eigen::RowMajor> M = matrices.mass, K = matrices.stiffness,
                                                       K_joint = beam.joint_stiffness * K;
  const auto rows = core::row_range(mass);
  for (int i = 0; i < beam.nx; ++i)
    for (int j = 0; j < beam.ny; ++j)
      for (int k = 0; k < beam.nz; ++k) {
        // The rank of the element's far corner adds it.
        const PetscInt last = dof(beam, i + 1, j + 1, k + 1);
        if (last < rows.begin || last >= rows.end) continue;
        std::array<PetscInt, 24> at{};
        for (int c = 0; c < 8; ++c) {
          const int di = c & 1, dj = (c >> 1) & 1, dk = (c >> 2) & 1;
          for (int d = 0; d < 3; ++d)
            at[3 * c + d] = i + di == 0 ? -1 : dof(beam, i + di, j + dj, k + dk) + d;
        }
        check(MatSetValues(mass, 24, at.data(), 24, at.data(), M.data(), ADD_VALUES));
        const bool in_joint = joint && i + 0.5 > beam.nx * (1 - beam.joint);
        check(MatSetValues(in_joint ? joint : stiffness, 24, at.data(), 24, at.data(),
                           in_joint ? K_joint.data() : K.data(), ADD_VALUES));
      }
  finish(mass);
  finish(stiffness);
  if (joint) finish(joint);
}

core::Matrix tie_end_face(MPI_Comm comm, const HexBeam& beam, PetscInt n) {
  core::Matrix G;
  const auto rows = core::split_rows(comm, beam.constraints);
  const auto columns = core::split_rows(comm, n);
  check(MatCreateAIJ(comm, rows.size(), columns.size(), beam.constraints, n, 2, nullptr, 2, nullptr,
                     G.out()));
  for (PetscInt r = rows.begin; r < rows.end; ++r) {
    const int j = static_cast<int>(r) % beam.ny,
              k = (static_cast<int>(r) / beam.ny) % (beam.nz + 1);
    check(MatSetValue(G, r, dof(beam, beam.nx, j, k) + 2, 1.0, INSERT_VALUES));
    check(MatSetValue(G, r, dof(beam, beam.nx, j + 1, k) + 2, -1.0, INSERT_VALUES));
  }
  finish(G);
  return G;
}

std::vector<core::Vector> rigid_motions(const HexBeam& beam, Vec like) {
  std::vector<core::Vector> motions;
  const auto rows = core::row_range(like);
  for (int motion = 0; motion < 6; ++motion) {
    motions.push_back(core::make_like(like));
    const core::WriteArray values(motions.back());
    for (PetscInt i = rows.begin; i < rows.end; ++i) {
      const auto node = static_cast<int>(i / 3), c = static_cast<int>(i % 3);
      const int layer = node / (beam.nz + 1);
      const std::array<double, 3> x{beam.length / beam.nx * (1 + layer / (beam.ny + 1)),
                                    beam.width / beam.ny * (layer % (beam.ny + 1)),
                                    beam.height / beam.nz * (node % (beam.nz + 1))};
      const int axis = motion - 3;
      double value = c == motion ? 1 : 0;
      if (axis >= 0 && c == (axis + 1) % 3) value = -x[(axis + 2) % 3];
      if (axis >= 0 && c == (axis + 2) % 3) value = x[(axis + 1) % 3];
      values[i - rows.begin] = value;
    }
  }
  return motions;
}

}  // namespace

std::unique_ptr<mechanics::System> make_hex_beam(const HexBeam& beam) {
  const MPI_Comm comm = PETSC_COMM_WORLD;
  const auto n = static_cast<PetscInt>(beam.dofs());
  auto mass = std::make_shared<core::Matrix>(make_matrix(comm, n));
  auto stiffness = std::make_shared<core::Matrix>(make_matrix(comm, n));
  auto joint = beam.joint > 0 ? std::make_shared<core::Matrix>(make_matrix(comm, n)) : nullptr;
  assemble(beam, *mass, *stiffness, joint ? joint->get() : nullptr);

  using mechanics::Kind;
  std::vector<mechanics::MatrixTerm> terms{{Kind::elastic, "", {{1.0, stiffness}}}};
  if (joint) terms.push_back({Kind::elastic, "joint", {{1.0, joint}}});
  mechanics::MatrixTerm damping{Kind::damping, "", {}};
  if (beam.rayleigh_alpha != 0) damping.parts.push_back({beam.rayleigh_alpha, mass});
  if (beam.rayleigh_beta != 0) damping.parts.push_back({beam.rayleigh_beta, stiffness});
  if (!damping.parts.empty()) terms.push_back(std::move(damping));

  core::Vector load = core::make_vector(comm, core::row_range(mass->get()).size());
  const auto rows = core::row_range(mass->get());
  {
    const core::WriteArray values(load);
    for (PetscInt i = std::max(rows.begin, dof(beam, beam.nx, 0, 0)); i < rows.end; ++i)
      if (i % 3 == 2) values[i - rows.begin] = -1e3;
  }
  std::vector<mechanics::TimedVector> loads;
  loads.push_back(
      {std::move(load), beam.amplitude ? beam.amplitude : mechanics::constant_amplitude(1.0), ""});
  std::optional<mechanics::Constraint> constraint;
  if (beam.constraints > 0) constraint = mechanics::Constraint{tie_end_face(comm, beam, n), {}};
  auto system = std::make_unique<mechanics::System>(mass, std::move(terms), std::move(loads),
                                                    std::move(constraint));
  // The rows are split without a look at nodes, so that only one rank has them whole.
  system->set_near_null_space(rigid_motions(beam, system->loads()[0].shape),
                              core::row_range(mass->get()).size() == n ? 3 : 1);
  return system;
}

}  // namespace sparkdyn::benchmarks
