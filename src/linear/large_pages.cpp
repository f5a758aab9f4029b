// SPDX-License-Identifier: BSD-3-Clause
#include "linear/large_pages.hpp"

#include <sys/mman.h>

namespace sparkdyn::linear {

LargePages::LargePages(std::size_t bytes) {
  if (bytes == 0) return;
  void* found = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (found == MAP_FAILED) return;
  data_ = found;
  bytes_ = bytes;
#ifdef MADV_HUGEPAGE
  ::madvise(data_, bytes_, MADV_HUGEPAGE);  // a wish: ordinary pages serve too
#endif
}

LargePages::~LargePages() {
  if (data_) ::munmap(data_, bytes_);
}

}  // namespace sparkdyn::linear
