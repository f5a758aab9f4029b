// SPDX-License-Identifier: BSD-3-Clause
// Case files: the YAML, its sections, and the structure or system they describe, made of the files
// in fixtures/ (mesh.msh, deck.inp, M.mtx, …).

#include "harness.hpp"
#include "input/case_reader.hpp"
#include "input/load_structure.hpp"
#include "input/load_system.hpp"

namespace {

using namespace sparkdyn;

/// The resolved case must read back to itself.
void require_round_trip(const input::Case& description) {
  const std::string once = input::resolved(description);
  std::string twice;
  try {
    twice = input::resolved(input::parse_case(once, description.file));
  } catch (const std::exception& error) {
    fuzz::require(false,
                  "the resolved case cannot be read: " + std::string(error.what()) + "\n" + once);
  }
  fuzz::require(once == twice, "the resolved case reads back to another:\n" + once + "\n" + twice);
}

void load(const input::Case& description) {
  if (description.system) input::load_system(fuzz::comm(), *description.system);
  // A .geo is a program that gmsh runs, which is not ours to fuzz.
  if (description.model && description.model->mesh.extension() != ".geo")
    input::load_structure(fuzz::comm(), description, fuzz::folder());
  if (description.problem) input::coefficients(description.problem->method);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto file = fuzz::file("case.yaml", fuzz::text(data, size));
  input::Case description;
  if (!fuzz::read([&] { description = input::read_case(fuzz::comm(), file); })) return 0;
  fuzz::read([&] { require_round_trip(description); });
  fuzz::read([&] { load(description); });
  return 0;
}
