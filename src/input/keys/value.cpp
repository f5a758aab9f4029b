// SPDX-License-Identifier: BSD-3-Clause
#include "value.hpp"

namespace sparkdyn::input::keys {

using Kind = Value::Kind;

Value any() {
  return {};
}

Value number(double least, double most) {
  return {.kind = Kind::number, .least = least, .most = most};
}

Value positive(double most) {
  return {.kind = Kind::number, .least = 0, .most = most, .above = true};
}

Value integer(double least, double most) {
  return {.kind = Kind::integer, .least = least, .most = most};
}

Value boolean() {
  return {.kind = Kind::boolean};
}

Value text(std::string pattern) {
  return {.kind = Kind::text, .pattern = std::move(pattern)};
}

Value file() {
  return {.kind = Kind::file};
}

Value choice(std::vector<std::string> words) {
  return {.kind = Kind::choice, .words = std::move(words)};
}

Value list(Value part, std::size_t fewest, std::size_t largest) {
  return {.kind = Kind::list, .fewest = fewest, .largest = largest, .parts = {std::move(part)}};
}

Value three_numbers() {
  return list(number(), 3, 3);
}

Value mapping(Value part, std::string pattern) {
  return {.kind = Kind::mapping, .pattern = std::move(pattern), .parts = {std::move(part)}};
}

Value section(const Table& (*table)()) {
  return {.kind = Kind::section, .table = table};
}

Value either(std::vector<Value> parts) {
  return {.kind = Kind::either, .parts = std::move(parts)};
}

}  // namespace sparkdyn::input::keys
