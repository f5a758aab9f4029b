// SPDX-License-Identifier: BSD-3-Clause
#include "file_image.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/package.hpp"
#include "hdf5_rows.hpp"
#include "posix_file.hpp"
#include "sparkdyn/core/error.hpp"

namespace sparkdyn::output {
namespace {

constexpr std::size_t piece = 1 << 20;
/// Shorter runs of zeros are not worth a piece of their own.
constexpr std::size_t long_run_of_zeros = 64;

core::Hdf5File open_for_reading(const std::filesystem::path& file) {
  const core::Hdf5Properties properties(H5Pcreate(H5P_FILE_ACCESS));
  H5Pset_fapl_sec2(properties);  // for this process alone, beside the one for all ranks
  H5Pset_file_locking(properties, false, true);
  return core::Hdf5File(
      core::check_hdf5(H5Fopen(file.c_str(), H5F_ACC_RDONLY, properties), "reading back"));
}

std::vector<std::string> dataset_names(hid_t file) {
  std::vector<std::string> names;
  const auto visit = [](hid_t, const char* name, const H5O_info_t* info, void* data) -> herr_t {
    if (info->type == H5O_TYPE_DATASET)
      static_cast<std::vector<std::string>*>(data)->emplace_back(name);
    return 0;
  };
  core::check_hdf5(H5Ovisit2(file, H5_INDEX_NAME, H5_ITER_NATIVE, visit, &names, H5O_INFO_BASIC),
                   "listing datasets");
  return names;
}

bool is_chunked(hid_t dataset) {
  const core::Hdf5Properties properties(H5Dget_create_plist(dataset));
  return H5Pget_layout(properties) == H5D_CHUNKED;
}

/// Pieces of a dataset from number `known` on.
std::vector<Extent> pieces_since(hid_t dataset, std::uint64_t known, std::uint64_t& count) {
  std::vector<Extent> found;
  if (!is_chunked(dataset)) {
    const haddr_t begin = H5Dget_offset(dataset);
    count = begin == HADDR_UNDEF ? 0 : 1;
    if (count > known) found.push_back({begin, begin + H5Dget_storage_size(dataset)});
    return found;
  }
  const core::Hdf5Space space(H5Dget_space(dataset));
  hsize_t chunks = 0;
  core::check_hdf5(H5Dget_num_chunks(dataset, space, &chunks), "counting chunks");
  count = chunks;
  for (hsize_t i = known; i < chunks; ++i) {
    std::vector<hsize_t> where(static_cast<std::size_t>(H5Sget_simple_extent_ndims(space)));
    unsigned filters = 0;
    haddr_t address = 0;
    hsize_t size = 0;
    core::check_hdf5(H5Dget_chunk_info(dataset, space, i, where.data(), &filters, &address, &size),
                     "locating a chunk");
    found.push_back({address, address + size});
  }
  return found;
}

void sort_and_join(std::vector<Extent>& extents) {
  std::sort(extents.begin(), extents.end(),
            [](const Extent& a, const Extent& b) { return a.begin < b.begin; });
  std::vector<Extent> joined;
  for (const Extent& each : extents) {
    if (!joined.empty() && each.begin <= joined.back().end)
      joined.back().end = std::max(joined.back().end, each.end);
    else
      joined.push_back(each);
  }
  extents = std::move(joined);
}

/// What is in the file besides its raw data.
std::vector<Extent> others(const std::vector<Extent>& raw, std::uint64_t size) {
  std::vector<Extent> result;
  std::uint64_t at = 0;
  for (const Extent& each : raw) {
    if (each.begin > at) result.push_back({at, std::min(each.begin, size)});
    at = std::max(at, each.end);
  }
  if (at < size) result.push_back({at, size});
  return result;
}

bool in_order(const std::vector<Extent>& extents, std::uint64_t size) {
  std::uint64_t at = 0;
  for (const Extent& each : extents) {
    if (each.begin < at || each.end < each.begin || each.end > size) return false;
    at = each.end;
  }
  return true;
}

/// Whether an image can be of a file that now has `there` bytes: the room that is reserved for rows
/// to come is of the order of what is there, and all places lie inside.
bool plausible(std::uint64_t size, const std::vector<Extent>& raw,
               const std::vector<Extent>& places, std::uint64_t bytes, std::uint64_t there) {
  constexpr std::uint64_t most_growth = 16, most_room = 1ULL << 26;
  if (size > most_growth * there + most_room) return false;
  if (!in_order(places, size) || !in_order(raw, size)) return false;
  std::uint64_t filled = 0;
  for (const Extent& each : places) filled += each.end - each.begin;
  return filled == bytes;
}

/// Calls use(offset, bytes) for the parts of `bytes` between long runs of zeros.
template <typename Use>
void for_each_nonzero(std::uint64_t offset, std::string_view bytes, Use use) {
  std::size_t at = 0;
  while (at < bytes.size()) {
    const std::size_t begin = bytes.find_first_not_of('\0', at);
    if (begin == std::string_view::npos) return;
    std::size_t end = begin, zeros = 0;
    for (; end < bytes.size() && zeros < long_run_of_zeros; ++end)
      zeros = bytes[end] == '\0' ? zeros + 1 : 0;
    use(offset + begin, bytes.substr(begin, end - zeros - begin));
    at = end;
  }
}

}  // namespace

void FileImage::find_raw_data(const std::filesystem::path& path) {
  const QuietHdf5 quiet;
  const core::Hdf5File file = open_for_reading(path);
  for (const std::string& name : dataset_names(file)) {
    const core::Hdf5Dataset dataset(
        core::check_hdf5(H5Dopen2(file, name.c_str(), H5P_DEFAULT), "opening a dataset"));
    std::uint64_t& known = pieces_[name];
    std::uint64_t count = 0;
    const auto found = pieces_since(dataset, known, count);
    raw_.insert(raw_.end(), found.begin(), found.end());
    known = count;
  }
  sort_and_join(raw_);
}

std::string FileImage::take(const std::filesystem::path& path) {
  find_raw_data(path);
  const PosixFile file(path, PosixFile::Mode::read);
  const std::uint64_t size = file.size();
  std::vector<Extent> places;
  std::string bytes;
  for (const Extent& each : others(raw_, size))
    for (std::uint64_t at = each.begin; at < each.end; at += piece)
      for_each_nonzero(at, file.read(at, std::min<std::uint64_t>(piece, each.end - at)),
                       [&](std::uint64_t offset, std::string_view part) {
                         places.push_back({offset, offset + part.size()});
                         bytes += part;
                       });
  core::Packer packer;
  packer.add(size).add(raw_).add(places).add(std::string_view(bytes)).add(pieces_.size());
  for (const auto& [name, count] : pieces_) packer.add(std::string_view(name)).add(count);
  return packer.take();
}

void FileImage::require_whole(const std::filesystem::path& path, std::string_view image) {
  std::uint64_t size = 0;
  std::vector<Extent> raw, places;
  std::string bytes;
  core::Unpacker(image, core::Failure::input).get(size).get(raw).get(places).get(bytes);
  const std::uint64_t there = PosixFile(path, PosixFile::Mode::read).size();
  if (!plausible(size, raw, places, bytes.size(), there))
    core::input_error("what the checkpoint keeps of '{}' is damaged", path.string());
  // Not `size`: room reserved at the end may since have been given back.
  if (!raw.empty() && there < raw.back().end)
    core::input_error(
        "'{}' is shorter than when the checkpoint was written; give --output another folder",
        path.string());
}

void FileImage::restore(const std::filesystem::path& path, std::string_view image) {
  core::Unpacker package(image, core::Failure::input);
  std::uint64_t size = 0;
  std::vector<Extent> places;
  std::string bytes;
  std::size_t datasets = 0;
  package.get(size).get(raw_).get(places).get(bytes).get(datasets);
  pieces_.clear();
  for (std::size_t i = 0; i < datasets; ++i) {
    std::string name;
    package.get(name).get(pieces_[name]);
  }
  const PosixFile file(path, PosixFile::Mode::write);
  file.truncate(size);
  const std::string zeros(piece, '\0');
  for (const Extent& each : others(raw_, size))
    for (std::uint64_t at = each.begin; at < each.end; at += piece)
      file.write(at,
                 std::string_view(zeros).substr(0, std::min<std::uint64_t>(piece, each.end - at)));
  std::size_t used = 0;
  for (const Extent& each : places) {
    file.write(each.begin, std::string_view(bytes).substr(used, each.end - each.begin));
    used += each.end - each.begin;
  }
  file.sync();
}

}  // namespace sparkdyn::output
