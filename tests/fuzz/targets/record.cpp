// SPDX-License-Identifier: BSD-3-Clause
// Amplitudes given as a file of lines "time, value".

#include "harness.hpp"
#include "input/case_reader.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sparkdyn;
  fuzz::file("fuzzed.csv", fuzz::text(data, size));
  constexpr const char* text =
      "model:\n"
      "  mesh: mesh.msh\n"
      "  materials: {m: {E: 1, nu: 0.3, density: 1}}\n"
      "  elements: [{group: all, material: m}]\n"
      "  loads: [{group: tip, force: [1, 0, 0], amplitude: {file: fuzzed.csv}}]\n"
      "time: {end: 1, step: 0.1}\n";
  fuzz::read([&] {
    const auto description = input::parse_case(text, fuzz::folder() / "case.yaml");
    fuzz::require(!description.model->amplitudes.empty(), "the record was not read");
  });
  return 0;
}
