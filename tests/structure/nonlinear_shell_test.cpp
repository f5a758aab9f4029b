// SPDX-License-Identifier: BSD-3-Clause
// The shell of structures that turn: at rest that of the linear shell4, at other states objective
// and consistent.

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>

#include "nonlinear/exact_mass.hpp"
#include "nonlinear/kernels.hpp"
#include "structure/kernel_checks.hpp"
#include "structure/named_element.hpp"

namespace sparkdyn::structure::nonlinear {
namespace {

struct Patch {
  std::vector<Point> x{{0, 0, 0}, {2.1, 0.2, 0.1}, {1.8, 1.7, -0.2}, {-0.3, 1.4, 0.15}};
  Material material = Material::isotropic(200, 0.3, 3);
  SectionData section;
  explicit Patch(double offset) { section = ShellSection{.thickness = 0.2, .offset = offset}; }
  ElementInput input() const { return {.x = x, .material = &material, .section = &section}; }
};

/// Displacements and directors from displacements and small rotations.
DenseMatrix directors_of_rotations() {
  DenseMatrix T = DenseMatrix::Zero(48, 24);
  for (int node = 0; node < 4; ++node) {
    T.block<3, 3>(12 * node, 6 * node).setIdentity();
    for (int k = 0; k < 3; ++k)
      for (int c = 0; c < 3; ++c)
        T.block<3, 1>(12 * node + 3 + 3 * k, 6 * node + 3 + c) =
            Eigen::Vector3d::Unit(c).cross(Eigen::Vector3d::Unit(k));
  }
  return T;
}

class NonlinearShell : public testing::TestWithParam<double> {};

TEST_P(NonlinearShell, is_the_linear_one_at_rest) {
  const Patch patch(GetParam());
  const Element& linear = element("shell4");
  ElementMatrix K(24, 24), M(24, 24);
  linear.stiffness(patch.input(), K);
  linear.mass(patch.input(), false, M);
  const auto term = elastic_term(make_kernel(linear, patch.input()));
  const DenseVector start = rest(4, true);
  const DenseMatrix T = directors_of_rotations();
  const DenseMatrix mine = T.transpose() * by_q(*term, start, DenseVector::Zero(48)) * T;
  EXPECT_LT((mine - K).norm(), 1e-13 * K.norm());
  // The same mass but for the inertia about normals.
  const DenseMatrix m = exact_mass(linear, patch.input(), false);
  DenseMatrix all = DenseMatrix::Zero(48, 48);
  for (int i = 0; i < 16; ++i)
    for (int j = 0; j < 16; ++j) all.block<3, 3>(3 * i, 3 * j).diagonal().array() += m(i, j);
  const DenseMatrix difference = T.transpose() * all * T - DenseMatrix(M);
  for (int i = 0; i < 4; ++i)
    EXPECT_LT((difference.block<3, 3>(6 * i, 6 * i)).norm(), 1e-3 * M.norm());
  EXPECT_GT(Eigen::SelfAdjointEigenSolver<DenseMatrix>(m).eigenvalues()(0), -1e-14 * m.norm());
}

TEST_P(NonlinearShell, is_objective_and_consistent) {
  const Patch patch(GetParam());
  const auto term = elastic_term(make_kernel(element("shell4"), patch.input()));
  std::mt19937 generator(7);
  for (int trial = 0; trial < 3; ++trial) {
    const DenseVector q = rest(4, true) + random_vector(48, 0.2, generator);
    expect_consistent(*term, q);
    expect_objective(*term, q, patch.x, generator);
    const auto damping =
        stiffness_damping(SharedKernel(make_kernel(element("shell4"), patch.input())), 0.1);
    expect_damping(*damping, q, patch.x, generator);
  }
}

INSTANTIATE_TEST_SUITE_P(offsets, NonlinearShell, testing::Values(0.0, 0.5));

}  // namespace
}  // namespace sparkdyn::structure::nonlinear
