// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// All of a growing HDF5 file but its raw data. HDF5 changes what describes the data in place, so a
// run that is killed while it writes may leave a file that cannot be opened; raw data is only ever
// added. With the image taken at a checkpoint the file goes back to what it was then, whatever has
// happened to it since.

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace sparkdyn::output {

/// Bytes [begin, end) of a file.
struct Extent {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

/// Held by one rank.
class FileImage {
 public:
  /// Of a file that has been flushed; it may be open elsewhere. Finds only the raw data that was
  /// added since the last call: looking for a piece costs HDF5 1.10 time in proportion to their
  /// number. Throws core::Error.
  std::string take(const std::filesystem::path& file);

  /// Throws core::Error (input) when the file is too short to hold the raw data it had.
  static void require_whole(const std::filesystem::path& file, std::string_view image);
  /// Takes the file back to where it was.
  void restore(const std::filesystem::path& file, std::string_view image);

 private:
  void find_raw_data(const std::filesystem::path& file);

  std::map<std::string, std::uint64_t> pieces_;  ///< known of each dataset
  std::vector<Extent> raw_;                      ///< in order, none touching
};

}  // namespace sparkdyn::output
