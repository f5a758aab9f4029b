// SPDX-License-Identifier: BSD-3-Clause
// Geometry that the program gmsh meshes on the way in.

#include <gtest/gtest.h>
#include <petscsys.h>

#include <cmath>
#include <cstdlib>

#include "input/gmsh_files.hpp"
#include "input/support.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/input/gmsh.hpp"

namespace sparkdyn::input {
namespace {

bool has_gmsh() {
  return std::system("command -v gmsh >/dev/null 2>&1") == 0;
}

TEST(GmshProgram, MeshesAGeometryBySizeAndOrder) {
  if (!has_gmsh()) GTEST_SKIP() << "gmsh is not installed";
  const SharedFolder folder;
  core::on_rank_zero(PETSC_COMM_WORLD, [&] {
    const auto file = folder / "beam.msh";
    mesh_geometry(meshes / "beam.geo", {}, file);
    EXPECT_EQ(read_gmsh(file).cell_groups.at("beam").size(), 80U);
    EXPECT_EQ(content_of(file).substr(12, 5), "4.1 1");
    mesh_geometry(meshes / "beam.geo", {.size = 0.1, .order = 2}, file);
    const structure::Mesh mesh = read_gmsh(file);
    ASSERT_EQ(mesh.cell_groups.at("beam").size(), 10U);
    EXPECT_EQ(mesh.cells[static_cast<std::size_t>(mesh.cell_groups.at("beam")[0])].shape,
              structure::Shape::hexahedron20);
  });
}

TEST(GmshProgram, ASizeWithoutAConstantForIt) {
  if (!has_gmsh()) GTEST_SKIP() << "gmsh is not installed";
  const SharedFolder folder;
  const auto geometry = folder.write("-line.geo",
                                     "Point(1) = {0, 0, 0}; Point(2) = {1, 0, 0};\n"
                                     "Line(1) = {1, 2};\n"
                                     "// DefineConstant[ size ] /* or\n"
                                     "/* DefineConstant[ size ]; */\n");
  core::on_rank_zero(PETSC_COMM_WORLD, [&] {
    for (const double size : {0.5, 0.1}) {
      const auto file = folder / "a name with blanks and 'quotes'.msh";
      mesh_geometry(geometry, {.size = size}, file);
      EXPECT_EQ(read_gmsh(file).cells.size(), static_cast<std::size_t>(std::lround(1 / size)));
    }
  });
}

TEST(GmshProgram, ShowsGmshsOwnErrors) {
  if (!has_gmsh()) GTEST_SKIP() << "gmsh is not installed";
  const SharedFolder folder;
  const auto geometry = folder.write("bad.geo", "Point(1) = {0, 0, 0;\n");
  expect_words(error_of([&] {
                 core::on_rank_zero(PETSC_COMM_WORLD,
                                    [&] { mesh_geometry(geometry, {}, folder / "bad.msh"); });
               }),
               {"bad.geo", "gmsh could not mesh", "line 1"});
}

/// PATH of the test's own, put back at the end.
class WithPath {
 public:
  explicit WithPath(const char* path) : before_(std::getenv("PATH")) { ::setenv("PATH", path, 1); }
  ~WithPath() { ::setenv("PATH", before_.c_str(), 1); }

 private:
  std::string before_;
};

TEST(GmshProgram, TellsToInstallWhatIsMissing) {
  const SharedFolder folder;
  const WithPath none("/nowhere");
  expect_words(error_of([&] { mesh_geometry(meshes / "beam.geo", {}, folder / "beam.msh"); }),
               {"gmsh", "not installed", "apt install gmsh"});
}

TEST(GmshProgram, RefusesWrongRequests) {
  const SharedFolder folder;
  const auto file = folder / "x.msh";
  expect_words(error_of([&] { mesh_geometry(meshes / "beam.geo", {.order = 3}, file); }),
               {"order 3", "1 or 2"});
  expect_words(error_of([&] { mesh_geometry(meshes / "beam.geo", {.size = -1}, file); }),
               {"size -1"});
  expect_words(error_of([&] { mesh_geometry(meshes / "baem.geo", {}, file); }),
               {"no such file", "beam.geo"});
}

}  // namespace
}  // namespace sparkdyn::input
