// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Where a run leaves its files. Nothing that is there already is touched before the run starts.

#include <mpi.h>

#include <filesystem>
#include <string>
#include <string_view>

namespace sparkdyn::output {

class OutputFolder {
 public:
  /// Creates the folder with its parents and proves that files can be written there, with a small
  /// one that is removed again. Throws core::Error (input) with the reason on all ranks.
  /// @note Collective.
  OutputFolder(MPI_Comm comm, std::filesystem::path path);

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path file(std::string_view name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

/// Throws what the constructor of OutputFolder would throw, and leaves nothing. @note Collective.
void require_possible(MPI_Comm comm, const std::filesystem::path& path);

/// The name under which a file is written before it is renamed: `results.h5.part`.
std::filesystem::path part_of(const std::filesystem::path& file);

/// Puts a finished part in place of `file`. Throws core::Error. Called on one rank.
void put_in_place(const std::filesystem::path& file);

/// Writes aside and renames: readers see the old text or the new, never half of it. Throws
/// core::Error naming path and reason, and leaves the old text. Called on one rank; see
/// core::on_rank_zero().
void write_text_atomically(const std::filesystem::path& file, std::string_view text);

}  // namespace sparkdyn::output
