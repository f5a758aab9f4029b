// SPDX-License-Identifier: BSD-3-Clause
#include "output/peaks.hpp"

#include <algorithm>
#include <tuple>

#include "core/package.hpp"
#include "output/measures.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::output {

bool Peaks::Seen::above(const Seen& other) const {
  return std::tie(value, other.time, other.row) > std::tie(other.value, time, row);
}

void Peaks::look(const MeshField& field, const double* slab, PetscInt first_row,
                 const std::vector<std::int64_t>& numbers, double time) {
  const auto all = measures();
  for (std::size_t m = 0; m < all.size(); ++m) {
    if (all[m].field != field.name || all[m].of_cells != (field.site == Site::cell)) continue;
    Seen& most = seen_[m];
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const double size = all[m].size(slab + i * static_cast<std::size_t>(field.components));
      // Not where there is none. Later states must be above, not as high.
      if (size > most.value)
        most = {size, time, first_row + static_cast<std::int64_t>(i), numbers[i]};
    }
  }
}

/// By place in measures(), the same on all ranks.
std::vector<Peaks::Seen> Peaks::gathered() const {
  const std::size_t count = measures().size();
  std::vector<Seen> mine(count);
  for (const auto& [m, seen] : seen_) mine[m] = seen;
  const int ranks = core::size(comm_);
  std::vector<Seen> all(count * static_cast<std::size_t>(ranks));
  const auto bytes = static_cast<int>(count * sizeof(Seen));
  MPI_Allgather(mine.data(), bytes, MPI_BYTE, all.data(), bytes, MPI_BYTE, comm_);
  for (std::size_t i = 0; i < all.size(); ++i)
    if (all[i].above(mine[i % count])) mine[i % count] = all[i];
  return mine;
}

std::vector<FieldPeak> Peaks::found() const {
  const std::vector<Seen> all = gathered();
  std::vector<FieldPeak> peaks;
  for (std::size_t m = 0; m < all.size(); ++m)
    if (all[m].value >= 0)
      peaks.push_back({std::string(measures()[m].name), all[m].value, all[m].time, all[m].number,
                       measures()[m].of_cells});
  return peaks;
}

std::string Peaks::keep() const {
  return core::Packer().add(gathered()).take();
}

void Peaks::give_back(const std::string& kept) {
  std::vector<Seen> all;
  core::Unpacker(kept, core::Failure::input).get(all);
  for (std::size_t m = 0; m < std::min(all.size(), measures().size()); ++m) seen_[m] = all[m];
}

}  // namespace sparkdyn::output
