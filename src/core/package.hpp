// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Values packed into bytes, to send to other ranks what rank 0 has read.

#include <mpi.h>

#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "sparkdyn/core/error.hpp"

namespace sparkdyn::core {

template <typename T>
concept Plain = std::is_trivially_copyable_v<T>;

class Packer {
 public:
  template <Plain T>
  Packer& add(const T& value) {
    return append(&value, sizeof(T));
  }
  template <Plain T>
  Packer& add(const std::vector<T>& values) {
    add(values.size());
    return append(values.data(), values.size() * sizeof(T));
  }
  Packer& add(std::string_view text) {
    add(text.size());
    return append(text.data(), text.size());
  }
  Packer& add(const std::vector<std::string>& texts) {
    add(texts.size());
    for (const auto& text : texts) add(std::string_view(text));
    return *this;
  }

  std::string take() { return std::move(bytes_); }

 private:
  Packer& append(const void* data, std::size_t size) {
    bytes_.append(static_cast<const char*>(data), size);
    return *this;
  }
  std::string bytes_;
};

/// Takes values out in the order they were added. No length is believed before the bytes are there:
/// a package out of a file (`failure` input) may say anything.
class Unpacker {
 public:
  explicit Unpacker(std::string_view bytes, Failure failure = Failure::internal)
      : bytes_(bytes), failure_(failure) {}

  template <Plain T>
  Unpacker& get(T& value) {
    std::memcpy(&value, take(sizeof(T)), sizeof(T));
    return *this;
  }
  template <Plain T>
  Unpacker& get(std::vector<T>& values) {
    values.resize(size(sizeof(T)));
    if (!values.empty())
      std::memcpy(values.data(), take(values.size() * sizeof(T)), values.size() * sizeof(T));
    return *this;
  }
  Unpacker& get(std::string& text) {
    const std::size_t length = size(1);
    text.assign(take(length), length);
    return *this;
  }
  Unpacker& get(std::vector<std::string>& texts) {
    texts.resize(size(sizeof(std::size_t)));
    for (auto& text : texts) get(text);
    return *this;
  }

 private:
  /// Of things that take at least so many bytes each.
  std::size_t size(std::size_t each) {
    std::size_t value = 0;
    get(value);
    if (value > (bytes_.size() - at_) / each) too_short();
    return value;
  }
  [[noreturn]] void too_short() const {
    throw Error(failure_, failure_ == Failure::input
                              ? "what the checkpoint keeps of a file is damaged"
                              : "a package holds less than was asked for");
  }
  const char* take(std::size_t count) {
    if (count > bytes_.size() - at_) too_short();
    const char* here = bytes_.data() + at_;
    at_ += count;
    return here;
  }
  std::string_view bytes_;
  Failure failure_;
  std::size_t at_ = 0;
};

void send_package(MPI_Comm comm, const std::string& bytes, int to);
std::string receive_package(MPI_Comm comm, int from);

/// Rank r gets make(r), which runs on rank 0, one package at a time. @note Collective.
template <typename Make>
std::string scatter(MPI_Comm comm, Make make) {
  int rank = 0, ranks = 1;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  if (rank != 0) return receive_package(comm, 0);
  for (int r = 1; r < ranks; ++r) send_package(comm, make(r), r);
  return make(0);
}

std::string broadcast_bytes(MPI_Comm comm, std::string bytes);
/// The vector of rank 0 on every rank. @note Collective.
template <Plain T>
void broadcast(MPI_Comm comm, std::vector<T>& values) {
  const std::string bytes = broadcast_bytes(comm, Packer().add(values).take());
  Unpacker(bytes).get(values);
}

}  // namespace sparkdyn::core
