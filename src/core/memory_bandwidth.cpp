// SPDX-License-Identifier: BSD-3-Clause
#include "core/memory_bandwidth.hpp"

#include <algorithm>
#include <vector>

#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::core {

double memory_bandwidth(MPI_Comm comm, double bytes, int repeats) {
  constexpr double arrays = 3 * sizeof(double);
  const auto size = static_cast<std::size_t>(bytes / arrays / core::size(comm)) + 1;
  std::vector<double> a(size, 0.0), b(size, 1.0), c(size, 2.0), times;
  for (int k = 0; k < repeats; ++k) {
    MPI_Barrier(comm);
    const double start = MPI_Wtime();
    for (std::size_t i = 0; i < size; ++i) a[i] = b[i] + 3 * c[i];
    MPI_Barrier(comm);
    times.push_back(MPI_Wtime() - start);
    std::swap(a, b);
  }
  [[maybe_unused]] const volatile double used = b.back();  // or nothing would need to be computed
  const auto middle = times.begin() + repeats / 2;
  std::nth_element(times.begin(), middle, times.end());
  return arrays * static_cast<double>(size) * core::size(comm) / maximum(comm, *middle);
}

}  // namespace sparkdyn::core
