// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <memory>
#include <set>
#include <vector>

#include "guide/schema.hpp"
#include "input/keys/table.hpp"

namespace sparkdyn::guide {
namespace {

using input::keys::Key;
using input::keys::Table;
using input::keys::Value;

constexpr const char* opening = R"(# Every key of a case file

Made by `sparkdyn schema --markdown` from the tables that the program itself reads cases by; a test compares them.
`sparkdyn schema` prints the same as a JSON Schema. An editor that knows YAML then completes keys, shows what they
mean and marks mistakes while you type: write the schema to a file, `sparkdyn schema > sparkdyn.json`, and begin the
case with

    # yaml-language-server: $schema=sparkdyn.json

The program says the same of a case: `sparkdyn check case.yaml`. What the keys are for, with examples that run:
[case_file.md](case_file.md), [structures.md](structures.md), [problems.md](problems.md).

Any units that fit each other will do: with newton, kilogram, metre and second everything is in them. "length" stands
for that unit. A default of "–" means that the key can be left out, and that nothing takes its place. Files are
named relative to the case file.
)";

std::string anchor(const std::string& heading) {
  std::string text;
  for (const char c : heading) text += c == ' ' ? '-' : c;
  return fmt::format("[{}](#{})", heading, text);
}

std::string range(const Value& value, const std::string& noun) {
  const bool low = value.least > -Value::unlimited, high = value.most < Value::unlimited;
  if (value.above && !high && value.least == 0) return noun + " above 0";
  std::string text = noun;
  if (low)
    text += fmt::format("{} {}",
                        value.above ? " above"
                        : high      ? " from"
                                    : " at least",
                        value.least);
  if (high)
    text += fmt::format("{} {}",
                        low && !value.above ? " to"
                        : low               ? ", at most"
                                            : " at most",
                        value.most);
  return text;
}

std::string described(const Value& value) {
  switch (value.kind) {
    case Value::Kind::any:
      return "see below";
    case Value::Kind::number:
      return range(value, "number");
    case Value::Kind::integer:
      return range(value, "whole number");
    case Value::Kind::boolean:
      return "true or false";
    case Value::Kind::text:
      return value.pattern.empty() ? "text" : "h:m:s";
    case Value::Kind::file:
      return "file";
    case Value::Kind::choice: {
      std::vector<std::string> words;
      for (const auto& word : value.words) words.push_back("`" + word + "`");
      return fmt::format("{}", fmt::join(words, ", "));
    }
    case Value::Kind::list: {
      const std::string part = described(value.parts.front());
      if (value.fewest == value.largest) return fmt::format("{} × ({})", value.fewest, part);
      return fmt::format("list of ({})", part);
    }
    case Value::Kind::mapping:
      return fmt::format("names: ({})", described(value.parts.front()));
    case Value::Kind::section:
      return anchor(value.table().name);
    case Value::Kind::either: {
      std::vector<std::string> parts;
      for (const Value& part : value.parts) parts.push_back(described(part));
      return fmt::format("{}", fmt::join(parts, "; or "));
    }
  }
  return "";
}

std::string or_dash(const std::string& text) {
  return text.empty() ? "–" : text;
}

std::string code(const std::string& text) {
  return text.empty() ? "–" : "`" + text + "`";
}

std::string row(const Key& key) {
  return fmt::format("| `{}` | {} | {} | {} | {} | {} |\n", key.name, described(key.value),
                     or_dash(key.unit), key.required ? "**needed**" : code(key.usual), key.meaning,
                     code(key.example.empty() ? "" : key.name + ": " + key.example));
}

class Page {
 public:
  std::string text() {
    add(input::keys::case_table());
    for (std::size_t i = 0; i < waiting_.size(); ++i) add(*waiting_[i]);  // grows on the way
    return std::string(opening) + text_;
  }

 private:
  void remember(const Table& table) {
    if (!seen_.insert(table.name).second) return;
    waiting_.push_back(&table);
  }

  void follow(const Value& value) {
    if (value.kind == Value::Kind::section) remember(value.table());
    for (const Value& part : value.parts) follow(part);
  }

  void add(const Table& table) {
    seen_.insert(table.name);
    text_ += fmt::format("\n## {}\n\n{}\n\n", table.name, table.meaning);
    text_ += "| key | what may stand there | unit | default | meaning | example |\n";
    text_ += "|---|---|---|---|---|---|\n";
    for (const Key& key : table.keys) {
      text_ += row(key);
      follow(key.value);
    }
    if (table.variants) add_variants(table);
  }

  /// In one line each: which keys go with the value of another, or which have other values there.
  void add_variants(const Table& table) {
    text_ += "\n";
    for (const auto& variant : table.variants()) {
      kept_.push_back(variant.table);
      const std::string of = variant.key.empty() ? "Otherwise"
                             : variant.value.empty()
                                 ? fmt::format("With `{}`", variant.key)
                                 : fmt::format("With `{}: {}`", variant.key, variant.value);
      std::vector<std::string> keys;
      for (const Key& key : variant.table->keys) {
        const Key* base = table.find(key.name);
        const bool section_of_its_own =
            base && base->value.kind == Value::Kind::any && key.value.kind == Value::Kind::section;
        std::string item = fmt::format("`{}`", key.name);
        if (section_of_its_own) item += fmt::format(" ({})", anchor(key.value.table().name));
        if (!base && !key.usual.empty()) item += fmt::format(" {}", key.usual);
        if (key.required && base && !base->required) item += " (needed)";
        if (base && table.name == "problem") continue;  // all problems have these
        keys.push_back(item);
        follow(key.value);
      }
      text_ += fmt::format("- {}: {}.\n", of,
                           keys.empty() ? "no others" : fmt::format("{}", fmt::join(keys, ", ")));
    }
  }

  std::string text_;
  std::vector<const Table*> waiting_;
  std::set<std::string> seen_;
  std::vector<std::shared_ptr<const Table>> kept_;
};

}  // namespace

std::string key_reference() {
  return Page().text();
}

}  // namespace sparkdyn::guide
