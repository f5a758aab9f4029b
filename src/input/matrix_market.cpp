// SPDX-License-Identifier: BSD-3-Clause
#include "input/matrix_market.hpp"

#include <cmath>
#include <cstring>
#include <fstream>
#include <optional>
#include <string_view>
#include <vector>

#include "file_access.hpp"
#include "market_header.hpp"
#include "market_tokens.hpp"
#include "row_entries.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::input {
namespace {

/// The lines that begin in [begin, end) of the file, each in full.
std::string read_lines(std::ifstream& stream, const MarketHeader& header, long long begin,
                       long long end) {
  // One byte earlier, to see whether a line begins at `begin`.
  const long long from = begin > header.data ? begin - 1 : begin;
  std::string text = read_bytes(stream, from, static_cast<std::size_t>(end - from));
  if (begin > header.data) {
    const std::size_t line_end = text.find('\n');
    if (line_end == std::string::npos) return "";
    text.erase(0, line_end + 1);
  }
  constexpr std::size_t piece = 4096;
  constexpr std::size_t longest = 1 << 16;
  for (std::size_t extra = 0; !text.empty() && text.back() != '\n' && end < header.bytes;) {
    std::string more = read_bytes(stream, end, piece);
    more.resize(std::min(more.size(),
                         more.find('\n') == std::string::npos ? more.size() : more.find('\n') + 1));
    text += more;
    end += static_cast<long long>(more.size());
    extra += more.size();
    if (more.empty() || extra > longest) break;
  }
  return text;
}

/// Calls visit(line) for every line.
template <typename Visit>
void for_each_line(const std::string& text, Visit visit) {
  const char* const end = text.data() + text.size();
  for (const char* next = text.data(); next != end;) {
    const auto* stop = static_cast<const char*>(std::memchr(next, '\n', end - next));
    if (stop == nullptr) stop = end;
    visit(Tokens(next, stop));
    next = stop == end ? end : stop + 1;
  }
}

PetscInt index(long long number, long long most, const char* what) {
  if (number < 1 || number > most)
    throw LineComplaint{fmt::format("the {} index {} is out of range 1..{}", what, number, most)};
  return static_cast<PetscInt>(number - 1);
}

void require_stored_half(const MarketHeader& header, const Entry& entry) {
  if (header.symmetry == Symmetry::general || entry.row > entry.column) return;
  if (entry.row == entry.column && header.symmetry == Symmetry::symmetric) return;
  if (entry.row == entry.column)
    throw LineComplaint{
        fmt::format("row {} has a diagonal entry, which a skew-symmetric file must "
                    "not hold",
                    entry.row + 1)};
  throw LineComplaint{fmt::format(
      "the entry in row {}, column {} lies above the diagonal; a symmetric file holds the lower "
      "triangle only: give row {}, column {}, or declare the matrix general",
      entry.row + 1, entry.column + 1, entry.column + 1, entry.row + 1)};
}

Entry parse_coordinate(Tokens& tokens, const MarketHeader& header) {
  Entry entry{};
  entry.row = index(tokens.integer("row index"), header.rows, "row");
  entry.column = index(tokens.integer("column index"), header.columns, "column");
  entry.value = header.pattern ? 1.0 : tokens.real();
  tokens.require_end(header.pattern ? "row and column" : "row, column and value");
  if (!std::isfinite(entry.value))
    throw LineComplaint{fmt::format("the value in row {}, column {} is {}, not a finite number",
                                    entry.row + 1, entry.column + 1, entry.value)};
  require_stored_half(header, entry);
  return entry;
}

/// The position of the k-th entry of an array file, for growing k.
class ArrayCursor {
 public:
  explicit ArrayCursor(const MarketHeader& header) : header_(&header), row_(first_row()) {}

  void advance_to(long long ordinal) {
    long long steps = ordinal - ordinal_;
    while (steps >= header_->rows - row_) {
      steps -= header_->rows - row_;
      ++column_;
      row_ = first_row();
    }
    row_ += steps;
    ordinal_ = ordinal;
  }
  PetscInt row() const { return static_cast<PetscInt>(row_); }
  PetscInt column() const { return static_cast<PetscInt>(column_); }

 private:
  long long first_row() const {
    if (header_->symmetry == Symmetry::general) return 0;
    return header_->symmetry == Symmetry::symmetric ? column_ : column_ + 1;
  }

  const MarketHeader* header_;
  long long ordinal_ = 0;
  long long column_ = 0;
  long long row_;
};

struct Block {
  std::vector<Entry> entries;
  long long lines = 0;
  std::optional<LineComplaint> complaint;  ///< of the last line counted
};

Block parse_block(const std::string& text, const MarketHeader& header) {
  Block block;
  block.entries.reserve(text.size() / 8);
  try {
    for_each_line(text, [&](Tokens tokens) {
      ++block.lines;
      if (tokens.empty() || tokens.comment()) return;
      if (header.array) {
        block.entries.push_back({0, 0, tokens.real()});
        tokens.require_end("one value on each line of an array file");
      } else {
        block.entries.push_back(parse_coordinate(tokens, header));
      }
    });
  } catch (const LineComplaint& complaint) {
    block.complaint = complaint;
  }
  return block;
}

/// The line, counted within the block from 1, that holds the given entry.
long long line_of_entry(const std::string& text, long long ordinal) {
  long long line = 0;
  long long found = 0;
  for_each_line(text, [&](Tokens tokens) {
    if (found <= ordinal) ++line;
    if (!tokens.empty() && !tokens.comment()) ++found;
  });
  return line;
}

/// Reads the file block by block: in each round rank r takes the r-th of the next blocks, so that
/// ranks stay in the order of the file and all share the work.
class MarketReader {
 public:
  MarketReader(MPI_Comm comm, const std::filesystem::path& file, const MarketHeader& header)
      : comm_(comm),
        file_(file),
        header_(header),
        cursor_(header_),
        entries_(comm, static_cast<PetscInt>(header.rows), static_cast<PetscInt>(header.columns)) {
    core::collectively(comm, [&] { stream_ = open_file(file_); });
  }
  MarketReader(const MarketReader&) = delete;  // the cursor points to the header
  MarketReader& operator=(const MarketReader&) = delete;

  RowEntries& read(std::size_t block_bytes) {
    const auto block = static_cast<long long>(block_bytes);
    const long long ranks = core::size(comm_);
    for (long long begin = header_.data; begin < header_.bytes; begin += block * ranks)
      read_round(begin + block * core::rank(comm_), block);
    if (entries_read_ < header_.entries)
      core::input_error("{}:{}: the header declares {} entries but only {} follow", file_.string(),
                        header_.line, header_.entries, entries_read_);
    return entries_;
  }

 private:
  struct Counts {
    long long lines = 0;
    long long entries = 0;
  };

  void read_round(long long begin, long long length) {
    std::string text;
    Block block;
    core::collectively(comm_, [&] {
      if (begin < header_.bytes)
        text = read_lines(stream_, header_, begin, std::min(begin + length, header_.bytes));
      block = parse_block(text, header_);
    });
    const Counts before = count_before(block);
    core::collectively(comm_, [&] {
      require_sound(block, text, before);
      if (header_.array) place(block.entries, text, before);
      mirror(block.entries);
    });
    entries_.exchange(block.entries);
  }

  /// Lines and entries before this rank's block; moves the totals on.
  Counts count_before(const Block& block) {
    const Counts mine{block.lines, static_cast<long long>(block.entries.size())};
    Counts end;
    Counts all;
    MPI_Scan(&mine, &end, 2, MPI_LONG_LONG, MPI_SUM, comm_);
    MPI_Allreduce(&mine, &all, 2, MPI_LONG_LONG, MPI_SUM, comm_);
    const Counts before{header_.line + lines_read_ + end.lines - mine.lines,
                        entries_read_ + end.entries - mine.entries};
    lines_read_ += all.lines;
    entries_read_ += all.entries;
    return before;
  }

  void require_sound(const Block& block, const std::string& text, const Counts& before) const {
    const long long room = std::max(header_.entries - before.entries, 0LL);
    if (static_cast<long long>(block.entries.size()) > room)
      core::input_error("{}:{}: more entries follow than the {} that line {} declares",
                        file_.string(), before.lines + line_of_entry(text, room), header_.entries,
                        header_.line);
    if (block.complaint)
      core::input_error("{}:{}: {}", file_.string(), before.lines + block.lines,
                        block.complaint->what);
  }

  /// Gives the values of an array file their positions, and drops zeros.
  void place(std::vector<Entry>& found, const std::string& text, const Counts& before) {
    std::size_t kept = 0;
    for (std::size_t k = 0; k < found.size(); ++k) {
      const auto ordinal = static_cast<long long>(k);
      cursor_.advance_to(before.entries + ordinal);
      const Entry moved{cursor_.row(), cursor_.column(), found[k].value};
      if (!std::isfinite(moved.value))
        core::input_error("{}:{}: the value in row {}, column {} is {}, not a finite number",
                          file_.string(), before.lines + line_of_entry(text, ordinal),
                          moved.row + 1, moved.column + 1, moved.value);
      if (moved.value != 0) found[kept++] = moved;
    }
    found.resize(kept);
  }

  void mirror(std::vector<Entry>& found) const {
    if (header_.symmetry == Symmetry::general) return;
    const double sign = header_.symmetry == Symmetry::skew ? -1.0 : 1.0;
    const std::size_t count = found.size();
    found.reserve(2 * count);
    for (std::size_t i = 0; i < count; ++i)
      if (found[i].row != found[i].column)
        found.push_back({found[i].column, found[i].row, sign * found[i].value});
  }

  MPI_Comm comm_;
  std::filesystem::path file_;
  MarketHeader header_;
  ArrayCursor cursor_;
  RowEntries entries_;
  std::ifstream stream_;
  long long lines_read_ = 0;
  long long entries_read_ = 0;
};

enum class Shape { matrix, vector };

void require_column(const MarketHeader& header, const std::filesystem::path& file) {
  if (header.columns == 1) return;
  core::input_error("{}:{}: a vector must have one column, but this is {}x{}{}", file.string(),
                    header.line, header.rows, header.columns,
                    header.rows == 1 ? fmt::format("; write it as {}x1", header.columns) : "");
}

MarketReader open_market(MPI_Comm comm, const std::filesystem::path& file,
                         const MatrixLayout& layout, Shape shape) {
  MarketHeader header;
  core::on_rank_zero(comm, [&] {
    header = read_market_header(file);
    if (shape == Shape::vector) require_column(header, file);
    require_size(layout, file, header.rows, header.columns, header.entries);
  });
  MPI_Bcast(&header, sizeof(MarketHeader), MPI_BYTE, 0, comm);
  return {comm, file, header};
}

}  // namespace

core::Matrix read_matrix_market(MPI_Comm comm, const std::filesystem::path& file,
                                const MatrixLayout& layout) {
  return open_market(comm, file, layout, Shape::matrix).read(layout.block).matrix();
}

core::Vector read_matrix_market_vector(MPI_Comm comm, const std::filesystem::path& file,
                                       const MatrixLayout& layout) {
  return open_market(comm, file, layout, Shape::vector).read(layout.block).vector();
}

}  // namespace sparkdyn::input
