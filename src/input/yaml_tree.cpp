// SPDX-License-Identifier: BSD-3-Clause
#include "yaml_tree.hpp"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <sstream>

#include "market_tokens.hpp"
#include "yaml_mistake.hpp"

namespace sparkdyn::input {
namespace {

using Origin = std::shared_ptr<const std::string>;

/// Texts given on the command line have no lines.
bool is_override(const std::string& origin) {
  return origin.starts_with("--set ");
}

std::string place(const std::string& origin, int line) {
  return line == 0 ? origin : fmt::format("{}:{}", origin, line);
}

/// yaml-cpp's parser and the readers call themselves once for each level.
constexpr std::size_t deepest = 64;
/// Each item of a list costs about a kilobyte and ten microseconds.
constexpr std::size_t longest_list = 100'000;

/// Builds the tree from yaml-cpp's events: no recursion of ours, and no node without text.
class Builder final : public YAML::EventHandler {
 public:
  explicit Builder(Origin origin) : origin_(std::move(origin)) {}

  Tree take() { return std::move(root_); }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (documents_++ > 0) stop(mark, "only one YAML document is allowed");
  }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t) override {
    add(node(mark, Tree::Kind::empty));
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    stop(mark, "aliases (*name) are not supported; quote the value if it begins with '*'");
  }
  void OnScalar(const YAML::Mark& mark, const std::string&, YAML::anchor_t,
                const std::string& value) override {
    Tree tree = node(mark, Tree::Kind::scalar);
    tree.scalar = value;
    add(std::move(tree));
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t,
                       YAML::EmitterStyle::value) override {
    open(mark, Tree::Kind::list);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t,
                  YAML::EmitterStyle::value) override {
    open(mark, Tree::Kind::mapping);
  }
  void OnMapEnd() override {
    require_unique(open_.back().tree);
    close();
  }

 private:
  struct Open {
    Tree tree;
    std::optional<Tree> key;
  };

  int line(const YAML::Mark& mark) const { return is_override(*origin_) ? 0 : mark.line + 1; }

  [[noreturn]] void stop(const YAML::Mark& mark, const char* message) const {
    core::input_error("{}: {}", place(*origin_, line(mark)), message);
  }

  Tree node(const YAML::Mark& mark, Tree::Kind kind) const {
    Tree tree;
    tree.kind = kind;
    tree.origin = origin_;
    tree.line = line(mark);
    return tree;
  }

  void open(const YAML::Mark& mark, Tree::Kind kind) {
    if (open_.size() >= deepest)
      core::input_error("{}: lists and mappings are nested more than {} deep",
                        place(*origin_, line(mark)), deepest);
    open_.push_back({node(mark, kind), std::nullopt});
  }

  void close() {
    Tree done = std::move(open_.back().tree);
    open_.pop_back();
    add(std::move(done));
  }

  void add(Tree tree) {
    if (open_.empty()) {
      root_ = std::move(tree);
      return;
    }
    Open& parent = open_.back();
    if (parent.tree.kind == Tree::Kind::list) {
      if (parent.tree.members.size() >= longest_list)
        fail(tree,
             "a list of more than {} items; a table that long goes into a file of lines 'time, "
             "value', amplitude: {{file: record.csv}}",
             longest_list);
      parent.tree.members.push_back({"", std::move(tree)});
    } else if (!parent.key) {
      if (tree.kind != Tree::Kind::scalar) fail(tree, "a key must be a word");
      parent.key = std::move(tree);
    } else {
      tree.line = parent.key->line;
      parent.tree.members.push_back({std::move(parent.key->scalar), std::move(tree)});
      parent.key.reset();
    }
  }

  static void require_unique(const Tree& mapping) {
    std::map<std::string_view, int> lines;
    for (const auto& [key, value] : mapping.members) {
      const auto [first, fresh] = lines.try_emplace(key, value.line);
      if (!fresh)
        fail(value, "key '{}' is given twice{}", shown(key),
             first->second > 0 ? fmt::format(", first in line {}", first->second) : "");
    }
  }

  Origin origin_;
  Tree root_;
  std::vector<Open> open_;
  int documents_ = 0;
};

const char* kind_name(Tree::Kind kind) {
  switch (kind) {
    case Tree::Kind::list:
      return "a list";
    case Tree::Kind::mapping:
      return "a mapping";
    default:
      return "empty";
  }
}

std::string found(const Tree& tree) {
  if (tree.kind != Tree::Kind::scalar) return kind_name(tree.kind);
  return fmt::format("'{}'", shown(tree.scalar));
}

[[noreturn]] void wrong_type(const Tree& tree, const std::string& what, const char* type) {
  fail(tree, "{} must be {}, not {}", what, type, found(tree));
}

template <typename T>
std::optional<T> parse_number(std::string_view text) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  T value{};
  const auto [stop, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (status != std::errc() || stop != text.data() + text.size()) return std::nullopt;
  return value;
}

/// The member of a mapping or list, made when a mapping lacks it.
Tree& member(Tree& tree, const std::string& key, const std::string& path, const Origin& origin) {
  if (tree.kind == Tree::Kind::empty) tree.kind = Tree::Kind::mapping;
  if (tree.kind == Tree::Kind::list) {
    const auto position = parse_number<std::size_t>(key);
    if (!position || *position >= tree.members.size())
      core::input_error("{}: '{}' is a list of {} items, counted from 0; '{}' is none of them",
                        *origin, path, tree.members.size(), shown(key));
    return tree.members[*position].value;
  }
  if (tree.kind != Tree::Kind::mapping)
    core::input_error("{}: '{}' is {}, not a mapping", *origin, path, found(tree));
  for (auto& [name, value] : tree.members)
    if (name == key) return value;
  Tree fresh;
  fresh.origin = origin;
  tree.members.push_back({key, std::move(fresh)});
  return tree.members.back().value;
}

}  // namespace

std::string Tree::where() const {
  return place(*origin, line);
}

Tree parse_yaml(std::string_view text, const std::string& origin) {
  std::istringstream stream{std::string(text)};
  Builder builder(std::make_shared<const std::string>(origin));
  try {
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const YAML::Exception& error) {
    const YamlMistake mistake = explain_mistake(text, error.mark.line + 1, error.msg);
    core::input_error("{}: {}", place(origin, is_override(origin) ? 0 : mistake.line),
                      mistake.sentence);
  }
  if (!is_override(origin)) require_closed_quotes(text, origin);
  return builder.take();
}

void apply_override(Tree& root, const std::string& text) {
  const auto origin = std::make_shared<const std::string>("--set " + text);
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0)
    core::input_error("{}: must be key=value, e.g. time.step=0.01", *origin);
  Tree* target = &root;
  std::string path;
  std::istringstream keys(text.substr(0, equals));
  std::size_t depth = 0;
  for (std::string key; std::getline(keys, key, '.');) {
    if (++depth > deepest)
      core::input_error("--set {}...: the key has more than {} parts", text.substr(0, 40), deepest);
    if (key.empty()) core::input_error("{}: the key has an empty part", *origin);
    target = &member(*target, key, path.empty() ? "the case" : path, origin);
    path += (path.empty() ? "" : ".") + key;
  }
  *target = parse_yaml(text.substr(equals + 1), *origin);
  target->origin = origin;  // also when the value is empty
}

double as_number(const Tree& tree, const std::string& what) {
  const auto value =
      tree.kind == Tree::Kind::scalar ? parse_number<double>(tree.scalar) : std::nullopt;
  if (!value || !std::isfinite(*value)) wrong_type(tree, what, "a finite number");
  return *value;
}

long as_integer(const Tree& tree, const std::string& what) {
  const auto value =
      tree.kind == Tree::Kind::scalar ? parse_number<long>(tree.scalar) : std::nullopt;
  if (!value) wrong_type(tree, what, "a whole number");
  return *value;
}

bool as_bool(const Tree& tree, const std::string& what) {
  const std::string& text = tree.scalar;
  if (text == "true" || text == "True" || text == "yes" || text == "on") return true;
  if (text == "false" || text == "False" || text == "no" || text == "off") return false;
  wrong_type(tree, what, "true or false");
}

std::string as_text(const Tree& tree, const std::string& what) {
  if (tree.kind != Tree::Kind::scalar || tree.scalar.empty()) wrong_type(tree, what, "a text");
  return tree.scalar;
}

std::size_t as_choice(const Tree& tree, const std::string& what,
                      const std::vector<std::string>& options) {
  const auto chosen = std::find(options.begin(), options.end(), as_text(tree, what));
  if (chosen == options.end())
    fail(tree, "{} cannot be '{}'; allowed: {}", what, shown(tree.scalar),
         core::allowed(tree.scalar, options));
  return static_cast<std::size_t>(chosen - options.begin());
}

const std::vector<Tree::Member>& as_list(const Tree& tree, const std::string& what) {
  if (tree.kind != Tree::Kind::list) wrong_type(tree, what, "a list");
  return tree.members;
}

namespace {

/// What a key that is more than a word probably was meant to be.
std::string slip_in(const std::string& key, const std::vector<std::string>& keys) {
  if (key.find(':') != key.npos) return "after a colon a blank is needed; ";
  const std::string word = key.substr(0, key.find(' '));
  const bool known = std::find(keys.begin(), keys.end(), word) != keys.end();
  return known ? fmt::format("'{}' has no colon after it; ", word) : "";
}

}  // namespace

Section::Section(const Tree& tree, std::string name, const keys::Table& table)
    : tree_(&tree), table_(&table), name_(std::move(name)) {
  const std::vector<std::string> keys = table.names();
  if (tree.kind != Tree::Kind::mapping && tree.kind != Tree::Kind::empty)
    fail(tree, "'{}' must be a mapping with the keys {}, not {}", name_, fmt::join(keys, ", "),
         found(tree));
  for (const auto& [key, value] : tree.members)
    if (std::find(keys.begin(), keys.end(), key) == keys.end())
      fail(value, "unknown key '{}' in '{}'; {}allowed: {}", shown(key), name_, slip_in(key, keys),
           core::allowed(shown(key.substr(0, key.find_first_of(": "))), keys));
}

void Section::require_rules() const {
  for (const auto& [kind, keys] : table_->rules) {
    std::vector<std::string> given;
    for (const std::string& key : keys)
      if (find(key)) given.push_back(key);
    const bool needs = kind == keys::Rule::Kind::needs;
    if (needs && given.size() == 1 && given.front() == keys.front())
      fail(require(keys.front()), "{} has no meaning without {}", what(keys.front()),
           fmt::join(keys.begin() + 1, keys.end(), ", "));
    if (!needs && kind != keys::Rule::Kind::some_of && given.size() > 1)
      fail(require(given[1]), "{} and '{}' exclude each other", what(given[0]), given[1]);
  }
}

const Tree* Section::find(std::string_view key) const {
  for (const auto& [name, value] : tree_->members)
    if (name == key) return value.kind == Tree::Kind::empty ? nullptr : &value;
  return nullptr;
}

const Tree& Section::require(std::string_view key) const {
  const Tree* value = find(key);
  if (value == nullptr) fail(*tree_, "'{}' is missing in '{}'", key, name_);
  return *value;
}

std::string Section::what(std::string_view key) const {
  return fmt::format("'{}' in '{}'", key, name_);
}

double Section::number(std::string_view key, std::optional<double> fallback, double least,
                       double most) const {
  const Tree* value = fallback ? find(key) : &require(key);
  if (value == nullptr) return *fallback;
  const double result = as_number(*value, what(key));
  if (result < least || result > most)
    fail(*value, "{} must be from {} to {}, not {}", what(key), least, most, result);
  return result;
}

long Section::integer(std::string_view key, std::optional<long> fallback, long least,
                      long most) const {
  const Tree* value = fallback ? find(key) : &require(key);
  if (value == nullptr) return *fallback;
  const long result = as_integer(*value, what(key));
  if (result < least || result > most)
    fail(*value, "{} must be from {} to {}, not {}", what(key), least, most, result);
  return result;
}

bool Section::boolean(std::string_view key, bool fallback) const {
  const Tree* value = find(key);
  return value == nullptr ? fallback : as_bool(*value, what(key));
}

std::string Section::text(std::string_view key, const std::string& fallback) const {
  const Tree* value = find(key);
  const bool given =
      value != nullptr && !(value->kind == Tree::Kind::scalar && value->scalar.empty());
  return given ? as_text(*value, what(key)) : fallback;
}

std::size_t Section::choice(std::string_view key, std::size_t fallback,
                            const std::vector<std::string>& options) const {
  const Tree* value = find(key);
  return value == nullptr ? fallback : as_choice(*value, what(key), options);
}

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      result += fmt::format("\\{}", c);
    else if (code < 0x20 || code == 0x7f)
      result += fmt::format("\\x{:02x}", code);
    else
      result += c;
  }
  return result + "\"";
}

std::string flow_text(const Tree& tree) {
  const auto plain = [](const std::string& text) {
    return !text.empty() &&
           text.find_first_not_of(
               "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRST"
               "UVWXYZ0123456789_.+-") == std::string::npos &&
           (text[0] != '-' || parse_number<double>(text)) && text != "null";
  };
  const auto scalar = [&](const std::string& text) { return plain(text) ? text : quoted(text); };
  switch (tree.kind) {
    case Tree::Kind::empty:
      return "~";
    case Tree::Kind::scalar:
      return scalar(tree.scalar);
    default:
      break;
  }
  const bool list = tree.kind == Tree::Kind::list;
  std::string text;
  for (const auto& [key, value] : tree.members)
    text += (text.empty() ? "" : ", ") + (list ? "" : scalar(key) + ": ") + flow_text(value);
  return (list ? "[" : "{") + text + (list ? "]" : "}");
}

}  // namespace sparkdyn::input
