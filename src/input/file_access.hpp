// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Opening files and saying why it did not work.

#include <filesystem>
#include <fstream>
#include <string>

namespace sparkdyn::input {

/// Empty for a file that can be read, else the reason, with a similar name when there is one.
std::string why_unreadable(const std::filesystem::path& file);

/// Throws core::Error (input) unless it is a file that can be read.
std::ifstream open_file(const std::filesystem::path& file);

/// The whole file. Throws core::Error (input), also when it is too large for the memory.
std::string read_all(const std::filesystem::path& file);

/// Reads up to `count` bytes from `offset`; they are fewer only at the end of the file.
std::string read_bytes(std::ifstream& stream, long long offset, std::size_t count);

}  // namespace sparkdyn::input
