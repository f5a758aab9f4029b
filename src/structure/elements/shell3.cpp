// SPDX-License-Identifier: BSD-3-Clause
// Three-node flat shell with six components per node, in local axes (e1, e2, n): a membrane with
// drilling rotations (Felippa, CMAME 192, 2003) and the discrete Kirchhoff–Mindlin plate (Katili,
// IJNME 36, 1993).
//  * Membrane: K = A h BᵀQB + 9/4 β0 TᵀK_θT. The basic part, with the mean strain B, is exact for
//    constant stress; the higher part acts on θ̃_i = θ_i − ω, the drilling rotations less the
//    triangle's spin, and is at rest in rigid motions and constant strain.
//  * Plate: β = Σ N_i β_i + Σ 4 N_i N_j Δβ_k t_k with a bulge Δβ_k on each edge k, which follows
//    from the edge's own bending and shear (φ_k = 12 D/(κ G h L_k²)): Kirchhoff's plate when thin,
//    Mindlin's when thick, without locking.
//  * Mass: linear N for u and the bending rotations; ρ h³/12 also on θ̃_i, which leaves the total
//    inertia right.

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>

#include "all.hpp"
#include "lamina.hpp"

namespace sparkdyn::structure {

namespace {

constexpr int shell3_size = 18;
using Matrix18 = Eigen::Matrix<double, shell3_size, shell3_size>;
using Matrix9 = Eigen::Matrix<double, 9, 9>;
using Matrix3x9 = Eigen::Matrix<double, 3, 9>;
using Matrix2x9 = Eigen::Matrix<double, 2, 9>;

/// This share of the optimal β0 is taken. Stiff drilling rotations clamp the facets of a curved
/// thin shell to each other: with the whole of it a hemisphere of 16 × 16 × 2 triangles (R/h = 250)
/// is 18 % too stiff, with a tenth 3 %, while a cantilever in its plane (12 × 2 × 2 triangles) goes
/// from 8 % too stiff to 4 % too soft.
constexpr double higher_order_share = 0.1;

/// Positions of a part's nine values in the local 18.
constexpr std::array<int, 9> membrane_values{0, 1, 5, 6, 7, 11, 12, 13, 17};  // u, v, θn
constexpr std::array<int, 9> plate_values{2, 3, 4, 8, 9, 10, 14, 15, 16};     // w, θ1, θ2

struct Triangle {
  std::array<double, 3> x{}, y{};
  double area = 0;
  Matrix3 axes;
  Matrix6 node_to_middle;  ///< global values of a node to local ones of the middle surface
  double dx(int i, int j) const { return x[i - 1] - x[j - 1]; }  ///< x_ij, nodes from 1
  double dy(int i, int j) const { return y[i - 1] - y[j - 1]; }
  double squared_length(int i, int j) const { return dx(i, j) * dx(i, j) + dy(i, j) * dy(i, j); }
};

Point area_vector(std::span<const Point> x) {
  return 0.5 * (x[1] - x[0]).cross(x[2] - x[0]);
}

Triangle triangle_of(const ElementInput& input) {
  const ShellSection& section = shell_section(input);
  const Point area = area_vector(input.x);
  Triangle t;
  t.area = area.norm();
  t.axes = lamina_axes(section, area.normalized());
  for (int i = 0; i < 3; ++i) {
    const Point local = t.axes * (input.x[i] - input.x[0]);
    t.x[i] = local.x();
    t.y[i] = local.y();
  }
  t.node_to_middle = rigid_arm({0, 0, section.offset * section.thickness}) * rotation6(t.axes);
  return t;
}

/// Mean strains (ε11, ε22, γ12) of the membrane: Lᵀ/(A h) of the paper, with α = 3/2.
Matrix3x9 mean_strain(const Triangle& t) {
  constexpr double alpha = 1.5;
  Matrix3x9 B;
  for (int node = 0; node < 3; ++node) {
    const int i = node + 1, j = (node + 1) % 3 + 1, k = (node + 2) % 3 + 1;
    const double y_jk = t.dy(j, k), x_kj = t.dx(k, j);
    const double x_ki = t.dx(k, i), x_ij = t.dx(i, j), y_ik = t.dy(i, k), y_ji = t.dy(j, i);
    B.col(3 * node) << y_jk, 0, x_kj;
    B.col(3 * node + 1) << 0, x_kj, y_jk;
    B.col(3 * node + 2) << alpha / 6 * y_jk * (y_ik - y_ji), alpha / 6 * x_kj * (x_ki - x_ij),
        alpha / 3 * (x_ki * y_ik - x_ij * y_ji);
  }
  return 0.5 / t.area * B;
}

/// θ̃_i = θ_i − ω from (u, v, θn) of the nodes.
Matrix3x9 relative_spin(const Triangle& t) {
  Matrix3x9 T = Matrix3x9::Zero();
  const Eigen::Vector3d x{t.dx(3, 2), t.dx(1, 3), t.dx(2, 1)};
  const Eigen::Vector3d y{t.dy(3, 2), t.dy(1, 3), t.dy(2, 1)};
  for (int node = 0; node < 3; ++node) {
    T.col(3 * node).setConstant(x(node) / (4 * t.area));
    T.col(3 * node + 1).setConstant(y(node) / (4 * t.area));
    T(node, 3 * node + 2) = 1;
  }
  return T;
}

/// Cartesian strains from natural ones (along the edges 21, 32, 13).
Matrix3 natural_to_cartesian(const Triangle& t) {
  const double a = t.squared_length(2, 1), b = t.squared_length(3, 2), c = t.squared_length(1, 3);
  Matrix3 T;
  T << t.dy(2, 3) * t.dy(1, 3) * a, t.dy(3, 1) * t.dy(2, 1) * b, t.dy(1, 2) * t.dy(3, 2) * c,
      t.dx(2, 3) * t.dx(1, 3) * a, t.dx(3, 1) * t.dx(2, 1) * b, t.dx(1, 2) * t.dx(3, 2) * c,
      (t.dy(2, 3) * t.dx(3, 1) + t.dx(3, 2) * t.dy(1, 3)) * a,
      (t.dy(3, 1) * t.dx(1, 2) + t.dx(1, 3) * t.dy(2, 1)) * b,
      (t.dy(1, 2) * t.dx(2, 3) + t.dx(2, 1) * t.dy(3, 2)) * c;
  return T / (4 * t.area * t.area);
}

/// Natural strains at the middles of the edges from θ̃ (Q4, Q5, Q6 of the paper).
std::array<Matrix3, 3> bending_strains(const Triangle& t) {
  // β1…β9 of the optimal triangle.
  Matrix3 Q1, Q2, Q3;
  Q1 << 1, 2, 1, 0, 1, -1, -1, -1, -2;
  Q2 << -2, -1, -1, 1, 1, 2, -1, 0, 1;
  Q3 << 1, -1, 0, -1, -2, -1, 2, 1, 1;
  const Eigen::Vector3d scale =
      2 * t.area / 3 *
      Eigen::Vector3d{1 / t.squared_length(2, 1), 1 / t.squared_length(3, 2),
                      1 / t.squared_length(1, 3)};
  const auto middle = [&](const Matrix3& a, const Matrix3& b) -> Matrix3 {
    return scale.asDiagonal() * (0.5 * (a + b));
  };
  return {middle(Q1, Q2), middle(Q2, Q3), middle(Q3, Q1)};
}

Matrix9 membrane_stiffness(const Triangle& t, const Lamina& D, const Orthotropic& e, double h) {
  const Matrix3x9 B = mean_strain(t);
  const double volume = t.area * h;
  const Matrix3 T = natural_to_cartesian(t);
  const Matrix3 natural = T.transpose() * D.Q * T;
  Matrix3 higher = Matrix3::Zero();
  for (const Matrix3& Q : bending_strains(t)) higher += volume * Q.transpose() * natural * Q;
  // ½(1 − 4ν²) is the optimum for flat membranes; it must stay positive for the rank to be right.
  const double squared_nu = e.nu12 * e.nu12 * e.E2 / e.E1;
  const double beta0 = higher_order_share * std::max(0.5 * (1 - 4 * squared_nu), 0.01);
  const Matrix3x9 spin = relative_spin(t);
  return volume * B.transpose() * D.Q * B + 2.25 * beta0 * spin.transpose() * higher * spin;
}

/// Edges, each from node `from` to the next: 1–2, 2–3, 3–1.
struct Edge {
  int from, to;  ///< from 0
  double length, cosine, sine;
};

std::array<Edge, 3> edges(const Triangle& t) {
  std::array<Edge, 3> result{};
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3;
    const double length = std::sqrt(t.squared_length(j + 1, i + 1));
    result[i] = {i, j, length, t.dx(j + 1, i + 1) / length, t.dy(j + 1, i + 1) / length};
  }
  return result;
}

/// How much an edge bends rather than shears: φ = 12 D/(κ G h L²) for a strip along it.
double shear_parameter(const Edge& e, const Lamina& D, double h) {
  const Eigen::Vector3d stretch{e.cosine * e.cosine, e.sine * e.sine, 2 * e.cosine * e.sine};
  const Eigen::Vector2d along{e.cosine, e.sine};
  return stretch.dot(D.Q * stretch) * h * h /
         (shear_correction * along.dot(D.shear * along) * e.length * e.length);
}

/// The plate in terms of (w, θ1, θ2) of the nodes.
struct Plate {
  Matrix3x9 bulge;  ///< Δβ_k of the edges
  Matrix3x9 shear;  ///< γ_k along the edges
};

/// It follows from Δw/L + ½ Σ β_s + ⅔ Δβ = γ (the edge's mean shear) and γ = −⅔ φ Δβ (its
/// equilibrium).
Plate plate_of(const Triangle& t, const Lamina& D, double h) {
  Plate plate;
  const auto all = edges(t);
  for (int k = 0; k < 3; ++k) {
    const Edge& e = all[k];
    const double phi = shear_parameter(e, D, h);
    Eigen::Matrix<double, 1, 9> straight = Eigen::Matrix<double, 1, 9>::Zero();
    straight(3 * e.from) = -1 / e.length;
    straight(3 * e.to) = 1 / e.length;
    for (const int i : {e.from, e.to}) {  // β = (θ2, −θ1)
      straight(3 * i + 1) = -0.5 * e.sine;
      straight(3 * i + 2) = 0.5 * e.cosine;
    }
    plate.bulge.row(k) = -1.5 / (1 + phi) * straight;
    plate.shear.row(k) = phi / (1 + phi) * straight;
  }
  return plate;
}

using AreaCoordinates = std::array<double, 3>;

/// κ11, κ22, 2κ12; the strains are z times these.
Matrix3x9 curvature(const Triangle& t, const Plate& plate, const AreaCoordinates& N) {
  Matrix3x9 B = Matrix3x9::Zero();
  std::array<double, 3> N_x{}, N_y{};
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3 + 1, k = (i + 2) % 3 + 1;
    N_x[i] = t.dy(j, k) / (2 * t.area);
    N_y[i] = t.dx(k, j) / (2 * t.area);
    B.col(3 * i + 1) << 0, -N_y[i], -N_x[i];
    B.col(3 * i + 2) << N_x[i], 0, N_y[i];
  }
  const auto all = edges(t);
  for (int k = 0; k < 3; ++k) {
    const auto [from, to, length, C, S] = all[k];
    const double P_x = 4 * (N[from] * N_x[to] + N[to] * N_x[from]);
    const double P_y = 4 * (N[from] * N_y[to] + N[to] * N_y[from]);
    B += Eigen::Vector3d{P_x * C, P_y * S, P_y * C + P_x * S} * plate.bulge.row(k);
  }
  return B;
}

/// γ13, γ23: the linear field whose component along each edge is that edge's γ_k.
Matrix2x9 shear_strain(const Triangle& t, const Plate& plate, const AreaCoordinates& N) {
  const auto all = edges(t);
  Matrix2x9 B = Matrix2x9::Zero();
  for (int i = 0; i < 3; ++i) {
    const int out = i, in = (i + 2) % 3;
    const Eigen::Matrix2d directions{{all[out].cosine, all[out].sine},
                                     {all[in].cosine, all[in].sine}};
    Matrix2x9 along;
    along << plate.shear.row(out), plate.shear.row(in);
    B += N[i] * directions.inverse() * along;
  }
  return B;
}

Matrix9 plate_stiffness(const Triangle& t, const Lamina& D, double h) {
  const Plate plate = plate_of(t, D, h);
  Matrix9 K = Matrix9::Zero();
  for (int i = 0; i < 3; ++i) {  // the middles of the edges: exact to degree 2
    AreaCoordinates N{0.5, 0.5, 0.5};
    N[i] = 0;
    const Matrix3x9 bending = curvature(t, plate, N);
    const Matrix2x9 shear = shear_strain(t, plate, N);
    K += t.area / 3 * h * h * h / 12 * bending.transpose() * D.Q * bending;
    K += t.area / 3 * h * shear_correction * shear.transpose() * D.shear * shear;
  }
  return K;
}

void add_part(const Matrix9& part, const std::array<int, 9>& values, Matrix18& whole) {
  for (int i = 0; i < 9; ++i)
    for (int j = 0; j < 9; ++j) whole(values[i], values[j]) += part(i, j);
}

Matrix18 consistent_mass(const Triangle& t, double density, double h) {
  Matrix18 M = Matrix18::Zero();
  const double inertia = density * h * h * h / 12;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const double NN = t.area * (i == j ? 2 : 1) / 12;
      for (int c = 0; c < 3; ++c) M(6 * i + c, 6 * j + c) = density * h * NN;
      for (int c = 3; c < 5; ++c) M(6 * i + c, 6 * j + c) = inertia * NN;
    }
  const Matrix3x9 spin = relative_spin(t);
  add_part(inertia * t.area / 3 * spin.transpose() * spin, membrane_values, M);
  return M;
}

Matrix18 lumped_mass(const Triangle& t, double density, double h) {
  Matrix18 M = Matrix18::Zero();
  const double share = density * h * t.area / 3;
  for (int i = 0; i < 3; ++i) {
    M.diagonal().segment<3>(6 * i).setConstant(share);
    M.diagonal().segment<3>(6 * i + 3).setConstant(share * h * h / 12);
  }
  return M;
}

class Shell3 final : public Element {
 public:
  std::string_view name() const override { return "shell3"; }
  Shape shape() const override { return Shape::triangle3; }
  ComponentMask components(int, const SectionData&) const override { return all_components; }
  std::string_view section_kind() const override { return "shell"; }

  std::string complaint(const ElementInput& input) const override {
    if (std::string text = lamina_complaint(shell_section(input)); !text.empty()) return text;
    double longest = 0;
    for (int i = 0; i < 3; ++i)
      longest = std::max(longest, (input.x[(i + 1) % 3] - input.x[i]).squaredNorm());
    if (!(area_vector(input.x).norm() > 1e-10 * longest)) return "its nodes lie on one line";
    return {};
  }

  void stiffness(const ElementInput& input, Eigen::Ref<ElementMatrix> K) const override {
    const Triangle t = triangle_of(input);
    const Lamina D = lamina(input.material->elastic);
    const double h = shell_section(input).thickness;
    Matrix18 local = Matrix18::Zero();
    add_part(membrane_stiffness(t, D, input.material->elastic, h), membrane_values, local);
    add_part(plate_stiffness(t, D, h), plate_values, local);
    const Matrix18 result = transformed(local, t.node_to_middle);
    K = 0.5 * (result + result.transpose());
  }

  void mass(const ElementInput& input, bool lumped, Eigen::Ref<ElementMatrix> M) const override {
    const Triangle t = triangle_of(input);
    const double h = shell_section(input).thickness, density = input.material->density;
    M = transformed(lumped ? lumped_mass(t, density, h) : consistent_mass(t, density, h),
                    t.node_to_middle);
  }

  Stress stress(const ElementInput& input, const Eigen::VectorXd& q, int layer) const override {
    return stress_at(input, q, layer, {1.0 / 3, 1.0 / 3, 0});
  }

  Stress stress_at(const ElementInput& input, const Eigen::VectorXd& q, int layer,
                   const Eigen::Vector3d& xi) const override {
    const Triangle t = triangle_of(input);
    const Lamina D = lamina(input.material->elastic);
    const double h = shell_section(input).thickness;
    Eigen::Matrix<double, 9, 1> membrane, plate;
    Eigen::Matrix<double, shell3_size, 1> local;
    for (int i = 0; i < 3; ++i) local.segment<6>(6 * i) = t.node_to_middle * q.segment<6>(6 * i);
    for (int i = 0; i < 9; ++i) {
      membrane(i) = local(membrane_values[i]);
      plate(i) = local(plate_values[i]);
    }
    const Plate parts = plate_of(t, D, h);
    const AreaCoordinates place{1 - xi[0] - xi[1], xi[0], xi[1]};
    const Eigen::Vector3d strain =
        mean_strain(t) * membrane + 0.5 * layer * h * curvature(t, parts, place) * plate;
    return lamina_stress(D, t.axes, strain, shear_strain(t, parts, place) * plate, layer);
  }
};

}  // namespace

const Element& shell3() {
  static const Shell3 element;
  return element;
}

}  // namespace sparkdyn::structure
