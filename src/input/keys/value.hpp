// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What may stand behind a key of a case file.

#include <limits>
#include <string>
#include <vector>

namespace sparkdyn::input::keys {

struct Table;

struct Value {
  enum class Kind {
    any,      ///< another table says what
    number,   ///< finite
    integer,  //
    boolean,  //
    text,     //
    file,     ///< a name, relative to the case file
    choice,   ///< one of `words`
    list,     ///< each member is parts[0]
    mapping,  ///< any names, matching `pattern`; each value is parts[0]
    section,  ///< a mapping with the keys of a table
    either    ///< one of `parts`
  };
  static constexpr double unlimited = std::numeric_limits<double>::infinity();
  static constexpr std::size_t any_count = std::numeric_limits<std::size_t>::max();

  Kind kind = Kind::any;
  double least = -unlimited, most = unlimited;  ///< of numbers
  bool above = false;                           ///< `least` itself is not allowed
  std::vector<std::string> words = {};
  std::string pattern = {};  ///< a regular expression for texts and for names in mappings
  std::size_t fewest = 0, largest = any_count;  ///< members of a list
  std::vector<Value> parts = {};
  const Table& (*table)() = nullptr;
};

Value any();
Value number(double least = -Value::unlimited, double most = Value::unlimited);
Value positive(double most = Value::unlimited);  ///< above zero
Value integer(double least, double most = Value::unlimited);
Value boolean();
Value text(std::string pattern = {});
Value file();
Value choice(std::vector<std::string> words);
Value list(Value part, std::size_t fewest = 0, std::size_t largest = Value::any_count);
Value three_numbers();
Value mapping(Value part, std::string pattern = {});
Value section(const Table& (*table)());
Value either(std::vector<Value> parts);

}  // namespace sparkdyn::input::keys
