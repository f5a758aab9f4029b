// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A folder of our own for files that nobody keeps.

#include <filesystem>

namespace sparkdyn::core {

/// With a name that nobody can foresee, readable by this user alone; removed with all it holds.
class TemporaryFolder {
 public:
  /// Throws core::Error (input) when it cannot be made. For one rank.
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace sparkdyn::core
