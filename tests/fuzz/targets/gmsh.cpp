// SPDX-License-Identifier: BSD-3-Clause
// Gmsh meshes: .msh of format 4.1 and 2.2, text and binary. Not .geo, which starts gmsh.

#include "sparkdyn/input/gmsh.hpp"
#include "harness.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sparkdyn;
  fuzz::read([&] { input::parse_gmsh(fuzz::text(data, size), "fuzzed.msh"); });
  return 0;
}
