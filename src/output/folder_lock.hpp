// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// One run at a time in an output folder. The file `.sparkdyn-lock` says whose it is; what keeps
// others out is a lock of the system on it, which ends with the processes that hold it, however
// they end. Rank 0 locks its first byte and rank r byte r: the folder is free when all are gone.

#include <mpi.h>

#include <filesystem>
#include <string>
#include <vector>

#include "sparkdyn/core/log.hpp"

namespace sparkdyn::output {

class FolderLock {
 public:
  /// Makes the folder when it is not there. Waits for the ranks of a run that is dying. Throws
  /// core::Error (input) that says who, where and since when while another run lives. `what` is
  /// shown to others: the case. @note Collective.
  FolderLock(MPI_Comm comm, std::filesystem::path folder, const std::string& what, core::Log& log);
  /// Takes away the file, and folders that it made and nobody used.
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  void make_folder();
  void take(const std::string& record, core::Log& log);
  void join(int rank);

  std::filesystem::path folder_, path_;
  std::vector<std::filesystem::path> made_;  ///< folders, the outermost first
  int file_ = -1;
  bool owner_ = false;
};

}  // namespace sparkdyn::output
