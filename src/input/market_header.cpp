// SPDX-License-Identifier: BSD-3-Clause
#include "market_header.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <limits>

#include "file_access.hpp"
#include "market_tokens.hpp"
#include "sparkdyn/core/error.hpp"

namespace sparkdyn::input {
namespace {

constexpr const char* banner_form =
    "the first line must be '%%MatrixMarket matrix coordinate|array real|integer|pattern "
    "general|symmetric|skew-symmetric'";

std::string lower_word(Tokens& tokens) {
  std::string word(tokens.word());
  std::transform(word.begin(), word.end(), word.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return word;
}

[[noreturn]] void wrong_word(const char* what, const std::string& word, const char* allowed) {
  throw LineComplaint{
      fmt::format("the {} '{}' is not known; allowed: {}", what, shown(word), allowed)};
}

void read_field(const std::string& field, MarketHeader& header) {
  if (field == "complex")
    throw LineComplaint{"complex matrices cannot be read; real, integer and pattern can"};
  if (field != "real" && field != "double" && field != "integer" && field != "pattern")
    wrong_word("field", field, "real, integer, pattern");
  header.pattern = field == "pattern";
  if (header.pattern && header.array)
    throw LineComplaint{"an array cannot be a pattern; use coordinate"};
}

void read_symmetry(const std::string& symmetry, MarketHeader& header) {
  if (symmetry == "hermitian")
    throw LineComplaint{"hermitian matrices are complex and cannot be read; declare symmetric"};
  if (symmetry == "symmetric")
    header.symmetry = Symmetry::symmetric;
  else if (symmetry == "skew-symmetric")
    header.symmetry = Symmetry::skew;
  else if (symmetry != "general")
    wrong_word("symmetry", symmetry, "general, symmetric, skew-symmetric");
}

void read_banner(std::string_view line, MarketHeader& header) {
  if (line.substr(0, 2) == "\x1f\x8b")
    throw LineComplaint{"the file is compressed; gunzip it first"};
  Tokens tokens(line);
  if (lower_word(tokens) != "%%matrixmarket") throw LineComplaint{banner_form};
  const std::string object = lower_word(tokens);
  if (object != "matrix") wrong_word("object", object, "matrix");
  const std::string format = lower_word(tokens);
  if (format != "coordinate" && format != "array")
    wrong_word("format", format, "coordinate, array");
  header.array = format == "array";
  read_field(lower_word(tokens), header);
  read_symmetry(lower_word(tokens), header);
  tokens.require_end("the end of the line");
}

/// Entries that an array of this shape stores.
long long stored(const MarketHeader& header) {
  const long long n = header.columns;
  switch (header.symmetry) {
    case Symmetry::symmetric:
      return n * (n + 1) / 2;
    case Symmetry::skew:
      return n * (n - 1) / 2;
    default:
      return header.rows * n;
  }
}

void read_sizes(Tokens tokens, MarketHeader& header) {
  header.rows = tokens.integer("number of rows");
  header.columns = tokens.integer("number of columns");
  if (!header.array) header.entries = tokens.integer("number of entries");
  tokens.require_end(header.array ? "rows and columns" : "rows, columns and entries");
  const long long most = std::numeric_limits<int>::max();
  if (header.rows < 1 || header.columns < 1 || header.entries < 0)
    throw LineComplaint{"rows and columns must be at least 1, entries at least 0"};
  if (header.array && (header.rows > most || header.columns > most))
    throw LineComplaint{"an array that large cannot be read"};
  if (header.symmetry != Symmetry::general && header.rows != header.columns)
    throw LineComplaint{
        fmt::format("a {}x{} matrix cannot be symmetric", header.rows, header.columns)};
  if (header.array) header.entries = stored(header);
}

/// False at the end of the file. Bounded, so that a file without line ends does no harm.
bool next_line(std::ifstream& stream, std::array<char, 1 << 16>& buffer, std::string_view& line) {
  stream.getline(buffer.data(), buffer.size());
  const auto length = static_cast<std::size_t>(std::max<std::streamsize>(stream.gcount(), 0));
  if (stream.fail() && length + 1 == buffer.size())
    throw LineComplaint{"the line is longer than 65535 characters"};
  if (stream.fail()) return false;
  // gcount() counts the line end unless the file ended instead.
  line = {buffer.data(), stream.eof() ? length : length - 1};
  return true;
}

void read_lines(std::ifstream& stream, MarketHeader& header) {
  std::array<char, 1 << 16> buffer;
  std::string_view line;
  header.line = 1;
  if (!next_line(stream, buffer, line)) throw LineComplaint{"the file is empty"};
  read_banner(line, header);
  while (true) {
    ++header.line;
    if (!next_line(stream, buffer, line))
      throw LineComplaint{"the file ends before the line with the sizes"};
    const Tokens tokens(line);
    if (tokens.empty() || tokens.comment()) continue;
    read_sizes(tokens, header);
    return;
  }
}

}  // namespace

MarketHeader read_market_header(const std::filesystem::path& file) {
  std::ifstream stream = open_file(file);
  MarketHeader header;
  header.bytes = static_cast<long long>(std::filesystem::file_size(file));
  try {
    read_lines(stream, header);
  } catch (const LineComplaint& complaint) {
    core::input_error("{}:{}: {}", file.string(), header.line, complaint.what);
  }
  header.data = stream.eof() ? header.bytes : static_cast<long long>(stream.tellg());
  return header;
}

}  // namespace sparkdyn::input
