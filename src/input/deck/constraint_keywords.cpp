// SPDX-License-Identifier: BSD-3-Clause
// *EQUATION, *MPC, *RIGID BODY, *TIE, *DISTRIBUTING COUPLING, *COUPLING with *KINEMATIC or
// *DISTRIBUTING: rows of G.

#include <algorithm>
#include <cmath>

#include "keyword.hpp"
#include "mpc_cards.hpp"
#include "structure/surface_constraint.hpp"

namespace sparkdyn::input::deck {
namespace {

using structure::ConstraintPtr;
using structure::Index;

/// An equation as in linear_equation(), whose nodes need not belong to elements: a node that only
/// equations use, such as one that stands for a whole side, has displacements too.
class DeckEquation final : public structure::Constraint {
 public:
  DeckEquation(structure::ConstraintLabel label, const structure::Equation& equation)
      : equation_(equation), rows_(structure::linear_equation(std::move(label), equation)) {}
  std::string name() const override { return rows_->name(); }
  std::string where() const override { return rows_->where(); }
  bool in_node_axes() const override { return true; }
  void add_components(const structure::ConstraintContext& context,
                      std::span<structure::ComponentMask> components) const override {
    for (const auto& entry : equation_.entries)
      if (context.components[entry.node] == 0 && entry.component < 3)
        components[entry.node] |= structure::translations;
    rows_->add_components(context, components);
  }
  void append(const structure::ConstraintContext& context,
              std::vector<structure::Equation>& rows) const override {
    rows_->append(context, rows);
  }
  void append_exact(const structure::ConstraintContext& context,
                    std::vector<structure::ExactRow>& rows) const override {
    rows_->append_exact(context, rows);
  }

 private:
  structure::Equation equation_;
  ConstraintPtr rows_;
};

void read_terms(FieldStream& fields, const Builder& builder, long long count,
                structure::Equation& equation) {
  for (long long i = 0; i < count; ++i) {
    const Index node = builder.node(fields.at("node of the next term"));
    const int component = builder.component(fields.at("degree of freedom of the next term"));
    const double coefficient = fields.at("coefficient").number("coefficient");
    equation.entries.push_back({node, component, coefficient});
  }
}

void remove_equations(const Block& block, Builder& builder) {
  Lines lines(block);
  while (auto line = lines.next()) {
    const std::vector<Index> nodes = builder.nodes(*line);
    const int first = builder.component(*line);
    const int last = builder.component(*line, first + 1);
    line->finish();
    bool found = false;
    for (const Index node : nodes)
      for (int c = first; c <= last; ++c)
        if (builder.in_force.remove_equation(node, c)) found = true;
    if (!found) line->fail("no equation has its first term there");
  }
}

void read_equation(const Block& block, Builder& builder) {
  if (block.has("REMOVEALL") || block.has("REMOVE")) {
    if (!block.in_step) block.fail("REMOVE belongs in a step");
    if (block.has("REMOVEALL"))
      builder.in_force.remove_equations();
    else
      remove_equations(block, builder);
    return;
  }
  Lines lines(block);
  while (auto line = lines.next()) {
    const long long count = line->integer("number of terms");
    line->finish();
    if (count < 1) line->fail("an equation has at least one term, not {}", count);
    FieldStream fields(lines);
    structure::Equation equation;
    read_terms(fields, builder, count, equation);
    if (!fields.line_done())
      fields.at("").fail("the equation has more terms than its first line says");
    const auto first = equation.entries.front();
    builder.in_force.add_equation(
        std::make_shared<DeckEquation>(structure::ConstraintLabel{"", line->where()}, equation),
        {first.node, first.component});
  }
}

/// CalculiX makes a reference node of its own when the deck names none.
Index own_reference(Builder& builder, const std::vector<Index>& nodes) {
  structure::Vector middle{};
  for (const Index node : nodes)
    for (int k = 0; k < 3; ++k)
      middle[k] += builder.mesh().points[node][k] / static_cast<double>(nodes.size());
  return builder.add_node(builder.node_numbers.largest() + 1, middle);
}

void read_rigid_body(const Block& block, Builder& builder) {
  if (block.has("NSET") == block.has("ELSET")) block.fail("either NSET or ELSET is needed");
  const char* which = block.has("NSET") ? "NSET" : "ELSET";
  std::vector<Index> nodes = block.has("NSET") ? builder.node_set(block, "NSET")
                                               : builder.nodes_of(builder.cell_set(block, "ELSET"));
  if (nodes.empty()) block.fail("the set '{}' is empty", block.require(which));
  const Index reference = block.has("REFNODE") ? builder.node_parameter(block, "REFNODE")
                                               : own_reference(builder, nodes);
  const Index rotation = block.has("ROTNODE") ? builder.node_parameter(block, "ROTNODE") : -1;
  if (rotation == reference) block.fail("REF NODE and ROT NODE must be different nodes");
  builder.in_force.add_constraint(structure::rigid_body({block.require(which), block.where()},
                                                        std::move(nodes), reference, rotation));
}

/// The facets of a surface of faces, or its single nodes.
std::vector<structure::Facet> surface_facets(const Block& block, const Line* line,
                                             const Builder& builder, const std::string& name) {
  std::vector<structure::Facet> facets;
  const auto points = builder.node_surfaces.find(name);
  if (points != builder.node_surfaces.end()) {
    builder.spend(points->second.size(), block);
    for (const Index node : points->second) {
      structure::Facet point;
      point.shape = structure::Shape::point;
      point.nodes[0] = node;
      facets.push_back(point);
    }
    return facets;
  }
  for (const SideRef side : builder.surface_sides(block, line, name))
    facets.push_back(facet(builder.mesh(), side));
  return facets;
}

/// Closes the gap between the surfaces, as both Abaqus and CalculiX do unless they are told not to.
void adjust_slave(const Block& block, Builder& builder, const std::string& slave,
                  const std::vector<structure::Facet>& slaves,
                  const std::vector<structure::Facet>& faces, double tolerance) {
  const structure::Moved moved =
      structure::move_to_master(builder.mesh(), slaves, faces, tolerance);
  if (moved.in_edges > 0.01)
    builder.warn(block, fmt::format("the nodes of '{}' are moved to the master surface, by up to "
                                    "{:.4g}, a change of the geometry; ADJUST=NO leaves them where "
                                    "they are",
                                    slave, moved.farthest));
}

void read_tie(const Block& block, Builder& builder) {
  const double tolerance = block.number("POSITIONTOLERANCE", 0);
  const bool adjust = block.choice("ADJUST", "YES", {"NO", "YES"}) == "YES";
  Lines lines(block);
  Line line = lines.require("slave and the master surface");
  do {
    const std::string slave = line.name("slave surface");
    const std::string master = line.name("master surface");
    line.finish();
    std::vector<structure::Facet> faces;
    for (const SideRef side : builder.surface_sides(block, &line, master))
      faces.push_back(facet(builder.mesh(), side));
    std::vector<structure::Facet> slaves = surface_facets(block, &line, builder, slave);
    if (adjust) adjust_slave(block, builder, slave, slaves, faces, tolerance);
    builder.in_force.add_constraint(structure::tie({block.text("NAME", slave), line.where()},
                                                   std::move(slaves), std::move(faces), tolerance));
    const auto more = lines.next();
    if (!more) break;
    line = *more;
  } while (true);
}

void read_distributing_coupling(const Block& block, Builder& builder) {
  const std::vector<Index>& cells = builder.cell_set(block, "ELSET");
  const bool right = cells.size() == 1 && builder.type_of(cells[0]).name == "DCOUP3D";
  if (!right)
    block.fail("the set '{}' must hold one element of type DCOUP3D", block.require("ELSET"));
  const Index reference = builder.mesh().nodes_of(builder.mesh().cells[cells[0]])[0];
  std::map<Index, double> weights;
  Lines lines(block);
  while (auto line = lines.next()) {
    const std::vector<Index> nodes = builder.nodes(*line);
    const double weight = line->number("weight", 1);
    line->finish();
    if (weight <= 0) line->fail("the weight must be positive, not {}", weight);
    for (const Index node : nodes) weights[node] += weight;
  }
  if (weights.empty()) block.fail("the data lines with nodes and weights are missing");
  std::vector<Index> nodes;
  std::vector<double> values;
  for (const auto& [node, weight] : weights) {
    nodes.push_back(node);
    values.push_back(weight);
  }
  builder.in_force.add_constraint(
      structure::distributing_coupling({block.require("ELSET"), block.where()}, reference,
                                       std::move(nodes), std::move(values), false));
}

void read_coupling(const Block& block, Builder& builder) {
  PendingCoupling coupling;
  coupling.block = &block;
  coupling.name = block.text("CONSTRAINTNAME", block.require("SURFACE"));
  coupling.reference = builder.node_parameter(block, "REFNODE");
  coupling.nodes = builder.surface_nodes(block, block.require("SURFACE"));
  if (coupling.nodes.empty()) block.fail("surface '{}' is empty", block.require("SURFACE"));
  if (builder.coupling) builder.coupling->block->fail("*KINEMATIC or *DISTRIBUTING must follow");
  builder.coupling = std::move(coupling);
}

/// The components that the data lines name; all without data.
structure::ComponentMask coupled_components(const Block& block, const Builder& builder) {
  structure::ComponentMask mask = 0;
  Lines lines(block);
  while (auto line = lines.next()) {
    const int first = builder.component(*line);
    const int last = builder.component(*line, first + 1);
    line->finish();
    for (int c = first; c <= last; ++c) mask |= static_cast<structure::ComponentMask>(1 << c);
  }
  return mask == 0 ? structure::all_components : mask;
}

PendingCoupling take_coupling(const Block& block, Builder& builder) {
  if (!builder.coupling) block.fail("it belongs to a *COUPLING, but none came before");
  PendingCoupling coupling = std::move(*builder.coupling);
  builder.coupling.reset();
  return coupling;
}

void read_kinematic(const Block& block, Builder& builder) {
  PendingCoupling coupling = take_coupling(block, builder);
  const auto mask = coupled_components(block, builder);
  if ((mask & structure::translations) != structure::translations)
    block.fail("only couplings of all displacements (1 to 3) are supported");
  builder.in_force.add_constraint(structure::rigid_body(
      {coupling.name, coupling.block->where()}, std::move(coupling.nodes), coupling.reference));
}

void read_distributing(const Block& block, Builder& builder) {
  PendingCoupling coupling = take_coupling(block, builder);
  const auto mask = coupled_components(block, builder);
  if ((mask & structure::translations) != structure::translations)
    block.fail("only couplings of all displacements (1 to 3) are supported");
  builder.in_force.add_constraint(structure::distributing_coupling(
      {coupling.name, coupling.block->where()}, coupling.reference,
      surface_facets(*coupling.block, nullptr, builder, coupling.block->require("SURFACE")), mask));
}

}  // namespace

Keywords constraint_keywords() {
  constexpr Phase constraints = Phase::constraints;
  static const std::vector<Keyword> table{
      {"EQUATION", constraints, Scope::both, {"REMOVE", "REMOVE ALL"}, read_equation},
      {"MPC", constraints, Scope::model, {}, read_mpc},
      {"RIGID BODY",
       constraints,
       Scope::model,
       {"NSET", "ELSET", "REF NODE", "ROT NODE"},
       read_rigid_body},
      {"TIE", constraints, Scope::model, {"NAME", "POSITION TOLERANCE", "ADJUST"}, read_tie},
      {"DISTRIBUTING COUPLING", constraints, Scope::model, {"ELSET"}, read_distributing_coupling},
      {"COUPLING",
       constraints,
       Scope::model,
       {"REF NODE", "SURFACE", "CONSTRAINT NAME"},
       read_coupling},
      {"KINEMATIC", constraints, Scope::model, {}, read_kinematic},
      {"DISTRIBUTING", constraints, Scope::model, {}, read_distributing},
  };
  return table;
}

}  // namespace sparkdyn::input::deck
