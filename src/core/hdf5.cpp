// SPDX-License-Identifier: BSD-3-Clause
#include "core/hdf5.hpp"

#include <string>

#include "sparkdyn/core/error.hpp"

namespace sparkdyn::core {
namespace {

/// The innermost message of HDF5's stack, which is the one that names the cause.
herr_t keep_first(unsigned level, const H5E_error2_t* entry, void* text) {
  if (level == 0 && entry->desc) *static_cast<std::string*>(text) = entry->desc;
  return 0;
}

}  // namespace

hid_t check_hdf5(hid_t result, std::string_view doing, std::source_location where) {
  if (result >= 0) return result;
  std::string cause;
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, keep_first, &cause);
  throw Error(Failure::numerics, fmt::format("HDF5 failed {}: {}", doing, cause), where);
}

}  // namespace sparkdyn::core
