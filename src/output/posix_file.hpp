// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Plain files by descriptor: whole reads and writes at a place, with the system's reason when one
// fails. For one rank.

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace sparkdyn::output {

class PosixFile {
 public:
  enum class Mode { read, write };
  /// Opens a file that exists. Throws core::Error (numerics) naming it `shown_as`, or its path; of
  /// kind input when it is a folder, a pipe or a device.
  PosixFile(const std::filesystem::path& path, Mode mode, std::string shown_as = {});
  ~PosixFile();
  PosixFile(const PosixFile&) = delete;
  PosixFile& operator=(const PosixFile&) = delete;

  std::uint64_t size() const;
  /// Less than a thousandth of it takes room on the disk: reading would find nothing, for long.
  bool is_mostly_holes() const;
  /// `count` bytes from `offset`, fewer at the end of the file.
  std::string read(std::uint64_t offset, std::size_t count) const;
  void write(std::uint64_t offset, std::string_view bytes) const;
  void truncate(std::uint64_t size) const;
  /// To the disk itself.
  void sync() const;

 private:
  [[noreturn]] void fail(const char* doing) const;

  std::string shown_as_;
  int file_;
};

/// Throws core::Error (input) when a file that a checkpoint goes on with is gone.
void require_there(const std::filesystem::path& path);

/// So that a renamed file is found under its new name after a crash of the machine.
void sync_folder(const std::filesystem::path& folder);

}  // namespace sparkdyn::output
