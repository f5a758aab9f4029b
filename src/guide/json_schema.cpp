// SPDX-License-Identifier: BSD-3-Clause
#include "guide/schema.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "input/keys/table.hpp"
#include "output/json.hpp"

namespace sparkdyn::guide {
namespace {

using input::keys::Key;
using input::keys::Rule;
using input::keys::Table;
using input::keys::Value;
using input::keys::Variant;
using Members = std::vector<std::pair<std::string, std::string>>;

std::string json(const std::string& text) {
  return output::json_string(text);
}

std::string object(const Members& members) {
  std::string text;
  for (const auto& [name, value] : members)
    text += fmt::format("{}{}:{}", text.empty() ? "" : ",", json(name), value);
  return "{" + text + "}";
}

std::string array(const std::vector<std::string>& items) {
  return fmt::format("[{}]", fmt::join(items, ","));
}

std::string required(const std::string& key) {
  return object({{"required", array({json(key)})}});
}

std::string required_one(auto begin, auto end) {
  std::vector<std::string> alternatives;
  for (; begin != end; ++begin) alternatives.push_back(required(*begin));
  return array(alternatives);
}

bool is_number(const std::string& text) {
  double value = 0;
  const auto [stop, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  return status == std::errc() && stop == text.data() + text.size() && std::isfinite(value);
}

/// A default as it would be written in YAML; lists hold no lists.
std::string literal(const std::string& text) {
  if (!text.starts_with('['))
    return is_number(text) || text == "true" || text == "false" ? text : json(text);
  std::string items;
  for (std::size_t from = 1; from < text.size();) {
    const std::size_t to = std::min(text.find_first_of(",]", from), text.size());
    if (to > from) items += (items.empty() ? "" : ",") + literal(text.substr(from, to - from));
    from = text.find_first_not_of(' ', to + 1);
    from = std::min(from, text.size());
  }
  return "[" + items + "]";
}

/// Breaks lines after members and items, two blanks for each level.
std::string indented(const std::string& compact) {
  std::string text;
  std::size_t depth = 0;
  bool quoted = false;
  const auto line = [&] { text += "\n" + std::string(2 * depth, ' '); };
  for (std::size_t i = 0; i < compact.size(); ++i) {
    const char c = compact[i];
    if (quoted) {
      text += c;
      if (c == '\\') text += compact[++i];
      if (c == '"') quoted = false;
      continue;
    }
    const bool opens = c == '{' || c == '[', closes = c == '}' || c == ']';
    if (closes) {
      --depth;
      if (compact[i - 1] != '{' && compact[i - 1] != '[') line();
    }
    text += c;
    quoted = c == '"';
    if (opens) {
      ++depth;
      if (compact[i + 1] != '}' && compact[i + 1] != ']') line();
    }
    if (c == ',') line();
    if (c == ':') text += ' ';
  }
  return text + "\n";
}

class SchemaWriter {
 public:
  std::string text() {
    const std::string root = reference(input::keys::case_table());
    Members definitions(definitions_.begin(), definitions_.end());
    return indented(object({{"$schema", json("http://json-schema.org/draft-07/schema#")},
                            {"title", json("a case of sparkdyn")},
                            {"allOf", array({root})},
                            {"definitions", object(definitions)}}));
  }

 private:
  std::string reference(const Table& table) {
    if (!definitions_.contains(table.name)) {
      definitions_[table.name] = "{}";  // tables may name each other
      const std::string text = definition(table);
      definitions_[table.name] = text;
    }
    std::string name;
    for (const char c : table.name) name += c == ' ' ? "%20" : std::string(1, c);
    return object({{"$ref", json("#/definitions/" + name)}});
  }

  std::string definition(const Table& table) {
    Members properties;
    std::vector<std::string> needed, rules;
    for (const Key& key : table.keys) {
      properties.emplace_back(key.name, property(key));
      if (key.required) needed.push_back(json(key.name));
    }
    for (const Rule& rule : table.rules) add_rule(rule, rules);
    if (table.variants) add_variants(table.variants(), rules);
    Members members{{"type", json("object")},
                    {"description", json(table.meaning)},
                    {"properties", object(properties)}};
    if (!variants_add(table)) members.emplace_back("additionalProperties", "false");
    if (!needed.empty()) members.emplace_back("required", array(needed));
    if (!rules.empty()) members.emplace_back("allOf", array(rules));
    return object(members);
  }

  /// Then only they know which keys are too many.
  static bool variants_add(const Table& table) {
    if (!table.variants) return false;
    for (const Variant& variant : table.variants())
      for (const Key& key : variant.table->keys)
        if (!table.find(key.name)) return true;
    return false;
  }

  std::string property(const Key& key) {
    std::string said = key.meaning;
    if (!key.unit.empty()) said += fmt::format(" [{}]", key.unit);
    if (!key.usual.empty()) said += fmt::format("; default {}", key.usual);
    if (!key.example.empty()) said += fmt::format("; e.g. {}: {}", key.name, key.example);
    const std::string value = schema(key.value);
    // Beside "$ref" draft 07 reads nothing else.
    Members members{{"description", json(said)}};
    if (!key.usual.empty()) members.emplace_back("default", literal(key.usual));
    if (value != "{}") members.emplace_back("allOf", array({value}));
    return object(members);
  }

  std::string number(const Value& value, const char* type) {
    Members members{{"type", json(type)}};
    if (value.least > -Value::unlimited)
      members.emplace_back(value.above ? "exclusiveMinimum" : "minimum",
                           output::json_number(value.least));
    if (value.most < Value::unlimited)
      members.emplace_back("maximum", output::json_number(value.most));
    return object(members);
  }

  std::string choice(const Value& value) {
    std::vector<std::string> words;
    for (const std::string& word : value.words) {
      if (is_number(word)) words.push_back(word);
      words.push_back(json(word));
    }
    return object({{"enum", array(words)}});
  }

  std::string list(const Value& value) {
    Members members{{"type", json("array")}, {"items", schema(value.parts.front())}};
    if (value.fewest > 0) members.emplace_back("minItems", std::to_string(value.fewest));
    if (value.largest < Value::any_count)
      members.emplace_back("maxItems", std::to_string(value.largest));
    return object(members);
  }

  std::string mapping(const Value& value) {
    Members members{{"type", json("object")},
                    {"additionalProperties", schema(value.parts.front())}};
    if (!value.pattern.empty())
      members.emplace_back("propertyNames", object({{"pattern", json(value.pattern)}}));
    return object(members);
  }

  std::string schema(const Value& value) {
    switch (value.kind) {
      case Value::Kind::number:
        return number(value, "number");
      case Value::Kind::integer:
        return number(value, "integer");
      case Value::Kind::boolean:
        return R"({"enum":[true,false,"yes","no","on","off"]})";
      case Value::Kind::text:
        if (!value.pattern.empty())
          return object({{"type", json("string")}, {"pattern", json(value.pattern)}});
        return R"({"type":["string","number","boolean"]})";
      case Value::Kind::file:
        return R"({"type":"string","minLength":1})";
      case Value::Kind::choice:
        return choice(value);
      case Value::Kind::list:
        return list(value);
      case Value::Kind::mapping:
        return mapping(value);
      case Value::Kind::section:
        return reference(value.table());
      case Value::Kind::either: {
        std::vector<std::string> parts;
        for (const Value& part : value.parts) parts.push_back(schema(part));
        return object({{"anyOf", array(parts)}});
      }
      case Value::Kind::any:
        break;
    }
    return "{}";
  }

  static void add_rule(const Rule& rule, std::vector<std::string>& rules) {
    const auto& keys = rule.keys;
    switch (rule.kind) {
      case Rule::Kind::one_of:
        rules.push_back(object({{"oneOf", required_one(keys.begin(), keys.end())}}));
        return;
      case Rule::Kind::some_of:
        rules.push_back(object({{"anyOf", required_one(keys.begin(), keys.end())}}));
        return;
      case Rule::Kind::at_most_one:
        for (std::size_t i = 0; i < keys.size(); ++i)
          for (std::size_t j = i + 1; j < keys.size(); ++j)
            rules.push_back(
                object({{"not", object({{"required", array({json(keys[i]), json(keys[j])})}})}}));
        return;
      case Rule::Kind::needs:
        rules.push_back(
            object({{"if", required(keys.front())},
                    {"then", object({{"anyOf", required_one(keys.begin() + 1, keys.end())}})}}));
        return;
    }
  }

  static std::string condition(const Variant& variant) {
    if (const std::size_t dot = variant.key.find('.'); dot != std::string::npos) {
      const std::string outer = variant.key.substr(0, dot);
      return object({{"required", array({json(outer)})},
                     {"properties", object({{outer, required(variant.key.substr(dot + 1))}})}});
    }
    if (variant.value.empty()) return required(variant.key);
    const std::string values =
        variant.value == "true" ? R"([true,"yes","on"])" : array({json(variant.value)});
    return object({{"required", array({json(variant.key)})},
                   {"properties", object({{variant.key, object({{"enum", values}})}})}});
  }

  /// One holds only where none before it does; values of the same key exclude each other anyway.
  void add_variants(const std::vector<Variant>& variants, std::vector<std::string>& rules) {
    std::vector<std::string> before;
    for (const Variant& variant : variants) {
      const bool rest = variant.key.empty();
      const bool one_key = variant.key == variants.front().key && !rest;
      std::vector<std::string> all;
      if (!rest) all.push_back(condition(variant));
      if (!one_key && !before.empty())
        all.push_back(object({{"not", object({{"anyOf", array(before)}})}}));
      rules.push_back(
          object({{"if", object({{"allOf", array(all)}})}, {"then", reference(*variant.table)}}));
      if (!rest) before.push_back(condition(variant));
    }
  }

  std::map<std::string, std::string> definitions_;
};

}  // namespace

std::string json_schema() {
  return SchemaWriter().text();
}

}  // namespace sparkdyn::guide
