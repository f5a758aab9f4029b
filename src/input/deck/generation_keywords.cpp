// SPDX-License-Identifier: BSD-3-Clause
// *NGEN, *NFILL, *NCOPY, *ELGEN, *ELCOPY: nodes and elements made from others, as decks written by
// hand have them.

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>

#include "early_sets.hpp"
#include "generated_places.hpp"
#include "keyword.hpp"
#include "set_cards.hpp"

namespace sparkdyn::input::deck {
namespace {

using structure::Index;

constexpr long long most_at_once = 10'000'000;  // a line of text may not ask for any amount
constexpr long long largest_increment = 100'000'000'000;  // so that numbers do not overflow

Place3 place_of(const Builder& builder, Index node) {
  return to_place(builder.mesh().points[node]);
}

/// What numbers grow by.
long long read_increment(Line& line, std::string_view what) {
  const long long increment = line.integer(what, 1);
  if (std::abs(increment) > largest_increment)
    line.fail("{} is at most {}, not {}", what, largest_increment, increment);
  return increment;
}

long long read_increment(const Block& block, std::string_view parameter) {
  block.require(parameter);
  const long increment = block.integer(parameter, 1, 0);
  if (increment > largest_increment)
    block.fail("{} is at most {}, not {}", parameter, largest_increment, increment);
  return increment;
}

/// Joins what a card made to the set that it names.
void join(const Block& block, std::string_view parameter,
          std::map<std::string, std::vector<Index>>& groups, std::vector<Index> members) {
  if (block.has(parameter)) add_to_group(groups[block.require(parameter)], std::move(members));
}

// *NGEN

/// The third point of a parabola or the centre of an arc: a node's number, or coordinates.
Place3 third_place(Line& line, const Builder& builder) {
  const long long number = line.integer("node number", 0);
  if (number == 0) return read_place(line, "coordinate");
  const Index node = builder.node_numbers.find(number);
  if (node < 0) line.fail("node {} is not defined", number);
  read_place(line, "coordinate");  // coordinates beside a number do not count
  return place_of(builder, node);
}

Arc arc_between(Line& line, const Place3& start, const Place3& end, const Place3& centre) {
  const Place3 from = start - centre, to = end - centre;
  const double radius = from.norm();
  if (!(radius > 0) || std::abs(to.norm() - radius) > 1e-3 * radius)
    line.fail("the ends of the arc lie {:.6g} and {:.6g} from its centre", radius, to.norm());
  Place3 normal = read_place(line, "normal");
  const Place3 across = from.cross(to);
  const bool given = normal.norm() > 0;
  if (!given) {
    if (across.norm() <= 1e-6 * radius * radius)
      line.fail("the ends and the centre of the arc lie on one line; give the normal of its plane");
    normal = across;
  }
  normal.normalize();
  if (std::abs(normal.dot(from)) > 1e-3 * radius || std::abs(normal.dot(to)) > 1e-3 * radius)
    line.fail("the normal of the arc is not at right angles to its radii");
  double angle = std::atan2(across.dot(normal), from.dot(to));
  if (angle <= 1e-9) angle += 2 * std::numbers::pi;
  return {centre, start, normal, angle};
}

/// Where the node at the part ξ of the way lies.
using Curve = std::function<Place3(double)>;

Curve read_curve(const Block& block, Line& line, const Builder& builder, const Place3& start,
                 const Place3& end) {
  const std::string kind = block.choice("LINE", "L", {"L", "P", "C"});
  if (kind == "L") return [=](double part) { return Place3(start + part * (end - start)); };
  const Place3 third = third_place(line, builder);
  if (kind == "P")
    return [=](double part) {
      return Place3((1 - part) * (1 - 2 * part) * start + 4 * part * (1 - part) * third +
                    part * (2 * part - 1) * end);
    };
  const Arc arc = arc_between(line, start, end, third);
  return [arc](double part) { return arc.at(part); };
}

void generate_nodes(const Block& block, Builder& builder) {
  std::vector<Index> made;
  Lines lines(block);
  while (auto line = lines.next()) {
    const Index first = builder.node(*line, "first node"), last = builder.node(*line, "last node");
    const long long from = builder.number_of(first), to = builder.number_of(last);
    const long long step = read_increment(*line, "increment of the numbers");
    if (step == 0 || (to - from) % step != 0 || (to - from) / step < 1)
      line->fail("steps of {} do not lead from node {} to node {}", step, from, to);
    const long long count = (to - from) / step;
    if (count > most_at_once) line->fail("more than {} nodes in one line", most_at_once);
    const Curve curve =
        read_curve(block, *line, builder, place_of(builder, first), place_of(builder, last));
    line->finish();
    made.push_back(first);
    for (long long i = 1; i < count; ++i)
      made.push_back(builder.place_node(*line, from + i * step,
                                        to_vector(curve(static_cast<double>(i) / double(count)))));
    made.push_back(last);
  }
  join(block, "NSET", builder.mesh().node_groups, std::move(made));
}

// *NFILL

void fill_nodes(const Block& block, Builder& builder) {
  std::vector<Index> made;
  Lines lines(block);
  while (auto line = lines.next()) {
    const std::string names[] = {line->name("first set"), line->name("second set")};
    const long long intervals = line->integer("number of intervals");
    const long long step = read_increment(*line, "increment of the numbers");
    line->finish();
    const auto from = early_node_set(block, names[0], builder);
    const auto to = early_node_set(block, names[1], builder);
    if (from.size() != to.size())
      line->fail("the set '{}' has {} nodes and '{}' has {}; they are joined one by one", names[0],
                 from.size(), names[1], to.size());
    if (intervals < 1 || intervals > most_at_once || step == 0)
      line->fail("{} intervals with steps of {} between numbers", intervals, step);
    if (intervals * static_cast<long long>(from.size()) > most_at_once)
      line->fail("more than {} nodes in one line", most_at_once);
    for (std::size_t k = 0; k < from.size(); ++k) {
      const Place3 start = place_of(builder, from[k]), end = place_of(builder, to[k]);
      made.push_back(from[k]);
      for (int i = 1; i < intervals; ++i)
        made.push_back(
            builder.place_node(*line, builder.number_of(from[k]) + i * step,
                               to_vector(start + double(i) / double(intervals) * (end - start))));
      made.push_back(to[k]);
    }
  }
  join(block, "NSET", builder.mesh().node_groups, std::move(made));
}

// *NCOPY

using Motion = std::function<Place3(const Place3&)>;

/// A translation, then a turn about the axis through two points.
Motion read_shift(const Block& block, Lines& lines) {
  Line first = lines.require("the translation");
  const Place3 shift = read_place(first, "translation");
  first.finish();
  auto second = lines.next();
  if (!second) return [=](const Place3& x) { return Place3(x + shift); };
  const Place3 a = read_place(*second, "point on the axis");
  const Place3 b = read_place(*second, "point on the axis");
  const double angle = second->number("angle", 0) * std::numbers::pi / 180;
  second->finish();
  if (angle == 0) return [=](const Place3& x) { return Place3(x + shift); };
  if (!((b - a).norm() > 0)) block.fail("the two points of the axis are the same");
  const Place3 direction = (b - a).normalized();
  return [=](const Place3& x) { return turned(x + shift, a, direction, angle); };
}

Motion read_reflection(const Block& block, Lines& lines) {
  const std::string kind = block.choice("REFLECT", "MIRROR", {"POINT", "LINE", "MIRROR"});
  Line line = lines.require("the points of the reflection");
  const Place3 a = read_place(line, "point");
  if (kind == "POINT") return [=](const Place3& x) { return Place3(2 * a - x); };
  const Place3 along = read_place(line, "point") - a;
  if (!(along.norm() > 0)) line.fail("two points of the reflection are the same");
  if (kind == "LINE")
    return [=](const Place3& x) {
      return Place3(2 * (a + along * (along.dot(x - a) / along.squaredNorm())) - x);
    };
  if (line.done()) line = lines.require("the third point of the plane");
  const Place3 normal = along.cross(read_place(line, "point") - a);
  if (normal.norm() <= 1e-12 * along.squaredNorm())
    line.fail("the three points of the plane lie on one line");
  return [=](const Place3& x) {
    return Place3(x - normal * (2 * normal.dot(x - a) / normal.squaredNorm()));
  };
}

void copy_nodes(const Block& block, Builder& builder) {
  const long long shift = read_increment(block, "CHANGENUMBER");
  const auto old = early_node_set(block, block.require("OLDSET"), builder);
  if (block.has("SHIFT") == block.has("REFLECT"))
    block.fail("either SHIFT or REFLECT= says where the copies go");
  Lines lines(block);
  const Motion motion =
      block.has("SHIFT") ? read_shift(block, lines) : read_reflection(block, lines);
  lines.finish();
  const long copies = block.integer("MULTIPLE", 1, 1);
  if (copies > most_at_once / std::max<long>(1, static_cast<long>(old.size())))
    block.fail("more than {} nodes in one keyword", most_at_once);
  if (copies > 1 && !block.has("SHIFT")) block.fail("MULTIPLE goes with SHIFT");
  // Whether every copy is translated and turned anew is told differently: both are not guessed at.
  const Place3 origin = motion(Place3::Zero());
  const bool turns = (motion(Place3::UnitX()) - origin - Place3::UnitX()).norm() +
                         (motion(Place3::UnitY()) - origin - Place3::UnitY()).norm() >
                     1e-12 * (1 + origin.norm());
  if (copies > 1 && turns) block.fail("MULTIPLE with a turn is not supported; write each copy");
  Lines again(block);
  const Line at = again.require("data");
  std::vector<Index> made;
  for (const Index node : old) {
    Place3 place = place_of(builder, node);
    for (long k = 1; k <= copies; ++k) {
      place = motion(place);
      made.push_back(builder.place_node(at, builder.number_of(node) + k * shift, to_vector(place)));
    }
  }
  join(block, "NEWSET", builder.mesh().node_groups, std::move(made));
}

// *ELGEN, *ELCOPY

/// A cell like another whose nodes have numbers larger by `nodes`.
Index copy_cell(const Line& line, Index master, long long number, long long nodes,
                Builder& builder) {
  const structure::Mesh& mesh = builder.mesh();
  std::array<Index, 20> places{};
  const int count = structure::info(mesh.cells[master].shape).nodes;
  for (int i = 0; i < count; ++i) {
    const long long node = builder.number_of(mesh.nodes_of(mesh.cells[master])[i]) + nodes;
    places[i] = builder.node_numbers.find(node);
    if (places[i] < 0) line.fail("element {} uses node {}, which is not defined", number, node);
  }
  return builder.add_cell(line, number, builder.cell_types[master],
                          std::span(places.data(), count));
}

/// How many along a direction, and what numbers grow by from one to the next.
struct Repetition {
  long long count = 1, nodes = 1, cells = 1;
};

Repetition read_repetition(Line& line, std::string_view what) {
  Repetition result;
  result.count = line.integer(what, 1);
  result.nodes = read_increment(line, "increment of the node numbers");
  result.cells = read_increment(line, "increment of the element numbers");
  if (result.count < 1 || result.count > most_at_once)
    line.fail("{} must be 1 to {}, not {}", what, most_at_once, result.count);
  return result;
}

void generate_cells(const Block& block, Builder& builder) {
  std::vector<Index> made;
  Lines lines(block);
  while (auto line = lines.next()) {
    const long long number = line->integer("master element");
    const Index master = builder.cell_numbers.find(number);
    if (master < 0) line->fail("element {} is not defined", number);
    const Repetition row = read_repetition(*line, "number of elements in a row");
    const Repetition rows = read_repetition(*line, "number of rows");
    const Repetition layers = read_repetition(*line, "number of layers");
    line->finish();
    if (row.count * rows.count > most_at_once ||
        row.count * rows.count * layers.count > most_at_once)
      line->fail("more than {} elements in one line", most_at_once);
    builder.element_cards.emplace_back(static_cast<Index>(builder.mesh().cells.size()),
                                       line->place());
    made.push_back(master);
    for (long long k = 0; k < layers.count; ++k)
      for (long long j = 0; j < rows.count; ++j)
        for (long long i = 0; i < row.count; ++i)
          if (i + j + k > 0)
            made.push_back(copy_cell(*line, master,
                                     number + i * row.cells + j * rows.cells + k * layers.cells,
                                     i * row.nodes + j * rows.nodes + k * layers.nodes, builder));
  }
  join(block, "ELSET", builder.mesh().cell_groups, std::move(made));
}

void copy_cells(const Block& block, Builder& builder) {
  const long long cells = read_increment(block, "ELEMENTSHIFT");
  const long long nodes = read_increment(block, "SHIFTNODES");
  const auto old = early_cell_set(block, block.require("OLDSET"), builder);
  Lines lines(block);
  lines.finish();
  builder.element_cards.emplace_back(static_cast<Index>(builder.mesh().cells.size()), block.place);
  const Line at(block, block.place, "");
  std::vector<Index> made;
  for (const Index cell : old)
    made.push_back(copy_cell(at, cell, builder.mesh().cells[cell].id + cells, nodes, builder));
  join(block, "NEWSET", builder.mesh().cell_groups, std::move(made));
}

}  // namespace

Keywords generation_keywords() {
  static const std::vector<Keyword> table{
      {"NGEN", Phase::nodes, Scope::model, {"NSET", "LINE"}, generate_nodes},
      {"NFILL", Phase::nodes, Scope::model, {"NSET"}, fill_nodes},
      {"NCOPY",
       Phase::nodes,
       Scope::model,
       {"CHANGE NUMBER", "OLD SET", "NEW SET", "SHIFT", "REFLECT", "MULTIPLE"},
       copy_nodes},
      {"ELGEN", Phase::elements, Scope::model, {"ELSET"}, generate_cells},
      {"ELCOPY",
       Phase::elements,
       Scope::model,
       {"ELEMENT SHIFT", "SHIFT NODES", "OLD SET", "NEW SET"},
       copy_cells},
  };
  return table;
}

}  // namespace sparkdyn::input::deck
