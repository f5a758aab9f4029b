// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Owners of HDF5 objects, and HDF5's negative returns as exceptions.

#include <hdf5.h>

#include <source_location>
#include <string_view>

#include "sparkdyn/core/handle.hpp"

namespace sparkdyn::core {

template <herr_t (*CloseFunction)(hid_t)>
struct Hdf5Close {
  static hid_t null() { return H5I_INVALID_HID; }
  static void destroy(hid_t object) { CloseFunction(object); }
};

using Hdf5File = Handle<hid_t, Hdf5Close<H5Fclose>>;
using Hdf5Group = Handle<hid_t, Hdf5Close<H5Gclose>>;
using Hdf5Dataset = Handle<hid_t, Hdf5Close<H5Dclose>>;
using Hdf5Space = Handle<hid_t, Hdf5Close<H5Sclose>>;
using Hdf5Type = Handle<hid_t, Hdf5Close<H5Tclose>>;
using Hdf5Attribute = Handle<hid_t, Hdf5Close<H5Aclose>>;
using Hdf5Properties = Handle<hid_t, Hdf5Close<H5Pclose>>;

/// Throws core::Error (numerics) that says what was being done when `result` is negative.
hid_t check_hdf5(hid_t result, std::string_view doing,
                 std::source_location where = std::source_location::current());

}  // namespace sparkdyn::core
