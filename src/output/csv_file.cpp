// SPDX-License-Identifier: BSD-3-Clause
#include "output/csv_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iterator>

#include "checksum.hpp"
#include "core/package.hpp"
#include "output/output_folder.hpp"
#include "posix_file.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::output {
namespace {

std::string header_line(const std::vector<std::string>& columns) {
  std::string line;
  for (const auto& column : columns) {
    if (!line.empty()) line += ',';
    line += csv_field(column);
  }
  return line + '\n';
}

/// What the file was when it was kept, and must still begin with.
std::string read_back(const std::filesystem::path& path, std::string_view kept) {
  std::uint64_t size = 0, value = 0;
  core::Unpacker(kept, core::Failure::input).get(size).get(value);
  require_there(path);
  const PosixFile file(path, PosixFile::Mode::read);
  std::string content = size <= file.size() ? file.read(0, size) : std::string();
  Checksum checksum;
  checksum.add(content);
  if (content.size() != size || checksum.value() != value)
    core::input_error(
        "'{}' has been changed since the checkpoint was written; give --output another folder",
        path.string());
  return content;
}

/// The fields of a line; a quoted one may hold commas, and line breaks are not ours.
std::vector<std::string> fields_of(std::string_view line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') quoted = !quoted;
    if (c == ',' && !quoted)
      fields.emplace_back();
    else
      fields.back() += c;
  }
  return fields;
}

/// The same rows with other columns: those of the same name are kept.
std::string with_columns(std::string_view content, const std::vector<std::string>& columns) {
  std::string result = header_line(columns);
  std::vector<std::string> before;
  while (!content.empty()) {
    const auto end = std::min(content.find('\n'), content.size() - 1);
    const auto fields = fields_of(content.substr(0, end));
    content.remove_prefix(end + 1);
    if (before.empty()) {
      before = fields;
      continue;
    }
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const auto found = std::find(before.begin(), before.end(), csv_field(columns[i]));
      const auto place = static_cast<std::size_t>(found - before.begin());
      result +=
          fmt::format("{}{}", i == 0 ? "" : ",", place < fields.size() ? fields[place] : "nan");
    }
    result += '\n';
  }
  return result;
}

}  // namespace

std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

struct CsvFile::Stream {
  explicit Stream(const std::filesystem::path& path) : file(std::fopen(path.c_str(), "ab")) {
    if (!file) core::numerics_error("cannot write '{}': {}", path.string(), std::strerror(errno));
  }
  ~Stream() { std::fclose(file); }
  bool write(std::string_view text) {
    if (std::fwrite(text.data(), 1, text.size(), file) != text.size()) return false;
    if (std::fflush(file) != 0) return false;
    checksum.add(text);
    size += text.size();
    return true;
  }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  std::FILE* file;
  Checksum checksum;  ///< of all that is in the file
  std::uint64_t size = 0;
};

CsvFile::CsvFile(MPI_Comm comm, std::filesystem::path path, const std::vector<std::string>& columns)
    : comm_(comm), path_(std::move(path)) {
  core::on_rank_zero(comm_, [&] {
    const std::string header = header_line(columns);
    write_text_atomically(path_, header);
    open(header);
  });
}

CsvFile::CsvFile(MPI_Comm comm, std::filesystem::path path, const std::vector<std::string>& columns,
                 std::string_view kept)
    : comm_(comm), path_(std::move(path)) {
  core::on_rank_zero(comm_, [&] {
    std::string content = read_back(path_, kept);
    if (content.substr(0, content.find('\n') + 1) != header_line(columns)) {
      content = with_columns(content, columns);
      write_text_atomically(path_, content);
    } else {
      PosixFile(path_, PosixFile::Mode::write).truncate(content.size());
    }
    open(content);
  });
}

void CsvFile::require_kept(const std::filesystem::path& path, std::string_view kept) {
  read_back(path, kept);
}

/// Rows will be added to a file that has this content.
void CsvFile::open(std::string_view content) {
  stream_ = std::make_unique<Stream>(path_);
  stream_->checksum.add(content);
  stream_->size = content.size();
}

std::string CsvFile::keep() {
  write_out();
  core::Packer packer;
  core::on_rank_zero(comm_, [&] {
    PosixFile(path_, PosixFile::Mode::write).sync();
    packer.add(stream_->size).add(stream_->checksum.value());
  });
  return packer.take();
}

CsvFile::~CsvFile() {
  // Only after an error elsewhere; nobody is left to be told of another.
  if (stream_) std::fwrite(waiting_.data(), 1, waiting_.size(), stream_->file);
}

CsvFile::CsvFile(CsvFile&&) noexcept = default;

void CsvFile::add_row(std::span<const double> values) {
  if (!stream_) return;
  bool first = true;
  for (const double value : values) {
    if (!first) waiting_ += ',';
    first = false;
    fmt::format_to(std::back_inserter(waiting_), "{}", value);
  }
  waiting_ += '\n';
}

void CsvFile::write_out() {
  core::on_rank_zero(comm_, [&] {
    const bool good = stream_->write(waiting_);
    waiting_.clear();  // in any case: what failed is not tried again
    if (!good) core::numerics_error("cannot write '{}': {}", path_.string(), std::strerror(errno));
  });
}

}  // namespace sparkdyn::output
