// SPDX-License-Identifier: BSD-3-Clause
#include "input/petsc_binary.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <numeric>
#include <vector>

#include "file_access.hpp"
#include "row_entries.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::input {
namespace {

constexpr long long matrix_id = 1211216;
constexpr long long vector_id = 1211214;

std::uint64_t big_endian(const char* bytes, std::size_t width) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < width; ++i) value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

long long integer(const char* bytes, std::size_t width) {
  const std::uint64_t value = big_endian(bytes, width);
  return width == 4 ? static_cast<std::int32_t>(value) : static_cast<std::int64_t>(value);
}

double real(const char* bytes) {
  return std::bit_cast<double>(big_endian(bytes, 8));
}

struct Header {
  long long id = 0;
  long long width = 4;  ///< bytes of an integer
  long long rows = 0;
  long long columns = 1;
  long long entries = 0;
  long long bytes = 0;  ///< of the file

  long long length() const { return (id == matrix_id ? 4 : 2) * width; }
};

/// Zero when the file begins otherwise.
long long class_id(const std::string& start, std::size_t width) {
  if (start.size() < width) return 0;
  const long long id = integer(start.data(), width);
  return id == matrix_id || id == vector_id ? id : 0;
}

Header parse_header(const std::string& start, long long bytes) {
  Header header;
  header.bytes = bytes;
  header.id = class_id(start, 4);
  if (header.id == 0) {
    header.width = 8;
    header.id = class_id(start, 8);
  }
  if (header.id == 0 || static_cast<long long>(start.size()) < header.length()) return {};
  const auto number = [&](int i) { return integer(start.data() + i * header.width, header.width); };
  header.rows = number(1);
  header.entries = header.id == matrix_id ? number(3) : header.rows;
  if (header.id == matrix_id) header.columns = number(2);
  return header;
}

void require_length(const Header& header, const std::filesystem::path& file) {
  const bool sparse = header.id == matrix_id;
  if (sparse && header.entries == -1)
    core::input_error("{}: holds a dense matrix; write it with MatConvert(…, MATAIJ, …)",
                      file.string());
  // Each count is bounded by the size of the file first, so that the sum cannot overflow.
  const bool sane = header.entries >= 0 && header.entries <= header.bytes && header.rows >= 0 &&
                    header.rows <= header.bytes;
  const long long indices = sparse && sane ? header.rows + header.entries : 0;
  const long long needed =
      sane ? header.length() + indices * header.width + header.entries * 8 : header.bytes + 1;
  if (needed > header.bytes)
    core::input_error(
        "{}: the file has {} bytes, too few for {} rows and {} entries; it is damaged "
        "or cut off",
        file.string(), header.bytes, header.rows, header.entries);
  if (needed + header.entries * 8 == header.bytes && header.entries > 0)
    core::input_error("{}: holds complex numbers; only real ones can be read", file.string());
}

Header read_header(MPI_Comm comm, const std::filesystem::path& file, long long id,
                   const MatrixLayout& layout) {
  Header header;
  core::on_rank_zero(comm, [&] {
    std::ifstream stream = open_file(file);
    header = parse_header(read_bytes(stream, 0, 32),
                          static_cast<long long>(std::filesystem::file_size(file)));
    if (header.id == 0) core::input_error("{}: is not a PETSc binary file", file.string());
    if (header.id != id)
      core::input_error("{}: holds a {} but a {} is needed", file.string(),
                        header.id == matrix_id ? "matrix" : "vector",
                        id == matrix_id ? "matrix" : "vector");
    require_length(header, file);
    require_size(layout, file, header.rows, header.columns, header.entries);
  });
  MPI_Bcast(&header, sizeof(Header), MPI_BYTE, 0, comm);
  return header;
}

/// Reads count items of the given width from offset on, in pieces.
template <typename Take>
void for_each_item(std::ifstream& stream, long long offset, long long count, std::size_t width,
                   const std::filesystem::path& file, Take take) {
  constexpr long long piece = 1 << 17;
  for (long long done = 0; done < count; done += piece) {
    const auto now = static_cast<std::size_t>(std::min(piece, count - done));
    const std::string bytes =
        read_bytes(stream, offset + done * static_cast<long long>(width), now * width);
    if (bytes.size() < now * width) core::input_error("{}: ended while it was read", file.string());
    for (std::size_t i = 0; i < now; ++i) take(bytes.data() + i * width);
  }
}

/// The lengths of the rows of this rank.
std::vector<long long> read_lengths(std::ifstream& stream, const Header& header,
                                    const core::RowRange& rows, const std::filesystem::path& file) {
  std::vector<long long> lengths;
  long long left = header.entries;
  for_each_item(stream, header.length() + rows.begin * header.width, rows.size(), header.width,
                file, [&](const char* bytes) {
                  const long long length = integer(bytes, header.width);
                  if (length < 0 || length > left)
                    core::input_error("{}: row {} cannot have {} entries", file.string(),
                                      rows.begin + static_cast<long long>(lengths.size()) + 1,
                                      length);
                  left -= length;
                  lengths.push_back(length);
                });
  return lengths;
}

/// The rows of this rank, whose entries are the `first`-th and following of the file.
void read_rows(std::ifstream& stream, const Header& header, long long first,
               const std::vector<long long>& lengths, const std::filesystem::path& file,
               RowEntries& entries) {
  const long long count = std::accumulate(lengths.begin(), lengths.end(), 0LL);
  std::vector<PetscInt> columns;
  const long long indices = header.length() + header.rows * header.width;
  for_each_item(
      stream, indices + first * header.width, count, header.width, file, [&](const char* bytes) {
        const long long column = integer(bytes, header.width);
        if (column < 0 || column >= header.columns)
          core::input_error("{}: entry {} is in column {}, but there are {} columns", file.string(),
                            first + static_cast<long long>(columns.size()) + 1, column + 1,
                            header.columns);
        columns.push_back(static_cast<PetscInt>(column));
      });
  std::size_t row = 0;
  long long left = lengths.empty() ? 0 : lengths[0];
  std::size_t next = 0;
  const long long values = indices + header.entries * header.width;
  for_each_item(stream, values + first * 8, count, 8, file, [&](const char* bytes) {
    while (left == 0) left = lengths[++row];
    --left;
    const auto i = static_cast<PetscInt>(entries.rows().begin + static_cast<PetscInt>(row));
    const Entry entry{i, columns[next++], real(bytes)};
    if (!std::isfinite(entry.value))
      core::input_error("{}: the value in row {}, column {} is {}", file.string(), entry.row + 1,
                        entry.column + 1, entry.value);
    entries.keep(entry);
  });
}

}  // namespace

bool is_petsc_binary(const std::filesystem::path& file) {
  std::ifstream stream = open_file(file);
  const std::string start = read_bytes(stream, 0, 8);
  return class_id(start, 4) != 0 || class_id(start, 8) != 0;
}

core::Matrix read_petsc_matrix(MPI_Comm comm, const std::filesystem::path& file,
                               const MatrixLayout& layout) {
  const Header header = read_header(comm, file, matrix_id, layout);
  RowEntries entries(comm, static_cast<PetscInt>(header.rows),
                     static_cast<PetscInt>(header.columns));
  std::ifstream stream;
  std::vector<long long> lengths;
  core::collectively(comm, [&] {
    stream = open_file(file);
    lengths = read_lengths(stream, header, entries.rows(), file);
  });
  const long long mine = std::accumulate(lengths.begin(), lengths.end(), 0LL);
  long long end = 0;
  MPI_Scan(&mine, &end, 1, MPI_LONG_LONG, MPI_SUM, comm);
  long long all = 0;
  MPI_Allreduce(&mine, &all, 1, MPI_LONG_LONG, MPI_SUM, comm);
  core::collectively(comm, [&] {
    if (all != header.entries)
      core::input_error("{}: the rows have {} entries in all, but the header says {}",
                        file.string(), all, header.entries);
    read_rows(stream, header, end - mine, lengths, file, entries);
  });
  return entries.matrix();
}

core::Vector read_petsc_vector(MPI_Comm comm, const std::filesystem::path& file,
                               const MatrixLayout& layout) {
  MatrixLayout column = layout;
  column.columns = 1;
  const Header header = read_header(comm, file, vector_id, column);
  core::Vector result =
      core::make_vector(comm, core::split_rows(comm, static_cast<PetscInt>(header.rows)).size());
  const core::RowRange rows = core::row_range(result);
  core::collectively(comm, [&] {
    std::ifstream stream = open_file(file);
    const core::WriteArray values(result);
    PetscInt next = 0;
    for_each_item(stream, header.length() + rows.begin * 8LL, rows.size(), 8, file,
                  [&](const char* bytes) {
                    values[next] = real(bytes);
                    if (!std::isfinite(values[next]))
                      core::input_error("{}: the value in row {} is {}", file.string(),
                                        rows.begin + next + 1, values[next]);
                    ++next;
                  });
  });
  return result;
}

}  // namespace sparkdyn::input
