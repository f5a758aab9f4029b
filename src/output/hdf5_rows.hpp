// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Tables in an HDF5 file that grow by rows, written by all ranks together.

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/hdf5.hpp"
#include "sparkdyn/core/petsc.hpp"

namespace sparkdyn::output {

/// HDF5 prints its errors unless told not to; ours go into exceptions.
class QuietHdf5 {
 public:
  QuietHdf5();
  ~QuietHdf5();
  QuietHdf5(const QuietHdf5&) = delete;
  QuietHdf5& operator=(const QuietHdf5&) = delete;

 private:
  H5E_auto2_t print_ = nullptr;
  void* data_ = nullptr;
};

/// Makes HDF5 calls so that an error on one rank is everyone's, and HDF5 itself prints nothing.
class Hdf5Calls {
 public:
  /// `file`: as messages name it.
  Hdf5Calls(MPI_Comm comm, std::string file) : comm_(comm), file_(std::move(file)) {}

  /// Makes one call and lets all ranks agree on it. Throws core::Error on all ranks when it was
  /// negative on any. The body holds one HDF5 call that is collective, or any that are not.
  hid_t operator()(std::string_view doing, const std::function<hid_t()>& body) const;
  MPI_Comm comm() const { return comm_; }

 private:
  MPI_Comm comm_;
  std::string file_;
};

/// @note Collective.
void write_attribute(const Hdf5Calls& calls, hid_t object, const std::string& name,
                     const std::string& text);
void write_attribute(const Hdf5Calls& calls, hid_t object, const std::string& name, int value);

/// Truncates; opened by all ranks, described by few and late writes. `user_block`: bytes before
/// what is HDF5's, 0 or 512·2ᵏ. @note Collective.
core::Hdf5File create_file(const Hdf5Calls& calls, const std::filesystem::path& path,
                           hsize_t user_block = 0);
/// Opened for reading and writing, or for reading alone. @note Collective.
core::Hdf5File open_file(const Hdf5Calls& calls, const std::filesystem::path& path,
                         bool writable = true);
/// @note Collective.
core::Hdf5Group create_group(const Hdf5Calls& calls, hid_t parent, const std::string& name);
core::Hdf5Group open_group(const Hdf5Calls& calls, hid_t parent, const std::string& name);
core::Hdf5Dataset open_dataset(const Hdf5Calls& calls, hid_t parent, const std::string& name);

/// Throws core::Error (input) unless a dataset that a run goes on with has so many rows.
/// @note Collective.
void require_rows(const Hdf5Calls& calls, hid_t dataset, const std::string& name, hsize_t rows);

/// For reads and writes that all ranks make together.
core::Hdf5Properties collective_transfer();

/// Rows and columns of the pieces in which a table of `columns` columns lies on disk: a megabyte
/// at most, HDF5's default cache, and not below 64 kB, or 1024 rows, so that short rows do not
/// each cost a piece of their own.
struct Chunk {
  hsize_t rows = 1;
  hsize_t columns = 1;
};
Chunk chunk_for(PetscInt columns);

/// A dataset [k × columns] of doubles of which each rank holds columns [begin, end). Rows wait in
/// memory until write().
class Hdf5Rows {
 public:
  struct Description {
    std::string name;
    std::string meaning;
    std::string unit;
    core::RowRange columns = {};
    bool scalar = false;  ///< [k] instead of [k × 1]
  };
  /// Makes the dataset, or goes on with one that has `existing` rows. @note Collective.
  Hdf5Rows(const Hdf5Calls& calls, hid_t file, Description description,
           std::optional<hsize_t> existing = std::nullopt);

  /// This rank's part of one row.
  void add(const double* values);
  /// A row of NaN.
  void add_undefined();
  /// Forgets the last `rows` of the waiting rows.
  void drop(hsize_t rows);
  /// By how much the file will grow when the waiting rows are written.
  hsize_t bytes_to_add() const;
  hsize_t rows() const { return rows_written_; }
  /// Appends the waiting rows. @note Collective.
  void write(const Hdf5Calls& calls);
  /// @note Collective.
  void close() { dataset_.reset(); }

 private:
  int dimensions() const { return description_.scalar ? 1 : 2; }
  void create(const Hdf5Calls& calls, hid_t file);
  void extend(const Hdf5Calls& calls);
  void transfer(const Hdf5Calls& calls);

  Description description_;
  Chunk chunk_;
  core::Hdf5Dataset dataset_;
  std::vector<double> waiting_;
  hsize_t rows_waiting_ = 0;
  hsize_t rows_written_ = 0;
};

}  // namespace sparkdyn::output
