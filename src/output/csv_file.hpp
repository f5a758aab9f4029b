// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A table as text: a header, then rows of numbers that read back to the same bits.

#include <mpi.h>

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sparkdyn::output {

/// Quoted as RFC 4180 asks when it holds a comma, a quote or a line break.
std::string csv_field(std::string_view text);

/// Rank 0 holds the file; rows wait in memory until write_out(). The other ranks take part so that
/// an error is everyone's.
class CsvFile {
 public:
  /// Replaces an earlier file. @note Collective.
  CsvFile(MPI_Comm comm, std::filesystem::path path, const std::vector<std::string>& columns);
  /// Cuts the file to what it was when keep() gave `kept` (used on rank 0) and goes on there.
  /// When the columns are others than before, the rows before have `nan` in the new ones. As
  /// require_kept(). @note Collective.
  CsvFile(MPI_Comm comm, std::filesystem::path path, const std::vector<std::string>& columns,
          std::string_view kept);
  /// Throws core::Error (input) when the file does not begin with what it was when keep() gave
  /// `kept`. For one rank.
  static void require_kept(const std::filesystem::path& path, std::string_view kept);
  /// Writes what still waits, and is silent if that fails.
  ~CsvFile();
  CsvFile(CsvFile&&) noexcept;

  /// Not collective; without effect on other ranks than 0.
  void add_row(std::span<const double> values);
  /// Throws core::Error on all ranks when the rows cannot be written. @note Collective.
  void write_out();
  /// Writes to the disk itself; what is needed to come back to this moment, on rank 0.
  /// @note Collective.
  std::string keep();

 private:
  struct Stream;
  void open(std::string_view content);

  MPI_Comm comm_;
  std::filesystem::path path_;
  std::string waiting_;
  std::unique_ptr<Stream> stream_;  ///< null on other ranks than 0
};

}  // namespace sparkdyn::output
