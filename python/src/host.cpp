// SPDX-License-Identifier: BSD-3-Clause
#include "host.hpp"

#include <iostream>
#include <memory>

#include "core/blas.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/runtime.hpp"

namespace sparkdyn::python {
namespace {

/// Python's modules live as long as the process, and so does this; null where the host has PETSc.
std::unique_ptr<core::Runtime>& own_runtime() {
  static std::unique_ptr<core::Runtime> only;
  return only;
}

/// Errors of PETSc come back as codes while it lives; the host's own handler is there afterwards.
class QuietPetsc {
 public:
  QuietPetsc() { PetscPushErrorHandler(PetscIgnoreErrorHandler, nullptr); }
  ~QuietPetsc() { PetscPopErrorHandler(); }
  QuietPetsc(const QuietPetsc&) = delete;
  QuietPetsc& operator=(const QuietPetsc&) = delete;
};

[[noreturn]] void fail_everywhere(MPI_Comm comm, const core::Error& error) {
  if (core::size(comm) == 1) throw core::Error(error);
  std::cerr << "sparkdyn: internal error: " << error.what() << " (" << error.where().file_name()
            << ":" << error.where().line() << ")\n";
  MPI_Abort(comm, 1);
  std::abort();
}

}  // namespace

MPI_Comm communicator(int fortran_handle) {
  return MPI_Comm_f2c(fortran_handle);
}

void start() {
  PetscBool there = PETSC_FALSE;
  PetscInitialized(&there);
  if (there)
    core::choose_blas_kernels();  // all else is as the host set it, and the host's to end
  else
    own_runtime() = std::make_unique<core::Runtime>();
}

void stop() {
  own_runtime().reset();
}

void as_guest(MPI_Comm comm, const std::function<void()>& body) {
  const py::gil_scoped_release unlocked;
  const QuietPetsc quiet;
  try {
    body();
  } catch (const core::Error& error) {
    if (error.kind() == core::Failure::internal) fail_everywhere(comm, error);
    throw;
  } catch (const py::error_already_set&) {
    throw;
  } catch (const std::exception& error) {
    fail_everywhere(comm, core::Error(core::Failure::internal, error.what()));
  }
}

namespace {

py::object error_class(const char* name) {
  return py::module_::import("sparkdyn.errors").attr(name);
}

/// What other ranks are told of an exception.
struct Told {
  std::string kind;  ///< of sparkdyn's errors
  std::string text;
};

Told told(py::error_already_set& error) {
  const std::string type = py::str(error.type().attr("__name__"));
  return {error.matches(error_class("InputError")) ? "InputError" : "Error",
          type + ": " + std::string(py::str(error.value()))};
}

}  // namespace

void call_python(MPI_Comm comm, const std::string& what, const std::function<void()>& body) {
  const py::gil_scoped_acquire locked;
  std::unique_ptr<py::error_already_set> raised;
  Told mine;
  try {
    body();
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();  // Ctrl-C
  } catch (py::error_already_set& error) {
    mine = told(error);
    raised = std::make_unique<py::error_already_set>(std::move(error));
  }
  int first = core::size(comm);
  {
    const py::gil_scoped_release unlocked;
    const int place = raised ? core::rank(comm) : first;
    MPI_Allreduce(&place, &first, 1, MPI_INT, MPI_MIN, comm);
    if (first == core::size(comm)) return;
    mine = {core::broadcast(comm, mine.kind, first), core::broadcast(comm, mine.text, first)};
  }
  if (raised) throw py::error_already_set(std::move(*raised));
  const std::string text = fmt::format("{} failed on rank {}: {}", what, first, mine.text);
  PyErr_SetString(error_class(mine.kind.c_str()).ptr(), text.c_str());
  throw py::error_already_set();
}

HostSignals::HostSignals() {
  for (const int signal : {SIGTERM, SIGINT, SIGUSR1, SIGHUP}) {
    struct sigaction now {};
    sigaction(signal, nullptr, &now);
    before_[signal] = now;
  }
}

HostSignals::~HostSignals() {
  for (const auto& [signal, action] : before_) sigaction(signal, &action, nullptr);
}

void translate_errors() {
  py::register_exception_translator([](std::exception_ptr pointer) {
    try {
      if (pointer) std::rethrow_exception(pointer);
    } catch (const core::Error& error) {
      const char* name = error.kind() == core::Failure::input      ? "InputError"
                         : error.kind() == core::Failure::numerics ? "NumericsError"
                                                                   : "Error";
      PyErr_SetString(error_class(name).ptr(), error.what());
    }
  });
}

}  // namespace sparkdyn::python
