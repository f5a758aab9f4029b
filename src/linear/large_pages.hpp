// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Memory that is read from end to end at every step, such as factors, in pages of 2 MB where the
// system gives them on request (Linux: transparent_hugepage `madvise` or `always`): fewer
// translations of addresses, measured in docs/performance.md.

#include <cstddef>
#include <utility>

namespace sparkdyn::linear {

class LargePages {
 public:
  LargePages() = default;
  /// Zero. Empty when the system has no room.
  explicit LargePages(std::size_t bytes);
  ~LargePages();
  LargePages(LargePages&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
  LargePages& operator=(LargePages&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }

  bool empty() const { return data_ == nullptr; }
  void* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }

 private:
  void* data_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace sparkdyn::linear
