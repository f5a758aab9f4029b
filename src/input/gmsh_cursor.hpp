// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The content of a .msh file from beginning to end: numbers as text or binary behind one interface,
// and errors that name the line, or in binary files the byte.

#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace sparkdyn::input {

class GmshCursor {
 public:
  GmshCursor(std::string_view content, std::string file)
      : begin_(content.data()),
        next_(content.data()),
        end_(content.data() + content.size()),
        token_(content.data()),
        file_(std::move(file)) {}

  /// From here on the numbers of sections are binary; sizes take `size_bytes` (4 or 8) bytes.
  void set_binary(bool swapped, int size_bytes);
  bool binary() const { return binary_; }
  std::size_t remaining() const { return static_cast<std::size_t>(end_ - next_); }

  /// Throws core::Error (input); the place is that of the number or word read last.
  [[noreturn]] void fail(const std::string& what) const;

  // Text in both kinds of file.

  bool at_end();            ///< only blanks follow
  std::string_view word();  ///< the next one, empty at the end of the file
  std::string quoted();     ///< "a name in quotes"
  double text_real(const char* what);
  std::int64_t text_integer(const char* what);
  void skip_line_break();  ///< after a line of text before binary numbers
  void skip_bytes(std::size_t count);
  /// Passes over everything up to and including `marker`.
  void skip_to(std::string_view marker, const char* what);
  std::uint32_t raw_word();  ///< four bytes as they are

  // Text or binary, as the file is. `what` names the number in messages.

  std::int64_t integer(const char* what) {
    return binary_ ? load<std::int32_t>(what) : text_integer(what);
  }
  std::int64_t size(const char* what) {
    if (!binary_) return text_integer(what);
    return size_bytes_ == 8 ? load<std::int64_t>(what) : load<std::int32_t>(what);
  }
  double real(const char* what) { return finite(binary_ ? load<double>(what) : text_real(what)); }

  /// How many items follow, each of at least `bytes_each` bytes (text: two per number); more than
  /// the file can hold are an error, so that nobody allocates for them.
  std::int64_t count(const char* what, std::size_t numbers_each, std::size_t bytes_each);
  /// Checks a number that was already read.
  std::int64_t checked(std::int64_t count, const char* what, std::size_t numbers_each,
                       std::size_t bytes_each) const;
  int size_bytes() const { return size_bytes_; }

 private:
  static bool blank(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }
  void skip_blanks() {
    while (next_ != end_ && blank(*next_)) ++next_;
    token_ = next_;
  }
  template <typename T>
  T load(const char* what) {
    token_ = next_;
    if (remaining() < sizeof(T)) cut_off(what);
    T value;
    std::memcpy(&value, next_, sizeof(T));
    next_ += sizeof(T);
    return swapped_ ? reversed(value) : value;
  }
  template <typename T>
  static T reversed(T value) {
    char bytes[sizeof(T)];
    std::memcpy(bytes, &value, sizeof(T));
    for (std::size_t i = 0; i < sizeof(T) / 2; ++i) std::swap(bytes[i], bytes[sizeof(T) - 1 - i]);
    std::memcpy(&value, bytes, sizeof(T));
    return value;
  }
  double finite(double value) const;
  template <typename T>
  T parse(const char* what);
  [[noreturn]] void cut_off(const char* what) const;
  std::string_view word_here() const;

  const char* begin_;
  const char* next_;
  const char* end_;
  const char* token_;  ///< where the number or word read last begins
  std::string file_;
  bool binary_ = false;
  bool swapped_ = false;
  int size_bytes_ = 8;
};

}  // namespace sparkdyn::input
