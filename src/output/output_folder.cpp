// SPDX-License-Identifier: BSD-3-Clause
#include "output/output_folder.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "output/disk_space.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::output {
namespace {

void create(const std::filesystem::path& folder) {
  std::error_code failure;
  if (std::filesystem::is_directory(folder, failure)) return;
  if (std::filesystem::exists(folder, failure))
    core::input_error("cannot create the output folder '{}': it is no folder", folder.string());
  std::filesystem::create_directories(folder, failure);
  if (failure)
    core::input_error("cannot create the output folder '{}': {}", folder.string(),
                      failure.message());
}

/// Writes `text` in full; false with errno set when that fails.
bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

/// Permissions alone do not tell: read-only mounts, quotas and full disks show only on writing.
void require_writable(const std::filesystem::path& folder) {
  std::string name = (folder / ".sparkdyn-XXXXXX").string();
  const int file = ::mkstemp(name.data());
  bool good = file >= 0 && write_all(file, "sparkdyn can write here\n");
  const int reason = errno;
  if (file >= 0) {
    ::close(file);
    ::unlink(name.c_str());
  }
  if (!good)
    core::input_error("cannot write into the output folder '{}': {}", folder.string(),
                      std::strerror(reason));
}

/// What a run opens by name. A checkpoint itself is looked at before it is opened, and replaced.
bool is_ours(std::string name) {
  constexpr std::string_view part = ".part";
  if (name.ends_with(part)) {
    name.resize(name.size() - part.size());
    if (name.starts_with("checkpoint-")) return true;
  }
  static constexpr std::array names{"results.h5",   "results.xdmf", "history.csv", "energy.csv",
                                    "summary.json", "report.html",  "case.yaml",   "modes.csv",
                                    "modes.h5",     "modes.json",   "shapes.h5",   "shapes.xdmf"};
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Opening a pipe waits for somebody at its other end, perhaps for ever; writing to a device, or in
/// place of a folder, is no better.
void require_ordinary_files(const std::filesystem::path& folder) {
  namespace fs = std::filesystem;
  std::error_code failure;
  for (const auto& entry : fs::directory_iterator(folder, failure)) {
    const fs::file_type type = entry.status(failure).type();
    const bool good = type == fs::file_type::regular || type == fs::file_type::not_found;
    if (good || !is_ours(entry.path().filename().string())) continue;
    const char* what = type == fs::file_type::fifo        ? "a named pipe"
                       : type == fs::file_type::directory ? "a folder"
                                                          : "no ordinary file";
    core::input_error(
        "'{}' is {}, where the run would write a file: remove it, or give --output "
        "another folder",
        entry.path().string(), what);
  }
}

}  // namespace

OutputFolder::OutputFolder(MPI_Comm comm, std::filesystem::path path) : path_(std::move(path)) {
  if (path_.empty()) path_ = ".";
  core::on_rank_zero(comm, [&] {
    create(path_);
    require_ordinary_files(path_);
    require_writable(path_);
  });
}

void require_possible(MPI_Comm comm, const std::filesystem::path& path) {
  core::on_rank_zero(comm, [&] {
    const std::filesystem::path folder = path.empty() ? std::filesystem::path(".") : path;
    std::vector<std::filesystem::path> made;
    std::error_code ignored;
    for (auto part = std::filesystem::absolute(folder, ignored);
         part.has_relative_path() && !std::filesystem::exists(part, ignored);
         part = part.parent_path())
      made.push_back(part);
    const auto take_back = [&] {  // only what is empty goes
      for (const auto& part : made) ::rmdir(part.c_str());
    };
    try {
      create(folder);
      require_writable(folder);
    } catch (...) {
      take_back();
      throw;
    }
    take_back();
  });
}

std::filesystem::path part_of(const std::filesystem::path& file) {
  std::filesystem::path part = file;
  part += ".part";
  return part;
}

void put_in_place(const std::filesystem::path& file) {
  const auto part = part_of(file);
  if (::rename(part.c_str(), file.c_str()) != 0) cannot_write(file, errno);
}

void write_text_atomically(const std::filesystem::path& file, std::string_view text) {
  const auto part = part_of(file);
  const int descriptor = ::open(part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0) cannot_write(file, errno);
  // Without fsync a crash of the machine could leave the new name with no content.
  bool good = write_all(descriptor, text) && ::fsync(descriptor) == 0;
  int reason = errno;
  if (::close(descriptor) != 0 && good) {
    good = false;
    reason = errno;
  }
  if (!good) {
    ::unlink(part.c_str());
    cannot_write(file, reason);
  }
  put_in_place(file);
}

}  // namespace sparkdyn::output
