// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/core/runtime.hpp"

#include <petscsys.h>
#include <sys/resource.h>

#include <csignal>

#include "core/blas.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/petsc.hpp"

namespace sparkdyn::core {

Runtime::Runtime(const std::vector<std::string>& petsc_options) {
  PetscBool running = PETSC_FALSE;
  PetscInitialized(&running);
  if (running == PETSC_FALSE)
    start(petsc_options);
  else
    for (const auto& option : petsc_options)
      check(PetscOptionsInsertString(nullptr, option.c_str()));
  // Errors come back as codes and become exceptions; PETSc must not abort or print by itself.
  check(PetscPushErrorHandler(PetscIgnoreErrorHandler, nullptr));
}

void Runtime::start(const std::vector<std::string>& petsc_options) {
  choose_blas_kernels();
  struct sigaction hangup {};
  sigaction(SIGHUP, nullptr, &hangup);
  // Options come from the command line; PETSc would also take them from a .petscrc beside the case.
  std::vector<std::string> words{"sparkdyn", "-skip_petscrc"};
  words.insert(words.end(), petsc_options.begin(), petsc_options.end());
  std::vector<char*> pointers;
  for (auto& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  int count = static_cast<int>(words.size());
  char** arguments = pointers.data();

  int mpi = 0;
  MPI_Initialized(&mpi);
  if (!mpi) {
    MPI_Init(nullptr, nullptr);
    started_mpi_ = true;
  }
  check(PetscInitialize(&count, &arguments, nullptr, nullptr));
  started_petsc_ = true;
  // Signals are left to the operating system so that a kill is a kill.
  check(PetscPopSignalHandler());
  // PETSc leaves the system's default; nohup wants SIGHUP ignored.
  if (hangup.sa_handler == SIG_IGN) sigaction(SIGHUP, &hangup, nullptr);
}

Runtime::~Runtime() {
  PetscPopErrorHandler();
  if (started_petsc_) PetscFinalize();
  if (started_mpi_) MPI_Finalize();
}

MPI_Comm Runtime::comm() const {
  return PETSC_COMM_WORLD;
}

std::string Runtime::blas() {
  return blas_description();
}

double peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return 1024.0 * static_cast<double>(usage.ru_maxrss);
}

}  // namespace sparkdyn::core
