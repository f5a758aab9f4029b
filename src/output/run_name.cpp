// SPDX-License-Identifier: BSD-3-Clause
#include "run_name.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <random>

#include "posix_file.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/output/recorder.hpp"

namespace sparkdyn::output {
namespace {
constexpr std::string_view run_mark = "sparkdyn-run-";
constexpr std::size_t run_digits = 32;
}  // namespace

std::string make_run_name(MPI_Comm comm) {
  std::random_device random;
  return core::broadcast(comm, fmt::format("{}{:08x}{:08x}{:08x}{:08x}", run_mark, random(),
                                           random(), random(), random()));
}

std::string run_name_of(const std::filesystem::path& path) {
  constexpr std::size_t head = 1 << 16;  // it is among the first things written
  const std::string bytes = PosixFile(path, PosixFile::Mode::read).read(0, head);
  const auto at = bytes.find(run_mark);
  if (at == std::string::npos) return {};
  const std::string name = bytes.substr(at, run_mark.size() + run_digits);
  const auto hexadecimal = [](unsigned char c) { return std::isxdigit(c) != 0; };
  const bool whole = name.size() == run_mark.size() + run_digits &&
                     std::all_of(name.begin() + run_mark.size(), name.end(), hexadecimal);
  return whole ? name : std::string();
}

}  // namespace sparkdyn::output
