// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A structure of beams and shells small enough for serial factors: K and M with six components per
// node, supports by leaving rows out.

#include <Eigen/Eigenvalues>
#include <Eigen/Sparse>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "sparkdyn/structure/element.hpp"

namespace sparkdyn::structure::test {

inline const Element& formulation(std::string_view name) {
  return *elements()[static_cast<std::size_t>(find_element(name))];
}

inline constexpr double pi = std::numbers::pi;

struct Member {
  const Element* element = nullptr;
  std::vector<int> nodes;
};

class ThinStructure {
 public:
  ThinStructure(Material material, SectionData section) : material_(material), section_(section) {}

  int add_node(const Point& x) {
    points_.push_back(x);
    free_.resize(6 * points_.size(), true);
    return static_cast<int>(points_.size()) - 1;
  }
  void add(const Element& element, std::vector<int> nodes) {
    members_.push_back({&element, std::move(nodes)});
  }
  void add(std::string_view element, std::vector<int> nodes) {
    add(formulation(element), std::move(nodes));
  }
  void fix(int node, std::initializer_list<int> components) {
    for (const int c : components) free_[6 * node + c] = false;
  }
  void fix_everywhere(std::initializer_list<int> components) {
    for (int node = 0; node < nodes(); ++node) fix(node, components);
  }
  /// Rotates nodes, leaving section axes to the caller.
  void rotate(const Eigen::Matrix3d& R) {
    for (Point& x : points_) x = R * x;
  }

  int nodes() const { return static_cast<int>(points_.size()); }
  const Point& point(int node) const { return points_[node]; }
  const std::vector<Member>& members() const { return members_; }
  SectionData& section() { return section_; }
  Material& material() { return material_; }

  std::vector<Point> points_of(const Member& member) const {
    std::vector<Point> x;
    for (const int node : member.nodes) x.push_back(points_[node]);
    return x;
  }

  Eigen::MatrixXd element_stiffness(const Member& member) const {
    return element_matrix(member, [](const Element& e, const ElementInput& input, auto& K) {
      e.stiffness(input, K);
    });
  }
  Eigen::MatrixXd element_mass(const Member& member, bool lumped = false) const {
    return element_matrix(member, [lumped](const Element& e, const ElementInput& input, auto& M) {
      e.mass(input, lumped, M);
    });
  }
  Stress stress(const Member& member, const Eigen::VectorXd& q, int layer) const {
    const std::vector<Point> x = points_of(member);
    Eigen::VectorXd local(6 * member.nodes.size());
    for (std::size_t i = 0; i < member.nodes.size(); ++i)
      local.segment<6>(6 * i) = q.segment<6>(6 * member.nodes[i]);
    return member.element->stress({x, &material_, &section_}, local, layer);
  }

  Eigen::SparseMatrix<double> stiffness() const {
    return assemble([&](const Member& m) { return element_stiffness(m); });
  }
  Eigen::SparseMatrix<double> mass(bool lumped = false) const {
    return assemble([&](const Member& m) { return element_mass(m, lumped); });
  }

  /// K q = load with the fixed components as given in `prescribed` (zero when empty).
  Eigen::VectorXd solve(const Eigen::VectorXd& load, Eigen::VectorXd prescribed = {}) const {
    const auto K = stiffness();
    if (prescribed.size() == 0) prescribed = Eigen::VectorXd::Zero(load.size());
    for (Eigen::Index i = 0; i < load.size(); ++i)
      if (free_[i]) prescribed(i) = 0;
    const Eigen::SparseMatrix<double> P = selection();
    const Eigen::SparseMatrix<double> free_K = P.transpose() * K * P;
    const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factor(free_K);
    if (factor.info() != Eigen::Success) throw std::runtime_error("singular structure");
    return P * factor.solve(P.transpose() * (load - K * prescribed)) + prescribed;
  }

  /// The lowest natural frequencies in Hz of a supported structure, by subspace iteration.
  std::vector<double> frequencies(int count, bool lumped = false) const {
    const Eigen::SparseMatrix<double> P = selection();
    const Eigen::SparseMatrix<double> K = P.transpose() * stiffness() * P;
    const Eigen::SparseMatrix<double> M = P.transpose() * mass(lumped) * P;
    const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factor(K);
    if (factor.info() != Eigen::Success) throw std::runtime_error("singular structure");
    const Eigen::Index width = std::min<Eigen::Index>(count + 12, K.rows());
    // Any start that is not deficient will do; the numbers are scattered but always the same.
    Eigen::MatrixXd X(K.rows(), width);
    for (Eigen::Index i = 0; i < X.size(); ++i) X(i) = std::sin(1.0 + 12.9898 * i * (i % 7 + 1));
    Eigen::VectorXd squares, before = Eigen::VectorXd::Zero(width);
    for (int iteration = 0; iteration < 100; ++iteration, before = squares) {
      X = factor.solve(M * X);
      const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> ritz(X.transpose() * K * X,
                                                                           X.transpose() * M * X);
      squares = ritz.eigenvalues();
      X = (X * ritz.eigenvectors()).eval();
      if ((squares - before).head(count).norm() < 1e-13 * squares.head(count).norm()) break;
    }
    std::vector<double> result;
    for (int i = 0; i < count; ++i) result.push_back(std::sqrt(squares(i)) / (2 * pi));
    return result;
  }

  Eigen::VectorXd zero() const { return Eigen::VectorXd::Zero(6 * nodes()); }

 private:
  template <typename Fill>
  Eigen::MatrixXd element_matrix(const Member& member, const Fill& fill) const {
    const std::vector<Point> x = points_of(member);
    const ElementInput input{x, &material_, &section_};
    if (const std::string complaint = member.element->complaint(input); !complaint.empty())
      throw std::runtime_error(complaint);
    const int size = matrix_size(*member.element, section_);
    Eigen::MatrixXd A(size, size);
    fill(*member.element, input, A);
    return A;
  }

  template <typename Matrix>
  Eigen::SparseMatrix<double> assemble(const Matrix& matrix) const {
    std::vector<Eigen::Triplet<double>> entries;
    for (const Member& member : members_) {
      const Eigen::MatrixXd A = matrix(member);
      for (Eigen::Index i = 0; i < A.rows(); ++i)
        for (Eigen::Index j = 0; j < A.cols(); ++j)
          entries.emplace_back(6 * member.nodes[i / 6] + i % 6, 6 * member.nodes[j / 6] + j % 6,
                               A(i, j));
    }
    Eigen::SparseMatrix<double> result(6 * nodes(), 6 * nodes());
    result.setFromTriplets(entries.begin(), entries.end());
    return result;
  }

  Eigen::SparseMatrix<double> selection() const {
    std::vector<Eigen::Triplet<double>> entries;
    int column = 0;
    for (int i = 0; i < 6 * nodes(); ++i)
      if (free_[i]) entries.emplace_back(i, column++, 1.0);
    Eigen::SparseMatrix<double> P(6 * nodes(), column);
    P.setFromTriplets(entries.begin(), entries.end());
    return P;
  }

  Material material_;
  SectionData section_;
  std::vector<Point> points_;
  std::vector<bool> free_;
  std::vector<Member> members_;
};

/// A quadrilateral, or cut into two triangles along a–c (along b–d when `other_way`).
inline void add_cell(ThinStructure& structure, const Element& element, std::array<int, 4> corners,
                     bool other_way = false) {
  const auto [a, b, c, d] = corners;
  if (element.shape() == Shape::quadrilateral4) {
    structure.add(element, {a, b, c, d});
  } else if (other_way) {
    structure.add(element, {a, b, d});
    structure.add(element, {b, c, d});
  } else {
    structure.add(element, {a, b, c});
    structure.add(element, {a, c, d});
  }
}

/// Nodes of an n × m grid of the unit square mapped by `map`, n + 1 by m + 1, the first index fast,
/// and its cells (cut in alternating directions when `crossed`).
template <typename Map>
void add_grid(ThinStructure& structure, const Element& element, int n, int m, const Map& map,
              bool crossed = false) {
  const int first = structure.nodes();
  for (int j = 0; j <= m; ++j)
    for (int i = 0; i <= n; ++i)
      structure.add_node(map(static_cast<double>(i) / n, static_cast<double>(j) / m));
  const auto node = [&](int i, int j) { return first + j * (n + 1) + i; };
  for (int j = 0; j < m; ++j)
    for (int i = 0; i < n; ++i)
      add_cell(structure, element, {node(i, j), node(i + 1, j), node(i + 1, j + 1), node(i, j + 1)},
               crossed && (i + j) % 2 == 1);
}

}  // namespace sparkdyn::structure::test
