// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Move-only owner of a C library's object; the destroy function is part of the type.

#include <utility>

namespace sparkdyn::core {

/// Owns one object of a library of C; moved, not copied. `Destroy` has null() and destroy().
template <typename T, typename Destroy>
class Handle {
 public:
  Handle() = default;
  /// Takes over the object.
  explicit Handle(T raw) : raw_(raw) {}
  /// Leaves `other` empty.
  Handle(Handle&& other) noexcept : raw_(std::exchange(other.raw_, Destroy::null())) {}
  /// Destroys what it had and leaves `other` empty.
  Handle& operator=(Handle&& other) noexcept {
    std::swap(raw_, other.raw_);
    return *this;
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() { reset(); }

  /// The raw object, for calls into the library.
  operator T() const { return raw_; }  // NOLINT(google-explicit-constructor)
  T get() const { return raw_; }       ///< still owned here
  /// For creation functions that write through a pointer; drops what was held.
  T* out() {
    reset();
    return &raw_;
  }
  /// For functions that write into the object they are given.
  T* reuse() { return &raw_; }
  bool empty() const { return raw_ == Destroy::null(); }  ///< whether it owns nothing
  /// Destroys what it owns.
  void reset() {
    if (raw_ != Destroy::null()) Destroy::destroy(raw_);
    raw_ = Destroy::null();
  }

 private:
  T raw_ = Destroy::null();
};

}  // namespace sparkdyn::core
