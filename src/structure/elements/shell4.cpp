// SPDX-License-Identifier: BSD-3-Clause
// Four-node shell MITC4 (Dvorkin & Bathe, Eng. Comput. 1, 1984) with six components per node.
// With directors V_i (the unit normals at the corners) and z = t h/2,
//     x = Σ N_i (x_i + z V_i),      u = Σ N_i (u_i + z θ_i × V_i).
// In-plane covariant strains follow from u; the transverse ones are tied at the middles of the
// edges, e_rt at (0, ±1) and e_st at (±1, 0), and interpolated between them: no shear locking.
//  * In-plane bending: four enhanced strains of the middle surface (Simo & Rifai 1990, on a
//    rectangle the incompatible modes of Taylor, Beresford & Wilson 1976), condensed.
//  * Warping: the middle surface is the bilinear surface through the nodes, each corner with its
//    own normal; nothing is projected on a plane.
//  * Drilling: the spin ω_i of the surface at corner i minus θ_i·V_i, penalised with
//    γ G h A_i; after Hughes & Brezzi (1989), but collected at the corners and small, so that it
//    neither disturbs rigid motions and constant strains nor stiffens in-plane bending. The same
//    difference carries the rotary inertia ρ h³/12, so that the total inertia remains right.

#include <Eigen/Cholesky>
#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>

#include "all.hpp"
#include "lamina.hpp"
#include "shell4_strains.hpp"

namespace sparkdyn::structure {

namespace {

constexpr int shell4_size = 24;
constexpr int enhanced_modes = 4;
using Matrix24 = Eigen::Matrix<double, shell4_size, shell4_size>;
using DofRow = Eigen::Matrix<double, 1, shell4_size>;
using VectorRows = Eigen::Matrix<double, 3, shell4_size>;  ///< a vector from the nodal values
using ShearRows = Eigen::Matrix<double, 2, shell4_size>;

/// Penalty over G. Small against 1 to keep bending in the plane free, large against rounding.
constexpr double drilling_factor = 1e-3;

constexpr std::array<double, 4> corner_r{-1, 1, 1, -1};
constexpr std::array<double, 4> corner_s{-1, -1, 1, 1};

using Natural = Shell4Point;

struct Shell {
  std::array<Point, 4> x;       ///< on the middle surface
  std::array<Point, 4> normal;  ///< directors
  double thickness = 0;
};

/// g_r × g_s of the bilinear surface at a corner: along the two edges that meet there.
Point corner_area(std::span<const Point> x, int i) {
  const Point to_next = x[(i + 1) % 4] - x[i];
  const Point to_previous = x[(i + 3) % 4] - x[i];
  return 0.25 * to_next.cross(to_previous);
}

Shell shell_of(const ElementInput& input) {
  const ShellSection& section = shell_section(input);
  Shell shell;
  shell.thickness = section.thickness;
  for (int i = 0; i < 4; ++i) {
    shell.normal[i] = corner_area(input.x, i).normalized();
    shell.x[i] = input.x[i] + section.offset * section.thickness * shell.normal[i];
  }
  return shell;
}

/// Geometry and displacement gradients at one point.
struct Local {
  std::array<double, 4> N{}, N_r{}, N_s{};
  Point g_r, g_s, g_t;
  VectorRows u_r, u_s, u_t;
  double volume = 0;  ///< det(g_r, g_s, g_t)
};

Local local(const Shell& shell, const Natural& p) {
  Local l;
  l.g_r = l.g_s = l.g_t = Point::Zero();
  l.u_r.setZero(), l.u_s.setZero(), l.u_t.setZero();
  const double half = 0.5 * shell.thickness;
  for (int i = 0; i < 4; ++i) {
    l.N[i] = 0.25 * (1 + corner_r[i] * p.r) * (1 + corner_s[i] * p.s);
    l.N_r[i] = 0.25 * corner_r[i] * (1 + corner_s[i] * p.s);
    l.N_s[i] = 0.25 * corner_s[i] * (1 + corner_r[i] * p.r);
    const Point x = shell.x[i] + p.t * half * shell.normal[i];
    l.g_r += l.N_r[i] * x;
    l.g_s += l.N_s[i] * x;
    l.g_t += l.N[i] * half * shell.normal[i];
    const Matrix3 director_motion = -half * cross_matrix(shell.normal[i]);  // of θ
    l.u_r.middleCols<3>(6 * i) = l.N_r[i] * Matrix3::Identity();
    l.u_s.middleCols<3>(6 * i) = l.N_s[i] * Matrix3::Identity();
    l.u_r.middleCols<3>(6 * i + 3) = l.N_r[i] * p.t * director_motion;
    l.u_s.middleCols<3>(6 * i + 3) = l.N_s[i] * p.t * director_motion;
    l.u_t.middleCols<3>(6 * i + 3) = l.N[i] * director_motion;
  }
  l.volume = l.g_r.cross(l.g_s).dot(l.g_t);
  return l;
}

/// Tied 2e_rt at (0, ∓1) and 2e_st at (∓1, 0).
template <int columns>
struct TiedShear {
  Eigen::Matrix<double, 1, columns> rt_minus, rt_plus, st_minus, st_plus;
};

TiedShear<shell4_size> tied_shear(const Shell& shell) {
  const auto rt = [&](double s) -> DofRow {
    const Local l = local(shell, {0, s, 0});
    return l.g_r.transpose() * l.u_t + l.g_t.transpose() * l.u_r;
  };
  const auto st = [&](double r) -> DofRow {
    const Local l = local(shell, {r, 0, 0});
    return l.g_s.transpose() * l.u_t + l.g_t.transpose() * l.u_s;
  };
  return {rt(-1), rt(1), st(-1), st(1)};
}

/// Components along the local axes of the contravariant vectors g^r, g^s, g^t (the columns).
Matrix3 contravariant(const Local& l, const Matrix3& axes) {
  Matrix3 covariant;
  covariant << l.g_r, l.g_s, l.g_t;
  return axes * covariant.inverse().transpose();
}

Matrix3 axes_at(const ShellSection& section, const Local& l) {
  return lamina_axes(section, l.g_r.cross(l.g_s).normalized());
}

/// (ε11, ε22, γ12) from (e_rr, e_ss, 2e_rs).
Matrix3 in_plane_transform(const Matrix3& c) {
  Matrix3 T;
  T << c(0, 0) * c(0, 0), c(0, 1) * c(0, 1), c(0, 0) * c(0, 1),  //
      c(1, 0) * c(1, 0), c(1, 1) * c(1, 1), c(1, 0) * c(1, 1),   //
      2 * c(0, 0) * c(1, 0), 2 * c(0, 1) * c(1, 1), c(0, 0) * c(1, 1) + c(0, 1) * c(1, 0);
  return T;
}

template <int columns>
struct LocalStrains {
  Eigen::Matrix<double, 3, columns> in_plane;  ///< ε11, ε22, γ12
  Eigen::Matrix<double, 2, columns> shear;     ///< γ13, γ23
};

/// From (e_rr, e_ss, 2e_rs) at a point and the tied ones.
template <int columns>
LocalStrains<columns> to_local(const Matrix3& c, const Natural& p,
                               const Eigen::Matrix<double, 3, columns>& e,
                               const TiedShear<columns>& tied) {
  LocalStrains<columns> result;
  result.in_plane = in_plane_transform(c) * e;
  const Eigen::Matrix<double, 1, columns> rt =
      0.5 * (1 - p.s) * tied.rt_minus + 0.5 * (1 + p.s) * tied.rt_plus;
  const Eigen::Matrix<double, 1, columns> st =
      0.5 * (1 - p.r) * tied.st_minus + 0.5 * (1 + p.r) * tied.st_plus;
  for (int a = 0; a < 2; ++a) {
    // On a warped element g^r and g^s lean out of the surface a little.
    const double r3 = c(2, 0), s3 = c(2, 1), t3 = c(2, 2);
    result.shear.row(a) = t3 * (c(a, 0) * rt + c(a, 1) * st) + 2 * c(a, 0) * r3 * e.row(0) +
                          2 * c(a, 1) * s3 * e.row(1) + (c(a, 0) * s3 + c(a, 1) * r3) * e.row(2);
  }
  return result;
}

struct Strains : LocalStrains<shell4_size> {
  Matrix3 axes;
  double volume = 0;
};

Strains strains(const Shell& shell, const ShellSection& section, const TiedShear<shell4_size>& tied,
                const Natural& p) {
  const Local l = local(shell, p);
  const Matrix3 axes = axes_at(section, l);
  VectorRows e;  // e_rr, e_ss, 2e_rs
  e << l.g_r.transpose() * l.u_r, l.g_s.transpose() * l.u_s,
      l.g_r.transpose() * l.u_s + l.g_s.transpose() * l.u_r;
  return {to_local<shell4_size>(contravariant(l, axes), p, e, tied), axes, l.volume};
}

/// Enhanced in-plane strains (e_rr: r; e_ss: s; 2e_rs: r, s), taken to the local axes as at the
/// centre and scaled so that they do no work on constant stresses: the patch test holds.
class Enhancement {
 public:
  Enhancement(const Shell& shell, const ShellSection& section) {
    const Local centre = local(shell, {0, 0, 0});
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

/// Calls f(point) at the Gauss points.
template <typename Function>
void at_gauss_points(const Function& f) {
  for (const Natural& p : shell4_gauss_points()) f(p);
}

/// ω_i − θ_i·n_i for each corner of the middle surface, and the corner's share of the area.
struct Drilling {
  std::array<DofRow, 4> relative_spin;
  std::array<double, 4> area{};
};

Drilling drilling(const Shell& shell) {
  Drilling result;
  for (int i = 0; i < 4; ++i) {
    const Local l = local(shell, {corner_r[i], corner_s[i], 0});
    const Point area = l.g_r.cross(l.g_s);
    // ω·n = ½ n·curl u = ½ Σ (n × g^a)·∂u/∂a, and n × g^r = g_s/|area|, n × g^s = −g_r/|area|.
    result.area[i] = area.norm();
    result.relative_spin[i] =
        0.5 / area.norm() * (l.g_s.transpose() * l.u_r - l.g_r.transpose() * l.u_s);
    result.relative_spin[i].segment<3>(6 * i + 3) -= area.normalized().transpose();
  }
  return result;
}

/// Σ factor A_i dᵢᵀ dᵢ.
Matrix24 drilling_matrix(const Shell& shell, double factor) {
  const Drilling d = drilling(shell);
  Matrix24 result = Matrix24::Zero();
  for (int i = 0; i < 4; ++i)
    result += factor * d.area[i] * d.relative_spin[i].transpose() * d.relative_spin[i];
  return result;
}

/// Tᵀ A T with each corner's own arm from the node to the middle surface.
Matrix24 with_offset(const ElementInput& input, const Matrix24& A) {
  const ShellSection& section = shell_section(input);
  if (section.offset == 0) return A;
  Matrix24 result = A;
  for (int i = 0; i < 4; ++i) {
    const Matrix6 T =
        rigid_arm(section.offset * section.thickness * corner_area(input.x, i).normalized());
    result.middleCols<6>(6 * i) *= T;
    result.middleRows<6>(6 * i) = (T.transpose() * result.middleRows<6>(6 * i)).eval();
  }
  return result;
}

/// What the enhanced strains, which are condensed, have to do with the nodes and with each other.
struct Condensed {
  Eigen::Matrix<double, enhanced_modes, shell4_size> coupling;
  Eigen::Matrix<double, enhanced_modes, enhanced_modes> inner;
};

/// Calls add(strains, stress rows) at every point besides.
template <typename Add>
Condensed at_points(const Shell& shell, const ShellSection& section,
                    const TiedShear<shell4_size>& tied, const Enhancement& enhancement,
                    const Lamina& D, const Add& add) {
  Condensed result;
  result.coupling.setZero(), result.inner.setZero();
  at_gauss_points([&](const Natural& p) {
    const Strains b = strains(shell, section, tied, p);
    const auto E = enhancement.at(p, b.volume);
    const VectorRows stress = b.volume * D.Q * b.in_plane;
    add(b, stress);
    result.coupling += E.transpose() * stress;
    result.inner += b.volume * E.transpose() * D.Q * E;
  });
  return result;
}

Condensed condensed(const Shell& shell, const ShellSection& section,
                    const TiedShear<shell4_size>& tied, const Enhancement& enhancement,
                    const Lamina& D) {
  return at_points(shell, section, tied, enhancement, D, [](const Strains&, const VectorRows&) {});
}

Matrix24 shell_stiffness(const ElementInput& input, const Shell& shell) {
  const ShellSection& section = shell_section(input);
  const Lamina D = lamina(input.material->elastic);
  Matrix24 K = Matrix24::Zero();
  const Condensed enhanced =
      at_points(shell, section, tied_shear(shell), Enhancement(shell, section), D,
                [&](const Strains& b, const VectorRows& stress) {
                  K += b.in_plane.transpose() * stress;
                  K += b.shear.transpose() * (b.volume * shear_correction * D.shear) * b.shear;
                });
  K -= enhanced.coupling.transpose() * enhanced.inner.ldlt().solve(enhanced.coupling);
  return K;
}

/// ∫ ρ |u|²: with 2 × 2 × 2 points exact for flat elements.
Matrix24 shell_mass(const Shell& shell, double density) {
  Matrix24 M = Matrix24::Zero();
  at_gauss_points([&](const Natural& p) {
    const Local l = local(shell, p);
    VectorRows u = p.t * l.u_t;
    for (int i = 0; i < 4; ++i) u.middleCols<3>(6 * i) += l.N[i] * Matrix3::Identity();
    M += density * l.volume * u.transpose() * u;
  });
  return M;
}

/// Mass and rotary inertia at the corners in proportion to ∫ N_i; the same about every axis.
Matrix24 lumped_mass(const Shell& shell, double density) {
  Matrix24 M = Matrix24::Zero();
  const double half = 0.5 * shell.thickness;
  at_gauss_points([&](const Natural& p) {
    const Local l = local(shell, p);
    for (int i = 0; i < 4; ++i) {
      const double share = density * l.volume * l.N[i];
      M.diagonal().segment<3>(6 * i).array() += share;
      M.diagonal().segment<3>(6 * i + 3).array() += share * p.t * p.t * half * half;
    }
  });
  return M;
}

/// Row `which` of the identity of all strains.
using StrainRow = Eigen::Matrix<double, 1, shell4_strains>;
StrainRow pick(int which) {
  return StrainRow::Unit(which);
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
    const Matrix24 result =
        with_offset(input, shell_stiffness(input, shell) + drilling_matrix(shell, penalty));
    K = 0.5 * (result + result.transpose());
  }

  void mass(const ElementInput& input, bool lumped, Eigen::Ref<ElementMatrix> M) const override {
    const Shell shell = shell_of(input);
    const double density = input.material->density;
    const double inertia = density * std::pow(shell.thickness, 3) / 12;
    M = with_offset(
        input, lumped ? lumped_mass(shell, density)
                      : Matrix24(shell_mass(shell, density) + drilling_matrix(shell, inertia)));
  }

  /// The enhanced strains vanish at the centre.
  Stress stress(const ElementInput& input, const Eigen::VectorXd& q, int layer) const override {
    return stress_at(input, q, layer, Eigen::Vector3d::Zero());
  }

  Stress stress_at(const ElementInput& input, const Eigen::VectorXd& q, int layer,
                   const Eigen::Vector3d& xi) const override {
    const ShellSection& section = shell_section(input);
    const Shell shell = shell_of(input);
    const TiedShear tied = tied_shear(shell);
    const Natural place{xi[0], xi[1], static_cast<double>(layer)};
    const Strains b = strains(shell, section, tied, place);
    Eigen::Matrix<double, shell4_size, 1> middle = q;
    for (int i = 0; i < 4; ++i)
      middle.segment<3>(6 * i) +=
          middle.segment<3>(6 * i + 3).cross(section.offset * section.thickness * shell.normal[i]);
    const Lamina D = lamina(input.material->elastic);
    Eigen::Vector3d strain = b.in_plane * middle;
    if (!xi.isZero()) {
      const Enhancement enhancement(shell, section);
      const Condensed enhanced = condensed(shell, section, tied, enhancement, D);
      strain -=
          enhancement.at(place, b.volume) * enhanced.inner.ldlt().solve(enhanced.coupling * middle);
    }
    return lamina_stress(D, b.axes, strain, b.shear * middle, layer);
  }
};

}  // namespace

const std::array<Shell4Point, 8>& shell4_gauss_points() {
  static const double a = 1 / std::sqrt(3.0);
  static const std::array<Shell4Point, 8> points{{{-a, -a, -a},
                                                  {a, -a, -a},
                                                  {-a, a, -a},
                                                  {a, a, -a},
                                                  {-a, -a, a},
                                                  {a, -a, a},
                                                  {-a, a, a},
                                                  {a, a, a}}};
  return points;
}

Shell4Surface shell4_surface(const ElementInput& input) {
  const Shell shell = shell_of(input);
  Shell4Surface surface{
      .x = shell.x, .normal = shell.normal, .thickness = shell.thickness, .area = {}};
  for (int i = 0; i < 4; ++i)
    surface.area[static_cast<std::size_t>(i)] = corner_area(shell.x, i).norm();
  return surface;
}

Shell4Stiffness shell4_strain_stiffness(const ElementInput& input) {
  const ShellSection& section = shell_section(input);
  const Shell shell = shell_of(input);
  const Enhancement enhancement(shell, section);
  const Lamina D = lamina(input.material->elastic);
  constexpr int tied_at = 24, spins_at = 28;
  const TiedShear<shell4_strains> tied{pick(tied_at), pick(tied_at + 1), pick(tied_at + 2),
                                       pick(tied_at + 3)};
  Shell4Stiffness K = Shell4Stiffness::Zero();
  Eigen::Matrix<double, enhanced_modes, shell4_strains> coupling;
  Eigen::Matrix<double, enhanced_modes, enhanced_modes> inner;
  coupling.setZero(), inner.setZero();
  int first = 0;
  at_gauss_points([&](const Natural& p) {
    const Local l = local(shell, p);
    Eigen::Matrix<double, 3, shell4_strains> e;
    for (int k = 0; k < 3; ++k) e.row(k) = pick(first + k);
    first += 3;
    const auto b = to_local<shell4_strains>(contravariant(l, axes_at(section, l)), p, e, tied);
    const auto E = enhancement.at(p, l.volume);
    const Eigen::Matrix<double, 3, shell4_strains> stress = l.volume * D.Q * b.in_plane;
    K += b.in_plane.transpose() * stress;
    K += b.shear.transpose() * (l.volume * shear_correction * D.shear) * b.shear;
    coupling += E.transpose() * stress;
    inner += l.volume * E.transpose() * D.Q * E;
  });
  K -= coupling.transpose() * inner.ldlt().solve(coupling);
  const double penalty = drilling_factor * input.material->elastic.G12 * shell.thickness;
  for (int i = 0; i < 4; ++i)
    K(spins_at + i, spins_at + i) += penalty * corner_area(shell.x, i).norm();
  return 0.5 * (K + K.transpose());
}

const Element& shell4() {
  static const Shell4 element;
  return element;
}

}  // namespace sparkdyn::structure
