// SPDX-License-Identifier: BSD-3-Clause
#include "yaml_mistake.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "market_tokens.hpp"
#include "sparkdyn/core/error.hpp"

namespace sparkdyn::input {
namespace {

using Found = std::optional<YamlMistake>;

struct Line {
  int number = 0;  ///< from 1
  std::size_t indent = 0;
  bool tab = false;               ///< in the indentation
  std::string_view content = {};  ///< without indentation, comment and blanks at the end
  bool in_brackets = false;       ///< it begins inside [ ] or { } or quotes of a line before
};

struct Bracket {
  char open = 0;
  int line = 0;
};

char closing(char open) {
  return open == '[' ? ']' : '}';
}

/// Walks over the text once, as a reader does: quotes, comments, brackets.
class Outline {
 public:
  explicit Outline(std::string_view text) {
    int number = 0;
    while (!text.empty() && !mistake_) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      add(text.substr(0, end), ++number);
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    if (mistake_) return;
    if (quote_ != 0)
      mistake_ = {quote_line_, fmt::format("the quote {} is not closed", quote_)};
    else if (!open_.empty())
      mistake_ = {open_.back().line, fmt::format("the '{}' is not closed with '{}'",
                                                 open_.back().open, closing(open_.back().open))};
  }

  const std::vector<Line>& lines() const { return lines_; }  ///< those with content
  bool open_quote() const { return quote_ != 0; }
  const Found& mistake() const { return mistake_; }  ///< of brackets and quotes

 private:
  void add(std::string_view text, int number) {
    Line line{.number = number, .in_brackets = !open_.empty() || quote_ != 0};
    line.indent = std::min(text.find_first_not_of(" \t"), text.size());
    line.tab = text.substr(0, line.indent).find('\t') != text.npos;
    const std::size_t end = scan(text, line.indent, number);
    line.content = text.substr(line.indent, end - line.indent);
    while (!line.content.empty() &&
           std::string_view(" \t\r").find(line.content.back()) != line.content.npos)
      line.content.remove_suffix(1);
    if (!line.content.empty()) lines_.push_back(line);
  }

  /// The end of what is no comment.
  std::size_t scan(std::string_view text, std::size_t i, int number) {
    bool begins =
        true;  // a value: only there quotes and, outside of brackets, brackets mean anything
    for (; i < text.size() && !mistake_; ++i) {
      const char c = text[i];
      if (quote_ != 0) {
        if (c == '\\' && quote_ == '"')
          ++i;
        else if (c == quote_)
          quote_ = 0;
        continue;
      }
      const bool blank_before = i == 0 || text[i - 1] == ' ' || text[i - 1] == '\t';
      if (c == '#' && blank_before) return i;
      if ((c == '"' || c == '\'') && begins) {
        quote_ = c;
        quote_line_ = number;
      } else if ((c == '[' || c == '{') && (begins || !open_.empty())) {
        open_.push_back({c, number});
      } else if ((c == ']' || c == '}') && (begins || !open_.empty())) {
        close(c, number);
      }
      const bool separates = std::string_view("[{,:-?").find(c) != std::string_view::npos;
      begins = separates || (begins && (c == ' ' || c == '\t'));
    }
    return text.size();
  }

  void close(char c, int number) {
    if (open_.empty())
      mistake_ = {number, fmt::format("there is a '{}' too many", c)};
    else if (c != closing(open_.back().open))
      mistake_ = {number,
                  fmt::format("'{}' closes the '{}' of line {}, which needs '{}'", c,
                              open_.back().open, open_.back().line, closing(open_.back().open))};
    else
      open_.pop_back();
  }

  std::vector<Line> lines_;
  std::vector<Bracket> open_;
  char quote_ = 0;
  int quote_line_ = 0;
  Found mistake_;
};

/// The position of the colon that ends a key: one with a blank or nothing after it.
std::size_t key_end(std::string_view content) {
  for (std::size_t i = 0; i < content.size(); ++i)
    if (content[i] == ':' && (i + 1 == content.size() || content[i + 1] == ' ')) return i;
  return content.npos;
}

std::string_view first_word(std::string_view content) {
  return content.substr(0, content.find_first_of(" :"));
}

Found tab_in(const std::vector<Line>& lines, int until) {
  for (const Line& line : lines)
    if (line.tab && !line.in_brackets && line.number <= until + 1)
      return YamlMistake{line.number, "the indentation has a tab; YAML wants blanks there"};
  return {};
}

/// A line that should begin with "key:" and does not.
Found colon_in(const Line& line) {
  if (line.in_brackets || line.content[0] == '-' ||
      std::string_view("[{\"'|>").find(line.content[0]) != std::string_view::npos)
    return {};
  if (key_end(line.content) != line.content.npos) return {};
  const std::string word = shown(std::string(first_word(line.content)));
  const std::size_t colon = line.content.find(':');
  if (colon != line.content.npos)
    return YamlMistake{line.number,
                       fmt::format("after the colon of '{}:' a blank is missing", word)};
  return YamlMistake{
      line.number,
      fmt::format("'{}' has no colon after it; a key is written as 'key: value'", word)};
}

/// "time: end: 1".
Found second_key_in(const Line& line) {
  const std::size_t first = key_end(line.content);
  if (line.in_brackets || first == line.content.npos) return {};
  const std::string_view rest = line.content.substr(first + 1);
  const std::size_t begin = rest.find_first_not_of(' ');
  if (begin == rest.npos || std::string_view("[{\"'|>").find(rest[begin]) != std::string_view::npos)
    return {};
  if (key_end(rest) == rest.npos) return {};
  return YamlMistake{
      line.number,
      "there are two keys in one line; put the inner ones into braces, 'time: {end: 1, "
      "step: 0.1}', or into lines of their own, and texts with a colon into quotes"};
}

/// Deeper than a line that already has a value, or to a depth that no line before has.
Found indentation_of(const std::vector<Line>& lines, std::size_t k) {
  const Line& line = lines[k];
  if (k == 0 || line.in_brackets) return {};
  const Line& above = lines[k - 1];
  const std::size_t colon = key_end(above.content);
  const bool has_value =
      colon != above.content.npos && colon + 1 < above.content.size() && above.content[0] != '-';
  if (line.indent > above.indent && has_value && !above.in_brackets)
    return YamlMistake{
        line.number,
        fmt::format("this is indented below line {}, which already has a value", above.number)};
  if (line.indent >= above.indent) return {};
  for (std::size_t i = k; i-- > 0 && lines[i].indent >= line.indent;) {
    const std::size_t item = lines[i].content.find_first_not_of("- ");
    if (lines[i].indent == line.indent || lines[i].indent + item == line.indent) return {};
  }
  return YamlMistake{line.number, "the indentation fits none of the lines above"};
}

Found line_mistake(const std::vector<Line>& lines, int reported) {
  // The line itself, the ones before, and the next: a missing colon is noticed at the next colon.
  std::size_t at = 0;
  while (at + 1 < lines.size() && lines[at + 1].number <= reported) ++at;
  const std::size_t first = at > 1 ? at - 2 : 0, last = std::min(at + 1, lines.size() - 1);
  for (std::size_t k = first; k <= last; ++k)
    if (lines[k].number <= reported)
      if (const auto found = second_key_in(lines[k])) return found;
  for (std::size_t k = last + 1; k-- > first;)
    if (const auto found = colon_in(lines[k])) return found;
  for (std::size_t k = first; k <= last; ++k)
    if (const auto found = indentation_of(lines, k)) return found;
  return {};
}

}  // namespace

YamlMistake explain_mistake(std::string_view text, int line, const std::string& message) {
  const Outline outline(text);
  if (const auto found = tab_in(outline.lines(), line)) return *found;
  if (outline.mistake()) return *outline.mistake();
  if (!outline.lines().empty())
    if (const auto found = line_mistake(outline.lines(), line)) return *found;
  if (message == "illegal flow end") return {line, "there is a ']' or '}' too many"};
  return {line, fmt::format("this is not YAML: {}", message)};
}

void require_closed_quotes(std::string_view text, const std::string& origin) {
  // Texts in blocks may hold any quotes.
  if (text.find_first_of("|>") != text.npos || text.find_first_of("\"'") == text.npos) return;
  const Outline outline(text);
  if (outline.open_quote())
    core::input_error("{}:{}: {}", origin, outline.mistake()->line, outline.mistake()->sentence);
}

}  // namespace sparkdyn::input
