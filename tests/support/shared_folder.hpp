// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Files for a test on several ranks.

#include <petscsys.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include "core/temporary_folder.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::test {

/// A temporary folder that rank 0 makes and removes and all ranks see. @note Collective, as are all
/// others.
class SharedFolder {
 public:
  SharedFolder() {
    core::on_rank_zero(PETSC_COMM_WORLD, [&] { own_.emplace(); });
    path_ = core::broadcast(PETSC_COMM_WORLD, own_ ? own_->path().string() : std::string());
  }
  ~SharedFolder() {
    MPI_Barrier(PETSC_COMM_WORLD);
    own_.reset();
    MPI_Barrier(PETSC_COMM_WORLD);
  }
  SharedFolder(const SharedFolder&) = delete;
  SharedFolder& operator=(const SharedFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

  /// By rank 0, there for all when it returns.
  std::filesystem::path write(const std::string& name, const std::string& content) const {
    if (own_) std::ofstream(path_ / name, std::ios::binary) << content;
    MPI_Barrier(PETSC_COMM_WORLD);
    return path_ / name;
  }

 private:
  std::optional<core::TemporaryFolder> own_;
  std::filesystem::path path_;
};

}  // namespace sparkdyn::test
