// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Results on a mesh, as ResultsWriter stores them for ParaView: what a structure must offer.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "sparkdyn/core/petsc.hpp"
#include "sparkdyn/run/frame.hpp"

namespace sparkdyn::output {

/// This rank's part of the mesh: points and cells [begin, end) of the user's order, whatever the
/// number of ranks.
struct OutputMesh {
  core::RowRange point_range;                 ///< of this rank's points among all
  core::RowRange cell_range;                  ///< of this rank's cells among all
  std::vector<std::array<double, 3>> points;  ///< coordinates
  std::vector<std::int64_t> node_ids;         ///< one per point, the user's numbers
  std::vector<std::int64_t> connectivity;  ///< global point numbers from 0, in VTK's order of nodes
  std::vector<std::int64_t> offsets;       ///< cell c has connectivity[offsets[c], offsets[c + 1])
  std::vector<std::uint8_t> types;         ///< VTK's
  std::vector<std::int64_t> element_ids;   ///< one per cell
};

/// Where a field has values.
enum class Site { point, cell };

/// One field of every stored state.
struct MeshField {
  std::string name;    ///< without '/'; not "node" of points or "element" of cells, which are taken
  int components = 1;  ///< at each point or cell
  Site site = Site::point;  ///< points or cells
  std::string meaning;      ///< attribute `description`
  std::string unit;         ///< attribute `unit`
};

/// Node number and component (from 1) of this rank's columns of /q.
struct ColumnLabels {
  core::RowRange range;                             ///< of this rank's columns among all
  std::vector<std::array<std::int64_t, 2>> labels;  ///< one for each column
};

/// Numbers of a cross-section: its kind, then what a picture needs of it.
using SectionRow = std::array<double, 12>;

/// What a picture shows besides the mesh, of this rank's points and cells; stored as /drawing.
struct Drawing {
  std::vector<std::uint8_t> held;  ///< components held at each point: bit 0 is x, bit 5 rotation z
  std::vector<std::array<double, 3>> forces;  ///< of loads at each point, for an amplitude of 1
  std::vector<std::int64_t> cell_sections;    ///< of each cell a row of `sections`; −1: none
  std::vector<SectionRow> sections;           ///< the same on every rank
};

/// What to store on the mesh. One of one's own offers a mesh and computes the fields.
class MeshResults {
 public:
  virtual ~MeshResults() = default;
  /// Asked for once, when the file is made.
  virtual OutputMesh mesh() const = 0;
  /// Fields with a value at each point.
  virtual std::vector<MeshField> point_fields() const = 0;
  /// Fields with a value in each cell.
  virtual std::vector<MeshField> cell_fields() const = 0;
  /// Any field that evaluate() knows, stored or not, for probes; null: none of that name.
  virtual const MeshField* find_field(const std::string&) const { return nullptr; }
  /// This rank's points or cells, where find_field() finds something.
  virtual core::RowRange range_of(Site) const { return {}; }
  /// Stored as /dofs beside /q.
  virtual ColumnLabels columns() const { return {}; }
  /// Names of the columns of /lambda, on rank 0; stored as /rows.
  virtual std::vector<std::string> row_names() const { return {}; }
  /// Asked for once; empty where there is no picture to draw. @note Collective.
  virtual Drawing drawing() const { return {}; }
  /// Fills this rank's rows (its points or cells, each with the field's components next to each
  /// other). NaN where there is no value. @note Collective.
  virtual void evaluate(const run::Frame& frame, const MeshField& field, double* slab) = 0;
};

}  // namespace sparkdyn::output
