// SPDX-License-Identifier: BSD-3-Clause
#include "unit_rows.hpp"

#include <algorithm>

#include "kernels.hpp"
#include "structure/large_motion.hpp"

namespace sparkdyn::structure::nonlinear {

using core::check;

namespace {

void sort_unique(std::vector<PetscInt>& numbers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

}  // namespace

std::vector<PetscInt> element_units(const Distributed& structure, const Layout& layout,
                                    const LocalElement& item) {
  const Element& element = *elements()[static_cast<std::size_t>(item.element)];
  std::vector<PetscInt> units;
  for (int i = 0; i < info(element.shape()).nodes; ++i) {
    const auto place = item.first + i;
    const auto node =
        static_cast<std::size_t>(structure.elements.nodes[static_cast<std::size_t>(place)]);
    units.push_back(layout.position[node]);
    const auto* mass =
        std::get_if<MassSection>(&structure.sections[static_cast<std::size_t>(item.section)].data);
    const bool turns = mass ? !director_mass(*mass).isZero(0) : turns_nodes(element);
    for (PetscInt d = 0; turns && d < 3; ++d) units.push_back(layout.directors[node] + 3 * d);
  }
  return units;
}

UnitRows::UnitRows(const Layout& layout, std::span<const std::vector<PetscInt>> elements)
    : layout_(layout) {
  find_neighbours(elements);
  fill_pattern();
  find_ghosts(elements);
}

/// A unit without elements still has its own diagonal.
void UnitRows::find_neighbours(std::span<const std::vector<PetscInt>> elements) {
  const auto count = static_cast<std::size_t>(layout_.local / 3);
  own_.resize(count);
  other_.resize(count);
  for (std::size_t u = 0; u < count; ++u)
    own_[u].push_back(layout_.begin + 3 * static_cast<PetscInt>(u));
  for (const auto& units : elements)
    for (const PetscInt row : units) {
      if (!owned(row)) continue;
      const auto u = static_cast<std::size_t>((row - layout_.begin) / 3);
      for (const PetscInt column : units) (owned(column) ? own_ : other_)[u].push_back(column);
    }
  for (auto* part : {&own_, &other_})
    for (auto& neighbours : *part) {
      sort_unique(neighbours);
      neighbours.shrink_to_fit();
    }
}

void UnitRows::fill_pattern() {
  auto pattern = std::make_shared<core::RowPattern>();
  pattern->own_columns = layout_.local;
  const auto append = [](const std::vector<PetscInt>& units, PetscInt shift, core::RowColumns& to) {
    for (const PetscInt unit : units)
      for (PetscInt c = 0; c < 3; ++c) to.columns.push_back(unit - shift + c);
    to.first.push_back(static_cast<PetscInt>(to.columns.size()));
  };
  for (std::size_t u = 0; u < own_.size(); ++u)
    for (int row = 0; row < 3; ++row) {
      append(own_[u], layout_.begin, pattern->own);
      append(other_[u], 0, pattern->other);
    }
  pattern_ = std::move(pattern);
}

void UnitRows::find_ghosts(std::span<const std::vector<PetscInt>> elements) {
  for (const auto& units : elements)
    for (const PetscInt unit : units)
      if (!owned(unit)) ghosts_.push_back(unit);
  sort_unique(ghosts_);
  std::vector<PetscInt> unknowns;
  for (const PetscInt unit : ghosts_)
    for (PetscInt c = 0; c < 3; ++c) unknowns.push_back(unit + c);
  const auto size = static_cast<PetscInt>(unknowns.size());
  const core::Vector whole = core::make_vector(layout_.comm, layout_.local);
  ghost_values_ = core::make_vector(PETSC_COMM_SELF, size);
  core::IndexSet from, to;
  check(ISCreateGeneral(layout_.comm, size, unknowns.data(), PETSC_COPY_VALUES, from.out()));
  check(ISCreateStride(PETSC_COMM_SELF, size, 0, 1, to.out()));
  check(VecScatterCreate(whole, from, ghost_values_, to, scatter_.out()));
}

std::vector<double> UnitRows::gather(Vec x) const {
  check(VecScatterBegin(scatter_, x, ghost_values_, INSERT_VALUES, SCATTER_FORWARD));
  check(VecScatterEnd(scatter_, x, ghost_values_, INSERT_VALUES, SCATTER_FORWARD));
  const core::ReadArray own(x), ghosts(ghost_values_);
  std::vector<double> local(own.data(), own.data() + own.size());
  local.insert(local.end(), ghosts.data(), ghosts.data() + ghosts.size());
  return local;
}

std::size_t UnitRows::local_place(PetscInt unknown) const {
  if (owned(unknown)) return static_cast<std::size_t>(unknown - layout_.begin);
  const auto found = std::lower_bound(ghosts_.begin(), ghosts_.end(), unknown);
  return static_cast<std::size_t>(layout_.local + 3 * (found - ghosts_.begin()));
}

void UnitRows::take(const ElementPlaces& places, const std::vector<double>& local,
                    Eigen::VectorXd& x) const {
  x.resize(3 * static_cast<Eigen::Index>(places.units.size()));
  for (std::size_t i = 0; i < places.units.size(); ++i)
    std::copy_n(local.data() + local_place(places.units[i]), 3, x.data() + 3 * i);
}

void UnitRows::add(const ElementPlaces& places, double scale, const Eigen::VectorXd& f,
                   double* r) const {
  for (std::size_t i = 0; i < places.units.size(); ++i) {
    if (!owned(places.units[i])) continue;
    double* const to = r + (places.units[i] - layout_.begin);
    for (std::size_t c = 0; c < 3; ++c) to[c] += scale * f[static_cast<Eigen::Index>(3 * i + c)];
  }
}

ElementPlaces UnitRows::places(const std::vector<PetscInt>& units) const {
  ElementPlaces result{units, {}};
  result.values.reserve(units.size() * units.size());
  for (const PetscInt row : units)
    for (const PetscInt column : units) {
      if (!owned(row)) {
        result.values.push_back(-1);
        continue;
      }
      const auto u = static_cast<std::size_t>((row - layout_.begin) / 3);
      const bool own = owned(column);
      const auto& neighbours = own ? own_[u] : other_[u];
      const auto found = std::lower_bound(neighbours.begin(), neighbours.end(), column);
      const core::RowColumns& part = own ? pattern_->own : pattern_->other;
      const std::int64_t at = part.first[3 * u] + 3 * (found - neighbours.begin());
      result.values.push_back(2 * at + (own ? 0 : 1));
    }
  return result;
}

core::RowValues UnitRows::make_values() const {
  return {core::ZeroedArray(pattern_->own.columns.size()),
          core::ZeroedArray(pattern_->other.columns.size())};
}

void UnitRows::add(const ElementPlaces& places, const Eigen::MatrixXd& matrix,
                   core::RowValues& values) const {
  const std::size_t count = places.units.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (!owned(places.units[i])) continue;
    const auto u = static_cast<std::size_t>((places.units[i] - layout_.begin) / 3);
    for (std::size_t j = 0; j < count; ++j) {
      const std::int64_t place = places.values[i * count + j];
      const bool own = place % 2 == 0;
      const auto stride = static_cast<std::size_t>(3 * (own ? own_[u] : other_[u]).size());
      double* to = (own ? values.own : values.other).data() + place / 2;
      for (std::size_t r = 0; r < 3; ++r, to += stride)
        for (std::size_t c = 0; c < 3; ++c)
          to[c] +=
              matrix(static_cast<Eigen::Index>(3 * i + r), static_cast<Eigen::Index>(3 * j + c));
    }
  }
}

core::Matrix UnitRows::make_matrix(core::RowValues values) const {
  return core::make_row_matrix(layout_.comm, pattern_, std::move(values));
}

}  // namespace sparkdyn::structure::nonlinear
