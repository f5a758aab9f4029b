// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What a checkpoint says in words: lines `name value`, whose numbers read back to the same bits.

#include <map>
#include <string>
#include <string_view>

namespace sparkdyn::output {

/// Things known by name. The same on all ranks.
class Facts {
 public:
  /// Sets or replaces it.
  void set(const std::string& name, std::string_view text);
  /// Sets or replaces it; reads back to the same bits.
  void set(const std::string& name, double value);
  /// Sets or replaces it.
  void set(const std::string& name, long value);

  /// Whether there is such a fact.
  bool has(const std::string& name) const { return facts_.contains(name); }
  /// Those whose names begin so.
  std::map<std::string, std::string> starting_with(const std::string& prefix) const;
  /// Throw core::Error (input) when there is no such fact, or it is no such number.
  const std::string& text(const std::string& name) const;
  double number(const std::string& name) const;  ///< as text(), a number
  long integer(const std::string& name) const;   ///< as text(), a whole number

  std::string lines() const;  ///< all of them, as parse() takes them
  /// `source`: as messages call it.
  static Facts parse(std::string_view lines, const std::string& source = "the checkpoint");

 private:
  std::map<std::string, std::string> facts_;
  std::string source_ = "the checkpoint";
};

}  // namespace sparkdyn::output
