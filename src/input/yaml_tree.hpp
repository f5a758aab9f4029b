// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A YAML text as a tree that knows where each node stands, and sections of it that know their keys.

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "keys/table.hpp"
#include "sparkdyn/core/error.hpp"

namespace sparkdyn::input {

struct Tree {
  enum class Kind { empty, scalar, list, mapping };
  struct Member;

  Kind kind = Kind::empty;
  std::string scalar;
  std::vector<Member> members;                ///< of a list (without keys) or a mapping
  std::shared_ptr<const std::string> origin;  ///< a file name, or "--set time.step=0.1"
  int line = 0;                               ///< of the key, if there is one; 0 in overrides

  /// "case.yaml:12" or "--set time.step=0.1".
  std::string where() const;
};

struct Tree::Member {
  std::string key;
  Tree value;
};

/// Throws core::Error (input) on syntax errors, keys given twice, aliases, and several documents.
Tree parse_yaml(std::string_view text, const std::string& origin);

/// The tree as YAML on one line; reads back to the same.
std::string flow_text(const Tree& tree);
/// A YAML double-quoted scalar.
std::string quoted(const std::string& text);

/// Sets what "key.sub=value" says; the value is YAML, numbers in the key are positions in lists.
void apply_override(Tree& root, const std::string& text);

/// Throws core::Error (input) with the place in front.
template <typename... Args>
[[noreturn]] void fail(const Tree& at, fmt::format_string<Args...> format, Args&&... args) {
  core::input_error("{}: {}", at.where(), fmt::format(format, std::forward<Args>(args)...));
}

// The value of a scalar; `what` names it in messages, e.g. "'step' in 'time'".
double as_number(const Tree& tree, const std::string& what);  ///< finite
long as_integer(const Tree& tree, const std::string& what);
bool as_bool(const Tree& tree, const std::string& what);
std::string as_text(const Tree& tree, const std::string& what);  ///< not empty
/// The position of the scalar among the options.
std::size_t as_choice(const Tree& tree, const std::string& what,
                      const std::vector<std::string>& options);
const std::vector<Tree::Member>& as_list(const Tree& tree, const std::string& what);

/// A mapping with known keys.
class Section {
 public:
  /// Throws unless it is a mapping and has no other keys than the table. The table must outlive it.
  Section(const Tree& tree, std::string name, const keys::Table& table);

  const Tree& tree() const { return *tree_; }
  /// Throws when keys are given that exclude each other, or one without what it needs.
  void require_rules() const;
  /// Null when not given; a key without a value counts as not given.
  const Tree* find(std::string_view key) const;
  const Tree& require(std::string_view key) const;
  /// "'step' in 'time'".
  std::string what(std::string_view key) const;

  /// The value in [least, most], or the fallback when not given; without fallback it must be given.
  double number(std::string_view key, std::optional<double> fallback, double least = -1e300,
                double most = 1e300) const;
  long integer(std::string_view key, std::optional<long> fallback, long least, long most) const;
  bool boolean(std::string_view key, bool fallback) const;
  /// The fallback also for an empty text.
  std::string text(std::string_view key, const std::string& fallback) const;
  std::size_t choice(std::string_view key, std::size_t fallback,
                     const std::vector<std::string>& options) const;

 private:
  const Tree* tree_;
  const keys::Table* table_;
  std::string name_;
};

}  // namespace sparkdyn::input
