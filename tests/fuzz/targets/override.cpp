// SPDX-License-Identifier: BSD-3-Clause
// `--set key=value` on a case: one override per line.

#include <sstream>
#include <vector>

#include "harness.hpp"
#include "input/case_reader.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sparkdyn;
  std::vector<std::string> overrides;
  std::istringstream lines{std::string(fuzz::text(data, size))};
  for (std::string line; std::getline(lines, line) && overrides.size() < 8;)
    overrides.push_back(line);
  constexpr const char* text =
      "system:\n"
      "  mass: M.mtx\n"
      "  stiffness: [K.mtx, {matrix: K.mtx, region: a}]\n"
      "  loads: [{vector: f.mtx, amplitude: {sine: {frequency: 1}}}]\n"
      "time: {end: 1, step: 0.1}\n"
      "output: {probes: [{dof: 1}, {dof: 2}]}\n";
  fuzz::read([&] { input::parse_case(text, fuzz::folder() / "case.yaml", overrides); });
  return 0;
}
