// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/input/gmsh.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

#include "input/gmsh_files.hpp"
#include "input/support.hpp"
#include "sparkdyn/core/error.hpp"

namespace sparkdyn::input {
namespace {

using structure::Cell;
using structure::Facet;
using structure::Index;
using structure::Mesh;
using structure::Shape;

Mesh parse(const std::string& content) {
  return parse_gmsh(content, "mesh.msh");
}

/// Every word in the message of the error that the content causes.
void expect_error(const std::string& content, std::initializer_list<std::string> words) {
  expect_words(error_of([&] { parse(content); }), words);
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const auto place = text.find(from);
  EXPECT_NE(place, std::string::npos) << from;
  if (place != std::string::npos) text.replace(place, from.size(), to);
  return text;
}

using Point = structure::Vector;

Point minus(const Point& a, const Point& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
Point cross(const Point& a, const Point& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
double dot(const Point& a, const Point& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
const Point& at(const Mesh& mesh, Index node) {
  return mesh.points[static_cast<std::size_t>(node)];
}
double apart(const Point& a, const Point& b) {
  const Point d = minus(a, b);
  return std::sqrt(dot(d, d));
}

/// Half the cross product of the diagonals, or of two edges: area times normal of a plane facet.
Point area(const Mesh& mesh, const Facet& facet) {
  const bool triangle = structure::info(facet.shape).corners == 3;
  const auto& n = facet.nodes;
  const Point first = minus(at(mesh, n[triangle ? 1 : 2]), at(mesh, n[0]));
  const Point second = minus(at(mesh, n[triangle ? 2 : 3]), at(mesh, n[triangle ? 0 : 1]));
  Point result = cross(first, second);
  for (double& x : result) x /= 2;
  return result;
}

Point total_area(const Mesh& mesh, const std::string& surface) {
  Point total{0, 0, 0};
  for (const Facet& facet : mesh.surfaces.at(surface)) {
    const Point part = area(mesh, facet);
    for (std::size_t k = 0; k < 3; ++k) total[k] += part[k];
  }
  return total;
}

void expect_near(const Point& a, const Point& b) {
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(a[k], b[k], 1e-12);
}

/// Every middle node must lie amid the edge that the shape's own sides give it, and every facet of
/// a solid must look out of it: ∫ x·n dA / 3 over the sides is the volume.
double checked_volume(const Mesh& mesh, const Cell& cell) {
  const auto& shape = structure::info(cell.shape);
  const Index* nodes = mesh.nodes_of(cell);
  double volume = 0;
  for (const auto& side : shape.sides) {
    Facet facet{side.shape, {}, 0};
    for (std::size_t i = 0; i < side.nodes.size(); ++i) facet.nodes[i] = nodes[side.nodes[i]];
    const auto corners = static_cast<std::size_t>(structure::info(side.shape).corners);
    for (std::size_t i = corners; i < side.nodes.size(); ++i) {
      const Point& a = at(mesh, facet.nodes[i - corners]);
      const Point& b = at(mesh, facet.nodes[(i - corners + 1) % corners]);
      const Point middle{(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2};
      EXPECT_LT(apart(middle, at(mesh, facet.nodes[i])), 1e-9)
          << shape.name << " " << cell.id << ", middle node " << i;
    }
    volume += dot(at(mesh, facet.nodes[0]), area(mesh, facet)) / 3;
  }
  return volume;
}

struct Beam {
  const char* file;
  Shape shape;
  std::size_t cells;
};
class BeamMesh : public testing::TestWithParam<Beam> {};

TEST_P(BeamMesh, HasTheRightNodesVolumeAndSurfaces) {
  const Mesh mesh = read_gmsh(meshes / GetParam().file);
  EXPECT_EQ(mesh.node_ids.size(), mesh.points.size());
  const auto& beam = mesh.cell_groups.at("beam");
  EXPECT_EQ(beam.size(), GetParam().cells);
  double volume = 0;
  for (const Index i : beam) {
    const Cell& cell = mesh.cells[static_cast<std::size_t>(i)];
    EXPECT_EQ(cell.shape, GetParam().shape);
    const double part = checked_volume(mesh, cell);
    EXPECT_GT(part, 0);
    volume += part;
  }
  EXPECT_NEAR(volume, 0.01, 1e-12);
  EXPECT_EQ(mesh.node_groups.at("beam").size(), mesh.points.size());
  expect_near(total_area(mesh, "root"), {-0.01, 0, 0});
  expect_near(total_area(mesh, "tip"), {0.01, 0, 0});
  expect_near(total_area(mesh, "top"), {0, 0, 0.1});
  for (const Facet& facet : mesh.surfaces.at("tip"))
    EXPECT_TRUE(std::binary_search(beam.begin(), beam.end(), facet.cell));
  for (const Index node : mesh.node_groups.at("tip")) EXPECT_DOUBLE_EQ(at(mesh, node)[0], 1);
  ASSERT_EQ(mesh.node_groups.at("corner").size(), 1U);
  expect_near(at(mesh, mesh.node_groups.at("corner")[0]), {0, 0, 0});
  EXPECT_FALSE(mesh.surfaces.contains("edge"));  // lines bound shells, not solids
}

INSTANTIATE_TEST_SUITE_P(Meshes, BeamMesh,
                         testing::Values(Beam{"beam_hex8.msh", Shape::hexahedron8, 80},
                                         Beam{"beam_hex20.msh", Shape::hexahedron20, 10},
                                         Beam{"beam_hex20_binary.msh", Shape::hexahedron20, 10},
                                         Beam{"beam_hex20_v2.msh", Shape::hexahedron20, 10},
                                         Beam{"beam_hex20_v2_binary.msh", Shape::hexahedron20, 10},
                                         Beam{"beam_wedge6.msh", Shape::wedge6, 160},
                                         Beam{"beam_wedge15.msh", Shape::wedge15, 20},
                                         Beam{"beam_tet4.msh", Shape::tetrahedron4, 480},
                                         Beam{"beam_tet10.msh", Shape::tetrahedron10, 60}),
                         [](const auto& instance) {
                           const std::string name = instance.param.file;
                           return name.substr(0, name.find('.'));
                         });

class PlateMesh : public testing::TestWithParam<const char*> {};

TEST_P(PlateMesh, HasLinesThatLookOutOfIt) {
  const Mesh mesh = read_gmsh(meshes / (std::string(GetParam()) + ".msh"));
  expect_near(total_area(mesh, "plate"), {0, 0, 1});
  const std::map<std::string, Point> outwards{
      {"left", {-1, 0, 0}}, {"right", {1, 0, 0}}, {"bottom", {0, -1, 0}}, {"top", {0, 1, 0}}};
  for (const auto& [name, normal] : outwards) {
    double length = 0;
    for (const Facet& facet : mesh.surfaces.at(name)) {
      EXPECT_EQ(structure::info(facet.shape).dimension, 1);
      const Point along = minus(at(mesh, facet.nodes[1]), at(mesh, facet.nodes[0]));
      length += dot(cross(along, {0, 0, 1}), normal);  // out of a plate that looks along z
      EXPECT_EQ(structure::info(mesh.cells[static_cast<std::size_t>(facet.cell)].shape).dimension,
                2);
      if (facet.shape == Shape::line3) {
        EXPECT_NEAR(apart(at(mesh, facet.nodes[0]), at(mesh, facet.nodes[2])),
                    apart(at(mesh, facet.nodes[1]), at(mesh, facet.nodes[2])), 1e-12);
      }
    }
    EXPECT_NEAR(length, 1, 1e-12) << name;
  }
}

INSTANTIATE_TEST_SUITE_P(Meshes, PlateMesh,
                         testing::Values("plate_quad4", "plate_quad8", "plate_tri3", "plate_tri6"));

TEST(Gmsh, FrameOfLines) {
  const Mesh mesh = read_gmsh(meshes / "frame.msh");
  const auto length = [&](const std::string& group) {
    double sum = 0;
    for (const Index i : mesh.cell_groups.at(group)) {
      const Index* nodes = mesh.nodes_of(mesh.cells[static_cast<std::size_t>(i)]);
      sum += apart(at(mesh, nodes[0]), at(mesh, nodes[1]));
    }
    return sum;
  };
  EXPECT_NEAR(length("columns"), 4 * 9, 1e-9);
  EXPECT_NEAR(length("beams_x"), 6 * 6, 1e-9);
  EXPECT_NEAR(length("beams_y"), 6 * 4, 1e-9);
  EXPECT_EQ(mesh.node_groups.at("base").size(), 4U);
  for (const Index node : mesh.node_groups.at("roof")) EXPECT_EQ(at(mesh, node)[2], 9);
  EXPECT_TRUE(mesh.surfaces.empty());
}

TEST(Gmsh, BlocksShareNoNode) {
  const Mesh mesh = read_gmsh(meshes / "blocks.msh");
  std::vector<Index> shared;
  std::ranges::set_intersection(mesh.node_groups.at("lower"), mesh.node_groups.at("upper"),
                                std::back_inserter(shared));
  EXPECT_TRUE(shared.empty());
  expect_near(total_area(mesh, "lower_top"), {0, 0, 0.16});
  expect_near(total_area(mesh, "upper_bottom"), {0, 0, -0.16});
}

void expect_same(const Mesh& a, const Mesh& b) {
  EXPECT_EQ(a.node_ids, b.node_ids);
  EXPECT_EQ(a.points.size(), b.points.size());
  for (std::size_t i = 0; i < std::min(a.points.size(), b.points.size()); ++i)
    EXPECT_LT(apart(a.points[i], b.points[i]), 1e-15);
  EXPECT_EQ(a.cell_nodes, b.cell_nodes);
  EXPECT_EQ(a.cell_groups, b.cell_groups);
  EXPECT_EQ(a.node_groups, b.node_groups);
  for (const auto& [name, facets] : a.surfaces) {
    const auto& others = b.surfaces.at(name);
    ASSERT_EQ(facets.size(), others.size());
    for (std::size_t i = 0; i < facets.size(); ++i) {
      EXPECT_EQ(facets[i].nodes, others[i].nodes);
      EXPECT_EQ(facets[i].cell, others[i].cell);
    }
  }
}

TEST(Gmsh, AllFormatsGiveTheSameMesh) {
  const Mesh text = read_gmsh(meshes / "beam_hex20.msh");
  for (const char* name :
       {"beam_hex20_binary.msh", "beam_hex20_v2.msh", "beam_hex20_v2_binary.msh"})
    expect_same(text, read_gmsh(meshes / name));
}

/// Two tetrahedra on a face between them, here and as a program on another machine might write
/// them.
const std::string two_tetrahedra = R"($MeshFormat
4.1 0 8
$EndMeshFormat
$PhysicalNames
3
2 9 "between"
3 1 "left block"
3 2 "right"
$EndPhysicalNames
$Entities
0 0 1 2
5 0 0 0 0 1 1 1 9 0
1 0 0 0 1 1 1 1 1 0
2 0 0 0 1 1 1 1 2 0
$EndEntities
$Nodes
1 5 10 50
3 1 0 5
10
20
30
40
50
0 0 0
0 1 0
0 0 1
-1 0 0
1 0 0
$EndNodes
$Elements
3 3 1 7
2 5 2 1
1 10 20 30
3 1 4 1
5 10 30 20 40
3 2 4 1
7 10 20 30 50
$EndElements
)";

std::string binary_v4(bool swapped, int size) {
  GmshBytes w(swapped, size);
  w.text("$MeshFormat\n4.1 1 " + std::to_string(size) + "\n").ints({1}).text("\n$EndMeshFormat\n");
  w.text("$PhysicalNames\n3\n2 9 \"between\"\n3 1 \"left block\"\n3 2 \"right\"\n");
  w.text("$EndPhysicalNames\n$Entities\n").sizes({0, 0, 1, 2});
  w.ints({5}).reals({0, 0, 0, 0, 1, 1}).sizes({1}).ints({9}).sizes({0});
  w.ints({1}).reals({0, 0, 0, 1, 1, 1}).sizes({1}).ints({1}).sizes({0});
  w.ints({2}).reals({0, 0, 0, 1, 1, 1}).sizes({1}).ints({2}).sizes({0});
  w.text("\n$EndEntities\n$Nodes\n").sizes({1, 5, 10, 50}).ints({3, 1, 0}).sizes({5});
  w.sizes({10, 20, 30, 40, 50}).reals({0, 0, 0, 0, 1, 0, 0, 0, 1, -1, 0, 0, 1, 0, 0});
  w.text("\n$EndNodes\n$Elements\n").sizes({3, 3, 1, 7});
  w.ints({2, 5, 2}).sizes({1, 1, 10, 20, 30});
  w.ints({3, 1, 4}).sizes({1, 5, 10, 30, 20, 40});
  w.ints({3, 2, 4}).sizes({1, 7, 10, 20, 30, 50}).text("\n$EndElements\n");
  return w.bytes;
}

std::string binary_v2(bool swapped) {
  GmshBytes w(swapped, 8);
  w.text("$MeshFormat\n2.2 1 8\n").ints({1}).text("\n$EndMeshFormat\n");
  w.text("$PhysicalNames\n3\n2 9 \"between\"\n3 1 \"left block\"\n3 2 \"right\"\n");
  w.text("$EndPhysicalNames\n$Nodes\n5\n");
  w.ints({10}).reals({0, 0, 0}).ints({20}).reals({0, 1, 0}).ints({30}).reals({0, 0, 1});
  w.ints({40}).reals({-1, 0, 0}).ints({50}).reals({1, 0, 0});
  w.text("\n$EndNodes\n$Elements\n3\n").ints({2, 1, 2, 1, 9, 5, 10, 20, 30});
  w.ints({4, 2, 2, 5, 1, 1, 10, 30, 20, 40, 7, 2, 2, 10, 20, 30, 50});
  w.text("\n$EndElements\n");
  return w.bytes;
}

TEST(Gmsh, EitherByteOrderAndBothSizes) {
  const Mesh text = parse(two_tetrahedra);
  ASSERT_EQ(text.cells.size(), 3U);
  for (const bool swapped : {false, true}) {
    expect_same(text, parse(binary_v4(swapped, 8)));
    expect_same(text, parse(binary_v4(swapped, 4)));
    expect_same(text, parse(binary_v2(swapped)));
  }
}

TEST(Gmsh, AFaceBetweenTwoSolidsBelongsToTheOneItLooksOutOf) {
  // The face's own normal is +x: out of the left tetrahedron, cell 1.
  const Mesh mesh = parse(two_tetrahedra);
  ASSERT_EQ(mesh.surfaces.at("between").size(), 1U);
  EXPECT_EQ(mesh.surfaces.at("between")[0].cell, 1);
  expect_near(total_area(mesh, "between"), {0.5, 0, 0});
  const Mesh turned = parse(replaced(two_tetrahedra, "1 10 20 30\n", "1 10 30 20\n"));
  EXPECT_EQ(turned.surfaces.at("between")[0].cell, 2);
  expect_near(total_area(turned, "between"), {-0.5, 0, 0});
}

TEST(Gmsh, GroupsWithoutNameAreCalledByTheirNumber) {
  const auto begin = two_tetrahedra.find("$PhysicalNames");
  const auto end = two_tetrahedra.find("$Entities");
  std::string unnamed = two_tetrahedra;
  unnamed.erase(begin, end - begin);
  const Mesh mesh = parse(unnamed);
  EXPECT_TRUE(mesh.cell_groups.contains("1") && mesh.cell_groups.contains("2") &&
              mesh.cell_groups.contains("9"));
  const Mesh same = parse(replaced(unnamed, "1 1 9 0\n", "1 1 2 0\n"));
  EXPECT_TRUE(same.cell_groups.contains("1") && same.cell_groups.contains("surface 2") &&
              same.cell_groups.contains("volume 2"));
  EXPECT_FALSE(same.cell_groups.contains("2"));
}

TEST(Gmsh, GroupsOfSeveralDimensionsMayShareAName) {
  const Mesh mesh = parse(replaced(two_tetrahedra, "\"between\"", "\"right\""));
  EXPECT_EQ(mesh.cell_groups.at("right"), std::vector<Index>{2});
  EXPECT_EQ(mesh.surfaces.at("right").size(), 1U);
}

TEST(Gmsh, AnElementOfSeveralGroupsIsThereOnce) {
  const std::string mesh_text = R"($MeshFormat
2.2 0 8
$EndMeshFormat
$Nodes
4
1 0 0 0
2 1 0 0
3 1 1 0
4 0.5 0.5 0
$EndNodes
$Elements
5
1 1 2 7 1 1 2
2 2 2 1 1 2 4 1
3 2 2 2 1 2 4 1
4 2 2 1 1 2 3 4
5 2 2 2 1 2 3 4
$EndElements
)";
  const Mesh mesh = parse(mesh_text);
  EXPECT_EQ(mesh.cells.size(), 3U);
  EXPECT_EQ(mesh.cell_groups.at("1"), (std::vector<Index>{1, 2}));
  EXPECT_EQ(mesh.cell_groups.at("2"), (std::vector<Index>{1, 2}));
}

TEST(Gmsh, PointsOfConstructionAreLeftOutWithTheirNodes) {
  std::string text = replaced(two_tetrahedra, "1 5 10 50\n3 1 0 5\n", "1 6 10 60\n3 1 0 6\n");
  text = replaced(text, "50\n0 0 0\n", "50\n60\n0 0 0\n");
  text = replaced(text, "1 0 0\n$EndNodes", "1 0 0\n7 7 7\n$EndNodes");
  // A node in no cell at all stays: the model names it.
  EXPECT_EQ(parse(text).node_ids.back(), 60);
  std::string point = replaced(text, "3 3 1 7\n", "4 4 1 8\n0 1 15 1\n8 60\n");
  expect_same(parse(two_tetrahedra), parse(point));
  // In a group it stays.
  point = replaced(point, "$Entities\n0 0 1 2\n", "$Entities\n1 0 1 2\n1 7 7 7 1 3\n");
  EXPECT_EQ(parse(point).node_groups.at("3"), std::vector<Index>{5});
}

TEST(Gmsh, PassesOverWhatDoesNotMatterAndSkipsParameters) {
  const std::string extra = "$Comments\nmade by hand\n$EndComments\n$Nodes";
  expect_same(parse(two_tetrahedra), parse(replaced(two_tetrahedra, "$Nodes", extra)));
  expect_same(parse(two_tetrahedra),
              parse(two_tetrahedra + "$Periodic\n1\n0 2 1\n0\n1\n2 1\n$EndPeriodic\n"));
  std::string text = replaced(two_tetrahedra, "3 1 0 5\n", "2 1 1 5\n");
  for (const char* line : {"0 0 0\n0 1 0", "0 1 0\n0 0 1", "0 0 1\n-1", "-1 0 0\n", "1 0 0\n$End"})
    text = replaced(text, line, replaced(line, "\n", " 0.5 0.25\n"));
  expect_same(parse(two_tetrahedra), parse(text));
}

TEST(Gmsh, WindowsLineEnds) {
  std::string text;
  for (const char c : two_tetrahedra) text += c == '\n' ? std::string("\r\n") : std::string(1, c);
  expect_same(parse(two_tetrahedra), parse(text));
}

TEST(GmshErrors, SayWhatWhereAndWhatIsAllowed) {
  const std::string& good = two_tetrahedra;
  expect_error("", {"mesh.msh:1", "$MeshFormat"});
  expect_error("*NODE\n1, 0, 0, 0\n", {"mesh.msh:1", "no Gmsh mesh", "'*NODE'"});
  expect_error(replaced(good, "4.1 0 8", "4.0 0 8"), {"mesh.msh:2", "'4.0'", "4.1 and 2.2"});
  expect_error("$NOD\n1\n", {"version 1", "4.1 and 2.2"});
  expect_error(replaced(good, "4.1 0 8", "4.1 2 8"), {"mesh.msh:2", "file type 2"});
  expect_error(replaced(good, "4.1 0 8", "4.1 0 16"), {"mesh.msh:2", "16 bytes"});
  expect_error(replaced(good, "\n20\n", "\n10\n"), {"mesh.msh:20", "node 10 is there twice"});
  expect_error(replaced(good, "7 10 20 30 50", "5 10 20 30 50"),
               {"mesh.msh:37", "element 5 is there twice"});
  expect_error(replaced(good, "7 10 20 30 50", "7 10 20 30 51"),
               {"mesh.msh:37", "element 7 has node 51"});
  expect_error(replaced(good, "0 1 0\n", "0 one 0\n"), {"mesh.msh:25", "a coordinate", "'one'"});
  expect_error(replaced(good, "0 1 0\n", "0 nan 0\n"), {"mesh.msh:25", "not finite"});
  expect_error(
      replaced(good, "3 2 4 1\n", "3 2 12 1\n"),
      {"mesh.msh:36", "27-node hexahedron", "tetrahedra with 4 or 10", "SecondOrderIncomplete"});
  expect_error(replaced(good, "3 2 4 1\n", "3 2 7 1\n"), {"mesh.msh:36", "pyramid", "supported"});
  expect_error(replaced(good, "3 2 4 1\n", "3 2 77 1\n"), {"mesh.msh:36", "77", "supported"});
  expect_error(replaced(good, "$EndNodes", "$EndNods"), {"mesh.msh:29", "$EndNodes", "'$EndNods'"});
  expect_error(replaced(good, "1 5 10 50", "1 4 10 50"), {"more than the 4 nodes"});
  expect_error(replaced(good, "1 5 10 50", "1 6 10 50"), {"5 nodes, 6 were announced"});
  expect_error(replaced(good, "1 5 10 50", "1 999999999999 10 50"), {"mesh.msh:17", "cut off"});
  expect_error(replaced(good, "1 5 10 50", "1 -5 10 50"), {"mesh.msh:17", "-5"});
  expect_error(replaced(good, "$Entities", "$PartitionedEntities"), {"mesh.msh:10", "partitioned"});
  expect_error(replaced(good, "$Nodes", "$ParametricNodes"), {"mesh.msh:16", "SaveParametric"});
  expect_error(good.substr(0, good.find("$Elements")), {"$Elements is missing"});
  expect_error(good.substr(0, good.find("$Nodes")), {"$Nodes is missing"});
  expect_error(replaced(good, "$Nodes", "$Node"), {"mesh.msh:16", "section $Node ", "$EndNode"});
  expect_error(good + good.substr(good.find("$Nodes")), {"$Nodes is there twice"});
  expect_error(replaced(good, "\"right\"", "right"), {"mesh.msh:8", "quotes", "'right'"});
  expect_error(replaced(good, "2 9 \"", "5 9 \""), {"mesh.msh:6", "dimension 5"});
  expect_error("$MeshFormat\n2.2 1 8\nabcd\n", {"byte order"});
}

TEST(GmshErrors, BinaryFilesNameTheByte) {
  std::string bytes = binary_v4(false, 8);
  const auto place = bytes.find("$Nodes\n") + 7 + 4 * 8 + 12 + 8 + 8;  // the second node number
  bytes[place] = 10;
  expect_error(bytes, {"mesh.msh, byte " + std::to_string(place), "node 10 is there twice"});
}

TEST(GmshErrors, AFileThatIsNotThere) {
  expect_words(error_of([] { read_gmsh(meshes / "beam_hex9.msh"); }),
               {"beam_hex9.msh", "no such file", "beam_hex8.msh"});
}

/// Cut off anywhere, text or binary, a file is an error; with the end marks whole it may be read.
TEST(GmshErrors, EveryCutIsNoticed) {
  for (const std::string& whole : {two_tetrahedra, binary_v4(false, 8), binary_v4(true, 4),
                                   binary_v2(false), content_of(meshes / "beam_hex20_v2.msh")}) {
    const std::size_t stride = whole.size() > 2000 ? 37 : 1;
    const std::size_t last = whole.rfind("$EndElements") + 11;
    for (std::size_t size = 0; size <= last; size += stride)
      EXPECT_THROW(parse(whole.substr(0, size)), core::Error) << size << " of " << whole.size();
  }
}

/// Whatever bytes change, it ends with a mesh or an error, soon and in little memory.
TEST(GmshErrors, GarbageNeverCrashes) {
  std::mt19937 random(7);
  for (const std::string& whole : {two_tetrahedra, binary_v4(false, 8), binary_v2(true),
                                   content_of(meshes / "beam_hex20_binary.msh")}) {
    for (int round = 0; round < 2000; ++round) {
      std::string bytes = whole;
      const int changes = 1 + static_cast<int>(random() % 4);
      for (int i = 0; i < changes; ++i)
        bytes[random() % bytes.size()] = static_cast<char>(random() % 256);
      try {
        const Mesh mesh = parse(bytes);
        EXPECT_LE(mesh.points.size(), bytes.size());
      } catch (const core::Error& error) {
        EXPECT_EQ(error.exit_status(), 2);
      }
    }
  }
}

}  // namespace
}  // namespace sparkdyn::input
