// SPDX-License-Identifier: BSD-3-Clause
// Abaqus/CalculiX decks, as they are run without a case file, and the structure they describe.
// fixtures/ has files to include.

#include "harness.hpp"
#include "input/case_reader.hpp"
#include "input/load_structure.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sparkdyn;
  const auto file = fuzz::file("fuzzed.inp", fuzz::text(data, size));
  fuzz::read([&] {
    const input::Case description = input::read_case(fuzz::comm(), file);
    input::load_structure(fuzz::comm(), description, fuzz::folder());
  });
  return 0;
}
