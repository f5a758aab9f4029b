// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Meshes of Gmsh for the tests of its reader: files of the repository, and bytes written here.

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <sstream>
#include <string>

#include "support/source_folder.hpp"

namespace sparkdyn::input {

inline const std::filesystem::path meshes = source_folder() / "meshes";

inline std::string content_of(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

/// Bytes of a mesh, swapped as a machine of the other byte order would write them.
class GmshBytes {
 public:
  GmshBytes(bool swapped, int size_bytes) : swapped_(swapped), size_bytes_(size_bytes) {}
  GmshBytes& text(const std::string& line) {
    bytes += line;
    return *this;
  }
  template <typename T>
  GmshBytes& raw(T value) {
    std::array<char, sizeof(T)> part;
    std::memcpy(part.data(), &value, sizeof(T));
    if (swapped_) std::reverse(part.begin(), part.end());
    bytes.append(part.data(), part.size());
    return *this;
  }
  GmshBytes& ints(std::initializer_list<int> values) {
    for (const int value : values) raw<std::int32_t>(value);
    return *this;
  }
  GmshBytes& sizes(std::initializer_list<int> values) {
    for (const int value : values)
      size_bytes_ == 8 ? raw<std::int64_t>(value) : raw<std::int32_t>(value);
    return *this;
  }
  GmshBytes& reals(std::initializer_list<double> values) {
    for (const double value : values) raw(value);
    return *this;
  }
  std::string bytes;

 private:
  bool swapped_;
  int size_bytes_;
};

}  // namespace sparkdyn::input
