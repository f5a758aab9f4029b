// SPDX-License-Identifier: BSD-3-Clause
#include "plate_model.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "input/case_reader.hpp"
#include "input/load_structure.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/structure/assemble.hpp"

namespace sparkdyn::benchmarks {
namespace {

void write_mesh(int n, const std::filesystem::path& path) {
  std::ofstream file(path);
  file << "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n3\n1 1 \"root\"\n1 2 \"tip\"\n"
          "2 3 \"plate\"\n$EndPhysicalNames\n$Nodes\n"
       << (n + 1) * (n + 1) << "\n";
  const auto node = [&](int i, int j) { return 1 + i * (n + 1) + j; };
  for (int i = 0; i <= n; ++i)
    for (int j = 0; j <= n; ++j)
      file << node(i, j) << ' ' << static_cast<double>(i) / n << ' ' << static_cast<double>(j) / n
           << " 0\n";
  file << "$EndNodes\n$Elements\n" << n * n + 2 * n << "\n";
  int id = 1;
  for (const int group : {1, 2})
    for (int j = 0; j < n; ++j) {
      const int i = group == 1 ? 0 : n;
      file << id++ << " 1 2 " << group << ' ' << group << ' ' << node(i, j) << ' ' << node(i, j + 1)
           << "\n";
    }
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      file << id++ << " 3 2 3 3 " << node(i, j) << ' ' << node(i + 1, j) << ' '
           << node(i + 1, j + 1) << ' ' << node(i, j + 1) << "\n";
  file << "$EndElements\n";
}

}  // namespace

std::shared_ptr<mechanics::System> PlateModel::make(MPI_Comm comm) const {
  const auto folder =
      std::filesystem::temp_directory_path() / fmt::format("sparkdyn-plate-{}", cells);
  std::filesystem::create_directories(folder);
  const auto mesh = folder / "plate.msh";
  core::on_rank_zero(comm, [&] { write_mesh(cells, mesh); });
  const auto text = fmt::format(
      "model:\n  mesh: {}\n  materials: {{steel: {{E: 210e9, nu: 0.3, density: 7850}}}}\n"
      "  elements: [{{group: plate, material: steel, thickness: 0.01}}]\n"
      "  supports: [{{group: root, fix: all}}]\n"
      "  loads: [{{group: tip, force: [0, 0, -10], amplitude: {{sine: {{frequency: 80}}}}}}]\n"
      "time: {{end: 1, step: 0.1}}\n",
      mesh.string());
  const auto description = input::parse_case(text, folder / "case.yaml");
  const auto loaded = input::load_structure(comm, description, folder);
  auto assembled = structure::assemble(loaded.structure, 0);
  core::on_rank_zero(comm, [&] { std::filesystem::remove_all(folder); });
  return assembled.system;
}

}  // namespace sparkdyn::benchmarks
