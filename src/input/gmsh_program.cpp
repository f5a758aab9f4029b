// SPDX-License-Identifier: BSD-3-Clause
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "file_access.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/input/gmsh.hpp"

extern char** environ;

namespace sparkdyn::input {
namespace {

/// A program started by a rank must not take itself for a rank of the same job.
bool of_mpi(std::string_view variable) {
  for (const std::string_view prefix : {"OMPI_", "PMIX_", "PMI_", "MPI_LOCAL", "HYDI_", "PRTE_"})
    if (variable.substr(0, prefix.size()) == prefix) return true;
  return false;
}

std::vector<char*> environment_without_mpi() {
  std::vector<char*> result;
  for (char** variable = environ; *variable; ++variable)
    if (!of_mpi(*variable)) result.push_back(*variable);
  result.push_back(nullptr);
  return result;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (std::string& text : texts) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

/// What a program wrote and how it ended.
struct Outcome {
  int status = 0;
  std::string output;
};

std::string read_all(int descriptor) {
  constexpr std::size_t most = 1 << 20;  // enough to find errors in
  std::string text;
  char buffer[4096];
  for (;;) {
    const ssize_t count = ::read(descriptor, buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return text;
    if (text.size() < most) text.append(buffer, static_cast<std::size_t>(count));
  }
}

class Pipe {
 public:
  Pipe() {
    if (::pipe2(ends_, O_CLOEXEC) != 0)
      core::numerics_error("cannot start gmsh: {}", std::strerror(errno));
  }
  ~Pipe() {
    ::close(ends_[0]);
    close_writer();
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  int reader() const { return ends_[0]; }
  int writer() const { return ends_[1]; }
  void close_writer() {
    if (ends_[1] >= 0) ::close(ends_[1]);
    ends_[1] = -1;
  }

 private:
  int ends_[2] = {-1, -1};
};

Outcome run(std::vector<std::string> arguments) {
  Pipe pipe;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, pipe.writer(), 1);
  posix_spawn_file_actions_adddup2(&actions, pipe.writer(), 2);
  auto environment = environment_without_mpi();
  auto argument_pointers = pointers(arguments);
  pid_t child = 0;
  const int failure = ::posix_spawnp(&child, arguments[0].c_str(), &actions, nullptr,
                                     argument_pointers.data(), environment.data());
  posix_spawn_file_actions_destroy(&actions);
  pipe.close_writer();
  if (failure == ENOENT)
    core::input_error(
        "a .geo is meshed by the program gmsh, which is not installed: install it "
        "(Debian: apt install gmsh), or mesh elsewhere and give the .msh");
  if (failure != 0) core::input_error("cannot start gmsh: {}", std::strerror(failure));
  Outcome outcome;
  outcome.output = read_all(pipe.reader());
  while (::waitpid(child, &outcome.status, 0) < 0 && errno == EINTR) {
  }
  return outcome;
}

/// Gmsh's own lines about errors, or its last ones.
std::string error_lines(const std::string& output) {
  constexpr std::size_t most = 10;
  std::vector<std::string> errors;
  std::vector<std::string> lines;
  std::istringstream stream(output);
  for (std::string line; std::getline(stream, line);) {
    if (line.find("Error") != std::string::npos) errors.push_back(line);
    lines.push_back(std::move(line));
  }
  std::vector<std::string>& shown_lines = errors.empty() ? lines : errors;
  const std::size_t first = shown_lines.size() > most ? shown_lines.size() - most : 0;
  std::string text;
  for (std::size_t i = first; i < shown_lines.size(); ++i) text += "\n  " + shown_lines[i];
  return text;
}

bool made(const std::filesystem::path& file) {
  std::error_code failure;
  const auto size = std::filesystem::file_size(file, failure);
  return !failure && size > 0;
}

/// Each comment of a .geo as a blank.
std::string without_comments(const std::string& text) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    const std::string_view rest = std::string_view(text).substr(i);
    const bool line = rest.substr(0, 2) == "//";
    const bool block = rest.substr(0, 2) == "/*";
    if (!line && !block) {
      result += text[i++];
      continue;
    }
    const std::size_t end = line ? rest.find('\n') : rest.find("*/", 2);
    result += ' ';
    if (end == std::string_view::npos) break;
    i += end + (line ? 0 : 2);
  }
  return result;
}

bool has_word(std::string_view text, std::string_view word) {
  const auto part_of_name = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  for (std::size_t i = text.find(word); i != std::string_view::npos; i = text.find(word, i + 1)) {
    const std::size_t end = i + word.size();
    const bool begins = i == 0 || !part_of_name(text[i - 1]);
    if (begins && (end == text.size() || !part_of_name(text[end]))) return true;
  }
  return false;
}

/// Whether the .geo leaves a constant `size` to whoever calls gmsh: DefineConstant[ size = … ].
bool has_constant_size(const std::filesystem::path& geometry) {
  std::ostringstream content;
  content << open_file(geometry).rdbuf();
  const std::string text = without_comments(content.str());
  constexpr std::string_view keyword = "DefineConstant";
  for (std::size_t i = text.find(keyword); i != std::string::npos; i = text.find(keyword, i + 1)) {
    const std::size_t end = std::min(text.find(']', i), text.size());
    if (has_word(std::string_view(text).substr(i, end - i), "size")) return true;
  }
  return false;
}

std::vector<std::string> arguments_for(const std::filesystem::path& geometry,
                                       const Meshing& meshing,
                                       const std::filesystem::path& mesh_file) {
  // Three dimensions also mesh what has only faces or lines.
  std::vector<std::string> arguments{"gmsh",    "-3",
                                     "-format", "msh41",
                                     "-bin",    "-nopopup",
                                     "-order",  std::to_string(meshing.order),
                                     "-string", "Mesh.SecondOrderIncomplete = 1;"};
  if (meshing.size > 0) {
    const std::string size = fmt::format("{}", meshing.size);
    if (has_constant_size(geometry))
      arguments.insert(arguments.end(), {"-setnumber", "size", size});
    else
      arguments.insert(arguments.end(), {"-clmin", size, "-clmax", size});
  }
  // Relative names that begin with a hyphen would be options.
  arguments.insert(arguments.end(), {"-o", std::filesystem::absolute(mesh_file).string(),
                                     std::filesystem::absolute(geometry).string()});
  return arguments;
}

}  // namespace

void mesh_geometry(const std::filesystem::path& geometry, const Meshing& meshing,
                   const std::filesystem::path& mesh_file) {
  const std::string complaint = why_unreadable(geometry);
  if (!complaint.empty()) core::input_error("{}: {}", geometry.string(), complaint);
  if (meshing.order != 1 && meshing.order != 2)
    core::input_error("{}: order {} of the cells: 1 or 2 are allowed", geometry.string(),
                      meshing.order);
  if (!(meshing.size >= 0) || meshing.size > 1e300)
    core::input_error("{}: size {} of the cells: must be positive, or 0 for what the file says",
                      geometry.string(), meshing.size);
  // What an earlier run left must not pass for the result of this one.
  std::error_code ignored;
  std::filesystem::remove(mesh_file, ignored);
  const Outcome outcome = run(arguments_for(geometry, meshing, mesh_file));
  const bool failed = !WIFEXITED(outcome.status) || WEXITSTATUS(outcome.status) != 0 ||
                      outcome.output.find("Error   :") != std::string::npos;
  if (failed || !made(mesh_file))
    core::input_error("gmsh could not mesh {}:{}", geometry.string(), error_lines(outcome.output));
}

}  // namespace sparkdyn::input
