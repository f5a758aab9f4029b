// SPDX-License-Identifier: BSD-3-Clause
#include "cube_mesh.hpp"

#include <array>
#include <fstream>

namespace sparkdyn::benchmarks {
namespace {

/// Kuhn's six tetrahedra of a cell: paths from corner 0 to corner 7 along the axes.
constexpr std::array<std::array<int, 4>, 6> tetrahedra_of_cell{
    {{0, 1, 3, 7}, {0, 3, 2, 7}, {0, 2, 6, 7}, {0, 6, 4, 7}, {0, 4, 5, 7}, {0, 5, 1, 7}}};
constexpr std::array<int, 8> hexahedron{0, 1, 3, 2, 4, 5, 7, 6};

class Mesh {
 public:
  Mesh(int cells, bool tetrahedra) : n_(cells), tet_(tetrahedra) {}

  void write(const std::filesystem::path& path) const {
    std::ofstream file(path, std::ios::binary);
    const auto put = [&](auto value) {
      file.write(reinterpret_cast<const char*>(&value), sizeof value);
    };
    file << "$MeshFormat\n4.1 1 8\n";
    put(1);
    file << "\n$EndMeshFormat\n$PhysicalNames\n3\n2 1 \"root\"\n2 2 \"tip\"\n3 3 \"cube\"\n"
            "$EndPhysicalNames\n$Entities\n";
    for (const std::size_t count : {0, 0, 2, 1}) put(count);
    put_entity(put, 1, 1);
    put_entity(put, 2, 2);
    put_entity(put, 1, 3);
    file << "\n$EndEntities\n$Nodes\n";
    const auto nodes = static_cast<std::size_t>(n_ + 1) * (n_ + 1) * (n_ + 1);
    for (const std::size_t value : {std::size_t{1}, nodes, std::size_t{1}, nodes}) put(value);
    for (const int value : {3, 1, 0}) put(value);
    put(nodes);
    for (std::size_t id = 1; id <= nodes; ++id) put(id);
    for (int k = 0; k <= n_; ++k)
      for (int j = 0; j <= n_; ++j)
        for (int i = 0; i <= n_; ++i)
          for (const int c : {i, j, k}) put(static_cast<double>(c) / n_);
    file << "\n$EndNodes\n$Elements\n";
    const auto squares = static_cast<std::size_t>(n_) * n_, cells = squares * n_;
    const std::size_t faces = squares * (tet_ ? 2 : 1), solids = cells * (tet_ ? 6 : 1);
    for (const std::size_t value :
         {std::size_t{3}, 2 * faces + solids, std::size_t{1}, 2 * faces + solids})
      put(value);
    std::size_t id = 1;
    for (const int face : {0, n_}) put_face(put, face, face == 0 ? 1 : 2, faces, id);
    for (const int value : {3, 1, tet_ ? 4 : 5}) put(value);
    put(solids);
    for (int k = 0; k < n_; ++k)
      for (int j = 0; j < n_; ++j)
        for (int i = 0; i < n_; ++i) put_cell(put, i, j, k, id);
    file << "\n$EndElements\n";
  }

 private:
  std::size_t tag(int i, int j, int k) const {
    return 1 + i + static_cast<std::size_t>(n_ + 1) * (j + static_cast<std::size_t>(n_ + 1) * k);
  }
  std::size_t corner(int i, int j, int k, int c) const {
    return tag(i + (c & 1), j + ((c >> 1) & 1), k + ((c >> 2) & 1));
  }

  void put_face(const auto& put, int x, int entity, std::size_t count, std::size_t& id) const {
    for (const int value : {2, entity, tet_ ? 2 : 3}) put(value);
    put(count);
    for (int k = 0; k < n_; ++k)
      for (int j = 0; j < n_; ++j) {
        const std::array<std::size_t, 4> at{tag(x, j, k), tag(x, j + 1, k), tag(x, j + 1, k + 1),
                                            tag(x, j, k + 1)};
        if (!tet_) {
          put(id++);
          for (const auto node : at) put(node);
          continue;
        }
        for (const auto& triangle : {std::array{0, 1, 2}, std::array{0, 2, 3}}) {
          put(id++);
          for (const int c : triangle) put(at[c]);
        }
      }
  }

  void put_cell(const auto& put, int i, int j, int k, std::size_t& id) const {
    if (!tet_) {
      put(id++);
      for (const int c : hexahedron) put(corner(i, j, k, c));
      return;
    }
    for (const auto& tet : tetrahedra_of_cell) {
      put(id++);
      for (const int c : tet) put(corner(i, j, k, c));
    }
  }

  static void put_entity(const auto& put, int tag, int physical) {
    put(tag);
    for (const double bound : {0.0, 0.0, 0.0, 1.0, 1.0, 1.0}) put(bound);
    put(std::size_t{1});
    put(physical);
    put(std::size_t{0});
  }

  int n_;
  bool tet_;
};

}  // namespace

void write_cube_mesh(const std::filesystem::path& path, int cells, bool tetrahedra) {
  Mesh(cells, tetrahedra).write(path);
}

}  // namespace sparkdyn::benchmarks
