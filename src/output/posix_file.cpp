// SPDX-License-Identifier: BSD-3-Clause
#include "posix_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "sparkdyn/core/error.hpp"

namespace sparkdyn::output {

PosixFile::PosixFile(const std::filesystem::path& path, Mode mode, std::string shown_as)
    : shown_as_(shown_as.empty() ? path.string() : std::move(shown_as)),
      // NONBLOCK: a named pipe would make us wait for somebody at its other end.
      file_(
          ::open(path.c_str(), (mode == Mode::read ? O_RDONLY : O_RDWR) | O_CLOEXEC | O_NONBLOCK)) {
  if (file_ < 0) fail(mode == Mode::read ? "read" : "write");
  struct stat status {};
  if (::fstat(file_, &status) == 0 && S_ISREG(status.st_mode)) return;
  ::close(file_);
  core::input_error("cannot read '{}': {}", shown_as_,
                    S_ISDIR(status.st_mode) ? std::strerror(EISDIR) : "it is no ordinary file");
}

PosixFile::~PosixFile() {
  ::close(file_);
}

void PosixFile::fail(const char* doing) const {
  core::numerics_error("cannot {} '{}': {}", doing, shown_as_, std::strerror(errno));
}

std::uint64_t PosixFile::size() const {
  struct stat status {};
  if (::fstat(file_, &status) != 0) fail("read");
  return static_cast<std::uint64_t>(status.st_size);
}

bool PosixFile::is_mostly_holes() const {
  constexpr std::uint64_t block = 512, small = 1 << 24;
  struct stat status {};
  if (::fstat(file_, &status) != 0) fail("read");
  const auto size = static_cast<std::uint64_t>(status.st_size);
  return size > small && static_cast<std::uint64_t>(status.st_blocks) * block < size / 1000;
}

std::string PosixFile::read(std::uint64_t offset, std::size_t count) const {
  std::string bytes(count, '\0');
  std::size_t have = 0;
  while (have < count) {
    const ssize_t got =
        ::pread(file_, bytes.data() + have, count - have, static_cast<off_t>(offset + have));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail("read");
    if (got == 0) break;
    have += static_cast<std::size_t>(got);
  }
  bytes.resize(have);
  return bytes;
}

void PosixFile::write(std::uint64_t offset, std::string_view bytes) const {
  while (!bytes.empty()) {
    const ssize_t put = ::pwrite(file_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) fail("write");
    bytes.remove_prefix(static_cast<std::size_t>(put));
    offset += static_cast<std::uint64_t>(put);
  }
}

void PosixFile::truncate(std::uint64_t size) const {
  if (::ftruncate(file_, static_cast<off_t>(size)) != 0) fail("write");
}

void PosixFile::sync() const {
  if (::fsync(file_) != 0) fail("write");
}

void require_there(const std::filesystem::path& path) {
  std::error_code failure;
  if (!std::filesystem::exists(path, failure))
    core::input_error("'{}' is gone since the checkpoint was written; give --output another folder",
                      path.string());
}

void sync_folder(const std::filesystem::path& folder) {
  const int descriptor = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY);
  if (descriptor < 0) return;  // some file systems do not let folders be opened
  ::fsync(descriptor);
  ::close(descriptor);
}

}  // namespace sparkdyn::output
