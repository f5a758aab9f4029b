// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Unknowns of a structure that turns come in units of three, the components of a displacement or of
// a director. Elements couple units; the pattern of all tangents is found once for a run, and the
// place of every element in it.

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/row_matrix.hpp"
#include "kernel.hpp"
#include "layout.hpp"
#include "sparkdyn/structure/distributed.hpp"

namespace sparkdyn::structure::nonlinear {

/// First unknowns of the units of an element: the displacement of each node and, of beams, its
/// three directors.
std::vector<PetscInt> element_units(const Distributed& structure, const Layout& layout,
                                    const LocalElement& item);

/// The units of an element, by their first unknowns, and where each pair of them is added: −1 when
/// the row is another rank's, else twice the place of the first entry, plus one where the column
/// is.
struct ElementPlaces {
  std::vector<PetscInt> units;       ///< first unknowns, global
  std::vector<std::int64_t> values;  ///< row by row
};

/// Units of elements that touch this rank's, and what else their unknowns are needed for.
class UnitRows {
 public:
  /// `elements` lists the units of each. @note Collective.
  UnitRows(const Layout& layout, std::span<const std::vector<PetscInt>> elements);

  MPI_Comm comm() const { return layout_.comm; }
  const std::shared_ptr<const core::RowPattern>& pattern() const { return pattern_; }
  ElementPlaces places(const std::vector<PetscInt>& units) const;

  core::RowValues make_values() const;
  void add(const ElementPlaces& places, const Eigen::MatrixXd& matrix,
           core::RowValues& values) const;
  core::Matrix make_matrix(core::RowValues values) const;

  /// All unknowns that the elements here need, this rank's first. @note Collective.
  std::vector<double> gather(Vec x) const;
  /// `local` has what gather() gave.
  void take(const ElementPlaces& places, const std::vector<double>& local,
            Eigen::VectorXd& x) const;
  /// r ← r + scale·f at this rank's unknowns.
  void add(const ElementPlaces& places, double scale, const Eigen::VectorXd& f, double* r) const;

 private:
  bool owned(PetscInt unknown) const {
    return unknown >= layout_.begin && unknown < layout_.begin + layout_.local;
  }
  std::size_t local_place(PetscInt unknown) const;
  void find_neighbours(std::span<const std::vector<PetscInt>> elements);
  void fill_pattern();
  void find_ghosts(std::span<const std::vector<PetscInt>> elements);

  Layout layout_;
  std::vector<std::vector<PetscInt>> own_, other_;  ///< neighbours of each unit here, ascending
  std::shared_ptr<const core::RowPattern> pattern_;
  std::vector<PetscInt> ghosts_;  ///< first unknowns of units of other ranks, ascending
  core::Vector ghost_values_;
  core::Scatter scatter_;
};

}  // namespace sparkdyn::structure::nonlinear
