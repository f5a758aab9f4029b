// SPDX-License-Identifier: BSD-3-Clause
#include "row_entries.hpp"

#include <algorithm>
#include <limits>

#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::input {
namespace {

using core::check;

/// Compressed rows with sorted columns.
struct Rows {
  std::vector<PetscInt> begin;
  std::vector<PetscInt> columns;
  std::vector<PetscScalar> values;
};

std::vector<std::size_t> count_before(const std::vector<Entry>& entries,
                                      const core::RowRange& range) {
  std::vector<std::size_t> begin(static_cast<std::size_t>(range.size()) + 1, 0);
  for (const Entry& entry : entries) ++begin[entry.row - range.begin + 1];
  for (std::size_t i = 1; i < begin.size(); ++i) begin[i] += begin[i - 1];
  return begin;
}

/// Keeps the order of the file within each row.
std::vector<Entry> sort_by_row(std::vector<Entry> entries, const core::RowRange& range,
                               std::vector<std::size_t> next) {
  std::vector<Entry> sorted(entries.size());
  for (const Entry& entry : entries) sorted[next[entry.row - range.begin]++] = entry;
  return sorted;
}

void append_row(std::span<Entry> row, Rows& rows) {
  const auto less = [](const Entry& a, const Entry& b) { return a.column < b.column; };
  if (!std::is_sorted(row.begin(), row.end(), less)) std::stable_sort(row.begin(), row.end(), less);
  const std::size_t start = rows.columns.size();
  for (const Entry& entry : row) {
    if (rows.columns.size() > start && rows.columns.back() == entry.column) {
      rows.values.back() += entry.value;
    } else {
      rows.columns.push_back(entry.column);
      rows.values.push_back(entry.value);
    }
  }
}

Rows compress(std::vector<Entry> entries, const core::RowRange& range) {
  if (entries.size() > static_cast<std::size_t>(std::numeric_limits<PetscInt>::max()))
    core::input_error("{} entries on one rank are more than this PETSc can count; use more ranks",
                      entries.size());
  const std::vector<std::size_t> begin = count_before(entries, range);
  std::vector<Entry> sorted = sort_by_row(std::move(entries), range, begin);
  Rows rows;
  rows.columns.reserve(sorted.size());
  rows.values.reserve(sorted.size());
  rows.begin.reserve(begin.size());
  for (std::size_t i = 0; i + 1 < begin.size(); ++i) {
    rows.begin.push_back(static_cast<PetscInt>(rows.columns.size()));
    append_row(std::span(sorted).subspan(begin[i], begin[i + 1] - begin[i]), rows);
  }
  rows.begin.push_back(static_cast<PetscInt>(rows.columns.size()));
  return rows;
}

std::vector<int> running_sum(const std::vector<int>& counts) {
  std::vector<int> begin(counts.size() + 1, 0);
  for (std::size_t i = 0; i < counts.size(); ++i) begin[i + 1] = begin[i] + counts[i];
  return begin;
}

MPI_Datatype entry_type() {
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_Type_contiguous(sizeof(Entry), MPI_BYTE, &type);
  MPI_Type_commit(&type);
  return type;
}

}  // namespace

RowEntries::RowEntries(MPI_Comm comm, PetscInt rows, PetscInt columns)
    : comm_(comm),
      rows_(core::split_rows(comm, rows)),
      columns_(core::split_rows(comm, columns)),
      ends_(core::size(comm)) {
  MPI_Allgather(&rows_.end, 1, MPIU_INT, ends_.data(), 1, MPIU_INT, comm);
}

int RowEntries::owner(PetscInt row) const {
  return static_cast<int>(std::upper_bound(ends_.begin(), ends_.end(), row) - ends_.begin());
}

void RowEntries::exchange(const std::vector<Entry>& found) {
  if (ends_.size() == 1) {
    kept_.insert(kept_.end(), found.begin(), found.end());
    return;
  }
  std::vector<int> sent(ends_.size(), 0);
  std::vector<int> received(ends_.size(), 0);
  for (const Entry& entry : found) ++sent[owner(entry.row)];
  MPI_Alltoall(sent.data(), 1, MPI_INT, received.data(), 1, MPI_INT, comm_);

  const std::vector<int> sent_begin = running_sum(sent);
  const std::vector<int> received_begin = running_sum(received);
  std::vector<Entry> ordered(found.size());
  std::vector<int> next = sent_begin;
  for (const Entry& entry : found) ordered[next[owner(entry.row)]++] = entry;

  const std::size_t old = kept_.size();
  kept_.resize(old + received_begin.back());
  MPI_Datatype type = entry_type();
  MPI_Alltoallv(ordered.data(), sent.data(), sent_begin.data(), type, kept_.data() + old,
                received.data(), received_begin.data(), type, comm_);
  MPI_Type_free(&type);
}

core::Matrix RowEntries::matrix() {
  Rows rows;
  core::collectively(comm_, [&] { rows = compress(std::move(kept_), rows_); });
  kept_.clear();
  core::Matrix result;
  check(MatCreate(comm_, result.out()));
  check(MatSetSizes(result, rows_.size(), columns_.size(), rows_.global, columns_.global));
  check(MatSetType(result, MATAIJ));
  // Each does nothing for the other's type; both also fill in the values.
  check(MatSeqAIJSetPreallocationCSR(result, rows.begin.data(), rows.columns.data(),
                                     rows.values.data()));
  check(MatMPIAIJSetPreallocationCSR(result, rows.begin.data(), rows.columns.data(),
                                     rows.values.data()));
  return result;
}

core::Vector RowEntries::vector() const {
  core::Vector result = core::make_vector(comm_, rows_.size());
  const core::WriteArray values(result);
  for (const Entry& entry : kept_) values[entry.row - rows_.begin] += entry.value;
  return result;
}

void require_size(const MatrixLayout& layout, const std::filesystem::path& file, long long rows,
                  long long columns, long long entries) {
  const std::string subject = layout.subject.empty() ? file.string() : layout.subject;
  const bool fits =
      (!layout.rows || rows == *layout.rows) && (!layout.columns || columns == *layout.columns);
  if (!fits && !layout.reason.empty())
    core::input_error("{} is {}x{} but {}", subject, rows, columns, layout.reason);
  if (!fits) {
    const auto needed = [](const auto& count) { return count ? fmt::format("{}", *count) : "any"; };
    core::input_error("{} is {}x{} but {}x{} is needed", subject, rows, columns,
                      needed(layout.rows), needed(layout.columns));
  }
  if (layout.square && rows != columns)
    core::input_error("{} is {}x{} but must be square", subject, rows, columns);
  const long long most = std::numeric_limits<PetscInt>::max();
  if (rows < 1 || columns < 1 || rows > most || columns > most)
    core::input_error("{} is {}x{}; rows and columns must be from 1 to {}", subject, rows, columns,
                      most);
  if (!layout.rows && (rows - 1) / 1000 > entries)
    core::input_error("{} is {}x{} with only {} entries, which cannot be right", subject, rows,
                      columns, entries);
}

}  // namespace sparkdyn::input
