// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A model by the named groups of its mesh: their cells become elements, their nodes are held. All
// is for the rank that holds the mesh.
//
//   model.mesh = input::read_gmsh("beam.msh");
//   model.materials = {Material::isotropic(210e9, 0.3, 7850)};
//   add_elements(model, "beam", "hex8", {.material = 0, .data = SolidSection{}});
//   hold(nodes_in(model.mesh, "root"), translations, conditions);

#include <string>
#include <string_view>
#include <vector>

#include "sparkdyn/structure/element.hpp"
#include "sparkdyn/structure/model.hpp"

namespace sparkdyn::structure {

/// What the mesh calls so. Throws core::Error (input) that says which names there are, with the
/// place in the input that asks, if that is given, in front.
const std::vector<Index>& nodes_in(const Mesh& mesh, const std::string& group,
                                   const std::string& where = "");
/// As nodes_in(), cells.
const std::vector<Index>& cells_in(const Mesh& mesh, const std::string& group,
                                   const std::string& where = "");
/// As nodes_in(), a surface.
const std::vector<Facet>& facets_in(const Mesh& mesh, const std::string& surface,
                                    const std::string& where = "");

/// The cells of a group become elements of this name (docs/elements.md) with a section of their
/// own. Throws core::Error (input) when there is no such element, a cell has another shape than it
/// needs, or is an element already.
void add_elements(Model& model, const std::string& group, std::string_view element,
                  const Section& section);

/// Throws core::Error (input) when a cell of a group cannot become this element; as add_elements().
void require_fit(const Model& model, Index cell, int element, const std::string& group,
                 const std::string& where = "");
/// One cell of a group becomes an element; as add_elements().
void give_role(Model& model, Index cell, CellRole role, const std::string& group,
               const std::string& where = "");

/// Holds these components of the nodes at zero.
void hold(const std::vector<Index>& nodes, ComponentMask components, Conditions& conditions);

}  // namespace sparkdyn::structure
