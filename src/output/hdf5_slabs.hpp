// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Datasets of which each rank holds rows [begin, end): written once, or grown by such a set of rows
// per step, one after the other.

#include <string>
#include <vector>

#include "hdf5_rows.hpp"

namespace sparkdyn::output {

/// This rank's part of a dataset.
struct SlabLayout {
  hsize_t begin = 0;
  hsize_t rows = 0;
  hsize_t global = 0;
  hsize_t columns = 1;
  bool flat = true;  ///< one dimension; else [rows × columns]
};

/// Types in the file and in memory.
struct SlabType {
  hid_t on_disk;
  hid_t in_memory;
};

/// Creates the dataset and writes it. @note Collective.
void write_slab(const Hdf5Calls& calls, hid_t group, const std::string& name,
                const SlabLayout& layout, SlabType type, const void* values);

/// A dataset [steps · global × columns] of doubles. Steps wait in memory until write().
class Hdf5Slabs {
 public:
  /// Makes the dataset, or goes on with one that has `existing` steps. @note Collective.
  Hdf5Slabs(const Hdf5Calls& calls, hid_t group, const std::string& name, SlabLayout layout,
            std::optional<hsize_t> existing = std::nullopt);

  hid_t dataset() const { return dataset_; }
  std::int64_t values_per_step() const {
    return static_cast<std::int64_t>(layout_.global * layout_.columns);
  }
  /// Room for this rank's values of the step at hand, until the next call.
  double* slab();
  /// Ends the step at hand.
  void end_step() { ++waiting_; }
  hsize_t bytes_to_add() const;
  /// Appends the waiting steps. @note Collective.
  void write(const Hdf5Calls& calls);

 private:
  void select(const Hdf5Calls& calls, hid_t on_disk, hid_t in_memory) const;

  SlabLayout layout_;
  hsize_t chunk_rows_;
  core::Hdf5Dataset dataset_;
  std::vector<double> values_;
  hsize_t waiting_ = 0;
  hsize_t written_ = 0;
};

/// A dataset [steps] or [steps × 1] of numbers that rank 0 writes.
class Hdf5Numbers {
 public:
  /// Makes the dataset, or goes on with one that has `existing` numbers. @note Collective.
  Hdf5Numbers(const Hdf5Calls& calls, hid_t group, const std::string& name, SlabType type,
              bool flat = true, std::optional<hsize_t> existing = std::nullopt);
  /// `values`: `count` of them, in memory as `type` says, on rank 0. @note Collective.
  void append(const Hdf5Calls& calls, const void* values, hsize_t count);

 private:
  SlabType type_;
  int dimensions_;
  core::Hdf5Dataset dataset_;
  hsize_t written_ = 0;
};

}  // namespace sparkdyn::output
