// SPDX-License-Identifier: BSD-3-Clause
// The most that solvers bound by memory gain from more ranks on one machine: the same total size of
// arrays on any number of ranks.

#include "core/memory_bandwidth.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "sparkdyn/core/mpi.hpp"

int main(int argc, char** argv) {
  double gigabytes = 1.5;
  int repeats = 10;
  CLI::App app{"memory bandwidth of all ranks together"};
  app.add_option("--gigabytes", gigabytes, "of the three arrays; well above the caches");
  app.add_option("--repeats", repeats);
  CLI11_PARSE(app, argc, argv);
  MPI_Init(&argc, &argv);
  const double speed = sparkdyn::core::memory_bandwidth(MPI_COMM_WORLD, 1e9 * gigabytes, repeats);
  if (sparkdyn::core::rank(MPI_COMM_WORLD) == 0)
    fmt::print("{} ranks: {:.2f} GB/s\n", sparkdyn::core::size(MPI_COMM_WORLD), 1e-9 * speed);
  MPI_Finalize();
}
