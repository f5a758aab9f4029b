// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// One error type. Its kind decides the exit status: 2 the input is wrong, 1 the numerics failed.

#include <fmt/format.h>

#include <source_location>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace sparkdyn::core {

/// What went wrong: what the user gave, the arithmetic, or this library.
enum class Failure { input, numerics, internal };

/// The only exception that this library throws of its own.
class Error : public std::runtime_error {
 public:
  /// `message` is for the user: what, where, what is allowed.
  Error(Failure kind, const std::string& message,
        std::source_location where = std::source_location::current())
      : std::runtime_error(message), kind_(kind), where_(where) {}

  Failure kind() const { return kind_; }  ///< decides the exit status
  /// Where in our own code it was noticed; shown for internal errors only.
  const std::source_location& where() const { return where_; }
  /// Of a program that ends with it.
  int exit_status() const { return kind_ == Failure::input ? 2 : 1; }

 private:
  Failure kind_;
  std::source_location where_;
};

/// Throws an Error of wrong input, with a message as fmt::format makes it.
template <typename... Args>
[[noreturn]] void input_error(fmt::format_string<Args...> format, Args&&... args) {
  throw Error(Failure::input, fmt::format(format, std::forward<Args>(args)...));
}

/// Throws an Error of failed numerics, with a message as fmt::format makes it.
template <typename... Args>
[[noreturn]] void numerics_error(fmt::format_string<Args...> format, Args&&... args) {
  throw Error(Failure::numerics, fmt::format(format, std::forward<Args>(args)...));
}

/// The candidate closest to `name` in edit distance, or empty when none is close.
std::string nearest(std::string_view name, std::span<const std::string> candidates);

/// "a, b, c" and, when one is close to `name`, "; did you mean 'b'?".
std::string allowed(std::string_view name, std::span<const std::string> candidates);

}  // namespace sparkdyn::core
