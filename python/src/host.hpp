// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A guest in a Python process: errors become exceptions that all ranks raise, and whatever is set
// for the whole process is as before when a call returns.

#include <pybind11/pybind11.h>

#include <csignal>
#include <functional>
#include <map>

#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/core/petsc.hpp"

namespace sparkdyn::python {

namespace py = pybind11;

/// Of the communicator that mpi4py's Comm.py2f() names.
MPI_Comm communicator(int fortran_handle);

/// Joins MPI and PETSc, or starts what is not there yet. Once.
void start();
/// Before Python ends: gives back what start() started. Nothing of PETSc may be in use any more.
void stop();

/// Runs `body` without Python's lock and with PETSc's errors as exceptions. An error of our own
/// program on one of several ranks leaves the others in a collective call: then all are aborted, as
/// the program does. @note Collective.
void as_guest(MPI_Comm comm, const std::function<void()>& body);

/// Runs `body`, which calls Python, on every rank, with Python's lock held; when it raised on any,
/// every rank raises: that rank its own exception, the others one that tells of it.
/// @note Collective.
void call_python(MPI_Comm comm, const std::string& what, const std::function<void()>& body);

/// While it lives, whoever sets the handlers of the signals that stop a run sets them for this
/// long.
class HostSignals {
 public:
  HostSignals();
  ~HostSignals();
  HostSignals(const HostSignals&) = delete;
  HostSignals& operator=(const HostSignals&) = delete;

 private:
  std::map<int, struct sigaction> before_;
};

/// core::Error as sparkdyn.InputError, NumericsError or Error.
void translate_errors();

}  // namespace sparkdyn::python
