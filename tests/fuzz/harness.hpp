// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What the targets share. A target is one file in targets/ with
//
//   extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
//
// that gives the bytes to a reader through fuzz::read(). Wrong bytes must end in a core::Error of
// kind input; every other exception, and all that the sanitizers see, is a finding.

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
/// Starts MPI and PETSc; both mains call it once.
extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv);

namespace sparkdyn::fuzz {

/// Readers are collective; here one rank is all.
inline MPI_Comm comm() {
  return MPI_COMM_SELF;
}

inline std::string_view text(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

/// Runs the body and aborts with a message when it ends in anything but success or a core::Error of
/// kind input. True on success.
bool read(const std::function<void()>& body);

/// Aborts with the message unless the condition holds: for what must be true of all input.
void require(bool condition, const std::string& message);

/// A folder in memory with a copy of tests/fuzz/fixtures, removed at the end.
const std::filesystem::path& folder();
/// Writes the bytes to a file in it, for readers that take a path.
std::filesystem::path file(const char* name, std::string_view bytes);

}  // namespace sparkdyn::fuzz
