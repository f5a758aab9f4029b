// SPDX-License-Identifier: BSD-3-Clause
// A deflection w = γ1 x + γ2 y with every rotation held: constant transverse shear. It is in
// equilibrium only under couples spread over the area (M' = Q), so an element answers it exactly
// when nothing between its nodes can turn. MITC4 does; a triangle that does (MITC3, below) locks,
// and shell3, which does not lock, answers it as the exact beam does, and exactly in the limit.

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cstdio>

#include "structure/shell_cases.hpp"

namespace sparkdyn::structure::test {

namespace {

/// MITC3 (Lee & Bathe, Computers & Structures 82, 2004), flat in the xy plane, the plate only:
/// linear w and β = (θy, −θx), and the linear γ whose component along each edge is constant and
/// that of the interpolation. What the plate does not know is held by springs.
class Mitc3 final : public Element {
 public:
  std::string_view name() const override { return "mitc3"; }
  Shape shape() const override { return Shape::triangle3; }
  ComponentMask components(int, const SectionData&) const override { return all_components; }
  std::string_view section_kind() const override { return "shell"; }
  std::string complaint(const ElementInput&) const override { return {}; }

  void stiffness(const ElementInput& input, Eigen::Ref<ElementMatrix> K) const override {
    const double h = thickness(input), E = input.material->elastic.E1;
    const double nu = input.material->elastic.nu12, A = area(input);
    Eigen::Matrix3d Q;
    Q << 1, nu, 0, nu, 1, 0, 0, 0, (1 - nu) / 2;
    Q *= E / (1 - nu * nu);
    const Rows<3> bending = curvature(input);
    K = A * h * h * h / 12 * bending.transpose() * Q * bending;
    for (int middle = 0; middle < 3; ++middle) {  // of the edges: exact to degree 2
      Eigen::Vector3d N{0.5, 0.5, 0.5};
      N(middle) = 0;
      const Rows<2> shear = shear_strain(input, N);
      K += A / 3 * h * 5 / 6 * input.material->G() * shear.transpose() * shear;
    }
    for (int i = 0; i < 3; ++i)
      for (const int c : {0, 1, 5}) K(6 * i + c, 6 * i + c) = E * h;
  }

  void mass(const ElementInput& input, bool, Eigen::Ref<ElementMatrix> M) const override {
    M.setZero();
    for (int i = 0; i < 3; ++i)
      M.diagonal().segment<3>(6 * i).setConstant(input.material->density * thickness(input) *
                                                 area(input) / 3);
  }

  /// Only the transverse shear, 3/2 of the mean in the middle.
  Stress stress(const ElementInput& input, const Eigen::VectorXd& q, int layer) const override {
    const Eigen::Vector2d gamma = shear_strain(input, Eigen::Vector3d::Constant(1.0 / 3)) * q;
    Stress result = Stress::Zero();
    if (layer == 0) {
      result(4) = 1.25 * input.material->G() * gamma(1);
      result(5) = 1.25 * input.material->G() * gamma(0);
    }
    return result;
  }

 private:
  template <int count>
  using Rows = Eigen::Matrix<double, count, 18>;

  static double thickness(const ElementInput& input) {
    return std::get<ShellSection>(*input.section).thickness;
  }
  static double area(const ElementInput& input) {
    return 0.5 * (input.x[1] - input.x[0]).cross(input.x[2] - input.x[0]).z();
  }

  static Rows<3> curvature(const ElementInput& input) {
    Rows<3> B = Rows<3>::Zero();
    for (int i = 0; i < 3; ++i) {
      const Point across = (input.x[(i + 2) % 3] - input.x[(i + 1) % 3]) / (2 * area(input));
      const double N_x = -across.y(), N_y = across.x();
      B.col(6 * i + 3) << 0, -N_y, -N_x;
      B.col(6 * i + 4) << N_x, 0, N_y;
    }
    return B;
  }

  /// L γ_k = w_j − w_i + ½ (β_i + β_j)·(x_j − x_i) of the edge from node k on.
  static Eigen::Matrix<double, 1, 18> edge_shear(const ElementInput& input, int k) {
    const int next = (k + 1) % 3;
    const Point along = input.x[next] - input.x[k];
    Eigen::Matrix<double, 1, 18> row = Eigen::Matrix<double, 1, 18>::Zero();
    row(6 * k + 2) = -1;
    row(6 * next + 2) = 1;
    for (const int i : {k, next}) {
      row(6 * i + 3) = -0.5 * along.y();
      row(6 * i + 4) = 0.5 * along.x();
    }
    return row;
  }

  static Rows<2> shear_strain(const ElementInput& input, const Eigen::Vector3d& N) {
    Rows<2> B = Rows<2>::Zero();
    for (int i = 0; i < 3; ++i) {
      const int before = (i + 2) % 3;
      Eigen::Matrix2d directions;
      directions << (input.x[(i + 1) % 3] - input.x[i]).head<2>().transpose(),
          (input.x[i] - input.x[before]).head<2>().transpose();
      Rows<2> along;
      along << edge_shear(input, i), edge_shear(input, before);
      B += N(i) * directions.inverse() * along;
    }
    return B;
  }
};

const Element& mitc3() {
  static const Mitc3 element;
  return element;
}

struct ShearState {
  static constexpr double gamma1 = 1e-3, gamma2 = -2e-3;
  Eigen::VectorXd exact, q;
  Stress middle = Stress::Zero();  // 3/2 of the mean κ G γ

  explicit ShearState(ThinStructure& s) : exact(s.zero()) {
    s.fix_everywhere({3, 4, 5});
    for (int i = 0; i < s.nodes(); ++i)
      exact(6 * i + 2) = gamma1 * s.point(i).x() + gamma2 * s.point(i).y();
    q = s.solve(s.zero(), exact);
    middle(4) = 1.25 * s.material().G() * gamma2;
    middle(5) = 1.25 * s.material().G() * gamma1;
  }

  double displacement_error() const { return (q - exact).norm() / exact.norm(); }
  double stress_error(const ThinStructure& s) const {
    double largest = 0;
    for (const Member& member : s.members())
      largest = std::max(largest, (s.stress(member, q, 0) - middle).norm() / middle.norm());
    return largest;
  }
};

std::array<double, 2> patch_errors(const Element& element, double h) {
  ThinStructure s = shell_patch(element, Material::isotropic(1e6, 0.25, 1), shell_section(h));
  const ShearState state(s);
  return {state.displacement_error(), state.stress_error(s)};
}

/// n × n distorted cells over the size of the patch.
std::array<double, 2> grid_errors(const Element& element, double h, int n) {
  ThinStructure s(Material::isotropic(1e6, 0.25, 1), shell_section(h));
  add_grid(s, element, n, n, [](double a, double b) {
    return Point(0.24 * (a + 0.15 * a * b), 0.12 * (b - 0.2 * a * (1 - b)), 0);
  });
  for (int j = 0; j <= n; ++j)
    for (int i = 0; i <= n; ++i)
      if (i == 0 || j == 0 || i == n || j == n) clamp(s, j * (n + 1) + i);
  const ShearState state(s);
  return {state.displacement_error(), state.stress_error(s)};
}

}  // namespace

TEST(ShearPatch, Shell4IsExact) {
  for (const double h : {1e-4, 0.01, 1.0})
    for (const double error : patch_errors(formulation("shell4"), h)) EXPECT_LT(error, 1e-10) << h;
  for (const double error : grid_errors(formulation("shell4"), 0.05, 64)) EXPECT_LT(error, 1e-10);
}

/// Why shell3 is not the triangle that passes: on cells all cut the same way that one moves by 0.4
/// % of what it should. Rotations linear in each triangle and rot β = 0, which vanishing shear asks
/// of each of the 2n² triangles, leave nothing of the 2n² rotations. (Cut in alternating directions
/// the conditions depend on each other, and it moves; an engineer's mesh cannot be asked for that.)
TEST(ShearPatch, TriangleThatIsExactLocks) {
  for (const double error : patch_errors(mitc3(), 0.01)) EXPECT_LT(error, 1e-10);
  for (const double error : grid_errors(mitc3(), 0.05, 64)) EXPECT_LT(error, 1e-10);
  for (const bool crossed : {false, true}) {
    const double exact_in_shear = thin_clamped_plate(mitc3(), crossed);
    const double ours = thin_clamped_plate(formulation("shell3"), crossed);
    std::printf(
        "clamped plate 16 x 16%s, t/L 1e-4, centre / closed form: mitc3 %.4f, shell3 %.4f\n",
        crossed ? " crossed" : "", exact_in_shear, ours);
    if (!crossed) {
      EXPECT_LT(exact_in_shear, 0.01);
    }
    EXPECT_NEAR(ours, 1, 0.01);
  }
}

TEST(ShearPatch, Shell3IsExactWhereItsCellsAreSmallAgainstTheThickness) {
  for (const double error : patch_errors(formulation("shell3"), 1e4)) EXPECT_LT(error, 1e-8);
}

/// At one thickness on finer and finer distorted meshes: the weak patch test (Taylor, Simo,
/// Zienkiewicz, Chan 1986), which is what convergence needs. Errors go with (L/h)².
TEST(ShearPatch, Shell3ConvergesUnderRefinement) {
  const auto coarse = grid_errors(formulation("shell3"), 0.05, 32);
  const auto fine = grid_errors(formulation("shell3"), 0.05, 64);
  std::printf("shell3 constant shear, h = 0.05, 64 x 64: displacement %.1e, stress %.1e\n", fine[0],
              fine[1]);
  for (const int what : {0, 1}) {
    EXPECT_GT(coarse[what] / fine[what], 3.5);
    EXPECT_LT(fine[what], 0.005);
  }
}

/// 12EI/L³/(1 + φ) is exact; a constant shear would take κGA/L, 1 + 1/φ times as much.
TEST(ShearPatch, ExactBeamBendsWhereRotationsAreHeld) {
  const double E = 1e6, nu = 0.25, A = 0.01, I = 2e-5, L = 0.3;
  BeamSection section;
  section.area = A;
  section.I11 = section.I22 = I;
  section.J = 2 * I;
  section.shear1 = section.shear2 = 5.0 / 6 * A;
  ThinStructure s(Material::isotropic(E, nu, 1), section);
  s.add_node({0, 0, 0});
  s.add_node({L, 0, 0});
  s.add("beam2", {0, 1});
  const double G = s.material().G(), phi = 12 * E * I / (G * 5.0 / 6 * A * L * L);
  const double stiffness = s.stiffness().coeff(8, 8);
  EXPECT_NEAR(stiffness / (12 * E * I / (L * L * L) / (1 + phi)), 1, 1e-12);
  EXPECT_NEAR(stiffness / (5.0 / 6 * G * A / L), phi / (1 + phi), 1e-12);
}

}  // namespace sparkdyn::structure::test
