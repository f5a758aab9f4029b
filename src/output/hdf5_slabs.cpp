// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5_slabs.hpp"

#include <algorithm>
#include <array>

#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::output {
namespace {

int dimensions(const SlabLayout& layout) {
  return layout.flat ? 1 : 2;
}

/// A megabyte at most and 64 kB at least, in equal parts of a step or whole steps.
hsize_t chunk_rows_for(const SlabLayout& layout) {
  constexpr hsize_t most_values = 131072;
  constexpr hsize_t fewest_values = 8192;
  const hsize_t rows = std::max<hsize_t>(layout.global, 1);
  const hsize_t values = rows * layout.columns;
  if (values < fewest_values) return rows * (fewest_values / values);
  const hsize_t pieces = (values + most_values - 1) / most_values;
  return (rows + pieces - 1) / pieces;
}

core::Hdf5Dataset create_growing(const Hdf5Calls& calls, hid_t group, const std::string& name,
                                 hid_t type, const SlabLayout& layout, hsize_t chunk_rows) {
  const std::array<hsize_t, 2> sizes{0, layout.columns};
  const std::array<hsize_t, 2> limits{H5S_UNLIMITED, layout.columns};
  const std::array<hsize_t, 2> chunk{chunk_rows, layout.columns};
  const int count = dimensions(layout);
  const core::Hdf5Space space(H5Screate_simple(count, sizes.data(), limits.data()));
  const core::Hdf5Properties properties(H5Pcreate(H5P_DATASET_CREATE));
  H5Pset_chunk(properties, count, chunk.data());
  H5Pset_fill_time(properties, H5D_FILL_TIME_NEVER);  // every value is written once
  return core::Hdf5Dataset(calls("creating a dataset of", [&] {
    return H5Dcreate2(group, name.c_str(), type, space, H5P_DEFAULT, properties, H5P_DEFAULT);
  }));
}

}  // namespace

void write_slab(const Hdf5Calls& calls, hid_t group, const std::string& name,
                const SlabLayout& layout, SlabType type, const void* values) {
  const std::array<hsize_t, 2> sizes{layout.global, layout.columns};
  const std::array<hsize_t, 2> start{layout.begin, 0};
  const std::array<hsize_t, 2> count{layout.rows, layout.columns};
  const core::Hdf5Space on_disk(H5Screate_simple(dimensions(layout), sizes.data(), nullptr));
  const core::Hdf5Space in_memory(H5Screate_simple(dimensions(layout), count.data(), nullptr));
  const core::Hdf5Properties properties(H5Pcreate(H5P_DATASET_CREATE));
  H5Pset_fill_time(properties, H5D_FILL_TIME_NEVER);
  const core::Hdf5Dataset dataset(calls("creating a dataset of", [&] {
    return H5Dcreate2(group, name.c_str(), type.on_disk, on_disk, H5P_DEFAULT, properties,
                      H5P_DEFAULT);
  }));
  if (layout.global == 0) return;
  calls("selecting rows of", [&]() -> hid_t {
    if (layout.rows == 0) return std::min(H5Sselect_none(on_disk), H5Sselect_none(in_memory));
    return H5Sselect_hyperslab(on_disk, H5S_SELECT_SET, start.data(), nullptr, count.data(),
                               nullptr);
  });
  const auto transfer = collective_transfer();
  calls("writing",
        [&] { return H5Dwrite(dataset, type.in_memory, in_memory, on_disk, transfer, values); });
}

Hdf5Slabs::Hdf5Slabs(const Hdf5Calls& calls, hid_t group, const std::string& name,
                     SlabLayout layout, std::optional<hsize_t> existing)
    : layout_(layout),
      chunk_rows_(chunk_rows_for(layout)),
      dataset_(existing ? open_dataset(calls, group, name)
                        : create_growing(calls, group, name, H5T_IEEE_F64LE, layout, chunk_rows_)),
      written_(existing.value_or(0)) {
  if (existing) require_rows(calls, dataset_, name, *existing * layout_.global);
}

double* Hdf5Slabs::slab() {
  const hsize_t mine = layout_.rows * layout_.columns;
  values_.resize((waiting_ + 1) * mine);
  return values_.data() + waiting_ * mine;
}

hsize_t Hdf5Slabs::bytes_to_add() const {
  const auto chunks = [&](hsize_t steps) {
    return (steps * layout_.global + chunk_rows_ - 1) / chunk_rows_;
  };
  return (chunks(written_ + waiting_) - chunks(written_)) * chunk_rows_ * layout_.columns *
         sizeof(double);
}

void Hdf5Slabs::write(const Hdf5Calls& calls) {
  if (waiting_ == 0 || layout_.global == 0) {
    waiting_ = 0;
    return;
  }
  const std::array<hsize_t, 2> sizes{(written_ + waiting_) * layout_.global, layout_.columns};
  calls("extending", [&] { return H5Dset_extent(dataset_, sizes.data()); });
  const std::array<hsize_t, 2> mine{waiting_ * layout_.rows, layout_.columns};
  core::Hdf5Space on_disk;
  const core::Hdf5Space in_memory(H5Screate_simple(dimensions(layout_), mine.data(), nullptr));
  calls("selecting rows of", [&] {
    on_disk = core::Hdf5Space(H5Dget_space(dataset_));
    return on_disk.get();
  });
  select(calls, on_disk, in_memory);
  const auto transfer = collective_transfer();
  calls("writing", [&] {
    return H5Dwrite(dataset_, H5T_NATIVE_DOUBLE, in_memory, on_disk, transfer, values_.data());
  });
  written_ += waiting_;
  waiting_ = 0;
  values_.clear();
}

/// The same rows of every waiting step, `global` rows apart.
void Hdf5Slabs::select(const Hdf5Calls& calls, hid_t on_disk, hid_t in_memory) const {
  const std::array<hsize_t, 2> start{written_ * layout_.global + layout_.begin, 0};
  const std::array<hsize_t, 2> stride{layout_.global, layout_.columns};
  const std::array<hsize_t, 2> count{waiting_, 1};
  const std::array<hsize_t, 2> block{layout_.rows, layout_.columns};
  calls("selecting rows of", [&]() -> hid_t {
    if (layout_.rows == 0) return std::min(H5Sselect_none(on_disk), H5Sselect_none(in_memory));
    return H5Sselect_hyperslab(on_disk, H5S_SELECT_SET, start.data(), stride.data(), count.data(),
                               block.data());
  });
}

Hdf5Numbers::Hdf5Numbers(const Hdf5Calls& calls, hid_t group, const std::string& name,
                         SlabType type, bool flat, std::optional<hsize_t> existing)
    : type_(type), dimensions_(flat ? 1 : 2), written_(existing.value_or(0)) {
  if (existing) {
    dataset_ = open_dataset(calls, group, name);
    return;
  }
  constexpr hsize_t chunk_rows = 1024;
  SlabLayout layout;
  layout.flat = flat;
  dataset_ = create_growing(calls, group, name, type.on_disk, layout, chunk_rows);
}

void Hdf5Numbers::append(const Hdf5Calls& calls, const void* values, hsize_t count) {
  const bool writes = core::rank(calls.comm()) == 0;
  const std::array<hsize_t, 2> sizes{written_ + count, 1};
  const std::array<hsize_t, 2> start{written_, 0};
  const std::array<hsize_t, 2> counts{count, 1};
  calls("extending", [&] { return H5Dset_extent(dataset_, sizes.data()); });
  core::Hdf5Space on_disk;
  const core::Hdf5Space in_memory(H5Screate_simple(dimensions_, counts.data(), nullptr));
  calls("selecting rows of", [&]() -> hid_t {
    on_disk = core::Hdf5Space(H5Dget_space(dataset_));
    if (!writes) return std::min(H5Sselect_none(on_disk), H5Sselect_none(in_memory));
    return H5Sselect_hyperslab(on_disk, H5S_SELECT_SET, start.data(), nullptr, counts.data(),
                               nullptr);
  });
  const auto transfer = collective_transfer();
  calls("writing",
        [&] { return H5Dwrite(dataset_, type_.in_memory, in_memory, on_disk, transfer, values); });
  written_ += count;
}

}  // namespace sparkdyn::output
