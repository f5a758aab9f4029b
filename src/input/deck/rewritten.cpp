// SPDX-License-Identifier: BSD-3-Clause
#include "rewritten.hpp"

#include <algorithm>

#include "text.hpp"

namespace sparkdyn::input::deck {
namespace {

bool is_comment(std::string_view line) {
  return trimmed(line).starts_with("**");
}

}  // namespace

std::vector<std::string_view> fields_of(std::string_view line) {
  std::vector<std::string_view> fields;
  bool quoted = false;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= line.size(); ++i) {
    if (i < line.size() && line[i] == '"') quoted = !quoted;
    if (i < line.size() && (quoted || line[i] != ',')) continue;
    fields.push_back(trimmed(line.substr(begin, i - begin)));
    begin = i + 1;
  }
  if (fields.size() > 1 && fields.back().empty()) fields.pop_back();
  return fields;
}

std::string joined(const std::vector<std::string>& fields) {
  std::string line;
  for (std::size_t i = 0; i < fields.size(); ++i) line += (i > 0 ? "," : "") + fields[i];
  return line;
}

Block rewritten(const Block& block, std::string& text, const Rewrite& rewrite) {
  Block result = block;
  std::vector<std::size_t> begins;
  int number = 0;
  for (const Segment& segment : block.data) {
    begins.push_back(text.size());
    Place place = segment.first;
    for (std::size_t begin = 0; begin < segment.text.size(); ++place.line) {
      const std::size_t end = std::min(segment.text.find('\n', begin), segment.text.size());
      const std::string_view line = trimmed(segment.text.substr(begin, end - begin));
      if (is_comment(line))
        text += "**";  // lines keep their numbers
      else if (!line.empty())
        text += rewrite(number++, line, place);
      text += '\n';
      begin = end + 1;
    }
  }
  begins.push_back(text.size());
  for (std::size_t i = 0; i < result.data.size(); ++i)
    result.data[i].text = std::string_view(text).substr(begins[i], begins[i + 1] - begins[i]);
  return result;
}

}  // namespace sparkdyn::input::deck
