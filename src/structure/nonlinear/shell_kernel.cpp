// SPDX-License-Identifier: BSD-3-Clause
#include "shell_kernel.hpp"

#include <Eigen/Geometry>
#include <array>

#include "elements/shell4_strains.hpp"
#include "quadratic_kernel.hpp"

namespace sparkdyn::structure::nonlinear {
namespace {

constexpr std::array<double, 4> corner_at_r{-1, 1, 1, -1}, corner_at_s{-1, -1, 1, 1};

/// N_i, ∂N_i/∂r and ∂N_i/∂s.
struct Corner {
  double N, by_r, by_s;
};

Corner corner(int i, double r, double s) {
  const auto at = static_cast<std::size_t>(i);
  const double a = corner_at_r[at], b = corner_at_s[at];
  return {0.25 * (1 + a * r) * (1 + b * s), 0.25 * a * (1 + b * s), 0.25 * b * (1 + a * r)};
}

/// Geometry with the arms from the nodes: a point of the shell is Σ N_i (node_i + arm_i n_i).
struct Turning {
  Shell4Surface surface;
  double offset = 0;  ///< of the middle surface, a length
  double half() const { return 0.5 * surface.thickness; }
  const Point& normal(int i) const { return surface.normal[static_cast<std::size_t>(i)]; }
  const Point& middle(int i) const { return surface.x[static_cast<std::size_t>(i)]; }

  /// Weights of the units of node i in Σ a (node + arm n).
  void add(int i, double a, double arm, Eigen::VectorXd& weights) const {
    weights(4 * i) += a;
    weights.segment<3>(4 * i + 1) += a * arm * normal(i);
  }
};

Turning turning_of(const ElementInput& input) {
  const auto& section = std::get<ShellSection>(*input.section);
  return {shell4_surface(input), section.offset * section.thickness};
}

class Shell4Kernel final : public QuadraticKernel {
 public:
  explicit Shell4Kernel(const ElementInput& input)
      : QuadraticKernel(4, shell4_strain_stiffness(input)), shell_(turning_of(input)) {
    int strain = 0;
    for (const Shell4Point& p : shell4_gauss_points()) {
      const int r = along(&Corner::by_r, p), s = along(&Corner::by_s, p);
      add_product(strain++, 0.5, r, r);
      add_product(strain++, 0.5, s, s);
      add_product(strain++, 1, r, s);
    }
    for (const double side : {-1.0, 1.0}) {
      const Shell4Point p{0, side, 0};
      add_product(strain++, 1, along(&Corner::by_r, p), across(p));
    }
    for (const double side : {-1.0, 1.0}) {
      const Shell4Point p{side, 0, 0};
      add_product(strain++, 1, along(&Corner::by_s, p), across(p));
    }
    for (int i = 0; i < 4; ++i) add_spin(strain++, i);
  }

 private:
  /// ∂x/∂r or ∂x/∂s.
  int along(double Corner::*slope, const Shell4Point& p) {
    Eigen::VectorXd weights = Eigen::VectorXd::Zero(units());
    Point rest = Point::Zero();
    for (int i = 0; i < 4; ++i) {
      const double a = corner(i, p.r, p.s).*slope;
      shell_.add(i, a, p.t * shell_.half() + shell_.offset, weights);
      rest += a * (shell_.middle(i) + p.t * shell_.half() * shell_.normal(i));
    }
    return add_vector(rest, weights);
  }

  /// ∂x/∂t.
  int across(const Shell4Point& p) {
    Eigen::VectorXd weights = Eigen::VectorXd::Zero(units());
    Point rest = Point::Zero();
    for (int i = 0; i < 4; ++i) {
      const Point part = corner(i, p.r, p.s).N * shell_.half() * shell_.normal(i);
      weights.segment<3>(4 * i + 1) += part;
      rest += part;
    }
    return add_vector(rest, weights);
  }

  /// ½ ((R X_s)·x_r − (R X_r)·x_s)/|X_r × X_s| at corner i: ω·n − θ·n where both are small.
  void add_spin(int strain, int i) {
    const auto at = static_cast<std::size_t>(i);
    const Shell4Point p{corner_at_r[at], corner_at_s[at], 0};
    const int r = along(&Corner::by_r, p), s = along(&Corner::by_s, p);
    const double factor = 0.5 / shell_.surface.area[at];
    add_product(strain, factor, r, carried(i, &Corner::by_s, p));
    add_product(strain, -factor, s, carried(i, &Corner::by_r, p));
  }

  /// A tangent of the surface at rest, turned with node i.
  int carried(int i, double Corner::*slope, const Shell4Point& p) {
    Point tangent = Point::Zero();
    for (int j = 0; j < 4; ++j) tangent += corner(j, p.r, p.s).*slope * shell_.middle(j);
    Eigen::VectorXd weights = Eigen::VectorXd::Zero(units());
    weights.segment<3>(4 * i + 1) = tangent;
    return add_vector(tangent, weights);
  }

  Turning shell_;
};

/// ∂x/∂r · (∂x/∂s × ∂x/∂t) at rest.
double volume_at(const Turning& shell, const Shell4Point& p) {
  Point r = Point::Zero(), s = Point::Zero(), t = Point::Zero();
  for (int i = 0; i < 4; ++i) {
    const Corner c = corner(i, p.r, p.s);
    const Point x = shell.middle(i) + p.t * shell.half() * shell.normal(i);
    r += c.by_r * x;
    s += c.by_s * x;
    t += c.N * shell.half() * shell.normal(i);
  }
  return r.cross(s).dot(t);
}

}  // namespace

KernelPtr shell4_kernel(const ElementInput& input) {
  return std::make_unique<Shell4Kernel>(input);
}

Eigen::MatrixXd shell4_mass(const ElementInput& input, bool lumped) {
  constexpr double about_normal = 0.1;
  const Turning shell = turning_of(input);
  Eigen::MatrixXd m = Eigen::MatrixXd::Zero(16, 16);
  for (const Shell4Point& p : shell4_gauss_points()) {
    const double mass = input.material->density * volume_at(shell, p);
    const double arm = p.t * shell.half() + shell.offset;
    Eigen::VectorXd all = Eigen::VectorXd::Zero(16);
    for (int i = 0; i < 4; ++i) {
      Eigen::VectorXd mine = Eigen::VectorXd::Zero(16);
      const double N = corner(i, p.r, p.s).N;
      shell.add(i, lumped ? 1 : N, arm, mine);
      if (lumped) m += mass * N * mine * mine.transpose();
      all += mine;
      // From the normal to the tangents, so that inertia about these stays what it is.
      const double part = 0.5 * about_normal * mass * N * p.t * p.t * shell.half() * shell.half();
      const Eigen::Matrix3d along = shell.normal(i) * shell.normal(i).transpose();
      m.block<3, 3>(4 * i + 1, 4 * i + 1) += part * (Eigen::Matrix3d::Identity() - 2 * along);
    }
    if (!lumped) m += mass * all * all.transpose();
  }
  return m;
}

}  // namespace sparkdyn::structure::nonlinear
