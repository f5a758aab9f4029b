// SPDX-License-Identifier: BSD-3-Clause
// PETSc binary matrices and vectors.

#include "input/petsc_binary.hpp"
#include "harness.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sparkdyn;
  const auto file = fuzz::file("fuzzed.bin", fuzz::text(data, size));
  if (!input::is_petsc_binary(file)) return 0;
  fuzz::read([&] { input::read_petsc_matrix(fuzz::comm(), file); });
  fuzz::read([&] { input::read_petsc_vector(fuzz::comm(), file); });
  return 0;
}
