// SPDX-License-Identifier: BSD-3-Clause
// Four-node shell MITC4 (Dvorkin & Bathe, Eng. Comput. 1, 1984) with six components per node.
// curved_shell.hpp has its geometry and its rotation about the normal. In-plane covariant strains
// follow from u; the transverse ones are tied at the middles of the edges, e_rt at (0, ±1) and e_st
// at (±1, 0), and interpolated between them: no shear locking.
//  * In-plane bending: four enhanced strains of the middle surface (Simo & Rifai 1990, on a
//    rectangle the incompatible modes of Taylor, Beresford & Wilson 1976), condensed.
//  * Warping: the middle surface is the bilinear surface through the nodes, each corner with its
//    own normal; nothing is projected on a plane.

#include <Eigen/Cholesky>
#include <algorithm>
#include <array>
#include <cmath>

#include "all.hpp"
#include "curved_shell.hpp"

namespace sparkdyn::structure {

namespace {

constexpr int enhanced_modes = 4;

/// The shape functions of four nodes.
struct Bilinear {
  static constexpr int nodes = 4;
  static constexpr std::array<double, 4> corner_r{-1, 1, 1, -1};
  static constexpr std::array<double, 4> corner_s{-1, -1, 1, 1};

  static ShellShape<4> at(double r, double s) {
    ShellShape<4> shape;
    for (int i = 0; i < 4; ++i) {
      shape.N[i] = 0.25 * (1 + corner_r[i] * r) * (1 + corner_s[i] * s);
      shape.N_r[i] = 0.25 * corner_r[i] * (1 + corner_s[i] * s);
      shape.N_s[i] = 0.25 * corner_s[i] * (1 + corner_r[i] * r);
    }
    return shape;
  }
  static ShellShape<4> middle_at(double r, double s) { return at(r, s); }
  /// Its place, and its share of the reference square.
  static std::array<double, 3> node(int i) { return {corner_r[i], corner_s[i], 1}; }
};

using Shell = CurvedShell<Bilinear>;
using Local = ShellPoint<4>;
using Strains = ShellStrains<4>;
using Matrix24 = ShellMatrix<4>;
using DofRow = ShellRow<4>;
using VectorRows = ShellVectorRows<4>;
using Arms = std::array<Point, 4>;

/// g_r × g_s of the bilinear surface at a corner: along the two edges that meet there.
Point corner_area(std::span<const Point> x, int i) {
  const Point to_next = x[(i + 1) % 4] - x[i];
  const Point to_previous = x[(i + 3) % 4] - x[i];
  return 0.25 * to_next.cross(to_previous);
}

/// From the nodes to the middle surface.
Arms arms_of(const ElementInput& input) {
  const ShellSection& section = shell_section(input);
  Arms arms;
  for (int i = 0; i < 4; ++i)
    arms[i] = section.offset * section.thickness * corner_area(input.x, i).normalized();
  return arms;
}

Shell shell_of(const ElementInput& input) {
  Shell shell;
  shell.thickness = shell_section(input).thickness;
  const Arms arms = arms_of(input);
  for (int i = 0; i < 4; ++i) {
    shell.normal[i] = corner_area(input.x, i).normalized();
    shell.x[i] = input.x[i] + arms[i];
  }
  return shell;
}

/// Tied 2e_rt at (0, ∓1) and 2e_st at (∓1, 0).
struct TiedShear {
  DofRow rt_minus, rt_plus, st_minus, st_plus;
};

TiedShear tied_shear(const Shell& shell) {
  const auto rt = [&](double s) { return shell_point(shell, {0, s, 0}).shear_rt(); };
  const auto st = [&](double r) { return shell_point(shell, {r, 0, 0}).shear_st(); };
  return {rt(-1), rt(1), st(-1), st(1)};
}

Strains strains(const Shell& shell, const ShellSection& section, const TiedShear& tied,
                const Natural& p) {
  const Local l = shell_point(shell, p);
  return local_strains<4>(l, section, l.in_surface(),
                          0.5 * (1 - p.s) * tied.rt_minus + 0.5 * (1 + p.s) * tied.rt_plus,
                          0.5 * (1 - p.r) * tied.st_minus + 0.5 * (1 + p.r) * tied.st_plus);
}

/// Enhanced in-plane strains (e_rr: r; e_ss: s; 2e_rs: r, s), taken to the local axes as at the
/// centre and scaled so that they do no work on constant stresses: the patch test holds.
class Enhancement {
 public:
  Enhancement(const Shell& shell, const ShellSection& section) {
    const Local centre = shell_point(shell, {0, 0, 0});
    transform_ = in_plane_transform(contravariant(centre, axes_at(section, centre)));
    volume_ = centre.volume;
  }

  Eigen::Matrix<double, 3, enhanced_modes> at(const Natural& p, double volume) const {
    Eigen::Matrix<double, 3, enhanced_modes> modes;
    modes << p.r, 0, 0, 0,  //
        0, p.s, 0, 0,       //
        0, 0, p.r, p.s;
    return volume_ / volume * transform_ * modes;
  }

 private:
  Matrix3 transform_;
  double volume_ = 0;
};

/// Calls f(point) at the 2 × 2 × 2 Gauss points, whose weights are all 1.
template <typename Function>
void at_gauss_points(const Function& f) {
  const double a = 1 / std::sqrt(3.0);
  for (const double t : {-a, a})
    for (const double s : {-a, a})
      for (const double r : {-a, a}) f(Natural{r, s, t});
}

Matrix24 shell_stiffness(const ElementInput& input, const Shell& shell) {
  const ShellSection& section = shell_section(input);
  const TiedShear tied = tied_shear(shell);
  const Enhancement enhancement(shell, section);
  const Lamina D = lamina(input.material->elastic);
  Matrix24 K = Matrix24::Zero();
  Eigen::Matrix<double, enhanced_modes, 24> coupling;
  Eigen::Matrix<double, enhanced_modes, enhanced_modes> inner;
  coupling.setZero(), inner.setZero();
  at_gauss_points([&](const Natural& p) {
    const Strains b = strains(shell, section, tied, p);
    const auto E = enhancement.at(p, b.volume);
    K += b.stiffness(D);
    coupling += E.transpose() * (b.volume * D.Q) * b.in_plane;
    inner += b.volume * E.transpose() * D.Q * E;
  });
  K -= coupling.transpose() * inner.ldlt().solve(coupling);
  return K;
}

/// ∫ ρ |u|²: with 2 × 2 × 2 points exact for flat elements.
Matrix24 shell_mass(const Shell& shell, double density) {
  Matrix24 M = Matrix24::Zero();
  at_gauss_points([&](const Natural& p) {
    const Local l = shell_point(shell, p);
    const VectorRows u = l.displacement(p.t);
    M += density * l.volume * u.transpose() * u;
  });
  return M;
}

/// Mass and rotary inertia at the corners in proportion to ∫ N_i; the same about every axis.
Matrix24 lumped_mass(const Shell& shell, double density) {
  Matrix24 M = Matrix24::Zero();
  const double half = 0.5 * shell.thickness;
  at_gauss_points([&](const Natural& p) {
    const Local l = shell_point(shell, p);
    for (int i = 0; i < 4; ++i) {
      const double share = density * l.volume * l.shape.N[i];
      M.diagonal().segment<3>(6 * i).array() += share;
      M.diagonal().segment<3>(6 * i + 3).array() += share * p.t * p.t * half * half;
    }
  });
  return M;
}

class Shell4 final : public Element {
 public:
  std::string_view name() const override { return "shell4"; }
  Shape shape() const override { return Shape::quadrilateral4; }
  ComponentMask components(int, const SectionData&) const override { return all_components; }
  std::string_view section_kind() const override { return "shell"; }

  std::string complaint(const ElementInput& input) const override {
    if (std::string text = lamina_complaint(shell_section(input)); !text.empty()) return text;
    const Point diagonal_a = input.x[2] - input.x[0];
    const Point diagonal_b = input.x[3] - input.x[1];
    const Point normal = diagonal_a.cross(diagonal_b);
    const double scale = std::max(diagonal_a.squaredNorm(), diagonal_b.squaredNorm());
    if (!(normal.norm() > 1e-10 * scale)) return "its area is zero or its nodes are out of order";
    for (int i = 0; i < 4; ++i)
      if (!(corner_area(input.x, i).dot(normal.normalized()) > 1e-10 * scale))
        return "the angle at its node " + std::to_string(i + 1) +
               " is zero or not below 180° (nodes coincide, are out of order, or the element is "
               "folded)";
    return {};
  }

  void stiffness(const ElementInput& input, Eigen::Ref<ElementMatrix> K) const override {
    const Shell shell = shell_of(input);
    const double penalty = drilling_factor * input.material->elastic.G12 * shell.thickness;
    const Matrix24 result = with_arms<4>(
        shell_stiffness(input, shell) + drilling_matrix(shell, penalty), arms_of(input));
    K = 0.5 * (result + result.transpose());
  }

  void mass(const ElementInput& input, bool lumped, Eigen::Ref<ElementMatrix> M) const override {
    const Shell shell = shell_of(input);
    const double density = input.material->density;
    const double inertia = density * std::pow(shell.thickness, 3) / 12;
    M = with_arms<4>(lumped
                         ? lumped_mass(shell, density)
                         : Matrix24(shell_mass(shell, density) + drilling_matrix(shell, inertia)),
                     arms_of(input));
  }

  /// The enhanced strains vanish at the centre.
  Stress stress(const ElementInput& input, const Eigen::VectorXd& q, int layer) const override {
    const ShellSection& section = shell_section(input);
    const Shell shell = shell_of(input);
    const Strains b =
        strains(shell, section, tied_shear(shell), {0, 0, static_cast<double>(layer)});
    const auto middle = moved_by_arms<4>(q, arms_of(input));
    return lamina_stress(lamina(input.material->elastic), b.axes, b.in_plane * middle,
                         b.shear * middle, layer);
  }
};

}  // namespace

const Element& shell4() {
  static const Shell4 element;
  return element;
}

}  // namespace sparkdyn::structure
