// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A file that a run leaves and that a later run may go on with: what all writers have in common.

#include <mpi.h>

#include <filesystem>
#include <optional>
#include <string>

#include "sparkdyn/core/archive.hpp"
#include "sparkdyn/run/observer.hpp"

namespace sparkdyn::output {

/// Creates nothing before on_start().
class RunFile : public run::Observer {
 public:
  RunFile(MPI_Comm comm, std::filesystem::path path) : comm_(comm), path_(std::move(path)) {}

  /// Goes on with the file as it was when it was carried; if it was not, a new file starts at this
  /// frame.
  void on_resume(const run::Frame& frame) override {
    kept_ ? go_on(frame, *kept_) : on_start(frame);
  }

  /// Kept, all that waits is written; given back before on_resume(), the file goes on there. Throws
  /// core::Error (input) when the file is not the one that was kept, and leaves it as it is.
  /// @note Collective.
  void carry(core::Archive& archive);

 protected:
  /// Writes all that waits; what go_on() needs, on rank 0. @note Collective.
  virtual std::string keep() = 0;
  /// Throws core::Error (input). For rank 0.
  virtual void require_kept(const std::string& kept) const = 0;
  /// `kept` is used on rank 0. @note Collective.
  virtual void go_on(const run::Frame& frame, const std::string& kept) = 0;

  MPI_Comm comm_;
  std::filesystem::path path_;

 private:
  std::optional<std::string> kept_;
};

}  // namespace sparkdyn::output
