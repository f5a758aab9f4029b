// SPDX-License-Identifier: BSD-3-Clause
#include "report/results_reader.hpp"

#include "output/hdf5_rows.hpp"
#include "sparkdyn/core/error.hpp"

namespace sparkdyn::report {

ResultsReader::ResultsReader(const std::filesystem::path& file) : path_(file) {
  const output::QuietHdf5 quiet;
  file_ = core::Hdf5File(H5Fopen(file.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT));
  if (file_ < 0) core::input_error("'{}' cannot be opened as an HDF5 file", file.string());
}

bool ResultsReader::has(const std::string& name) const {
  const output::QuietHdf5 quiet;
  // HDF5 looks for one link after the other: a missing group on the way is an error.
  for (std::size_t end = name.find('/', 1);; end = name.find('/', end + 1)) {
    if (H5Lexists(file_, name.substr(0, end).c_str(), H5P_DEFAULT) <= 0) return false;
    if (end == std::string::npos) return true;
  }
}

std::vector<hsize_t> ResultsReader::size(const std::string& name) const {
  const output::QuietHdf5 quiet;
  const core::Hdf5Dataset dataset(H5Dopen2(file_, name.c_str(), H5P_DEFAULT));
  if (dataset < 0) core::input_error("'{}' has no dataset '{}'", path_.string(), name);
  const core::Hdf5Space space(H5Dget_space(dataset));
  const int dimensions = H5Sget_simple_extent_ndims(space);
  std::vector<hsize_t> found(static_cast<std::size_t>(std::max(dimensions, 1)), 1);
  if (dimensions > 0) H5Sget_simple_extent_dims(space, found.data(), nullptr);
  return found;
}

std::vector<std::string> ResultsReader::members(const std::string& group) const {
  std::vector<std::string> names;
  if (!has(group)) return names;
  const core::Hdf5Group opened(H5Gopen2(file_, group.c_str(), H5P_DEFAULT));
  H5G_info_t about;
  core::check_hdf5(H5Gget_info(opened, &about), "reading results for a report");
  for (hsize_t i = 0; i < about.nlinks; ++i) {
    const ssize_t length =
        H5Lget_name_by_idx(opened, ".", H5_INDEX_NAME, H5_ITER_INC, i, nullptr, 0, H5P_DEFAULT);
    if (length < 0) break;
    std::string name(static_cast<std::size_t>(length) + 1, '\0');
    H5Lget_name_by_idx(opened, ".", H5_INDEX_NAME, H5_ITER_INC, i, name.data(), name.size(),
                       H5P_DEFAULT);
    names.push_back(name.substr(0, static_cast<std::size_t>(length)));
  }
  return names;
}

hsize_t ResultsReader::rows(const std::string& name) const {
  return has(name) ? size(name).front() : 0;
}

hsize_t ResultsReader::columns(const std::string& name) const {
  const auto found = size(name);
  return found.size() > 1 ? found[1] : 1;
}

void ResultsReader::read(const std::string& name, hsize_t first, hsize_t count, hid_t type,
                         void* into) const {
  const output::QuietHdf5 quiet;
  std::vector<hsize_t> extent = size(name);
  if (first + count > extent.front())
    core::input_error("'{}' has {} rows of '{}'; {} were looked for", path_.string(),
                      extent.front(), name, first + count);
  if (count == 0) return;
  std::vector<hsize_t> start(extent.size(), 0);
  start.front() = first;
  extent.front() = count;
  const core::Hdf5Dataset dataset(H5Dopen2(file_, name.c_str(), H5P_DEFAULT));
  const core::Hdf5Space on_disk(H5Dget_space(dataset));
  core::check_hdf5(
      H5Sselect_hyperslab(on_disk, H5S_SELECT_SET, start.data(), nullptr, extent.data(), nullptr),
      "reading results for a report");
  const core::Hdf5Space in_memory(
      H5Screate_simple(static_cast<int>(extent.size()), extent.data(), nullptr));
  core::check_hdf5(H5Dread(dataset, type, in_memory, on_disk, H5P_DEFAULT, into),
                   "reading results for a report");
}

std::vector<double> ResultsReader::numbers(const std::string& name, hsize_t first,
                                           hsize_t count) const {
  std::vector<double> values(count * columns(name));
  read(name, first, count, H5T_NATIVE_DOUBLE, values.data());
  return values;
}

std::vector<std::int64_t> ResultsReader::integers(const std::string& name, hsize_t first,
                                                  hsize_t count) const {
  std::vector<std::int64_t> values(count * columns(name));
  read(name, first, count, H5T_NATIVE_INT64, values.data());
  return values;
}

std::vector<std::string> ResultsReader::texts(const std::string& name) const {
  const output::QuietHdf5 quiet;
  const core::Hdf5Dataset dataset(H5Dopen2(file_, name.c_str(), H5P_DEFAULT));
  if (dataset < 0) core::input_error("'{}' has no dataset '{}'", path_.string(), name);
  const core::Hdf5Type type(H5Dget_type(dataset));
  const std::size_t length = H5Tget_size(type);
  const hsize_t count = rows(name);
  std::string characters(length * count, '\0');
  if (H5Tis_variable_str(type) > 0) return {};  // not as we write them
  read(name, 0, count, type, characters.data());
  std::vector<std::string> found;
  for (hsize_t i = 0; i < count; ++i)
    found.emplace_back(characters.substr(i * length, length).c_str());
  return found;
}

}  // namespace sparkdyn::report
