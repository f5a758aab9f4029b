// SPDX-License-Identifier: BSD-3-Clause
// Two million tetrahedra are read in seconds.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <petscsys.h>

#include <array>
#include <ctime>
#include <vector>

#include "input/gmsh_files.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/input/gmsh.hpp"
#include "support/speed.hpp"

namespace sparkdyn::input {
namespace {

/// A cube of n × n × n nodes in tetrahedra, six to each small cube, with the face x = 0 as a group.
class Cube {
 public:
  explicit Cube(int n) : n_(n) {
    constexpr std::array<std::array<int, 4>, 6> corners{
        {{0, 4, 6, 7}, {0, 6, 2, 7}, {0, 2, 3, 7}, {0, 3, 1, 7}, {0, 1, 5, 7}, {0, 5, 4, 7}}};
    for (int i = 0; i + 1 < n; ++i)
      for (int j = 0; j + 1 < n; ++j) {
        faces_.push_back({node(0, i, j), node(0, i + 1, j), node(0, i + 1, j + 1)});
        for (int k = 0; k + 1 < n; ++k)
          for (const auto& tetrahedron : corners) {
            std::array<int, 4> nodes{};
            for (std::size_t c = 0; c < 4; ++c) {
              const int b = tetrahedron[c];
              nodes[c] = node(i + (b >> 2), j + ((b >> 1) & 1), k + (b & 1));
            }
            tetrahedra_.push_back(nodes);
          }
      }
  }
  std::size_t tetrahedra() const { return tetrahedra_.size(); }
  std::size_t faces() const { return faces_.size(); }

  std::string text() const {
    std::string out =
        "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Entities\n0 0 1 1\n"
        "1 0 0 0 0 0 0 1 1 0\n1 0 0 0 0 0 0 1 2 0\n$EndEntities\n";
    const int count = n_ * n_ * n_;
    out += fmt::format("$Nodes\n1 {0} 1 {0}\n3 1 0 {0}\n", count);
    for (int i = 1; i <= count; ++i) out += fmt::format("{}\n", i);
    for (int i = 0; i < count; ++i) {
      const structure::Vector x = point(i);
      out += fmt::format("{} {} {}\n", x[0], x[1], x[2]);
    }
    const std::size_t all = faces() + tetrahedra();
    out += fmt::format("$EndNodes\n$Elements\n2 {0} 1 {0}\n2 1 2 {1}\n", all, faces());
    int number = 0;
    for (const auto& f : faces_) out += fmt::format("{} {} {} {}\n", ++number, f[0], f[1], f[2]);
    out += fmt::format("3 1 4 {}\n", tetrahedra());
    for (const auto& t : tetrahedra_)
      out += fmt::format("{} {} {} {} {}\n", ++number, t[0], t[1], t[2], t[3]);
    return out + "$EndElements\n";
  }

  std::string binary() const {
    const int count = n_ * n_ * n_;
    const auto faces_count = static_cast<int>(faces());
    const auto tetrahedra_count = static_cast<int>(tetrahedra());
    const int all = faces_count + tetrahedra_count;
    GmshBytes w(false, 8);
    w.text("$MeshFormat\n4.1 1 8\n").ints({1}).text("\n$EndMeshFormat\n$Entities\n");
    w.sizes({0, 0, 1, 1});
    for (const int group : {1, 2})
      w.ints({1}).reals({0, 0, 0, 0, 0, 0}).sizes({1}).ints({group}).sizes({0});
    w.text("\n$EndEntities\n$Nodes\n").sizes({1, count, 1, count}).ints({3, 1, 0}).sizes({count});
    for (int i = 1; i <= count; ++i) w.sizes({i});
    for (int i = 0; i < count; ++i) {
      const structure::Vector x = point(i);
      w.reals({x[0], x[1], x[2]});
    }
    w.text("\n$EndNodes\n$Elements\n").sizes({2, all, 1, all});
    w.ints({2, 1, 2}).sizes({faces_count});
    int number = 0;
    for (const auto& f : faces_) w.sizes({++number, f[0], f[1], f[2]});
    w.ints({3, 1, 4}).sizes({tetrahedra_count});
    for (const auto& t : tetrahedra_) w.sizes({++number, t[0], t[1], t[2], t[3]});
    return w.text("\n$EndElements\n").bytes;
  }

 private:
  int node(int i, int j, int k) const { return (i * n_ + j) * n_ + k + 1; }
  structure::Vector point(int i) const {
    const double step = 1.0 / (n_ - 1);
    return {step * (i / (n_ * n_)), step * (i / n_ % n_), step * (i % n_)};
  }
  int n_;
  std::vector<std::array<int, 3>> faces_;
  std::vector<std::array<int, 4>> tetrahedra_;
};

/// Processor seconds, which other programs on the machine hardly change.
double seconds_to_parse(const std::string& content, const Cube& cube) {
  const std::clock_t start = std::clock();
  const structure::Mesh mesh = parse_gmsh(content, "mesh.msh");
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  EXPECT_EQ(mesh.cell_groups.at("2").size() + mesh.cell_groups.at("1").size(),
            cube.tetrahedra() + cube.faces());
  EXPECT_EQ(mesh.surfaces.at("1").size(), cube.faces());
  for (const structure::Facet& facet : mesh.surfaces.at("1"))
    EXPECT_EQ(mesh.cells[static_cast<std::size_t>(facet.cell)].shape,
              structure::Shape::tetrahedron4);
  return seconds;
}

TEST(GmshSpeed, TwoMillionTetrahedra) {
  if (core::size(PETSC_COMM_WORLD) > 1) GTEST_SKIP() << "measured on one rank";
  const Cube cube(70);
  const double binary = seconds_to_parse(cube.binary(), cube);
  const double text = seconds_to_parse(cube.text(), cube);
  fmt::print("343000 nodes and {} tetrahedra: binary {:.2f} s, text {:.2f} s\n", cube.tetrahedra(),
             binary, text);
  EXPECT_LT(binary, sparkdyn::test::seconds_allowed(2));
  EXPECT_LT(text, sparkdyn::test::seconds_allowed(8));
}

}  // namespace
}  // namespace sparkdyn::input
