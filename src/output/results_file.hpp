// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// `results.h5` itself: /time [k] and tables of k rows, of which each rank holds some columns. In
// the file of a killed run /time counts: rows beyond it may be incomplete.

#include <hdf5.h>
#include <mpi.h>

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sparkdyn/core/petsc.hpp"
#include "sparkdyn/output/tables.hpp"

namespace sparkdyn::output {

class FileImage;

struct ResultsTable {
  std::string name;
  std::string meaning;
  std::string unit;
  core::RowRange columns = {};
  bool scalar = false;  ///< [k] instead of [k × 1]
};

/// A number of each row, the same on all ranks, which rank 0 writes.
ResultsTable number_table(MPI_Comm comm, std::string name, std::string meaning, std::string unit);

/// Something else that grows in the same file, in step with the tables. All is collective.
class ResultsPart {
 public:
  virtual ~ResultsPart() = default;
  /// Makes what it needs; `reserve` asks for room on the disk before it is written.
  virtual void create(hid_t file, const std::function<void(hsize_t)>& reserve) = 0;
  /// Goes on with what create() made in a run before, which has a row for each of these times.
  virtual void open(hid_t file, const std::vector<double>& times) = 0;
  /// Values of a step in its largest dataset: how many steps may wait depends on it.
  virtual PetscInt widest() const = 0;
  virtual hsize_t bytes_to_add() const = 0;
  /// Appends the values of waiting steps, which readers do not see yet.
  virtual void write_values() = 0;
  /// Makes the steps visible whose values have reached the disk.
  virtual void write_steps() = 0;
  /// The file, in its final place, holds all steps written so far.
  virtual void flushed() = 0;
  /// Before the file is closed.
  virtual void close() = 0;
};

struct ResultsOrigin {
  std::string program = "sparkdyn";     ///< name and version, stored as attribute `program`
  std::string run = {};                 ///< its name, stored as attribute `run` unless empty
  std::vector<ResultsStep> steps = {};  ///< stored as /steps/kind, where, start and end
};

class ResultsFile {
 public:
  /// Tables without rows in `path.part`; publish() renames it, so that a run that cannot start
  /// leaves earlier results alone. Throws core::Error on all ranks. @note Collective.
  ResultsFile(MPI_Comm comm, std::filesystem::path path, const ResultsOrigin& origin,
              const std::vector<ResultsTable>& tables, std::shared_ptr<ResultsPart> part = nullptr);
  /// Takes the file back to where it was when keep() gave `kept`, and goes on from there. Throws
  /// core::Error on all ranks: input when the file is another run's or has been cut.
  /// @note Collective.
  ResultsFile(MPI_Comm comm, std::filesystem::path path, const ResultsOrigin& origin,
              const std::vector<ResultsTable>& tables, std::shared_ptr<ResultsPart> part,
              std::string_view kept);
  /// Throws core::Error (input) when the file is not that run's, or shorter than when keep() gave
  /// `kept`. For one rank.
  static void require_kept(const std::filesystem::path& path, const std::string& run,
                           std::string_view kept);
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
  /// Flushes; what is needed to come back to this moment, on rank 0. @note Collective.
  std::string keep();
  /// After a failure: gives the rows that were written their times, if there is room for them.
  /// @note Collective.
  void salvage();

 private:
  class Content;

  MPI_Comm comm_;
  std::filesystem::path path_;
  bool published_ = false;
  std::shared_ptr<ResultsPart> part_;
  std::unique_ptr<Content> content_;
  std::shared_ptr<FileImage> image_;  ///< null on other ranks than 0
};

}  // namespace sparkdyn::output
