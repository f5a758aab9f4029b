// SPDX-License-Identifier: BSD-3-Clause
// `sparkdyn run` in this process.

#include "run_case.hpp"

#include <iostream>

#include "app/commands.hpp"
#include "core/signals.hpp"
#include "host.hpp"
#include "input/case_reader.hpp"
#include "job/job.hpp"

namespace sparkdyn::python {
namespace {

/// What the program prints goes nowhere while it lives; warnings are said all the same.
class Silence {
 public:
  explicit Silence(bool quiet) {
    if (quiet) before_ = std::cout.rdbuf(&nowhere_);
  }
  ~Silence() {
    if (before_) std::cout.rdbuf(before_);
  }
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;

 private:
  struct Nowhere : std::streambuf {
    int overflow(int c) override { return c == traits_type::eof() ? 0 : c; }
    std::streamsize xsputn(const char*, std::streamsize count) override { return count; }
  } nowhere_;
  std::streambuf* before_ = nullptr;
};

}  // namespace

std::string output_folder(MPI_Comm comm, const app::RunArguments& arguments) {
  std::string folder;
  as_guest(comm, [&] {
    input::Case description = input::read_case(comm, arguments.case_file, arguments.overrides);
    input::place_output(comm, description, arguments.output);
    folder = description.output.directory.string();
  });
  return folder;
}

void run_case(MPI_Comm comm, const app::RunArguments& arguments, bool quiet) {
  bool interrupted = false;
  as_guest(comm, [&] {
    const HostSignals signals;
    const Silence silence(quiet);
    const int status = app::run(comm, arguments);
    std::cout.flush();
    // Its state is kept; Ctrl-C shall end the script as well.
    interrupted =
        status == job::stopped_status && core::any(comm, core::StopSignals::received() == SIGINT);
  });
  if (!interrupted) return;
  PyErr_SetNone(PyExc_KeyboardInterrupt);
  throw py::error_already_set();
}

}  // namespace sparkdyn::python
