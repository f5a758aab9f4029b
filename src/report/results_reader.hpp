// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Reads results.h5 and shapes.h5 on one rank, in pieces: nothing here asks for a whole file.

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/hdf5.hpp"

namespace sparkdyn::report {

class ResultsReader {
 public:
  /// Throws core::Error (input) when it is no HDF5 file. Not collective.
  explicit ResultsReader(const std::filesystem::path& file);

  bool has(const std::string& name) const;
  /// Names in a group, in alphabetic order; none where there is no such group.
  std::vector<std::string> members(const std::string& group) const;
  /// Rows of a dataset; 0 where there is none.
  hsize_t rows(const std::string& name) const;
  /// Columns of a dataset, 1 where it has one dimension.
  hsize_t columns(const std::string& name) const;

  /// Rows [first, first + count), all columns, row after row. Throws core::Error (input) when the
  /// dataset has fewer.
  std::vector<double> numbers(const std::string& name, hsize_t first, hsize_t count) const;
  std::vector<std::int64_t> integers(const std::string& name, hsize_t first, hsize_t count) const;
  /// Of a table of texts.
  std::vector<std::string> texts(const std::string& name) const;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::vector<hsize_t> size(const std::string& name) const;
  void read(const std::string& name, hsize_t first, hsize_t count, hid_t type, void* into) const;

  std::filesystem::path path_;
  core::Hdf5File file_;
};

}  // namespace sparkdyn::report
