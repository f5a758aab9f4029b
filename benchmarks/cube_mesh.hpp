// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The unit cube in n³ cells, hexahedra or each cut into six tetrahedra, as Gmsh writes binary 4.1:
// groups root (x = 0), tip (x = 1) and cube.

#include <filesystem>

namespace sparkdyn::benchmarks {

void write_cube_mesh(const std::filesystem::path& path, int cells, bool tetrahedra = false);

}  // namespace sparkdyn::benchmarks
