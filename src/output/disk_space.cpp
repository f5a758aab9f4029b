// SPDX-License-Identifier: BSD-3-Clause
#include "disk_space.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "sparkdyn/core/error.hpp"

namespace sparkdyn::output {

void cannot_write(const std::filesystem::path& file, int reason) {
  core::numerics_error("cannot write '{}': {}", file.string(), std::strerror(reason));
}

DiskSpace::DiskSpace(const std::filesystem::path& path, std::filesystem::path shown_as, Start start)
    : shown_as_(std::move(shown_as)),
      file_(::open(path.c_str(),
                   O_WRONLY | O_CLOEXEC | (start == Start::empty ? O_CREAT | O_TRUNC : 0), 0666)) {
  if (file_ < 0) cannot_write(shown_as_, errno);
  settle();
}

DiskSpace::~DiskSpace() {
  ::close(file_);
}

void DiskSpace::reserve(unsigned long long growth) {
  constexpr unsigned long long metadata = 1 << 20;
  const unsigned long long data = growth + growth / 8;  // an eighth for alignment and index
  int result = 0;
  do {
    result = ::fallocate(file_, 0, static_cast<off_t>(end_), static_cast<off_t>(data + metadata));
  } while (result != 0 && errno == EINTR);
  end_ += data;
  if (result == 0) return;
  if (errno != EOPNOTSUPP && errno != ENOSYS) cannot_write(shown_as_, errno);
  require_free(data + metadata);
}

void DiskSpace::settle() {
  struct stat status {};
  if (::fstat(file_, &status) == 0) end_ = static_cast<unsigned long long>(status.st_size);
}

void DiskSpace::require_free(unsigned long long count) const {
  struct statvfs disk {};
  if (::fstatvfs(file_, &disk) != 0) return;
  if (count / disk.f_frsize >= disk.f_bavail) cannot_write(shown_as_, ENOSPC);
}

}  // namespace sparkdyn::output
