// SPDX-License-Identifier: BSD-3-Clause
#include "output/checkpoint.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <limits>
#include <numeric>

#include "checksum.hpp"
#include "core/package.hpp"
#include "disk_space.hpp"
#include "hdf5_slabs.hpp"
#include "output/output_folder.hpp"
#include "posix_file.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::output {
namespace {

constexpr std::size_t user_block = 4096;  // HDF5 wants no less than its alignment
constexpr std::size_t block = 1 << 20;
constexpr std::string_view mark = "sparkdyn checkpoint\n";

template <typename Number>
Number parse_number(const std::string& source, const std::string& name, std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size())
    core::input_error("{} says that '{}' is '{}', which is no such number", source, name, text);
  return value;
}

/// What stands in the user block, filled up with zeros.
std::string label_text(const CheckpointLabel& label) {
  std::string text =
      fmt::format("{}version {}\nrun {}\nstep {}\nwritten {}\nbytes {}\nchecksum {:016x}\n", mark,
                  label.version, label.run, label.step, label.written, label.bytes, label.checksum);
  Checksum sum;
  sum.add(text);
  text += fmt::format("lines {:016x}\n", sum.value());
  text.resize(user_block, '\0');
  return text;
}

/// Takes `key value\n` off the front.
std::string take_line(std::string_view& text, std::string_view key) {
  const auto end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  if (end == std::string_view::npos || !line.starts_with(key) || line.size() < key.size() + 2)
    core::input_error("its first lines are damaged");
  text.remove_prefix(end + 1);
  return std::string(line.substr(key.size() + 1));
}

CheckpointLabel parse_label(const std::string& head) {
  if (!head.starts_with(mark)) core::input_error("it is not a checkpoint of sparkdyn");
  std::string_view text(head);
  text.remove_prefix(mark.size());
  CheckpointLabel label;
  label.version = parse_number<int>("its label", "version", take_line(text, "version"));
  if (label.version != checkpoint_version)
    core::input_error("it has format version {}, this program reads version {}", label.version,
                      checkpoint_version);
  label.run = take_line(text, "run");
  label.step = parse_number<long>("its label", "step", take_line(text, "step"));
  label.written = take_line(text, "written");
  label.bytes = parse_number<std::uint64_t>("its label", "bytes", take_line(text, "bytes"));
  const std::string digits = take_line(text, "checksum");
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), label.checksum, 16);
  // Written again it must be the same, with the checksum of its lines, to the last zero.
  if (error != std::errc() || end != digits.data() + digits.size() || label_text(label) != head)
    core::input_error("its first lines are damaged");
  return label;
}

/// Of all bytes after the user block; each rank reads some of the blocks. @note Collective.
std::uint64_t checksum_of(MPI_Comm comm, const std::filesystem::path& path, std::uint64_t size) {
  const std::uint64_t blocks = size > user_block ? (size - user_block + block - 1) / block : 0;
  std::uint64_t mine = 0;
  core::collectively(comm, [&] {
    const PosixFile file(path, PosixFile::Mode::read);
    for (auto i = static_cast<std::uint64_t>(core::rank(comm)); i < blocks;
         i += static_cast<std::uint64_t>(core::size(comm)))
      mine += block_checksum(file.read(user_block + i * block, block), i);
  });
  std::uint64_t sum = 0;
  MPI_Allreduce(&mine, &sum, 1, MPI_UINT64_T, MPI_SUM, comm);
  return sum;
}

std::string group_name(std::size_t load_case) {
  return fmt::format("case-{}", load_case);
}

/// Bytes that rank 0 has.
void write_bytes(const Hdf5Calls& calls, hid_t group, const std::string& name,
                 const std::string& bytes) {
  unsigned long long size = bytes.size();
  MPI_Bcast(&size, 1, MPI_UNSIGNED_LONG_LONG, 0, calls.comm());
  const bool writes = core::rank(calls.comm()) == 0;
  write_slab(calls, group, name, {writes ? 0 : size, writes ? size : 0, size},
             {H5T_STD_U8LE, H5T_NATIVE_UINT8}, bytes.data());
}

void write_vector(const Hdf5Calls& calls, hid_t group, const CheckpointVector& vector) {
  const core::RowRange range = core::row_range(vector.values);
  const core::ReadArray values(vector.values);
  write_slab(calls, group, vector.name,
             {static_cast<hsize_t>(range.begin), static_cast<hsize_t>(range.size()),
              static_cast<hsize_t>(range.global)},
             {H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE}, values.data());
}

void write_case(const Hdf5Calls& calls, hid_t file, std::size_t k, const CheckpointCase& content) {
  const auto group = create_group(calls, file, group_name(k));
  write_bytes(calls, group, "facts", content.facts.lines());
  for (const CheckpointVector& vector : content.vectors) write_vector(calls, group, vector);
  const auto files = create_group(calls, group, "files");
  for (const auto& [name, kept] : content.files) write_bytes(calls, files, name, kept);
}

unsigned long long expected_size(const CheckpointContent& content) {
  unsigned long long size = content.facts.lines().size();
  for (const CheckpointCase& each : content.cases) {
    size += each.facts.lines().size();
    for (const auto& vector : each.vectors)
      size +=
          sizeof(double) * static_cast<unsigned long long>(core::row_range(vector.values).global);
    for (const auto& [name, kept] : each.files) size += kept.size();
  }
  return size;
}

void write_part(MPI_Comm comm, const std::filesystem::path& path,
                const CheckpointContent& content) {
  const Hdf5Calls calls(comm, path.string());
  std::unique_ptr<DiskSpace> disk;
  core::on_rank_zero(comm, [&] {
    disk = std::make_unique<DiskSpace>(part_of(path), path);
    disk->reserve(expected_size(content));
  });
  const core::Hdf5File file = create_file(calls, part_of(path), user_block);
  write_attribute(calls, file, "format", "sparkdyn checkpoint");
  write_attribute(calls, file, "format_version", checkpoint_version);
  write_bytes(calls, file, "facts", content.facts.lines());
  for (std::size_t k = 0; k < content.cases.size(); ++k)
    write_case(calls, file, k, content.cases[k]);
  calls("flushing", [&] { return H5Fflush(file, H5F_SCOPE_GLOBAL); });
}

/// Reads back what was written and gives it its label.
void seal(MPI_Comm comm, const std::filesystem::path& path, const CheckpointContent& content) {
  const auto part = part_of(path);
  std::vector<std::uint64_t> size{0};
  core::on_rank_zero(comm, [&] { size[0] = PosixFile(part, PosixFile::Mode::read).size(); });
  core::broadcast(comm, size);
  const std::uint64_t sum = checksum_of(comm, part, size[0]);
  core::on_rank_zero(comm, [&] {
    const PosixFile file(part, PosixFile::Mode::write, path.string());
    file.write(0, label_text({checkpoint_version, content.run, content.step, content.written,
                              size[0], sum}));
    file.sync();
  });
}

}  // namespace

void Facts::set(const std::string& name, std::string_view text) {
  std::string escaped;  // one line each
  for (const char c : text) {
    if (c == '\n')
      escaped += "\\n";
    else if (c == '\\')
      escaped += "\\\\";
    else
      escaped += c;
  }
  facts_[name] = escaped;
}
void Facts::set(const std::string& name, double value) {
  facts_[name] = fmt::format("{}", value);
}
void Facts::set(const std::string& name, long value) {
  facts_[name] = fmt::format("{}", value);
}

const std::string& Facts::text(const std::string& name) const {
  const auto found = facts_.find(name);
  if (found == facts_.end()) core::input_error("{} does not say '{}'", source_, name);
  return found->second;
}
double Facts::number(const std::string& name) const {
  const double value = parse_number<double>(source_, name, text(name));
  if (!std::isfinite(value))
    core::input_error("{} says that '{}' is {}", source_, name, text(name));
  return value;
}
long Facts::integer(const std::string& name) const {
  return parse_number<long>(source_, name, text(name));
}

std::map<std::string, std::string> Facts::starting_with(const std::string& prefix) const {
  std::map<std::string, std::string> found;
  for (auto at = facts_.lower_bound(prefix); at != facts_.end() && at->first.starts_with(prefix);
       ++at)
    found.insert(*at);
  return found;
}

std::string Facts::lines() const {
  std::string result;
  for (const auto& [name, value] : facts_) result += fmt::format("{} {}\n", name, value);
  return result;
}

Facts Facts::parse(std::string_view lines, const std::string& source) {
  Facts facts;
  facts.source_ = source;
  while (!lines.empty()) {
    const auto end = std::min(lines.find('\n'), lines.size() - 1);
    const std::string_view line = lines.substr(0, end);
    const auto space = std::min(line.find(' '), line.size());
    facts.facts_[std::string(line.substr(0, space))] =
        std::string(line.substr(std::min(space + 1, line.size())));
    lines.remove_prefix(end + 1);
  }
  return facts;
}

void write_checkpoint(MPI_Comm comm, const std::filesystem::path& path,
                      const CheckpointContent& content) {
  try {
    write_part(comm, path, content);
    seal(comm, path, content);
    core::on_rank_zero(comm, [&] {
      put_in_place(path);
      sync_folder(path.parent_path());
    });
  } catch (const core::Error&) {
    if (core::rank(comm) == 0) ::unlink(part_of(path).c_str());
    throw;
  }
}

CheckpointLabel read_label(const std::filesystem::path& path) {
  std::string head;
  try {
    head = PosixFile(path, PosixFile::Mode::read).read(0, user_block);
  } catch (const core::Error& error) {
    core::input_error("{}", error.what());
  }
  try {
    return parse_label(head);
  } catch (const core::Error& error) {
    core::input_error("'{}' cannot be used: {}", path.string(), error.what());
  }
}

struct CheckpointReader::Content {
  Hdf5Calls calls;
  core::Hdf5File file;
  std::vector<core::Hdf5Group> groups;
  std::vector<Facts> facts;
};

namespace {

void require_whole(MPI_Comm comm, const std::filesystem::path& path, const CheckpointLabel& label) {
  std::vector<std::uint64_t> size{0};
  core::on_rank_zero(comm, [&] {
    const PosixFile file(path, PosixFile::Mode::read);
    size[0] = file.size();
    if (size[0] != label.bytes)
      core::input_error("'{}' cannot be used: it has {} bytes instead of {}", path.string(),
                        size[0], label.bytes);
    if (file.is_mostly_holes())
      core::input_error("'{}' cannot be used: most of it was never written", path.string());
  });
  core::broadcast(comm, size);
  if (checksum_of(comm, path, size[0]) != label.checksum)
    core::input_error("'{}' cannot be used: its checksum is wrong, some of it has been changed",
                      path.string());
}

/// Of a dataset as we write them, whose values of `each` bytes are all in the file: a length alone
/// may say anything. Throws core::Error (input).
hsize_t length_of(const Hdf5Calls& calls, hid_t dataset, const std::string& name, hsize_t each) {
  hsize_t length = 0;
  bool whole = false;
  calls("reading", [&]() -> hid_t {
    const core::Hdf5Space space(H5Dget_space(dataset));
    const core::Hdf5Properties properties(H5Dget_create_plist(dataset));
    if (H5Sget_simple_extent_ndims(space) != 1) return -1;
    const int got = H5Sget_simple_extent_dims(space, &length, nullptr);
    whole = H5Pget_layout(properties) == H5D_CONTIGUOUS && H5Pget_external_count(properties) == 0 &&
            length <= std::numeric_limits<hsize_t>::max() / each &&
            (length == 0 || H5Dget_storage_size(dataset) == length * each);
    return got;
  });
  if (core::any(calls.comm(), !whole))
    core::input_error("its '{}' claims {} values that are not in the file", name, length);
  return length;
}

/// Links to other places or files are not ours.
bool exists(const Hdf5Calls& calls, hid_t group, const std::string& name) {
  bool hard = true;
  const hid_t found = calls("reading", [&]() -> hid_t {
    const htri_t there = H5Lexists(group, name.c_str(), H5P_DEFAULT);
    if (there <= 0) return there;
    H5L_info_t info{};
    if (H5Lget_info(group, name.c_str(), &info, H5P_DEFAULT) < 0) return -1;
    hard = info.type == H5L_TYPE_HARD;
    return there;
  });
  if (core::any(calls.comm(), !hard)) core::input_error("its '{}' is a link", name);
  return found > 0;
}

std::string read_bytes(const Hdf5Calls& calls, hid_t group, const std::string& name) {
  if (!exists(calls, group, name)) core::input_error("it has no '{}'", name);
  const auto dataset = open_dataset(calls, group, name);
  std::string bytes(length_of(calls, dataset, name, 1), '\0');
  if (bytes.empty()) return bytes;
  calls("reading", [&] {
    return H5Dread(dataset, H5T_NATIVE_UINT8, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data());
  });
  return bytes;
}

/// What a file makes impossible is the file's fault: every failure to read says so, and names it.
template <typename Body>
auto reading(const std::filesystem::path& path, Body body) {
  try {
    return body();
  } catch (const core::Error& error) {
    core::input_error("'{}' cannot be used: {}", path.string(), error.what());
  }
}

}  // namespace

CheckpointReader::CheckpointReader(MPI_Comm comm, std::filesystem::path path)
    : comm_(comm), path_(std::move(path)) {
  core::on_rank_zero(comm_, [&] { label_ = read_label(path_); });
  std::string packed =
      core::broadcast_bytes(comm_, core::Packer().add(std::string_view(label_text(label_))).take());
  std::string head;
  core::Unpacker(packed).get(head);
  label_ = parse_label(head);
  require_whole(comm_, path_, label_);
  content_ = std::make_unique<Content>(Content{Hdf5Calls(comm_, path_.string()), {}, {}, {}});
  reading(path_, [&] {
    const Hdf5Calls& calls = content_->calls;
    content_->file = open_file(calls, path_, false);
    const std::string source = fmt::format("'{}'", path_.string());
    facts_ = Facts::parse(read_bytes(calls, content_->file, "facts"), source);
    for (std::size_t k = 0; exists(calls, content_->file, group_name(k)); ++k) {
      content_->groups.push_back(open_group(calls, content_->file, group_name(k)));
      content_->facts.push_back(
          Facts::parse(read_bytes(calls, content_->groups.back(), "facts"), source));
    }
  });
}

CheckpointReader::~CheckpointReader() = default;
CheckpointReader::CheckpointReader(CheckpointReader&&) noexcept = default;

int CheckpointReader::cases() const {
  return static_cast<int>(content_->groups.size());
}

const Facts& CheckpointReader::facts(int load_case) const {
  return content_->facts.at(static_cast<std::size_t>(load_case));
}

bool CheckpointReader::has(int load_case, const std::string& name) const {
  return reading(path_, [&] {
    return exists(content_->calls, content_->groups.at(static_cast<std::size_t>(load_case)), name);
  });
}

void CheckpointReader::read(int load_case, const std::string& name, Vec values) const {
  reading(path_, [&] { read_entries(load_case, name, values); });
}

void CheckpointReader::read_entries(int load_case, const std::string& name, Vec values) const {
  const Hdf5Calls& calls = content_->calls;
  const hid_t group = content_->groups.at(static_cast<std::size_t>(load_case));
  if (!exists(calls, group, name)) core::input_error("it has no vector '{}'", name);
  const auto dataset = open_dataset(calls, group, name);
  const core::RowRange range = core::row_range(values);
  const hsize_t length = length_of(calls, dataset, name, sizeof(double));
  if (length != static_cast<hsize_t>(range.global))
    core::input_error("its '{}' has {} entries, the model {}: it is of another model", name, length,
                      range.global);
  if (length == 0) return;
  const auto start = static_cast<hsize_t>(range.begin);
  const auto count = static_cast<hsize_t>(range.size());
  const core::Hdf5Space on_disk(H5Dget_space(dataset));
  const core::Hdf5Space in_memory(H5Screate_simple(1, &count, nullptr));
  calls("selecting rows of", [&]() -> hid_t {
    if (count == 0) return std::min(H5Sselect_none(on_disk), H5Sselect_none(in_memory));
    return H5Sselect_hyperslab(on_disk, H5S_SELECT_SET, &start, nullptr, &count, nullptr);
  });
  bool finite = true;
  {
    const core::WriteArray array(values);
    const auto transfer = collective_transfer();
    calls("reading", [&] {
      return H5Dread(dataset, H5T_NATIVE_DOUBLE, in_memory, on_disk, transfer, array.data());
    });
    finite = std::all_of(array.data(), array.data() + array.size(),
                         [](double value) { return std::isfinite(value); });
  }
  if (core::any(calls.comm(), !finite)) core::input_error("its '{}' is not finite", name);
}

std::map<std::string, std::string> CheckpointReader::files(int load_case) const {
  return reading(path_, [&] { return read_files(load_case); });
}

std::map<std::string, std::string> CheckpointReader::read_files(int load_case) const {
  const Hdf5Calls& calls = content_->calls;
  const hid_t parent = content_->groups.at(static_cast<std::size_t>(load_case));
  if (!exists(calls, parent, "files")) core::input_error("it has no 'files'");
  const auto group = open_group(calls, parent, "files");
  std::vector<std::string> names;
  calls("reading", [&]() -> hid_t {
    const auto visit = [](hid_t, const char* name, const H5L_info_t*, void* data) -> herr_t {
      static_cast<std::vector<std::string>*>(data)->emplace_back(name);
      return 0;
    };
    return H5Literate(group, H5_INDEX_NAME, H5_ITER_INC, nullptr, visit, &names);
  });
  std::map<std::string, std::string> files;
  for (const std::string& name : names) files[name] = read_bytes(calls, group, name);
  return files;
}

}  // namespace sparkdyn::output
