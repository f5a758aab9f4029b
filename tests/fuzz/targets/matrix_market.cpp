// SPDX-License-Identifier: BSD-3-Clause
// Matrix Market files as matrix and as vector, in one block and in many.

#include "input/matrix_market.hpp"
#include "harness.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sparkdyn;
  const auto file = fuzz::file("fuzzed.mtx", fuzz::text(data, size));
  const input::MatrixLayout whole;
  const input::MatrixLayout pieces{.block = 64};
  const bool once = fuzz::read([&] { input::read_matrix_market(fuzz::comm(), file, whole); });
  const bool again = fuzz::read([&] { input::read_matrix_market(fuzz::comm(), file, pieces); });
  fuzz::require(once == again, "the size of the blocks decides whether the file can be read");
  fuzz::read([&] { input::read_matrix_market_vector(fuzz::comm(), file, whole); });
  return 0;
}
