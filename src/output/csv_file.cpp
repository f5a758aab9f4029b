#include "sparkdyn/output/csv_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iterator>

#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/output/output_folder.hpp"

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
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  std::FILE* file;
};

CsvFile::CsvFile(MPI_Comm comm, std::filesystem::path path, const std::vector<std::string>& columns)
    : comm_(comm), path_(std::move(path)) {
  core::on_rank_zero(comm_, [&] {
    write_text_atomically(path_, header_line(columns));
    stream_ = std::make_unique<Stream>(path_);
  });
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
    const bool good =
        std::fwrite(waiting_.data(), 1, waiting_.size(), stream_->file) == waiting_.size() &&
        std::fflush(stream_->file) == 0;
    waiting_.clear();  // in any case: what failed is not tried again
    if (!good) core::numerics_error("cannot write '{}': {}", path_.string(), std::strerror(errno));
  });
}

}  // namespace sparkdyn::output
