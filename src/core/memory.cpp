// SPDX-License-Identifier: BSD-3-Clause
#include "core/memory.hpp"

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>

#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::core {
namespace {

constexpr double unknown = std::numeric_limits<double>::infinity();

/// A file with one number; "max" and no file mean no limit.
double number_in(const std::string& file) {
  std::ifstream stream(file);
  double value = unknown;
  return stream >> value ? value : unknown;
}

double of_machine() {
  std::ifstream stream("/proc/meminfo");
  std::string key, unit;
  for (double kib = 0; stream >> key >> kib; std::getline(stream, unit))
    if (key == "MemAvailable:") return 1024 * kib;
  return unknown;
}

/// What a control group has of caches, which the kernel gives back when memory is asked for.
double caches(const std::string& file) {
  std::ifstream stream(file);
  std::string key;
  double inactive = 0;
  for (double bytes = 0; stream >> key >> bytes;)
    if (key == "inactive_file" || key == "total_inactive_file")
      inactive = std::max(inactive, bytes);
  return inactive;
}

double of_group(const std::string& folder, const char* limit, const char* usage) {
  const double most = number_in(folder + limit), used = number_in(folder + usage);
  if (most == unknown || used == unknown) return unknown;
  return std::max(0.0, most - used + caches(folder + "memory.stat"));
}

/// Of the group of this process and of all groups around it (version 2); else the container's.
double of_groups() {
  double least = std::min(
      of_group("/sys/fs/cgroup/", "memory.max", "memory.current"),
      of_group("/sys/fs/cgroup/memory/", "memory.limit_in_bytes", "memory.usage_in_bytes"));
  std::ifstream stream("/proc/self/cgroup");
  for (std::string line; std::getline(stream, line);) {
    if (line.rfind("0::/", 0) != 0) continue;
    for (std::string path = line.substr(3); path.size() > 1; path.erase(path.rfind('/')))
      least =
          std::min(least, of_group("/sys/fs/cgroup" + path + "/", "memory.max", "memory.current"));
  }
  return least;
}

}  // namespace

double available_memory() {
  return std::min(of_machine(), of_groups());
}

double available_memory(MPI_Comm comm) {
  MPI_Comm machine = MPI_COMM_NULL;
  MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, rank(comm), MPI_INFO_NULL, &machine);
  const Communicator shared(machine);
  return sum(comm, rank(shared) == 0 ? available_memory() : 0.0);
}

}  // namespace sparkdyn::core
