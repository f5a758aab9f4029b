// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A box of hexahedra or tetrahedra as a model, for tests of what happens after reading.

#include "sparkdyn/structure/model.hpp"

namespace sparkdyn::structure::test {

struct Box {
  int nx = 4, ny = 2, nz = 2;
  double lx = 2, ly = 0.5, lz = 0.4;
};

inline Index box_node(const Box& box, int i, int j, int k) {
  return i + (box.nx + 1) * (j + (box.ny + 1) * k);
}

/// E = 70e9, nu = 0.3, density 2700; node numbers begin at 101, element numbers at 501. Groups:
/// "left", "right" of nodes, "root" of the cells next to the left; surface "right".
inline Model box_model(const Box& box, const char* element = "hex8") {
  Model model;
  Mesh& mesh = model.mesh;
  mesh.file = "box";
  for (int k = 0; k <= box.nz; ++k)
    for (int j = 0; j <= box.ny; ++j)
      for (int i = 0; i <= box.nx; ++i) {
        mesh.node_ids.push_back(101 + static_cast<std::int64_t>(mesh.points.size()));
        mesh.points.push_back({box.lx * i / box.nx, box.ly * j / box.ny, box.lz * k / box.nz});
        if (i == 0) mesh.node_groups["left"].push_back(box_node(box, i, j, k));
        if (i == box.nx) mesh.node_groups["right"].push_back(box_node(box, i, j, k));
      }
  for (int k = 0; k < box.nz; ++k)
    for (int j = 0; j < box.ny; ++j)
      for (int i = 0; i < box.nx; ++i) {
        const auto n = [&](int a, int b, int c) { return box_node(box, i + a, j + b, k + c); };
        const auto cell = static_cast<Index>(mesh.cells.size());
        mesh.cells.push_back(
            {501 + cell, Shape::hexahedron8, static_cast<Index>(mesh.cell_nodes.size())});
        for (const Index node : {n(0, 0, 0), n(1, 0, 0), n(1, 1, 0), n(0, 1, 0), n(0, 0, 1),
                                 n(1, 0, 1), n(1, 1, 1), n(0, 1, 1)})
          mesh.cell_nodes.push_back(node);
        if (i == 0) mesh.cell_groups["root"].push_back(cell);
        if (i + 1 == box.nx) {
          Facet facet{Shape::quadrilateral4, {}, cell};
          facet.nodes = {n(1, 0, 0), n(1, 1, 0), n(1, 1, 1), n(1, 0, 1)};
          mesh.surfaces["right"].push_back(facet);
        }
      }
  model.materials = {Material::isotropic(70e9, 0.3, 2700)};
  model.material_names = {"aluminium"};
  model.sections = {{0, SolidSection{}}};
  model.roles.assign(mesh.cells.size(), {static_cast<std::int16_t>(find_element(element)), 0});
  return model;
}

inline void clamp(const Model& model, const char* group, Conditions& conditions) {
  for (const Index node : model.mesh.node_groups.at(group))
    for (int c = 0; c < 3; ++c) conditions.supports.push_back({node, c, 0, -1, "test"});
}

}  // namespace sparkdyn::structure::test
