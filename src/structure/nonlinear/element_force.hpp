// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A mechanics::Force of the terms of many elements. A rank has all elements that touch its
// unknowns, so that it computes its rows alone once it knows the unknowns of their nodes: one
// scatter.

#include <string>
#include <utility>

#include "sparkdyn/mechanics/force.hpp"
#include "term.hpp"
#include "unit_rows.hpp"

namespace sparkdyn::structure::nonlinear {

/// One element of a force.
struct ForceItem {
  ElementTermPtr term;
  std::shared_ptr<const ElementPlaces> places;  ///< shared by the terms of an element
  bool counted = false;                         ///< on exactly one rank, for energies
};

class ElementForce final : public mechanics::StrainForce {
 public:
  ElementForce(mechanics::Kind kind, std::string region, std::shared_ptr<const UnitRows> rows,
               std::vector<ForceItem> items, bool external = false);

  mechanics::Kind kind() const override { return kind_; }
  std::string region() const override { return region_; }
  bool external() const override { return external_; }
  void add(const mechanics::Configuration& at, double scale, Vec r) const override;
  mechanics::Tangent tangent(const mechanics::Configuration& at) const override;
  double energy(const mechanics::Configuration& at) const override;

  /// Of elasticity: all of its terms have a kernel.
  const mechanics::StrainForce* with_strains() const override { return strained_ ? this : nullptr; }
  /// Those of an element on several ranks are on each of them, and the same.
  core::Vector make_strains() const override;
  void strains(Vec q, Vec z) const override;
  void strain_change(Vec q, Vec dq, Vec dz) const override;
  void add_with(Vec q, Vec z, double scale, Vec r) const override;
  void add_change(Vec q, Vec stressed, Vec dz, double scale, Vec r) const override;
  mechanics::Tangent tangent_with(Vec q, Vec z) const override;
  void add_change_with(Vec q, Vec z, Vec dz, double scale, Vec r) const override;

 private:
  /// Calls visit(item, q, v) for each.
  template <typename Visit>
  void for_each(const mechanics::Configuration& at, Visit visit) const;

  mechanics::Kind kind_;
  std::string region_;
  bool external_;
  std::shared_ptr<const UnitRows> rows_;
  std::vector<ForceItem> items_;
  bool damps_ = false;     ///< on some rank
  bool strained_ = false;  ///< on all ranks
};

}  // namespace sparkdyn::structure::nonlinear
