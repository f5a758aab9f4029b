// SPDX-License-Identifier: BSD-3-Clause
#include "cube_model.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cmath>
#include <filesystem>
#include <map>

#include "cube_mesh.hpp"
#include "input/case_reader.hpp"
#include "input/load_structure.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/structure/assemble.hpp"

namespace sparkdyn::benchmarks {
namespace {

using core::check;
using Place = std::array<int, 3>;

/// First unknown of every node away from the clamped face, on every rank.
std::map<Place, PetscInt> unknowns(const structure::Distributed& structure, int n) {
  std::vector<int> mine;
  for (structure::Index node = 0; node < structure.nodes.owned; ++node) {
    const auto& p = structure.nodes.points[node];
    Place at{};
    for (int c = 0; c < 3; ++c) at[c] = static_cast<int>(std::lround(p[c] * n));
    if (at[0] == 0) continue;
    for (const int c : at) mine.push_back(c);
    mine.push_back(static_cast<int>(structure.steps[0].first_free[node]));
  }
  const int ranks = core::size(structure.comm), count = static_cast<int>(mine.size());
  std::vector<int> counts(ranks), starts(ranks, 0);
  MPI_Allgather(&count, 1, MPI_INT, counts.data(), 1, MPI_INT, structure.comm);
  for (int k = 1; k < ranks; ++k) starts[k] = starts[k - 1] + counts[k - 1];
  std::vector<int> all(starts.back() + counts.back());
  MPI_Allgatherv(mine.data(), count, MPI_INT, all.data(), counts.data(), starts.data(), MPI_INT,
                 structure.comm);
  std::map<Place, PetscInt> result;
  for (std::size_t k = 0; k < all.size(); k += 4)
    result[{all[k], all[k + 1], all[k + 2]}] = all[k + 3];
  return result;
}

using Tie = std::array<PetscInt, 5>;  // slave, masters

/// u(i, 0, k) = mean of u at (i, n, k), (i+1, n, k), (i, n, k+1), (i+1, n, k+1), then the same with
/// y and z exchanged away from the edges, then layers y = 2j tied to y = 2j + 1 inside: as many of
/// these seams as it takes. No slave is a master.
std::vector<Tie> ties(const structure::Distributed& structure, const CubeModel& model) {
  const int n = model.cells;
  const auto unknown = unknowns(structure, n);
  std::vector<Tie> all;
  const auto add_seam = [&](int axis, int slaves, int masters, int first) {
    for (int a = 1; a < n; ++a)
      for (int b = first; b < n; ++b)
        for (int c = 0; c < 3; ++c) {
          const auto at = [&](int i, int layer, int j) {
            Place place{i, j, j};
            place[axis] = layer;
            return unknown.at(place) + c;
          };
          all.push_back({at(a, slaves, b), at(a, masters, b), at(a + 1, masters, b),
                         at(a, masters, b + 1), at(a + 1, masters, b + 1)});
        }
  };
  add_seam(1, 0, n, 0);
  add_seam(2, 0, n, 1);
  const auto wanted = static_cast<std::size_t>(model.constraints);
  for (int layer = 2; layer + 1 < n && all.size() < wanted; layer += 2)
    add_seam(1, layer, layer + 1, 1);
  if (all.size() < wanted)
    core::input_error("a cube of {} cells has {} rows at most, not {}", n, all.size(), wanted);
  return all;
}

core::Matrix tie_faces(const structure::Distributed& structure, const CubeModel& model) {
  const auto all = ties(structure, model);
  const auto rows = core::split_rows(structure.comm, model.constraints);
  core::Matrix G;
  const auto& conditions = structure.steps[0];
  check(MatCreateAIJ(structure.comm, rows.size(), conditions.free_local, rows.global,
                     conditions.free_global, 5, nullptr, 5, nullptr, G.out()));
  const std::array<double, 5> weights{1, -0.25, -0.25, -0.25, -0.25};
  for (PetscInt r = rows.begin; r < rows.end; ++r) {
    // Spread over all that there are.
    const auto& row = all.at(static_cast<std::size_t>(r) * all.size() / model.constraints);
    check(MatSetValues(G, 1, &r, 5, row.data(), weights.data(), INSERT_VALUES));
  }
  check(MatAssemblyBegin(G, MAT_FINAL_ASSEMBLY));
  check(MatAssemblyEnd(G, MAT_FINAL_ASSEMBLY));
  return G;
}

/// A node before the pulled face that follows it, with its own mass: a tenth of the cube's.
std::string hub_text(Hub hub) {
  if (hub == Hub::none) return "";
  return fmt::format(
      "  nodes: {{hub: [1.2, 0.5, 0.5]}}\n"
      "  masses: [{{group: hub, mass: 785, inertia: [100, 100, 100]}}]\n"
      "  constraints: [{{{}}}]\n",
      hub == Hub::rigid_body ? "rigid_body: {nodes: tip, reference: hub}"
                             : "coupling: {reference: hub, nodes: tip, rotation: true}");
}

}  // namespace

std::shared_ptr<mechanics::System> CubeModel::make(MPI_Comm comm) const {
  const auto folder = std::filesystem::temp_directory_path() /
                      ("sparkdyn-cube-" + core::broadcast(comm, std::to_string(getpid())));
  std::filesystem::create_directories(folder);
  const auto mesh = folder / "cube.msh";
  core::on_rank_zero(comm, [&] { write_cube_mesh(mesh, cells, tetrahedra); });
  const auto text = fmt::format(
      "model:\n  mesh: {}\n  materials: {{steel: {{E: 210e9, nu: 0.3, density: 7850}}}}\n"
      "  elements: [{{group: cube, material: steel}}]\n"
      "  supports: [{{group: root, fix: all}}]\n"
      "  loads: [{{surface: tip, traction: [1e5, 0, -1e5], amplitude: {{sine: {{frequency: "
      "800}}}}}}]\n{}time: {{end: 1, step: 0.1}}\n",
      mesh.string(), hub_text(hub));
  const auto description = input::parse_case(text, folder / "case.yaml");
  const auto loaded = input::load_structure(comm, description, folder);
  auto assembled = structure::assemble(loaded.structure, 0);
  core::on_rank_zero(comm, [&] { std::filesystem::remove_all(folder); });
  if (constraints == 0) return assembled.system;
  const auto& free = *assembled.system;
  std::vector<mechanics::TimedVector> loads;
  for (const auto& load : free.loads())
    loads.push_back({core::make_copy(Vec(load.shape)), load.amplitude, load.region});
  auto system = std::make_shared<mechanics::System>(
      free.mass(), free.terms(), std::move(loads),
      mechanics::Constraint{tie_faces(loaded.structure, *this), {}}, true);
  std::vector<core::Vector> motions;
  for (const auto& motion : free.near_null_space()) motions.push_back(core::make_copy(Vec(motion)));
  system->set_near_null_space(std::move(motions), free.node_size());
  return system;
}

}  // namespace sparkdyn::benchmarks
