// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The deck as it grows: what keywords have defined so far, and how they look each other's things
// up.

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "../expansion.hpp"
#include "amplitudes.hpp"
#include "block.hpp"
#include "element_types.hpp"
#include "in_force.hpp"
#include "input/deck.hpp"
#include "local_axes.hpp"
#include "numbering.hpp"

namespace sparkdyn::input::deck {

/// Where a definition stands.
struct MaterialState {
  Place place;
  bool elastic = false;
};

/// What the keywords between *STEP and *END STEP have said.
struct StepState {
  Place place;
  DeckStep step;
  std::string procedure;  ///< the keyword; empty: none yet
  bool ramp = false;
  bool perturbation = false;
  bool prints = false;        ///< has its own *NODE PRINT
  std::optional<long> every;  ///< smallest FREQUENCY of the output keywords
};

/// *COUPLING, until *KINEMATIC or *DISTRIBUTING says what it is.
struct PendingCoupling {
  const Block* block = nullptr;
  std::string name;
  structure::Index reference = -1;
  std::vector<structure::Index> nodes;
};

class Builder {
 public:
  explicit Builder(const std::string& file);

  Deck deck;
  Numbering node_numbers;
  Numbering cell_numbers;
  std::vector<std::uint8_t> cell_types;  ///< position in element_types(), one per cell
  std::vector<std::pair<structure::Index, Place>> element_cards;  ///< first cell of each
  std::map<std::string, std::vector<SideRef>> surfaces;
  std::map<std::string, std::vector<structure::Index>> node_surfaces;
  std::map<std::string, int> materials;
  std::vector<MaterialState> material_states;
  int material = -1;  ///< the one that *ELASTIC, *DENSITY, … belong to
  std::map<std::string, LocalSystem> orientations;
  Amplitudes amplitudes;
  InForce in_force{amplitudes};
  std::optional<StepState> step;
  std::optional<PendingCoupling> coupling;
  double total_time = 0;
  mechanics::Rayleigh modal_damping;  ///< *MODAL DAMPING, which later modal steps keep
  std::vector<ModalRatio> modal_ratios;
  std::optional<int> modes;  ///< of the last *FREQUENCY step
  bool has_preload = false;  ///< an equilibrium step came before
  std::vector<DeckProbe> probes;
  std::vector<const Block*> set_cards;  ///< *NSET and *ELSET outside of steps, as they stand

  structure::Model& model() { return deck.model; }
  structure::Mesh& mesh() { return deck.model.mesh; }
  const structure::Mesh& mesh() const { return deck.model.mesh; }
  const ElementType& type_of(structure::Index cell) const {
    return element_types()[cell_types[cell]];
  }
  std::int64_t number_of(structure::Index node) const { return mesh().node_ids[node]; }
  /// "deck.inp:12", the card that defined the cell.
  Place card_of(structure::Index cell) const;

  structure::Index add_node(long long number, const structure::Vector& point);
  /// The node of this number at this place; one that is there already must be at the same place.
  structure::Index place_node(const Line& line, long long number, const structure::Vector& point);
  /// A cell of a kind (a position in element_types()) on these nodes, whose number must be new.
  structure::Index add_cell(const Line& line, long long number, int type,
                            std::span<const structure::Index> nodes);

  /// The next field: a number or the name of a set.
  std::vector<structure::Index> nodes(Line& line) const;
  std::vector<structure::Index> cells(Line& line) const;
  structure::Index node(Line& line, std::string_view what = "node") const;
  /// A parameter that names a set, a node or a surface.
  const std::vector<structure::Index>& node_set(const Block& block, std::string_view name) const;
  const std::vector<structure::Index>& cell_set(const Block& block, std::string_view name) const;
  structure::Index node_parameter(const Block& block, std::string_view name) const;

  /// A degree of freedom 1..6 of the next field as component 0..5.
  int component(Line& line, std::optional<long long> usual = std::nullopt) const;

  std::vector<structure::Index> nodes_of(const std::vector<structure::Index>& cells) const;
  /// The surface may be made of elements or nodes; `line` or `block` is where it is asked for.
  std::vector<structure::Index> surface_nodes(const Block& block, const std::string& name) const;
  const std::vector<SideRef>& surface_sides(const Block& block, const Line* line,
                                            const std::string& name) const;

  /// Components that elements give each node. Sections must be complete.
  const std::vector<structure::ComponentMask>& components();

  void warn(const Block& block, const std::string& text);

  /// Counts what a name stands for; an error at `place` (a Line or a Block) beyond the limit. All
  /// the functions above that find sets and surfaces call it.
  template <typename Where>
  void spend(std::size_t members, const Where& place) const {
    const std::size_t entities = mesh().points.size() + mesh().cells.size();
    if (!expansion_.spend(members, entities)) place.fail("{}", Expansion::complaint(entities));
  }

 private:
  mutable Expansion expansion_;
  std::vector<structure::ComponentMask> components_;
};

/// "; did you mean 'X'?" or nothing.
template <typename Map>
std::string close_name(const std::string& name, const Map& map) {
  std::vector<std::string> names;
  for (const auto& item : map) names.push_back(item.first);
  const std::string close = core::nearest(name.substr(0, 80), names);
  return close.empty() ? "" : fmt::format("; did you mean '{}'?", close);
}

}  // namespace sparkdyn::input::deck
