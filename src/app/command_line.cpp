// SPDX-License-Identifier: BSD-3-Clause
#include "app/command_line.hpp"

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <iostream>
#include <optional>

#include "app/commands.hpp"
#include "core/progress.hpp"
#include "guide/completion.hpp"
#include "methods/page.hpp"
#include "methods/text.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/core/runtime.hpp"

namespace sparkdyn::app {
namespace {

/// The whole program: which command was given and with what.
struct Parsed {
  CLI::App app{"sparkdyn: constrained structural dynamics with Lobatto SPARK methods on MPI",
               "sparkdyn"};
  RunArguments run;
  CaseArguments rest, response, spectrum;
  CheckArguments check;
  output::RestartRequest restart;
  ModesArguments modes;
  methods::MethodArguments method;
  ReportArguments report;
  PlotArguments plot;
  SchemaArguments schema;
  InitArguments init;
  std::string shell;
  CLI::App* run_command = nullptr;
  CLI::App* static_command = nullptr;
  CLI::App* response_command = nullptr;
  CLI::App* spectrum_command = nullptr;
  CLI::App* check_command = nullptr;
  CLI::App* modes_command = nullptr;
  CLI::App* method_command = nullptr;
  CLI::App* report_command = nullptr;
  CLI::App* plot_command = nullptr;
  CLI::App* schema_command = nullptr;
  CLI::App* init_command = nullptr;
  CLI::App* completion_command = nullptr;
  CLI::App* manual_command = nullptr;
};

void declare_modes(Parsed& parsed, const auto& case_options) {
  parsed.modes_command =
      parsed.app.add_subcommand("modes", "natural frequencies and mode shapes of a case");
  case_options(parsed.modes_command, parsed.modes);
  parsed.modes_command->add_option("--count", parsed.modes.count, "how many, the lowest first")
      ->capture_default_str();
  parsed.modes_command
      ->add_option("--direction", parsed.modes.directions,
                   "a motion of the whole structure, for participation and effective mass")
      ->type_name("NAME=FILE")
      ->allow_extra_args(false);
  parsed.modes_command->add_option("--shift-frequency", parsed.modes.shift_frequency,
                                   "where the search starts; chosen when not given");
  parsed.modes_command->add_flag("--damped", parsed.modes.damped,
                                 "also the complex modes of the structure with its damping");
  parsed.modes_command->footer("PETSc options follow after --, e.g. -- -modes_eps_monitor");
}

void declare_method(Parsed& parsed) {
  methods::MethodArguments& method = parsed.method;
  parsed.method_command =
      parsed.app.add_subcommand("method", "print coefficients, order and stability of a method");
  CLI::App& command = *parsed.method_command;
  command.add_option("--family", method.family, "as in a case: " + methods::method_family_names());
  command.add_option("--stages", method.stages, "number of stages, 3 when not given");
  command.add_option("--order", method.order, "of half-explicit: 2, 4 or 6");
  command.add_option("--rho-infinity", method.rho_infinity,
                     "damping at infinite frequency, 0 to 1; 0.8 when not given");
  command.add_option("--alpha", method.alpha, "of hht and alpha");
  command.add_option("--beta", method.beta, "of newmark");
  command.add_option("--gamma", method.gamma, "of newmark");
  command
      .add_option("--report", method.page,
                  "also an HTML page: radius and errors of all methods, with sliders")
      ->type_name("FILE");
  command
      .add_option("--splitting", method.splitting,
                  "term=VALUE: on Gauss nodes its rho_infinity, velocity=1,elastic=0.8; of lobatto "
                  "its matrix, velocity=A,elastic=C:0.75+C*:0.25,constraint=B")
      ->delimiter(',');
}

void declare_report(Parsed& parsed) {
  parsed.report_command = parsed.app.add_subcommand(
      "report", "one HTML page about results: the motion, charts, peaks, whether to believe them");
  CLI::App& command = *parsed.report_command;
  command
      .add_option("DIR", parsed.report.folders,
                  "output folder of a run, or of modes; several are compared")
      ->required();
  command
      .add_option("--output", parsed.report.output,
                  "the page; report.html in DIR, or here for several folders")
      ->type_name("FILE");
}

void declare_plot(Parsed& parsed) {
  parsed.plot_command =
      parsed.app.add_subcommand("plot", "the deformed structure and the probes as SVG or PNG");
  CLI::App& command = *parsed.plot_command;
  command
      .add_option("DIR", parsed.plot.folders, "output folder of a run; several lie over each other")
      ->required();
  command.add_option("--out", parsed.plot.out, "the picture, .svg or .png")
      ->type_name("FILE")
      ->required();
  command.add_option("--time", parsed.plot.time,
                     "of the state shown; that of the largest displacement when not given");
  command.add_option("--scale", parsed.plot.scale,
                     "of the deformation; small motion is enlarged when not given");
}

void declare_schema(Parsed& parsed) {
  parsed.schema_command = parsed.app.add_subcommand(
      "schema", "what a case file may say, as a JSON Schema by which editors complete and check");
  parsed.schema_command->add_flag("--markdown", parsed.schema.markdown,
                                  "the reference of all keys instead, docs/case_keys.md");
}

void declare_help(Parsed& parsed) {
  parsed.init_command = parsed.app.add_subcommand(
      "init", "write a case with comments for a mesh or a deck, with the groups it has");
  parsed.init_command
      ->add_option("SOURCE", parsed.init.source, "a mesh (.msh, .geo) or a deck (.inp)")
      ->required();
  parsed.init_command
      ->add_option("--out", parsed.init.out, "the case; SOURCE's name with .yaml here unless given")
      ->type_name("FILE");
  parsed.completion_command = parsed.app.add_subcommand(
      "completion", "print what makes a shell complete commands and options");
  parsed.completion_command->add_option("SHELL", parsed.shell, "bash, zsh or fish")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}));
  parsed.manual_command = parsed.app.add_subcommand("man", "print the manual page, for man -l -");
}

void declare(Parsed& parsed) {
  auto& app = parsed.app;
  app.set_version_flag("--version", core::version());
  app.require_subcommand(1);
  app.footer(
      "Exit status: 0 done, 1 the numerics failed, 2 the input is wrong, 3 stopped on "
      "request with a checkpoint.");
  const auto case_options = [](CLI::App* command, CaseArguments& arguments) {
    command->add_option("CASE", arguments.case_file, "case file (.yaml)")->required();
    command->add_option("--set", arguments.overrides, "override a key of the case: time.step=0.01")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false);
    command->add_option("--output", arguments.output, "folder for the results")->type_name("DIR");
    command->add_flag("--quiet", arguments.quiet, "say nothing but warnings and errors");
  };
  parsed.run_command = app.add_subcommand("run", "integrate a case");
  case_options(parsed.run_command, parsed.run);
  parsed.run_command
      ->add_option("--restart", parsed.restart.which,
                   "go on from a checkpoint: 'latest' of the output folder, or a file")
      ->type_name("latest|FILE");
  parsed.run_command->add_flag("--change-method", parsed.restart.change_method,
                               "with --restart: the case's method or step may be another");
  parsed.run_command->footer("PETSc options follow after --, e.g. -- -stage_krylov_ksp_monitor");
  parsed.static_command =
      app.add_subcommand("static", "states of rest under the loads: no inertia, no damping");
  case_options(parsed.static_command, parsed.rest);
  parsed.static_command->footer(
      "PETSc options follow after --, e.g. -- -static_mat_mumps_icntl_14 50");
  parsed.response_command = app.add_subcommand(
      "response", "steady states over a range of frequencies: amplitudes and phases");
  case_options(parsed.response_command, parsed.response);
  parsed.spectrum_command =
      app.add_subcommand("spectrum", "the largest answers to shaking known by its spectra");
  case_options(parsed.spectrum_command, parsed.spectrum);
  const auto json_option = [](CLI::App* command, CaseArguments& arguments) {
    command->add_flag("--json", arguments.json,
                      "print summary.json when it ends, and nothing else");
  };
  json_option(parsed.run_command, parsed.run);
  json_option(parsed.static_command, parsed.rest);
  parsed.check_command =
      app.add_subcommand("check", "read and validate a case, print it as resolved, run nothing");
  case_options(parsed.check_command, parsed.check);
  parsed.check_command->add_flag(
      "--deep", parsed.check.deep,
      "also mass, loads, frequencies, stability and cost; see docs/checking.md");
  parsed.check_command
      ->add_option("--json", parsed.check.report, "the report as JSON; -: instead of text")
      ->type_name("FILE");
  declare_modes(parsed, case_options);
  declare_method(parsed);
  declare_report(parsed);
  declare_plot(parsed);
  declare_schema(parsed);
  declare_help(parsed);
}

int dispatch(MPI_Comm comm, const Parsed& parsed, const std::vector<std::string>& petsc) {
  if (*parsed.run_command) {
    RunArguments arguments = parsed.run;
    arguments.quiet = arguments.quiet || arguments.json;
    if (arguments.quiet) setenv("SPARKDYN_PROGRESS", "0", 1);
    arguments.petsc = petsc;
    if (!parsed.restart.which.empty()) arguments.restart = parsed.restart;
    return run(comm, arguments);
  }
  if (*parsed.static_command) {
    CaseArguments arguments = parsed.rest;
    arguments.quiet = arguments.quiet || arguments.json;
    return rest(comm, arguments);
  }
  if (*parsed.response_command) return response(comm, parsed.response);
  if (*parsed.spectrum_command) return spectrum(comm, parsed.spectrum);
  if (*parsed.check_command) {
    CheckArguments arguments = parsed.check;
    arguments.quiet = arguments.quiet || (arguments.report && *arguments.report == "-");
    return check(comm, arguments);
  }
  if (*parsed.modes_command) return modes(comm, parsed.modes);
  if (*parsed.report_command) return report(comm, parsed.report);
  if (*parsed.plot_command) return plot(comm, parsed.plot);
  if (*parsed.schema_command) return schema(comm, parsed.schema);
  if (*parsed.init_command) return init(comm, parsed.init);
  if (*parsed.completion_command || *parsed.manual_command) {
    core::on_rank_zero(comm, [&] {
      std::cout << (*parsed.manual_command ? guide::manual(parsed.app)
                                           : guide::completion(parsed.app, parsed.shell));
    });
    return 0;
  }
  const std::string text = methods::method_text(parsed.method);
  if (core::rank(comm) == 0) std::cout << text;
  if (parsed.method.page)
    core::on_rank_zero(comm, [&] {
      methods::write_method_page(parsed.method, *parsed.method.page);
      std::cout << "\nreport: " << *parsed.method.page << "\n";
    });
  return 0;
}

/// Help is success, anything else CLI11 dislikes is wrong input.
std::optional<int> parse(Parsed& parsed, const std::vector<std::string>& arguments, bool speaks) {
  try {
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
    parsed.app.parse(reversed);
    return {};
  } catch (const CLI::ParseError& error) {
    std::ostream silent(nullptr);
    const int status =
        parsed.app.exit(error, speaks ? std::cout : silent, speaks ? std::cerr : silent);
    return status == 0 ? 0 : 2;
  }
}

int tell(MPI_Comm comm, const core::Error& error) {
  if (error.kind() == core::Failure::internal) {
    // Other ranks may be waiting in a collective: nothing but an abort ends them.
    std::cerr << "sparkdyn: internal error: " << error.what() << " (" << error.where().file_name()
              << ":" << error.where().line() << ")\n";
    MPI_Abort(comm, 1);
  }
  if (core::rank(comm) == 0)
    std::cerr << "sparkdyn: " << core::painted("error:", core::Paint::red) << " " << error.what()
              << "\n";
  return error.exit_status();
}

}  // namespace

Arguments split_arguments(int argc, char** argv) {
  Arguments result;
  bool petsc = false;
  for (int i = 1; i < argc; ++i) {
    if (!petsc && std::string_view(argv[i]) == "--")
      petsc = true;
    else
      (petsc ? result.petsc : result.own).emplace_back(argv[i]);
  }
  return result;
}

int run_command_line(const Arguments& arguments) {
  const core::Runtime runtime(arguments.petsc);
  const MPI_Comm comm = runtime.comm();
  Parsed parsed;
  declare(parsed);
  if (const auto status = parse(parsed, arguments.own, core::rank(comm) == 0)) return *status;
  try {
    return dispatch(comm, parsed, arguments.petsc);
  } catch (const core::Error& error) {
    return tell(comm, error);
  } catch (const std::exception& error) {
    return tell(comm, core::Error(core::Failure::internal, error.what()));
  }
}

}  // namespace sparkdyn::app
