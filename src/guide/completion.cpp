// SPDX-License-Identifier: BSD-3-Clause
#include "guide/completion.hpp"

#include <fmt/format.h>

#include "sparkdyn/core/version.hpp"

namespace sparkdyn::guide {
namespace {

std::vector<const CLI::App*> commands(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

/// Without positional ones: "--set", "-h".
std::vector<const CLI::Option*> options(const CLI::App& command) {
  std::vector<const CLI::Option*> found;
  for (const CLI::Option* option : command.get_options())
    if (!option->get_positional()) found.push_back(option);
  return found;
}

std::vector<const CLI::Option*> positionals(const CLI::App& command) {
  std::vector<const CLI::Option*> found;
  for (const CLI::Option* option : command.get_options())
    if (option->get_positional()) found.push_back(option);
  return found;
}

std::string names(const CLI::App& command) {
  std::string text;
  for (const CLI::Option* option : options(command))
    for (const std::string& name : option->get_lnames())
      text += fmt::format("{}--{}", text.empty() ? "" : " ", name);
  return text;
}

bool takes_value(const CLI::Option& option) {
  return option.get_expected_max() > 0 && option.get_lnames() != std::vector<std::string>{"help"} &&
         option.get_lnames() != std::vector<std::string>{"version"};
}

std::string bash(const CLI::App& app) {
  std::string all, cases;
  for (const CLI::App* command : commands(app)) {
    all += (all.empty() ? "" : " ") + command->get_name();
    cases += fmt::format("    {}) words=\"{}\" ;;\n", command->get_name(), names(*command));
  }
  return fmt::format(R"sh(# Made by: sparkdyn completion bash
_sparkdyn() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} words="{} --help --version"
  if [ "$COMP_CWORD" -gt 1 ]; then case ${{COMP_WORDS[1]}} in
    completion) words="bash zsh fish" ;;
{}  esac; fi
  COMPREPLY=()
  case $word in
    -*) mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word") ;;
    *) [ "$COMP_CWORD" -gt 1 ] && [ "${{COMP_WORDS[1]}}" != completion ] ||
         mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word") ;;
  esac
}}
complete -o default -F _sparkdyn sparkdyn
)sh",
                     all, cases);
}

/// For zsh's descriptions, which end at brackets and colons.
std::string plain(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\'') continue;
    result += c;
  }
  return result;
}

std::string zsh(const CLI::App& app) {
  std::string all, cases;
  for (const CLI::App* command : commands(app)) {
    all += fmt::format("    '{}:{}'\n", command->get_name(), plain(command->get_description()));
    cases += fmt::format("    {}) _arguments \\\n", command->get_name());
    for (const CLI::Option* option : options(*command))
      for (const std::string& name : option->get_lnames())
        cases += fmt::format("      '*--{}[{}]{}' \\\n", name, plain(option->get_description()),
                             takes_value(*option) ? ":value:_files" : "");
    const bool shell = command->get_name() == "completion";
    cases += fmt::format("      '*:file:{}' ;;\n", shell ? "(bash zsh fish)" : "_files");
  }
  return fmt::format(R"sh(#compdef sparkdyn
# Made by: sparkdyn completion zsh
_sparkdyn() {{
  local -a commands=(
{}  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
{}  esac
}}
_sparkdyn "$@"
)sh",
                     all, cases);
}

std::string fish(const CLI::App& app) {
  std::string text = "# Made by: sparkdyn completion fish\n";
  const auto quoted = [](const std::string& said) { return "'" + plain(said) + "'"; };
  for (const CLI::App* command : commands(app)) {
    text += fmt::format("complete -c sparkdyn -n __fish_use_subcommand -a {} -d {}\n",
                        command->get_name(), quoted(command->get_description()));
    for (const CLI::Option* option : options(*command))
      for (const std::string& name : option->get_lnames())
        text +=
            fmt::format("complete -c sparkdyn -n '__fish_seen_subcommand_from {}' -l {}{} -d {}\n",
                        command->get_name(), name, takes_value(*option) ? " -r" : "",
                        quoted(option->get_description()));
  }
  return text +
         "complete -c sparkdyn -n '__fish_seen_subcommand_from completion' -f -a 'bash zsh fish'\n";
}

/// Backslashes, and points and quotes at the beginning of a line, mean something to man.
std::string for_man(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '\\')
      result += "\\e";
    else if (c == '-')
      result += "\\-";
    else
      result += c;
  }
  return (result.starts_with('.') || result.starts_with('\'') ? "\\&" : "") + result;
}

std::string manual_of(const CLI::App& command) {
  std::string text = fmt::format(".SS sparkdyn {}", for_man(command.get_name()));
  for (const CLI::Option* option : positionals(command))
    text += " " + for_man(option->get_name(true));
  text += "\n" + for_man(command.get_description()) + ".\n";
  for (const CLI::Option* option : options(command)) {
    if (option->get_lnames() == std::vector<std::string>{"help"}) continue;
    text += fmt::format(".TP\n.B {}", for_man("--" + option->get_lnames().front()));
    if (takes_value(*option)) text += " " + for_man(option->get_type_name());
    text += "\n" + for_man(option->get_description()) + "\n";
  }
  if (!command.get_footer().empty()) text += ".PP\n" + for_man(command.get_footer()) + "\n";
  return text;
}

}  // namespace

std::string completion(const CLI::App& app, const std::string& shell) {
  return shell == "bash" ? bash(app) : shell == "zsh" ? zsh(app) : fish(app);
}

std::string manual(const CLI::App& app) {
  std::string text = fmt::format(
      ".\\\" Made by: sparkdyn man\n.TH SPARKDYN 1 \"\" \"sparkdyn {}\" \"User Commands\"\n"
      ".SH NAME\nsparkdyn \\- constrained structural dynamics with SPARK methods on MPI\n"
      ".SH SYNOPSIS\n.B sparkdyn\n.I COMMAND\n[options] [\\-\\- PETSc options]\n"
      ".SH DESCRIPTION\nGive it a mesh, a deck of Abaqus or CalculiX, or matrices, and a case file "
      "that says what holds the structure and what acts on it; it computes the motion. Under "
      "mpirun or srun the work is shared by ranks.\n.SH COMMANDS\n",
      core::version());
  for (const CLI::App* command : commands(app)) text += manual_of(*command);
  return text +
         ".SH EXIT STATUS\n0 done; 1 the numerics failed; 2 the input is wrong; 3 stopped on "
         "request with a checkpoint.\n"
         ".SH ENVIRONMENT\n.TP\n.B SPARKDYN_PROGRESS\n1: show the line of progress though standard "
         "error is no terminal (under mpirun); 0: never.\n.TP\n.B NO_COLOR\nno colours.\n"
         ".TP\n.B OMP_NUM_THREADS, OPENBLAS_NUM_THREADS\n1 is best: ranks are the parallelism.\n"
         ".SH FILES\nThe folder of a run holds results.h5, history.csv, energy.csv, summary.json, "
         "report.html and the case as it was run, case.yaml.\n"
         ".SH EXAMPLES\n.nf\nsparkdyn init beam.msh\nsparkdyn check \\-\\-deep beam.yaml\n"
         "sparkdyn run beam.yaml \\-\\-set time.step=0.001\nsparkdyn run beam.yaml \\-\\-restart "
         "latest\n.fi\n";
}

}  // namespace sparkdyn::guide
