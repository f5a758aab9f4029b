// SPDX-License-Identifier: BSD-3-Clause
#include "core/package.hpp"

#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::core {
namespace {

constexpr std::size_t most_at_once = std::size_t{1} << 30;  // MPI counts are int
constexpr int tag = 4711;

/// Calls part(offset, count) for pieces that MPI can count.
template <typename Part>
void in_pieces(std::size_t size, Part part) {
  for (std::size_t done = 0; done < size; done += most_at_once)
    part(done, static_cast<int>(std::min(most_at_once, size - done)));
}

}  // namespace

void send_package(MPI_Comm comm, const std::string& bytes, int to) {
  const unsigned long long size = bytes.size();
  MPI_Send(&size, 1, MPI_UNSIGNED_LONG_LONG, to, tag, comm);
  in_pieces(bytes.size(), [&](std::size_t at, int count) {
    MPI_Send(bytes.data() + at, count, MPI_BYTE, to, tag, comm);
  });
}

std::string receive_package(MPI_Comm comm, int from) {
  unsigned long long size = 0;
  MPI_Recv(&size, 1, MPI_UNSIGNED_LONG_LONG, from, tag, comm, MPI_STATUS_IGNORE);
  std::string bytes(size, '\0');
  in_pieces(bytes.size(), [&](std::size_t at, int count) {
    MPI_Recv(bytes.data() + at, count, MPI_BYTE, from, tag, comm, MPI_STATUS_IGNORE);
  });
  return bytes;
}

std::string broadcast_bytes(MPI_Comm comm, std::string bytes) {
  return broadcast(comm, std::move(bytes));
}

}  // namespace sparkdyn::core
