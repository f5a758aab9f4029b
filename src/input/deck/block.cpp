// SPDX-License-Identifier: BSD-3-Clause
#include "block.hpp"

#include <algorithm>

#include "text.hpp"

namespace sparkdyn::input::deck {
namespace {

/// Long fields are garbage; a message shows their beginning.
std::string shown(std::string_view field) {
  constexpr std::size_t most = 40;
  std::string text(field.substr(0, most));
  for (char& c : text)
    if (static_cast<unsigned char>(c) < ' ') c = '?';
  return field.size() > most ? text + "…" : text;
}

}  // namespace

const Parameter* Block::find(std::string_view name) const {
  const auto found = std::find_if(parameters.begin(), parameters.end(),
                                  [&](const Parameter& p) { return p.name == name; });
  return found == parameters.end() ? nullptr : &*found;
}

const std::string& Block::require(std::string_view name) const {
  const Parameter* parameter = find(name);
  if (parameter == nullptr) fail("the parameter {} is missing", name);
  if (parameter->value.empty()) fail("the parameter {} has no value", name);
  return parameter->value;
}

std::string Block::text(std::string_view name, std::string_view usual) const {
  return has(name) ? require(name) : std::string(usual);
}

double Block::number(std::string_view name, double usual) const {
  if (!has(name)) return usual;
  const auto value = to_number(require(name));
  if (!value) fail("{} must be a number, not '{}'", name, shown(require(name)));
  return *value;
}

long Block::integer(std::string_view name, long usual, long least) const {
  if (!has(name)) return usual;
  const auto value = to_integer(require(name));
  if (!value || *value < least)
    fail("{} must be a whole number from {} on, not '{}'", name, least, shown(require(name)));
  return static_cast<long>(*value);
}

std::string Block::choice(std::string_view name, std::string_view usual,
                          const std::vector<std::string>& choices) const {
  std::string value = text(name, usual);
  if (std::find(choices.begin(), choices.end(), value) == choices.end())
    fail("{}={} is not supported; supported: {}", name, shown(value),
         core::allowed(value.substr(0, 80), choices));
  return value;
}

void Block::fail_at(Place at, const std::string& message) const {
  core::input_error("{}: {}: {}", at.text(), title, message);
}

Line::Line(const Block& block, Place place, std::string_view text)
    : block_(&block), place_(place), rest_(text) {
  blank_ = trimmed(text).empty();
  done_ = blank_;
}

std::string_view Line::next() {
  if (done_) return {};
  const std::size_t comma = rest_.find(',');
  const std::string_view field = trimmed(rest_.substr(0, comma));
  if (comma == std::string_view::npos) {
    done_ = true;
    return field;
  }
  rest_.remove_prefix(comma + 1);
  done_ = rest_.empty() || (rest_.find(',') == rest_.npos && trimmed(rest_).empty());
  return field;
}

double Line::number(std::string_view what, std::optional<double> usual) {
  const std::string_view field = next();
  if (field.empty()) {
    if (!usual) fail("the {} is missing", what);
    return *usual;
  }
  const auto value = to_number(field);
  if (!value) fail("the {} must be a number, not '{}'", what, shown(field));
  return *value;
}

long long Line::integer(std::string_view what, std::optional<long long> usual) {
  const std::string_view field = next();
  if (field.empty()) {
    if (!usual) fail("the {} is missing", what);
    return *usual;
  }
  const auto value = to_integer(field);
  if (!value) fail("the {} must be a whole number, not '{}'", what, shown(field));
  return *value;
}

std::string Line::name(std::string_view what) {
  const std::string_view field = next();
  if (field.empty()) fail("the {} is missing", what);
  return normal_name(field);
}

std::string_view Line::rest() const {
  return done_ ? std::string_view() : trimmed(rest_);
}

void Line::finish() {
  while (!done_) {
    const std::string_view field = next();
    if (!field.empty()) fail("'{}' is one field too many", shown(field));
  }
}

std::optional<Line> Lines::next() {
  while (segment_ < block_.data.size()) {
    const Segment& segment = block_.data[segment_];
    if (position_ >= segment.text.size()) {
      ++segment_;
      position_ = 0;
      line_ = 0;
      continue;
    }
    const std::size_t end = std::min(segment.text.find('\n', position_), segment.text.size());
    const std::string_view text = segment.text.substr(position_, end - position_);
    position_ = end + 1;
    const Place place{segment.first.file, segment.first.line + line_++};
    const std::size_t start = text.find_first_not_of(" \t\r");
    if (start == text.npos && blank_ == Blank::skip) continue;
    if (start != text.npos && text[start] == '*') continue;  // a comment
    return Line(block_, place, text);
  }
  return std::nullopt;
}

Line Lines::require(std::string_view what) {
  auto line = next();
  if (!line) block_.fail("the data line with the {} is missing", what);
  return *line;
}

void Lines::finish() {
  if (auto line = next(); line && !line->is_blank()) line->fail("a data line too many");
}

bool FieldStream::at_end() {
  while (!line_ || line_->done()) {
    line_ = lines_.next();
    if (!line_) return true;
  }
  return false;
}

Line& FieldStream::at(std::string_view what) {
  while (!line_ || line_->done()) line_ = lines_.require(what);
  return *line_;
}

}  // namespace sparkdyn::input::deck
