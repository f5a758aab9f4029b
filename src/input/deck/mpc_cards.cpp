// SPDX-License-Identifier: BSD-3-Clause
#include "mpc_cards.hpp"

#include <algorithm>
#include <cmath>

#include "text.hpp"

namespace sparkdyn::input::deck {
namespace {

using structure::Index;
using structure::Vector;

struct Mpc {
  const Block& block;
  Line line;  ///< its first
  std::string name;
  std::vector<Index> nodes;

  structure::ConstraintLabel label() const { return {"", line.where()}; }
  void require(std::size_t least, std::size_t most) const {
    if (nodes.size() < least || nodes.size() > most)
      line.fail("{} needs {}{} nodes, not {}", name, least == most ? "" : "at least ", least,
                nodes.size());
  }
};

constexpr double flatness = 1e-6;  // how far off a line or plane a node may lie, by its size

const Vector& point(const Builder& builder, Index node) {
  return builder.mesh().points[node];
}

void require_global_axes(const Mpc& mpc, const Builder& builder) {
  for (const auto& local : builder.deck.model.node_axes)
    if (std::find(mpc.nodes.begin(), mpc.nodes.end(), local.node) != mpc.nodes.end())
      mpc.line.fail("node {} has axes of its own (*TRANSFORM), which is not supported here",
                    builder.number_of(local.node));
}

/// n·(Σ w_i u_i) = 0 for nodes with weights.
void add_row(const Mpc& mpc, Builder& builder, const Vector& n,
             const std::vector<std::pair<Index, double>>& weights) {
  structure::Equation row;
  for (const auto& [node, weight] : weights)
    for (int k = 0; k < 3; ++k)
      if (std::abs(n[k]) > 1e-14) row.entries.push_back({node, k, weight * n[k]});
  builder.in_force.add_constraint(structure::linear_equation(mpc.label(), row));
}

/// A point p = a + s(b−a) + t(c−a) of the plane stays in it: n·(u_p − (1−s−t)u_a − s u_b − t u_c) =
/// 0.
void add_plane(const Mpc& mpc, Builder& builder) {
  mpc.require(4, 1u << 30);
  const Index a = mpc.nodes[0], b = mpc.nodes[1], c = mpc.nodes[2];
  const Vector ab = minus(point(builder, b), point(builder, a));
  const Vector ac = minus(point(builder, c), point(builder, a));
  Vector n = cross(ab, ac);
  const double size = length(n);
  if (size <= flatness * length(ab) * length(ac))
    mpc.line.fail("the first three nodes lie on one line");
  n = scaled(n, 1 / size);
  for (std::size_t i = 3; i < mpc.nodes.size(); ++i) {
    const Vector ap = minus(point(builder, mpc.nodes[i]), point(builder, a));
    if (std::abs(dot(ap, n)) > flatness * (length(ap) + std::sqrt(size)))
      mpc.line.fail("node {} does not lie in the plane of the first three",
                    builder.number_of(mpc.nodes[i]));
    const double s = dot(cross(ap, ac), n) / size;
    const double t = dot(cross(ab, ap), n) / size;
    add_row(mpc, builder, n, {{mpc.nodes[i], 1}, {a, s + t - 1}, {b, -s}, {c, -t}});
  }
}

/// A point p = a + s(b−a) of the line stays on it: n·(u_p − (1−s)u_a − s u_b) = 0 for two n.
void add_straight(const Mpc& mpc, Builder& builder) {
  mpc.require(3, 1u << 30);
  const Index a = mpc.nodes[0], b = mpc.nodes[1];
  const Vector ab = minus(point(builder, b), point(builder, a));
  const double size = length(ab);
  if (size <= 0) mpc.line.fail("the first two nodes lie at the same place");
  const Vector along = scaled(ab, 1 / size);
  const int least = static_cast<int>(
      std::min_element(along.begin(), along.end(),
                       [](double x, double y) { return std::abs(x) < std::abs(y); }) -
      along.begin());
  Vector help{};
  help[least] = 1;
  const Vector across = cross(along, help);
  const Vector n1 = scaled(across, 1 / length(across));
  const Vector n2 = cross(along, n1);
  for (std::size_t i = 2; i < mpc.nodes.size(); ++i) {
    const Vector ap = minus(point(builder, mpc.nodes[i]), point(builder, a));
    if (length(cross(ap, along)) > flatness * (length(ap) + size))
      mpc.line.fail("node {} does not lie on the line of the first two",
                    builder.number_of(mpc.nodes[i]));
    const double s = dot(ap, along) / size;
    for (const Vector& n : {n1, n2})
      add_row(mpc, builder, n, {{mpc.nodes[i], 1}, {a, s - 1}, {b, -s}});
  }
}

/// Equal displacements; for TIE also equal rotations, where both nodes have them.
void add_equal(const Mpc& mpc, Builder& builder, bool rotations) {
  mpc.require(2, 2);
  const auto& components = builder.components();
  for (int c = 0; c < (rotations ? 6 : 3); ++c) {
    const auto bit = static_cast<structure::ComponentMask>(1 << c);
    if (c >= 3 && (components[mpc.nodes[0]] & components[mpc.nodes[1]] & bit) == 0) continue;
    structure::Equation row;
    row.entries = {{mpc.nodes[0], c, 1}, {mpc.nodes[1], c, -1}};
    builder.in_force.add_constraint(structure::linear_equation(mpc.label(), row));
  }
}

/// Abaqus: a rigid beam. CalculiX, where nodes of solids have no rotations: a constant distance.
void add_beam(const Mpc& mpc, Builder& builder) {
  mpc.require(2, 2);
  const auto& components = builder.components();
  const Index a = mpc.nodes[0], b = mpc.nodes[1];
  const bool turns = (components[b] & ~structure::translations) != 0;
  builder.in_force.add_constraint(turns ? structure::rigid_body(mpc.label(), {a}, b)
                                        : structure::rigid_bar(mpc.label(), a, b));
}

void add(const Mpc& mpc, Builder& builder) {
  if (mpc.name == "BEAM") return add_beam(mpc, builder);
  if (mpc.name == "LINK") {
    mpc.require(2, 2);
    builder.in_force.add_constraint(structure::rigid_bar(mpc.label(), mpc.nodes[0], mpc.nodes[1]));
    return;
  }
  require_global_axes(mpc, builder);
  if (mpc.name == "PLANE") return add_plane(mpc, builder);
  if (mpc.name == "STRAIGHT") return add_straight(mpc, builder);
  if (mpc.name == "PIN") return add_equal(mpc, builder, false);
  if (mpc.name == "TIE") return add_equal(mpc, builder, true);
  const std::vector<std::string> names{"BEAM", "LINK", "PIN", "PLANE", "STRAIGHT", "TIE"};
  mpc.line.fail("MPC '{}' is not supported; supported: {}", mpc.name.substr(0, 40),
                core::allowed(mpc.name.substr(0, 40), names));
}

void take_nodes(Line& line, const Builder& builder, std::vector<Index>& nodes) {
  while (!line.done()) {
    const std::string_view field = line.next();
    if (field.empty() || to_integer(field) == 0) continue;  // zeros fill lines in CalculiX's decks
    if (const auto number = to_integer(field)) {
      const Index node = builder.node_numbers.find(*number);
      if (node < 0) line.fail("node {} is not defined", *number);
      nodes.push_back(node);
      continue;
    }
    const std::string name = normal_name(field);
    const auto set = builder.mesh().node_groups.find(name);
    if (set == builder.mesh().node_groups.end())
      line.fail("'{}' is neither a node nor a node set{}", name.substr(0, 40),
                close_name(name, builder.mesh().node_groups));
    nodes.insert(nodes.end(), set->second.begin(), set->second.end());
  }
}

}  // namespace

void read_mpc(const Block& block, Builder& builder) {
  std::optional<Mpc> mpc;
  Lines lines(block);
  while (auto line = lines.next()) {
    Line start = *line;
    const std::string_view head = start.next();
    if (to_integer(head) && mpc) {  // more nodes of the same
      take_nodes(*line, builder, mpc->nodes);
      continue;
    }
    if (mpc) add(*mpc, builder);
    mpc.emplace(Mpc{block, *line, normal_name(head), {}});
    take_nodes(start, builder, mpc->nodes);
  }
  if (!mpc) block.fail("the data line is missing");
  add(*mpc, builder);
}

}  // namespace sparkdyn::input::deck
