// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::output {
namespace {

core::Hdf5Properties creation_properties(const Chunk& chunk, int dimensions) {
  core::Hdf5Properties properties(H5Pcreate(H5P_DATASET_CREATE));
  const std::array<hsize_t, 2> sizes{chunk.rows, chunk.columns};
  H5Pset_chunk(properties, dimensions, sizes.data());
  // Every element is written once; without this, parallel HDF5 writes zeros first.
  H5Pset_fill_time(properties, H5D_FILL_TIME_NEVER);
  return properties;
}

}  // namespace

QuietHdf5::QuietHdf5() {
  H5Eget_auto2(H5E_DEFAULT, &print_, &data_);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

QuietHdf5::~QuietHdf5() {
  H5Eset_auto2(H5E_DEFAULT, print_, data_);
}

hid_t Hdf5Calls::operator()(std::string_view doing, const std::function<hid_t()>& body) const {
  hid_t result = H5I_INVALID_HID;
  core::collectively(comm_, [&] {
    const QuietHdf5 quiet;
    result = core::check_hdf5(body(), fmt::format("{} '{}'", doing, file_));
  });
  return result;
}

void write_attribute(const Hdf5Calls& calls, hid_t object, const std::string& name,
                     const std::string& text) {
  const core::Hdf5Type type(H5Tcopy(H5T_C_S1));
  H5Tset_size(type, std::max<std::size_t>(text.size(), 1));
  H5Tset_strpad(type, H5T_STR_NULLPAD);
  const core::Hdf5Space space(H5Screate(H5S_SCALAR));
  const core::Hdf5Attribute attribute(calls("creating an attribute of", [&] {
    return H5Acreate2(object, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT);
  }));
  calls("writing an attribute of", [&] { return H5Awrite(attribute, type, text.c_str()); });
}

void write_attribute(const Hdf5Calls& calls, hid_t object, const std::string& name, int value) {
  const core::Hdf5Space space(H5Screate(H5S_SCALAR));
  const core::Hdf5Attribute attribute(calls("creating an attribute of", [&] {
    return H5Acreate2(object, name.c_str(), H5T_STD_I32LE, space, H5P_DEFAULT, H5P_DEFAULT);
  }));
  calls("writing an attribute of", [&] { return H5Awrite(attribute, H5T_NATIVE_INT, &value); });
}

namespace {

/// HDF5 writes some of what describes the data whenever much of it has changed, and a file with
/// some of it is not readable: put that off to the flush as far as HDF5 lets us.
void keep_metadata_until_flush(hid_t properties) {
  constexpr std::size_t largest_threshold = 32 << 20;
  H5AC_cache_config_t config{};
  config.version = H5AC__CURR_CACHE_CONFIG_VERSION;
  H5Pget_mdc_config(properties, &config);
  config.dirty_bytes_threshold = largest_threshold;
  H5Pset_mdc_config(properties, &config);
}

core::Hdf5Properties access_properties(MPI_Comm comm) {
  constexpr hsize_t large = 65536;
  constexpr hsize_t page = 4096;
  core::Hdf5Properties properties(H5Pcreate(H5P_FILE_ACCESS));
  H5Pset_fapl_mpio(properties, comm, MPI_INFO_NULL);
  // One rank reads and all write what describes the data, instead of each its own small pieces;
  // distributed writing of it can hang in HDF5 1.10 (HDFGroup/hdf5#265).
  H5Pset_coll_metadata_write(properties, true);
  H5Pset_all_coll_metadata_ops(properties, true);
  H5Pset_alignment(properties, large, page);
  keep_metadata_until_flush(properties);
  return properties;
}

}  // namespace

core::Hdf5File create_file(const Hdf5Calls& calls, const std::filesystem::path& path,
                           hsize_t user_block) {
  const auto properties = access_properties(calls.comm());
  const core::Hdf5Properties creation(H5Pcreate(H5P_FILE_CREATE));
  H5Pset_userblock(creation, user_block);
  return core::Hdf5File(calls(
      "creating", [&] { return H5Fcreate(path.c_str(), H5F_ACC_TRUNC, creation, properties); }));
}

core::Hdf5File open_file(const Hdf5Calls& calls, const std::filesystem::path& path, bool writable) {
  const auto properties = access_properties(calls.comm());
  const unsigned mode = writable ? H5F_ACC_RDWR : H5F_ACC_RDONLY;
  return core::Hdf5File(calls("opening", [&] { return H5Fopen(path.c_str(), mode, properties); }));
}

core::Hdf5Group create_group(const Hdf5Calls& calls, hid_t parent, const std::string& name) {
  return core::Hdf5Group(calls("creating a group of", [&] {
    return H5Gcreate2(parent, name.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  }));
}

core::Hdf5Group open_group(const Hdf5Calls& calls, hid_t parent, const std::string& name) {
  return core::Hdf5Group(
      calls("opening a group of", [&] { return H5Gopen2(parent, name.c_str(), H5P_DEFAULT); }));
}

core::Hdf5Dataset open_dataset(const Hdf5Calls& calls, hid_t parent, const std::string& name) {
  return core::Hdf5Dataset(
      calls("opening a dataset of", [&] { return H5Dopen2(parent, name.c_str(), H5P_DEFAULT); }));
}

core::Hdf5Properties collective_transfer() {
  core::Hdf5Properties properties(H5Pcreate(H5P_DATASET_XFER));
  H5Pset_dxpl_mpio(properties, H5FD_MPIO_COLLECTIVE);
  // Left to itself HDF5 1.10 chooses by looking at the selections, which has hung with ranks that
  // select nothing (Unidata/netcdf-c#1831).
  H5Pset_dxpl_mpio_chunk_opt(properties, H5FD_MPIO_CHUNK_ONE_IO);
  return properties;
}

void require_rows(const Hdf5Calls& calls, hid_t dataset, const std::string& name, hsize_t rows) {
  std::array<hsize_t, 2> sizes{0, 0};
  calls("reading", [&]() -> hid_t {
    const core::Hdf5Space space(H5Dget_space(dataset));
    const int dimensions = H5Sget_simple_extent_ndims(space);
    if (dimensions < 1 || dimensions > 2) return -1;
    return H5Sget_simple_extent_dims(space, sizes.data(), nullptr);
  });
  if (core::any(calls.comm(), sizes[0] != rows))
    core::input_error("the results have {} rows of '{}', the checkpoint says {}", sizes[0], name,
                      rows);
}

Chunk chunk_for(PetscInt columns) {
  constexpr hsize_t most_columns = 65536;
  constexpr hsize_t most_rows = 1024;
  constexpr hsize_t fewest_values = 8192;
  const hsize_t all = std::max<hsize_t>(static_cast<hsize_t>(columns), 1);
  const hsize_t pieces = (all + most_columns - 1) / most_columns;
  Chunk chunk;
  chunk.columns = (all + pieces - 1) / pieces;  // equal pieces: the last one is not mostly empty
  chunk.rows = std::clamp<hsize_t>(fewest_values / chunk.columns, 1, most_rows);
  return chunk;
}

Hdf5Rows::Hdf5Rows(const Hdf5Calls& calls, hid_t file, Description description,
                   std::optional<hsize_t> existing)
    : description_(std::move(description)), chunk_(chunk_for(description_.columns.global)) {
  if (existing) {
    dataset_ = open_dataset(calls, file, description_.name);
    require_rows(calls, dataset_, description_.name, *existing);
    rows_written_ = *existing;
    return;
  }
  create(calls, file);
  write_attribute(calls, dataset_, "description", description_.meaning);
  write_attribute(calls, dataset_, "unit", description_.unit);
}

void Hdf5Rows::create(const Hdf5Calls& calls, hid_t file) {
  const auto columns = static_cast<hsize_t>(description_.columns.global);
  const std::array<hsize_t, 2> sizes{0, columns};
  const std::array<hsize_t, 2> limits{H5S_UNLIMITED, columns};
  const core::Hdf5Space space(H5Screate_simple(dimensions(), sizes.data(), limits.data()));
  const auto properties = creation_properties(chunk_, dimensions());
  dataset_ = core::Hdf5Dataset(calls("creating a dataset of", [&] {
    return H5Dcreate2(file, description_.name.c_str(), H5T_IEEE_F64LE, space, H5P_DEFAULT,
                      properties, H5P_DEFAULT);
  }));
}

void Hdf5Rows::add(const double* values) {
  waiting_.insert(waiting_.end(), values, values + description_.columns.size());
  ++rows_waiting_;
}

void Hdf5Rows::add_undefined() {
  waiting_.resize(waiting_.size() + static_cast<std::size_t>(description_.columns.size()),
                  std::numeric_limits<double>::quiet_NaN());
  ++rows_waiting_;
}

void Hdf5Rows::drop(hsize_t rows) {
  rows_waiting_ -= std::min(rows, rows_waiting_);
  waiting_.resize(rows_waiting_ * static_cast<hsize_t>(description_.columns.size()));
}

hsize_t Hdf5Rows::bytes_to_add() const {
  const auto rows_of_chunks = [&](hsize_t rows) { return (rows + chunk_.rows - 1) / chunk_.rows; };
  const hsize_t added =
      rows_of_chunks(rows_written_ + rows_waiting_) - rows_of_chunks(rows_written_);
  const auto columns = static_cast<hsize_t>(description_.columns.global);
  const hsize_t chunks = (columns + chunk_.columns - 1) / chunk_.columns;
  return added * chunk_.rows * chunks * chunk_.columns * sizeof(double);
}

void Hdf5Rows::write(const Hdf5Calls& calls) {
  if (rows_waiting_ == 0) return;
  extend(calls);
  transfer(calls);
  rows_written_ += rows_waiting_;
  rows_waiting_ = 0;
  waiting_.clear();
}

void Hdf5Rows::extend(const Hdf5Calls& calls) {
  const std::array<hsize_t, 2> sizes{rows_written_ + rows_waiting_,
                                     static_cast<hsize_t>(description_.columns.global)};
  calls("extending", [&] { return H5Dset_extent(dataset_, sizes.data()); });
}

void Hdf5Rows::transfer(const Hdf5Calls& calls) {
  const auto mine = static_cast<hsize_t>(description_.columns.size());
  const std::array<hsize_t, 2> start{rows_written_,
                                     static_cast<hsize_t>(description_.columns.begin)};
  const std::array<hsize_t, 2> count{rows_waiting_, mine};
  core::Hdf5Space on_disk;
  core::Hdf5Space in_memory;
  calls("selecting rows of", [&]() -> hid_t {
    on_disk = core::Hdf5Space(H5Dget_space(dataset_));
    in_memory = core::Hdf5Space(H5Screate_simple(dimensions(), count.data(), nullptr));
    if (mine == 0) return std::min(H5Sselect_none(on_disk), H5Sselect_none(in_memory));
    return H5Sselect_hyperslab(on_disk, H5S_SELECT_SET, start.data(), nullptr, count.data(),
                               nullptr);
  });
  const auto properties = collective_transfer();
  calls("writing", [&] {
    return H5Dwrite(dataset_, H5T_NATIVE_DOUBLE, in_memory, on_disk, properties, waiting_.data());
  });
}

}  // namespace sparkdyn::output
