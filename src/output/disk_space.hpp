// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Space on disk taken before it is written to. Open MPI's own MPI-IO does not report every write
// that failed, so a full disk must be noticed here, with the system's reason.

#include <filesystem>

namespace sparkdyn::output {

/// Throws core::Error (numerics) with the words of the system's `reason`, an errno.
[[noreturn]] void cannot_write(const std::filesystem::path& file, int reason);

/// Held by one rank.
class DiskSpace {
 public:
  enum class Start { empty, existing };
  /// Makes an empty file at `path`, or takes the one that is there; messages name it `shown_as`.
  /// Throws core::Error.
  DiskSpace(const std::filesystem::path& path, std::filesystem::path shown_as,
            Start start = Start::empty);
  ~DiskSpace();
  DiskSpace(const DiskSpace&) = delete;
  DiskSpace& operator=(const DiskSpace&) = delete;

  /// Makes sure that the file can grow by `growth` bytes of data and their index beyond what was
  /// reserved before. Throws core::Error.
  void reserve(unsigned long long growth);
  /// After a flush the size on disk tells what is really used.
  void settle();

 private:
  /// For file systems that cannot reserve.
  void require_free(unsigned long long count) const;

  std::filesystem::path shown_as_;
  int file_;
  unsigned long long end_ = 0;
};

}  // namespace sparkdyn::output
