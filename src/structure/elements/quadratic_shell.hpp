// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What shells with middle nodes share: curved_shell.hpp with strains that an interpolation ties,
// integrated by its rule times two points through the thickness. It has one more node than the
// cell, at the middle of the surface through the others: its values are condensed out of the
// stiffness, q_c = S q, and the mass takes the same motion. Where the element
// asks for it the mean over each layer of the tied strains ε̄ in the surface is made that of B q, so
// that constant stresses do the same work and the patch test holds: ε̄ + (1/V) ∫ (B q − ε̄) dV.
//   nodes, at(r, s), middle_at(r, s), node(i)      as in curved_shell.hpp
//   cell, keeps_mean, rule()                       its shape; points in the surface
//   Tying(shell, t).at(r, s)                       strains as the element takes them in a layer

#include <Eigen/Cholesky>
#include <algorithm>
#include <string>
#include <vector>

#include "curved_shell.hpp"
#include "solid.hpp"
#include "structure/quadrature.hpp"
#include "structure/shape_functions.hpp"

namespace sparkdyn::structure::curved {

/// Covariant strains as an element takes them at a point.
template <int nodes>
struct TiedStrains {
  ShellVectorRows<nodes> e;
  ShellRow<nodes> rt, st;
};

template <typename Interpolation>
class QuadraticShell final : public Element {
 public:
  explicit constexpr QuadraticShell(std::string_view name) : name_(name) {}

  std::string_view name() const override { return name_; }
  Shape shape() const override { return Interpolation::cell; }
  ComponentMask components(int, const SectionData&) const override { return all_components; }
  std::string_view section_kind() const override { return "shell"; }

  std::string complaint(const ElementInput& input) const override {
    if (std::string text = lamina_complaint(shell_section(input)); !text.empty()) return text;
    double scale = 0;
    for (const Point& x : input.x) scale = std::max(scale, (x - input.x[0]).squaredNorm());
    const Eigen::Vector3d middle = centre(Interpolation::cell);
    const Point normal = area_at(input, middle[0], middle[1]);
    if (!(normal.norm() > 1e-10 * scale)) return "its area is zero or its nodes are out of order";
    for (int i = 0; i < all; ++i) {
      const auto [r, s, weight] = Interpolation::node(i);
      if (!(area_at(input, r, s).dot(normal.normalized()) > 1e-10 * scale))
        return "at its node " + std::to_string(i + 1) +
               " it is folded: nodes coincide or are out of order, it turns by more than 90°, or a "
               "middle node lies too near to a corner";
    }
    return {};
  }

  void stiffness(const ElementInput& input, Eigen::Ref<ElementMatrix> K) const override {
    const Whole whole(input);
    K = with_arms<outer>(whole.condensed(whole.K), whole.arms);
  }

  void mass(const ElementInput& input, bool lumped, Eigen::Ref<ElementMatrix> M) const override {
    set_mass(Whole(input), input, lumped, M);
  }

  void stiffness_and_mass(const ElementInput& input, bool lumped, Eigen::Ref<ElementMatrix> K,
                          Eigen::Ref<ElementMatrix> M) const override {
    const Whole whole(input);
    K = with_arms<outer>(whole.condensed(whole.K), whole.arms);
    set_mass(whole, input, lumped, M);
  }

  Stress stress(const ElementInput& input, const Eigen::VectorXd& q, int layer) const override {
    return stress_at(input, q, layer, centre(Interpolation::cell));
  }

  Stress stress_at(const ElementInput& input, const Eigen::VectorXd& q, int layer,
                   const Eigen::Vector3d& xi) const override {
    const Whole whole(input);
    Eigen::Matrix<double, 6 * all, 1> values;
    values.template head<6 * outer>() = moved_by_arms<outer>(q, whole.arms);
    values.template tail<6>() = whole.inner * values.template head<6 * outer>();
    const Natural at{xi[0], xi[1], static_cast<double>(layer)};
    const auto b = Layer(whole.shell, shell_section(input), at.t).strains(at);
    return lamina_stress(lamina(input.material->elastic), b.axes, b.in_plane * values,
                         b.shear * values, layer);
  }

 private:
  static constexpr int all = Interpolation::nodes;
  static constexpr int outer = node_count(Interpolation::cell);
  using Curved = CurvedShell<Interpolation>;
  using Strains = ShellStrains<all>;

  /// g_r × g_s of the surface through the nodes.
  static Point area_at(const ElementInput& input, double r, double s) {
    const ShapeGradients slopes = shape_gradients(Interpolation::cell, {r, s, 0});
    Point g_r = Point::Zero(), g_s = Point::Zero();
    for (int i = 0; i < outer; ++i) {
      g_r += slopes(i, 0) * input.x[i];
      g_s += slopes(i, 1) * input.x[i];
    }
    return g_r.cross(g_s);
  }

  /// Strains at t = constant.
  class Layer {
   public:
    Layer(const Curved& shell, const ShellSection& section, double t)
        : shell_(shell), section_(section), tying_(shell, t), mean_(ShellVectorRows<all>::Zero()) {
      if (!Interpolation::keeps_mean) return;
      double volume = 0;
      ShellVectorRows<all> sum = ShellVectorRows<all>::Zero();
      for (const QuadraturePoint& at : Interpolation::rule()) {
        const Natural point{at.xi[0], at.xi[1], t};
        const Strains tied = strains(point);
        const ShellPoint<all> l = shell_point(shell, point);
        const Matrix3 T = in_plane_transform(contravariant(l, tied.axes));
        sum += at.weight * l.volume * (T * l.in_surface() - tied.in_plane);
        volume += at.weight * l.volume;
      }
      mean_ = sum / volume;
    }

    Strains strains(const Natural& at) const {
      const TiedStrains<all> tied = tying_.at(at.r, at.s);
      Strains result =
          local_strains<all>(shell_point(shell_, at), section_, tied.e, tied.rt, tied.st);
      result.in_plane += mean_;
      return result;
    }

   private:
    const Curved& shell_;
    const ShellSection& section_;
    typename Interpolation::Tying tying_;
    ShellVectorRows<all> mean_;  ///< what the tied strains lack
  };

  /// The element with its inner node.
  struct Whole {
    Curved shell;
    std::array<Point, outer> arms;
    ShellMatrix<all> K = ShellMatrix<all>::Zero();
    /// S: the values of the inner node of those of the others.
    Eigen::Matrix<double, 6, 6 * outer> inner;

    explicit Whole(const ElementInput& input) {
      place(input);
      const ShellSection& section = shell_section(input);
      const Lamina D = lamina(input.material->elastic);
      for (const double t : {-1 / std::sqrt(3.0), 1 / std::sqrt(3.0)}) {
        const Layer layer(shell, section, t);
        for (const QuadraturePoint& at : Interpolation::rule())
          K += at.weight * layer.strains({at.xi[0], at.xi[1], t}).stiffness(D);
      }
      K += drilling_matrix(shell, drilling_factor * input.material->elastic.G12 * shell.thickness);
      K = (0.5 * (K + K.transpose())).eval();
      Matrix6 of_inner = K.template bottomRightCorner<6, 6>();
      for (int c = 0; c < 3; ++c)  // an inner node may have rotations only
        if (of_inner(c, c) == 0) of_inner(c, c) = 1;
      inner = -of_inner.ldlt().solve(K.template bottomLeftCorner<6, 6 * outer>());
    }

    void place(const ElementInput& input) {
      const ShellSection& section = shell_section(input);
      shell.thickness = section.thickness;
      for (int i = 0; i < all; ++i) {
        const auto [r, s, weight] = Interpolation::node(i);
        shell.normal[i] = area_at(input, r, s).normalized();
        shell.x[i] = section.offset * section.thickness * shell.normal[i];
        if (i < outer) arms[i] = shell.x[i];
        const ShapeValues N = shape_values(Interpolation::cell, {r, s, 0});
        for (int k = 0; k < outer; ++k) shell.x[i] += N[k] * input.x[k];
      }
    }

    /// Tᵀ A T with T = (1; S).
    ShellMatrix<outer> condensed(const ShellMatrix<all>& A) const {
      Eigen::Matrix<double, 6 * all, 6 * outer> T;
      T.template topRows<6 * outer>().setIdentity();
      T.template bottomRows<6>() = inner;
      return T.transpose() * A * T;
    }
  };

  /// ∫ ρ |u|², and ρ h³/12 about the normal.
  static ShellMatrix<all> mass_of(const Curved& shell, double density) {
    ShellMatrix<all> M = drilling_matrix(shell, density * std::pow(shell.thickness, 3) / 12);
    for (const double t : {-1 / std::sqrt(3.0), 1 / std::sqrt(3.0)})
      for (const QuadraturePoint& at : Interpolation::rule()) {
        const ShellPoint<all> l = shell_point(shell, {at.xi[0], at.xi[1], t});
        const ShellVectorRows<all> u = l.displacement(t);
        M += (at.weight * density * l.volume) * u.transpose() * u;
      }
    return M;
  }

  /// The scaled diagonal (Hinton, Rock, Zienkiewicz 1976) of ∫ N_i N_j of the cell, which keeps the
  /// mass; the same rotary inertia about every axis.
  static ShellMatrix<outer> lumped_mass(const Whole& whole, double density) {
    Eigen::Matrix<double, outer, 1> shares = Eigen::Matrix<double, outer, 1>::Zero();
    double mass = 0;
    for (const QuadraturePoint& at : Interpolation::rule()) {
      const ShapeValues N = shape_values(Interpolation::cell, at.xi);
      // Volume through the thickness: two points of weight 1 each, the mean of both faces.
      const double part =
          2 * at.weight * density * shell_point(whole.shell, {at.xi[0], at.xi[1], 0}).volume;
      mass += part;
      for (int i = 0; i < outer; ++i) shares[i] += part * N[i] * N[i];
    }
    shares *= mass / shares.sum();
    ShellMatrix<outer> M = ShellMatrix<outer>::Zero();
    const double radius = whole.shell.thickness * whole.shell.thickness / 12;
    for (int i = 0; i < outer; ++i) {
      M.diagonal().template segment<3>(6 * i).setConstant(shares[i]);
      M.diagonal().template segment<3>(6 * i + 3).setConstant(shares[i] * radius);
    }
    return M;
  }

  static void set_mass(const Whole& whole, const ElementInput& input, bool lumped,
                       Eigen::Ref<ElementMatrix> M) {
    const double density = input.material->density;
    M = with_arms<outer>(
        lumped ? lumped_mass(whole, density) : whole.condensed(mass_of(whole.shell, density)),
        whole.arms);
  }

  std::string_view name_;
};

}  // namespace sparkdyn::structure::curved
