// SPDX-License-Identifier: BSD-3-Clause
#include "lexer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "../file_access.hpp"
#include "../market_tokens.hpp"
#include "text.hpp"

namespace sparkdyn::input::deck {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_line = 1'000'000;
constexpr std::size_t deepest_include = 20;
constexpr std::size_t most_included = 10000;
constexpr std::size_t most_parameters = 100;
constexpr int most_times = 100;  // of one file, so that few small files cannot become a huge deck

/// Tells whether two paths are the same file; never throws.
fs::path identity_of(const fs::path& file) {
  std::error_code ignored;
  const fs::path result = fs::weakly_canonical(file, ignored);
  return ignored ? file : result;
}

/// Lines of one text, one after the other.
class Scanner {
 public:
  Scanner(std::string_view text, const std::string& file) : text_(text), file_(file) {
    if (text_.starts_with("\xEF\xBB\xBF")) text_.remove_prefix(3);
  }
  bool at_end() const { return position_ >= text_.size(); }
  Place place() const { return {&file_, line_}; }
  std::size_t position() const { return position_; }
  /// A file without line breaks is none that a program for decks has written.
  void require_lines_of_text() const {
    int line = 1;
    for (std::size_t begin = 0; begin < text_.size(); ++line) {
      const std::size_t end = std::min(text_.find('\n', begin), text_.size());
      if (end - begin > longest_line)
        core::input_error("{}: a line of {} characters; at most {} are allowed",
                          Place{&file_, line}.text(), end - begin, longest_line);
      begin = end + 1;
    }
  }
  std::string_view between(std::size_t begin, std::size_t end) const {
    return text_.substr(begin, end - begin);
  }
  /// The line at the position, which stays.
  std::string_view peek() const {
    const std::size_t end = std::min(text_.find('\n', position_), text_.size());
    return text_.substr(position_, end - position_);
  }
  void skip() {
    position_ = std::min(text_.find('\n', position_), text_.size()) + 1;
    ++line_;
  }

 private:
  std::string_view text_;
  const std::string& file_;
  std::size_t position_ = 0;
  int line_ = 1;
};

enum class LineKind { data, comment, keyword };

LineKind kind_of(std::string_view line) {
  const std::size_t start = line.find_first_not_of(" \t\r");
  if (start == line.npos || line[start] != '*') return LineKind::data;
  return start + 1 < line.size() && line[start + 1] == '*' ? LineKind::comment : LineKind::keyword;
}

std::vector<std::string_view> split_outside_quotes(std::string_view text) {
  std::vector<std::string_view> parts;
  char quote = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"') {
      quote = c;
    } else if (c == ',') {
      parts.push_back(text.substr(begin, i - begin));
      begin = i + 1;
    }
  }
  parts.push_back(text.substr(begin));
  return parts;
}

Parameter parameter(std::string_view text) {
  const std::size_t equals = text.find('=');
  Parameter result;
  result.name = normal_name(text.substr(0, equals));
  if (equals == text.npos) return result;
  const std::string_view value = trimmed(text.substr(equals + 1));
  result.value = normal_name(value);
  result.raw = unquoted(value);
  return result;
}

/// A keyword line that ends with a comma goes on in the next line, unless that holds numbers.
std::string keyword_line(Scanner& scanner) {
  std::string line(trimmed(scanner.peek()));
  scanner.skip();
  while (!line.empty() && line.back() == ',' && !scanner.at_end()) {
    const std::string_view next = trimmed(scanner.peek());
    const bool continues = !next.empty() && kind_of(next) == LineKind::data &&
                           std::string_view("0123456789+-.").find(next[0]) == std::string::npos;
    if (!continues) break;
    line += next;
    scanner.skip();
  }
  return line;
}

class Cutter {
 public:
  explicit Cutter(const fs::path& file) : folder_(file.parent_path()) {}

  void cut_file(std::string_view text, const fs::path& file) {
    source_.names.push_back(file.string());
    stack_.push_back(identity_of(file));
    Scanner scanner(text, source_.names.back());
    scanner.require_lines_of_text();
    while (!scanner.at_end()) {
      if (kind_of(scanner.peek()) == LineKind::keyword)
        take_keyword(scanner);
      else
        take_data(scanner);
    }
    stack_.pop_back();
  }
  Source take() { return std::move(source_); }

 private:
  void take_keyword(Scanner& scanner) {
    Block block;
    block.place = scanner.place();
    const std::string line = keyword_line(scanner);
    const auto parts = split_outside_quotes(line);
    block.keyword = normal_name(parts[0].substr(1));
    block.title = fmt::format("*{}", trimmed(parts[0].substr(1)));
    for (std::size_t i = 1; i < parts.size(); ++i)
      if (!trimmed(parts[i]).empty()) add_parameter(block, parameter(parts[i]));
    if (block.keyword == "INCLUDE")
      include(block);
    else
      source_.blocks.push_back(std::move(block));
  }

  static void add_parameter(Block& block, Parameter added) {
    if (block.has(added.name)) block.fail("the parameter {} appears twice", shown(added.name));
    if (block.parameters.size() >= most_parameters)
      block.fail("a keyword cannot have more than {} parameters", most_parameters);
    block.parameters.push_back(std::move(added));
  }

  void take_data(Scanner& scanner) {
    const Place first = scanner.place();
    const std::size_t begin = scanner.position();
    bool empty = true;
    while (!scanner.at_end() && kind_of(scanner.peek()) != LineKind::keyword) {
      empty = empty &&
              (kind_of(scanner.peek()) == LineKind::comment || trimmed(scanner.peek()).empty());
      if (!empty && source_.blocks.empty())
        core::input_error("{}: data before the first keyword; is this an Abaqus or CalculiX deck?",
                          scanner.place().text());
      scanner.skip();
    }
    if (!source_.blocks.empty())
      source_.blocks.back().data.push_back({first, scanner.between(begin, scanner.position())});
  }

  void include(const Block& block) {
    for (const Parameter& parameter : block.parameters)
      if (parameter.name != "INPUT")
        block.fail("unknown parameter {}; allowed: INPUT", parameter.name);
    block.require("INPUT");
    const fs::path file = find_included(block.find("INPUT")->raw);
    if (std::find(stack_.begin(), stack_.end(), identity_of(file)) != stack_.end())
      block.fail("{} includes itself", file.string());
    if (stack_.size() >= deepest_include)
      block.fail("files are included more than {} deep", deepest_include);
    if (++included_ > most_included) block.fail("more than {} files are included", most_included);
    const std::string complaint = why_unreadable(file);
    if (!complaint.empty()) block.fail("{}: {}", file.string(), complaint);
    Included& found = texts_[identity_of(file)];
    if (++found.times > most_times)
      block.fail("{} is included more than {} times", file.string(), most_times);
    if (found.text == nullptr) found.text = &source_.texts.emplace_back(read_all(file));
    cut_file(*found.text, file);
  }

  /// It is looked for beside the file that includes it, else beside the deck.
  fs::path find_included(const fs::path& name) const {
    std::error_code ignored;
    const fs::path beside = stack_.back().parent_path() / name;
    return fs::exists(folder_ / name, ignored) || !fs::exists(beside, ignored) ? folder_ / name
                                                                               : beside;
  }

  struct Included {
    const std::string* text = nullptr;
    int times = 0;
  };

  fs::path folder_;
  std::vector<fs::path> stack_;  ///< files being cut
  std::map<fs::path, Included> texts_;
  std::size_t included_ = 0;
  Source source_;
};

}  // namespace

Source cut(std::string_view text, const fs::path& file) {
  Cutter cutter(file);
  cutter.cut_file(text, file);
  return cutter.take();
}

}  // namespace sparkdyn::input::deck
