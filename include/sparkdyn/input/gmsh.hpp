// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Meshes of Gmsh: `.msh` files of format 4.1 and 2.2, as text or binary in either byte order, read
// by our own parser, and `.geo` sources meshed by calling the program `gmsh`.
//
// Physical groups become named groups: the cells of each in cell_groups, their nodes in
// node_groups. Groups of faces are also surfaces, with the normal out of the solid they bound;
// groups of lines too, out of the shell they bound. A group without name is called by its number,
// with "point", "curve", "surface" or "volume" in front where groups of several dimensions have
// that number. Where groups of several dimensions share a name, it means the cells of the highest
// and the nodes of all of them. Point cells in no group, which are points of the geometry's
// construction, are left out with their nodes.

#include <filesystem>
#include <string_view>

#include "sparkdyn/structure/mesh.hpp"

namespace sparkdyn::input {

/// Throws core::Error (input) with file and line (binary files: byte). Called on one rank.
structure::Mesh read_gmsh(const std::filesystem::path& file);

/// Does the same with the content of a file, for tests and fuzzing; messages name it `file`.
structure::Mesh parse_gmsh(std::string_view content, const std::filesystem::path& file);

/// How a `.geo` is meshed.
struct Meshing {
  /// The size of cells. Where the .geo has a constant of that name (DefineConstant[ size = … ]) it
  /// becomes the constant's value, else the size everywhere. 0: as the .geo says.
  double size = 0;
  int order = 1;  ///< 1: linear cells, 2: with nodes amid the edges
};

/// Meshes a `.geo` into `mesh_file` (binary 4.1), which the caller chooses beside the results.
/// Calls the program `gmsh`, found along PATH, without a shell. Throws core::Error (input) with
/// gmsh's own error lines, or with the advice to install it. Called on one rank; takes as long as
/// gmsh does.
void mesh_geometry(const std::filesystem::path& geometry, const Meshing& meshing,
                   const std::filesystem::path& mesh_file);

}  // namespace sparkdyn::input
