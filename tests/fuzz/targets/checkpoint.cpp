// SPDX-License-Identifier: BSD-3-Clause
// Checkpoints: the label and its checksums stand before HDF5, which never sees a damaged file.

#include "output/checkpoint.hpp"
#include "harness.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sparkdyn;
  const auto file = fuzz::file("checkpoint-000000001.h5", fuzz::text(data, size));
  fuzz::read([&] { output::read_label(file); });
  fuzz::read([&] {
    const output::CheckpointReader reader(fuzz::comm(), file);
    for (int k = 0; k < reader.cases(); ++k) {
      reader.facts(k);
      reader.files(k);
    }
  });
  // What the facts of a good file are read with.
  fuzz::read([&] {
    const output::Facts facts = output::Facts::parse(fuzz::text(data, size));
    facts.lines();
    for (const char* name : {"time", "step", "case"}) {
      if (!facts.has(name)) continue;
      fuzz::read([&] { facts.number(name); });
      fuzz::read([&] { facts.integer(name); });
    }
  });
  return 0;
}
