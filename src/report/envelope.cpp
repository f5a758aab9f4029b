// SPDX-License-Identifier: BSD-3-Clause
#include "report/envelope.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "output/hdf5_rows.hpp"
#include "output/vtkhdf.hpp"
#include "output/xdmf.hpp"
#include "report/results_reader.hpp"
#include "sparkdyn/core/error.hpp"

namespace sparkdyn::report {
namespace {

using output::MeshField;
using output::Site;

/// That are read at once.
constexpr hsize_t rows_of_envelope = 65536;

std::string place_of(const MeshField& field) {
  return (field.site == Site::point ? "VTKHDF/PointData/" : "VTKHDF/CellData/") + field.name;
}

output::OutputMesh read_mesh(const ResultsReader& file) {
  output::OutputMesh mesh;
  const hsize_t points = file.rows("VTKHDF/Points"), cells = file.rows("VTKHDF/Types");
  mesh.point_range = {0, static_cast<PetscInt>(points), static_cast<PetscInt>(points)};
  mesh.cell_range = {0, static_cast<PetscInt>(cells), static_cast<PetscInt>(cells)};
  const auto coordinates = file.numbers("VTKHDF/Points", 0, points);
  for (hsize_t i = 0; i < points; ++i)
    mesh.points.push_back({coordinates[3 * i], coordinates[3 * i + 1], coordinates[3 * i + 2]});
  mesh.node_ids = file.integers("VTKHDF/PointData/node", 0, points);
  mesh.element_ids = file.integers("VTKHDF/CellData/element", 0, cells);
  mesh.connectivity = file.integers("VTKHDF/Connectivity", 0, file.rows("VTKHDF/Connectivity"));
  mesh.offsets = file.integers("VTKHDF/Offsets", 0, cells + 1);
  for (const std::int64_t type : file.integers("VTKHDF/Types", 0, cells))
    mesh.types.push_back(static_cast<std::uint8_t>(type));
  return mesh;
}

/// Those of the results that have all states.
std::vector<MeshField> stored_fields(const ResultsReader& file, hsize_t states) {
  std::vector<MeshField> fields;
  for (const Site site : {Site::point, Site::cell}) {
    const bool points = site == Site::point;
    const std::string folder = points ? "VTKHDF/PointData" : "VTKHDF/CellData";
    const hsize_t rows = file.rows(points ? "VTKHDF/Points" : "VTKHDF/Types");
    for (const std::string& name : file.members(folder)) {
      MeshField field{name, 1, site, "", ""};
      if (name == "node" || name == "element" || rows == 0) continue;
      if (file.rows(place_of(field)) < states * rows) continue;
      field.components = static_cast<int>(file.columns(place_of(field)));
      fields.push_back(field);
    }
  }
  return fields;
}

/// Three for each.
std::vector<MeshField> envelope_fields(const std::vector<MeshField>& stored) {
  std::vector<MeshField> fields;
  for (const MeshField& field : stored)
    for (const auto& [suffix, meaning] :
         {std::pair{"_max", "largest"}, {"_min", "smallest"}, {"_abs", "largest absolute"}})
      fields.push_back({field.name + suffix, field.components, field.site,
                        std::string(meaning) + " value of each component over the stored states",
                        "as " + field.name});
  return fields;
}

/// What is not a number does not count; where nothing is, nothing comes out.
void find_envelope(const ResultsReader& file, const MeshField& field, hsize_t states, hsize_t rows,
                   double* most, double* least, double* size) {
  const hsize_t width = static_cast<hsize_t>(field.components);
  std::fill_n(most, rows * width, std::numeric_limits<double>::quiet_NaN());
  std::fill_n(least, rows * width, std::numeric_limits<double>::quiet_NaN());
  std::fill_n(size, rows * width, std::numeric_limits<double>::quiet_NaN());
  for (hsize_t state = 0; state < states; ++state)
    for (hsize_t first = 0; first < rows; first += rows_of_envelope) {
      const auto values = file.numbers(place_of(field), state * rows + first,
                                       std::min(rows_of_envelope, rows - first));
      for (hsize_t i = 0; i < values.size(); ++i) {
        const hsize_t at = first * width + i;
        most[at] = std::fmax(most[at], values[i]);
        least[at] = std::fmin(least[at], values[i]);
        size[at] = std::fmax(size[at], std::abs(values[i]));
      }
    }
}

}  // namespace

void write_envelope(const std::filesystem::path& folder) {
  const ResultsReader file(folder / "results.h5");
  // A killed run may have rows beyond its times.
  const hsize_t states = file.rows("VTKHDF/Steps/Values");
  if (states == 0 || file.rows("VTKHDF/Points") == 0) return;
  const auto stored = stored_fields(file, states);
  const auto fields = envelope_fields(stored);
  const output::OutputMesh mesh = read_mesh(file);
  const auto path = folder / "envelope.h5", part = folder / "envelope.h5.part";
  const double last = file.numbers("VTKHDF/Steps/Values", states - 1, 1).front();
  output::XdmfMesh described;
  {
    const output::Hdf5Calls calls(PETSC_COMM_SELF, path.string());
    const core::Hdf5File into = output::create_file(calls, part);
    output::VtkGroup group(PETSC_COMM_SELF, into, path.string(), mesh, fields);
    described = output::describe_for_xdmf(PETSC_COMM_SELF, into, path, mesh);
    for (std::size_t i = 0; i < stored.size(); ++i)
      find_envelope(file, stored[i], states,
                    static_cast<hsize_t>(stored[i].site == Site::point ? mesh.point_range.global
                                                                       : mesh.cell_range.global),
                    group.slab(3 * i), group.slab(3 * i + 1), group.slab(3 * i + 2));
    group.end_step(last);
    group.write_values();
    group.write_steps();
  }
  std::filesystem::rename(part, path);
  output::XdmfFile index(folder / "envelope.xdmf", std::move(described), fields);
  index.add_steps({&last, 1});
}

}  // namespace sparkdyn::report
