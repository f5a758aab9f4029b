// SPDX-License-Identifier: BSD-3-Clause
// What reading, partitioning and assembling a mesh model costs beside what PETSc alone needs to
// assemble one matrix of the same pattern, preallocated exactly, from element matrices that are
// there already. Prints seconds, the ratio and the memory; fails when a bar is missed.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <filesystem>

#include "core/clock.hpp"
#include "cube_mesh.hpp"
#include "input/case_reader.hpp"
#include "input/load_structure.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/core/runtime.hpp"
#include "sparkdyn/structure/assemble.hpp"

namespace {

using namespace sparkdyn;
using core::check;
using core::Clock;
using core::seconds_since;

/// The same pattern by PETSc alone: exact preallocation, MatSetValues of one element matrix for
/// every cell that this rank owns, assembly.
double petsc_alone(const structure::Distributed& structure) {
  const auto& conditions = structure.steps[0];
  const auto& element = *structure::elements()[structure.elements.items.front().element];
  Eigen::Matrix<double, 24, 24, Eigen::RowMajor> Ke;
  {
    structure::ElementMatrix K(24, 24);
    std::vector<structure::Point> x;
    element.stiffness(structure::element_input(structure, structure.elements.items.front(), x), K);
    Ke = K;
  }
  // How many neighbours each free row has is taken as known, as a user who preallocates knows it.
  std::vector<PetscInt> diagonal(conditions.free_local), off(conditions.free_local);
  {
    const auto assembled = structure::assemble(structure, 0);
    const auto range = core::row_range(Vec(assembled.initial.q));
    core::for_each_row(
        *assembled.system->terms()[0].parts[0].matrix, [&](PetscInt row, auto columns, auto) {
          for (const PetscInt column : columns)
            (column >= range.begin && column < range.end ? diagonal : off)[row - range.begin]++;
        });
  }
  MPI_Barrier(structure.comm);
  const auto start = Clock::now();
  core::Matrix matrix;
  check(MatCreateAIJ(structure.comm, conditions.free_local, conditions.free_local, PETSC_DETERMINE,
                     PETSC_DETERMINE, 0, diagonal.data(), 0, off.data(), matrix.out()));
  check(MatSetOption(matrix, MAT_ROW_ORIENTED, PETSC_TRUE));
  std::array<PetscInt, 24> rows{};
  for (const auto& item : structure.elements.items) {
    if (!item.counted) continue;
    for (int i = 0; i < 8; ++i) {
      const auto node = structure.elements.nodes[item.first + i];
      const bool held = conditions.fixed[node] != 0;
      for (int c = 0; c < 3; ++c) rows[3 * i + c] = held ? -1 : conditions.first_free[node] + c;
    }
    check(MatSetValues(matrix, 24, rows.data(), 24, rows.data(), Ke.data(), ADD_VALUES));
  }
  check(MatAssemblyBegin(matrix, MAT_FINAL_ASSEMBLY));
  check(MatAssemblyEnd(matrix, MAT_FINAL_ASSEMBLY));
  return core::maximum(structure.comm, seconds_since(start));
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"cost of reading, partitioning and assembling a cube of hex8"};
  int n = 69;
  app.add_option("--cells", n, "cells along each edge");
  CLI11_PARSE(app, argc, argv);
  const core::Runtime runtime;
  const MPI_Comm comm = runtime.comm();
  const auto folder = std::filesystem::temp_directory_path() / "sparkdyn-assembly-cost";
  std::filesystem::create_directories(folder);
  const auto mesh = folder / "cube.msh";
  core::on_rank_zero(comm, [&] { benchmarks::write_cube_mesh(mesh, n); });

  const auto text = fmt::format(
      "model:\n  mesh: {}\n  materials: {{steel: {{E: 210e9, nu: 0.3, density: 7850}}}}\n"
      "  elements: [{{group: cube, type: hex8, material: steel}}]\n"
      "  supports: [{{group: root, fix: all}}]\ntime: {{end: 1, step: 0.1}}\n",
      mesh.string());
  const auto description = input::parse_case(text, folder / "case.yaml");
  MPI_Barrier(comm);
  const auto start = Clock::now();
  const auto loaded = input::load_structure(comm, description, folder);
  const double reading = core::maximum(comm, seconds_since(start));
  PetscInt dofs = 0;
  {
    const auto assembled = structure::assemble(loaded.structure, 0);
    dofs = assembled.system->dofs();
  }
  const double total = core::maximum(comm, seconds_since(start));
  const double memory = core::sum(comm, core::peak_memory());
  const double alone = petsc_alone(loaded.structure);
  if (core::rank(comm) == 0) {
    fmt::print("{} degrees of freedom, {} ranks\n", dofs, core::size(comm));
    fmt::print(
        "read, partition, distribute {:.2f} s; assemble K and M {:.2f} s; together {:.2f} s\n",
        reading, total - reading, total);
    fmt::print("one matrix by PETSc alone, preallocated: {:.2f} s; ratio {:.2f} (at most 3)\n",
               alone, total / alone);
    fmt::print("memory of all ranks {:.2f} GiB (at most 8)\n", memory / (1 << 30));
    std::filesystem::remove_all(folder);
  }
  const bool met = total <= 3 * alone && total <= 60 && memory <= 8.0 * (1 << 30);
  return met ? 0 : 1;
}
