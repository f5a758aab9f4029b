// SPDX-License-Identifier: BSD-3-Clause
// sparkdyn._native: what the Python package calls. Its types are in sparkdyn/_native.pyi.

#include "engine.hpp"
#include "host.hpp"
#include "run_case.hpp"
#include "sparkdyn/core/version.hpp"

namespace sparkdyn::python {
namespace {

std::string mpi_library() {
  std::string text(MPI_MAX_LIBRARY_VERSION_STRING, '\0');
  int length = 0;
  MPI_Get_library_version(text.data(), &length);
  text.resize(static_cast<std::size_t>(length));
  return text.substr(0, text.find('\0'));
}

int world() {
  return MPI_Comm_c2f(MPI_COMM_WORLD);
}

app::RunArguments run_arguments(const std::string& case_file,
                                const std::vector<std::string>& overrides,
                                const std::optional<std::string>& output,
                                const std::optional<std::string>& restart, bool change_method) {
  app::RunArguments arguments;
  arguments.case_file = case_file;
  arguments.output = output;
  arguments.overrides = overrides;
  if (restart) arguments.restart = output::RestartRequest{*restart, change_method};
  return arguments;
}

/// Whether any rank's call gave true; exceptions are raised on all.
bool agree(int comm, const std::string& what, const py::function& body) {
  bool mine = false;
  call_python(communicator(comm), what, [&] { mine = body().cast<bool>(); });
  const py::gil_scoped_release unlocked;
  return core::any(communicator(comm), mine);
}

/// A vector of the frame, which may have to be computed; none where there is none.
py::object numbers(const Engine& engine, Vec (run::Frame::*get)() const, bool gather) {
  Vec vector = nullptr;
  as_guest(engine.comm(), [&] { vector = (engine.frame().*get)(); });
  if (!vector) return py::none();
  return gather ? gathered(vector) : local_copy(vector);
}

py::dict energies(const Engine& engine) {
  using namespace py::literals;
  run::Energies e;
  as_guest(engine.comm(), [&] { e = engine.frame().energies(); });
  return py::dict("kinetic"_a = e.kinetic, "strain"_a = e.strain,
                  "external_work"_a = e.external_work, "dissipated"_a = e.dissipated,
                  "balance"_a = e.balance);
}

py::dict violations(const Engine& engine) {
  using namespace py::literals;
  const run::Violations& found = engine.frame().violations();
  return py::dict("position"_a = found.position, "velocity"_a = found.velocity);
}

/// The keys of every method with their smallest and largest values.
py::dict methods() {
  py::dict all;
  for (const run::MethodFamily& family : run::method_families()) {
    py::dict keys;
    for (const run::MethodKey& key : family.keys)
      keys[key.name.c_str()] = py::make_tuple(key.least, key.most, key.whole);
    all[family.name.c_str()] = keys;
  }
  return all;
}

void bind_matrix(py::module_& module) {
  py::class_<Matrix>(module, "Matrix").def_property_readonly("shape", [](const Matrix& m) {
    return py::make_tuple(m.rows.global, m.columns);
  });
  module.def("borrow", [](int comm, std::uintptr_t pointer, const std::string& what) {
    Matrix matrix;
    as_guest(communicator(comm), [&] { matrix = borrow(communicator(comm), pointer, what); });
    return matrix;
  });
  module.def(
      "from_rows", [](int comm, PetscInt local_columns, const Indices& starts,
                      const Indices& columns, const Numbers& values, const std::string& what) {
        Matrix matrix;
        as_guest(communicator(comm), [&] {
          matrix = from_rows(communicator(comm), local_columns, starts, columns, values, what);
        });
        return matrix;
      });
  module.attr("largest_index") = std::numeric_limits<PetscInt>::max();
  module.attr("index_bytes") = sizeof(PetscInt);
}

Engine* make_engine(int comm, const Matrix& mass,
                    const std::vector<std::tuple<std::string, std::string, Matrix>>& terms,
                    const std::optional<Matrix>& G,
                    const std::vector<std::pair<Numbers, py::object>>& loads,
                    const std::vector<py::function>& forces,
                    const std::vector<std::pair<Numbers, py::object>>& prescribed, Numbers q,
                    Numbers v, double t, double step, long steps, bool project,
                    const MethodPart& method) {
  EngineParts parts{.comm = communicator(comm),
                    .mass = mass,
                    .G = G,
                    .forces = forces,
                    .q = q,
                    .v = v,
                    .t = t,
                    .step = step,
                    .steps = steps,
                    .project = project,
                    .method = method};
  for (const auto& [kind, region, matrix] : terms) parts.terms.push_back({kind, region, matrix});
  for (const auto& [vector, amplitude] : loads) parts.loads.push_back({vector, amplitude, ""});
  for (const auto& [vector, amplitude] : prescribed)
    parts.prescribed.push_back({vector, amplitude, ""});
  return new Engine(std::move(parts));
}

void bind_engine(py::module_& module) {
  using namespace py::literals;
  py::class_<MethodPart>(module, "Method")
      .def(py::init(
          [](const std::string& family, const std::map<std::string, double>& numbers,
             const std::vector<std::pair<std::string, std::map<std::string, double>>>& splitting,
             const std::string& strategy, std::optional<double> tolerance) {
            return MethodPart{family, numbers, splitting, strategy, tolerance};
          }));
  py::class_<Engine>(module, "Engine")
      .def(py::init(&make_engine), py::kw_only(), "comm"_a, "mass"_a, "terms"_a, "G"_a, "loads"_a,
           "forces"_a, "prescribed"_a, "q"_a, "v"_a, "t"_a, "step"_a, "steps"_a, "project"_a,
           "method"_a)
      .def("aim", &Engine::aim)
      .def("advance", &Engine::advance)
      .def_property_readonly("done", &Engine::done)
      .def_property_readonly("time", &Engine::time)
      .def_property_readonly("step", &Engine::step)
      .def("q", [](Engine& e, bool gather) { return numbers(e, &run::Frame::q, gather); })
      .def("v", [](Engine& e, bool gather) { return numbers(e, &run::Frame::v, gather); })
      .def("a",
           [](Engine& e, bool gather) { return numbers(e, &run::Frame::acceleration, gather); })
      .def("lambda_",
           [](Engine& e, bool gather) { return numbers(e, &run::Frame::multiplier, gather); })
      .def("energies", &energies)
      .def("violations", &violations)
      .def_property_readonly("method", &Engine::method)
      .def_property_readonly("order", &Engine::order)
      .def_property_readonly("solver", &Engine::solver)
      .def("take_warnings", &Engine::take_warnings);
}

}  // namespace

PYBIND11_MODULE(_native, module) {
  using namespace py::literals;
  module.doc() = "The compiled part of sparkdyn; use the package.";
  translate_errors();
  module.attr("version") = core::version();
  module.def("start", &start);
  module.def("stop", &stop);
  module.def("mpi_library", &mpi_library);
  module.def("world", &world);
  module.def("rank", [](int comm) { return core::rank(communicator(comm)); });
  module.def("size", [](int comm) { return core::size(communicator(comm)); });
  module.def("agree", &agree);
  module.def("same", [](int comm, std::optional<std::uint32_t> number) {
    const py::gil_scoped_release unlocked;
    constexpr double none = std::numeric_limits<double>::infinity();
    const double least = core::minimum(communicator(comm), number ? *number : none);
    return least >= core::maximum(communicator(comm), number ? *number : -none);
  });
  module.def("output_folder",
             [](int comm, const std::string& case_file, const std::vector<std::string>& overrides,
                const std::optional<std::string>& output) {
               return output_folder(communicator(comm),
                                    run_arguments(case_file, overrides, output, {}, false));
             });
  module.def("run",
             [](int comm, const std::string& case_file, const std::vector<std::string>& overrides,
                const std::optional<std::string>& output, const std::optional<std::string>& restart,
                bool change_method, bool quiet) {
               run_case(communicator(comm),
                        run_arguments(case_file, overrides, output, restart, change_method), quiet);
             });
  module.def("methods", &methods);
  bind_matrix(module);
  bind_engine(module);
}

}  // namespace sparkdyn::python
