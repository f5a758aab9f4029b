#pragma once
// `results.h5` itself: /time [k] and tables of k rows, of which each rank holds some columns. In
// the file of a killed run /time counts: rows beyond it may be incomplete.

#include <mpi.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "sparkdyn/core/petsc.hpp"

namespace sparkdyn::output {

struct ResultsTable {
  std::string name;
  std::string meaning;
  std::string unit;
  core::RowRange columns = {};
};

class ResultsFile {
 public:
  /// Tables without rows in `path.part`; publish() renames it, so that a run that cannot start
  /// leaves earlier results alone. Throws core::Error on all ranks. @note Collective.
  ResultsFile(MPI_Comm comm, std::filesystem::path path, const std::string& program,
              const std::vector<ResultsTable>& tables);
  /// What cannot be written any more has been reported before. @note Collective.
  ~ResultsFile();
  ResultsFile(const ResultsFile&) = delete;
  ResultsFile& operator=(const ResultsFile&) = delete;

  /// This rank's part of one row of every table, in their order; a null pointer is a row of NaN.
  void add(double time, const std::vector<const double*>& rows);
  /// Whether so many rows wait in memory that write() is due; the same on all ranks.
  bool full() const;
  /// Appends the waiting rows, but not yet their times. @note Collective.
  void write();
  /// After it a killed run leaves a readable file. @note Collective.
  void flush();
  /// Flushes, and puts the file in the place of an earlier one. @note Collective.
  void publish();
  /// After a failure: gives the rows that were written their times, if there is room for them.
  /// @note Collective.
  void salvage();

 private:
  class Content;

  MPI_Comm comm_;
  std::filesystem::path path_;
  bool published_ = false;
  std::unique_ptr<Content> content_;
};

}  // namespace sparkdyn::output
