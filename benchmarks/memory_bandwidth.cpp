// Bytes per second that all ranks together move in a ← b + 3 c, arrays of one fixed total size: the
// most that solvers bound by memory gain from more ranks on one machine.

#include <fmt/format.h>
#include <mpi.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <vector>

int main(int argc, char** argv) {
  double gigabytes = 1.5;
  int repeats = 10;
  CLI::App app{"memory bandwidth of all ranks together"};
  app.add_option("--gigabytes", gigabytes, "of the three arrays; well above the caches");
  app.add_option("--repeats", repeats);
  CLI11_PARSE(app, argc, argv);
  MPI_Init(&argc, &argv);
  int ranks = 1, rank = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const auto size = static_cast<std::size_t>(gigabytes * 1e9 / 24 / ranks);
  std::vector<double> a(size, 0.0), b(size, 1.0), c(size, 2.0), times;
  for (int k = 0; k <= repeats; ++k) {
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = MPI_Wtime();
    for (std::size_t i = 0; i < size; ++i) a[i] = b[i] + 3 * c[i];
    MPI_Barrier(MPI_COMM_WORLD);
    if (k > 0) times.push_back(MPI_Wtime() - start);
    std::swap(a, b);
  }
  std::sort(times.begin(), times.end());
  if (rank == 0)
    fmt::print("{} ranks: {:.2f} GB/s (last entry {})\n", ranks,
               24e-9 * static_cast<double>(size) * ranks / times[times.size() / 2], b.back());
  MPI_Finalize();
}
