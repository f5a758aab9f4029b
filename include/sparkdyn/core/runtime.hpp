// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// MPI and PETSc for as long as it lives, with PETSc errors returned instead of aborting. What the
// host program has started already is joined and left running.

#include <mpi.h>

#include <string>
#include <vector>

namespace sparkdyn::core {

/// One is enough in a program; it must outlive all that the library makes.
class Runtime {
 public:
  /// `petsc_options`: what followed `--` on the command line. Starts PETSc, and MPI, when they are
  /// not yet up; only then signals and the kernels of BLAS are looked after too.
  explicit Runtime(const std::vector<std::string>& petsc_options = {});
  ~Runtime();
  Runtime(const Runtime&) = delete;
  Runtime& operator=(const Runtime&) = delete;

  MPI_Comm comm() const;  ///< all ranks of the program

  /// The BLAS in use and its threads, e.g. "OpenBLAS 0.3.21, 1 thread per rank"; names the slow
  /// reference BLAS as such.
  static std::string blas();

 private:
  void start(const std::vector<std::string>& petsc_options);

  bool started_mpi_ = false, started_petsc_ = false;
};

/// Highest resident memory of this process in bytes.
double peak_memory();

}  // namespace sparkdyn::core
