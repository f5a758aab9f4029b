// SPDX-License-Identifier: BSD-3-Clause
#include "output/xdmf.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "hdf5_slabs.hpp"
#include "output/output_folder.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::output {
namespace {

/// A type of cells as VTK and XDMF call it. The nodes have the same order in both.
struct CellType {
  int vtk;
  int xdmf;
  const char* name;
  int nodes;
  bool counted;  ///< XDMF's type has any number of nodes, which then follows it
};
constexpr std::array<CellType, 13> cell_types{{{1, 1, "Polyvertex", 1, true},
                                               {3, 2, "Polyline", 2, true},
                                               {21, 34, "Edge_3", 3, false},
                                               {5, 4, "Triangle", 3, false},
                                               {22, 36, "Triangle_6", 6, false},
                                               {9, 5, "Quadrilateral", 4, false},
                                               {23, 37, "Quadrilateral_8", 8, false},
                                               {10, 6, "Tetrahedron", 4, false},
                                               {24, 38, "Tetrahedron_10", 10, false},
                                               {13, 8, "Wedge", 6, false},
                                               {26, 40, "Wedge_15", 15, false},
                                               {12, 9, "Hexahedron", 8, false},
                                               {25, 48, "Hexahedron_20", 20, false}}};

const CellType& cell_type(int vtk) {
  const auto* found = std::find_if(cell_types.begin(), cell_types.end(),
                                   [&](const CellType& type) { return type.vtk == vtk; });
  if (found == cell_types.end())
    throw core::Error(core::Failure::internal, fmt::format("VTK's cell type {} in XDMF", vtk));
  return *found;
}

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '&')
      result += "&amp;";
    else if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else if (c == '"')
      result += "&quot;";
    else
      result += c;
  }
  return result;
}

std::string data_item(const XdmfMesh& mesh, const std::string& number, const std::string& sizes,
                      const std::string& name) {
  return fmt::format("<DataItem Format=\"HDF\" {} Dimensions=\"{}\">{}:{}</DataItem>", number,
                     sizes, escaped(mesh.hdf5_name), escaped(name));
}

constexpr const char* real_number = "NumberType=\"Float\" Precision=\"8\"";
constexpr const char* integer_number = "NumberType=\"Int\" Precision=\"8\"";

/// The type of all cells, or null when there are several.
const CellType* common_type(MPI_Comm comm, const OutputMesh& mesh) {
  std::array<int, 2> range{0, 0};  // of 256 − type and type: one reduction finds both ends
  for (const std::uint8_t type : mesh.types) {
    range[0] = std::max(range[0], 256 - type);
    range[1] = std::max<int>(range[1], type);
  }
  MPI_Allreduce(MPI_IN_PLACE, range.data(), 2, MPI_INT, MPI_MAX, comm);
  return range[0] + range[1] == 256 ? &cell_type(range[1]) : nullptr;
}

/// Type (and number of nodes, where the type leaves that open), then the nodes, cell after cell.
std::vector<std::int64_t> mixed_topology(const OutputMesh& mesh) {
  std::vector<std::int64_t> values;
  values.reserve(mesh.connectivity.size() + 2 * mesh.types.size());
  for (std::size_t cell = 0; cell < mesh.types.size(); ++cell) {
    const CellType& type = cell_type(mesh.types[cell]);
    values.push_back(type.xdmf);
    if (type.counted) values.push_back(type.nodes);
    values.insert(values.end(), mesh.connectivity.begin() + mesh.offsets[cell],
                  mesh.connectivity.begin() + mesh.offsets[cell + 1]);
  }
  return values;
}

/// Writes /XDMF/Topology, if it is not there yet; its size. @note Collective.
std::int64_t write_mixed_topology(MPI_Comm comm, hid_t file, const std::string& shown_as,
                                  const OutputMesh& mesh, bool existing) {
  const Hdf5Calls calls(comm, shown_as);
  std::vector<std::int64_t> values;
  core::collectively(comm, [&] { values = mixed_topology(mesh); });
  const auto mine = static_cast<std::int64_t>(values.size());
  std::int64_t end = 0;
  std::int64_t total = 0;
  MPI_Scan(&mine, &end, 1, MPI_INT64_T, MPI_SUM, comm);
  MPI_Allreduce(&mine, &total, 1, MPI_INT64_T, MPI_SUM, comm);
  if (existing) return total;
  const core::Hdf5Group group = create_group(calls, file, "XDMF");
  write_slab(
      calls, group, "Topology",
      {static_cast<hsize_t>(end - mine), static_cast<hsize_t>(mine), static_cast<hsize_t>(total)},
      {H5T_STD_I64LE, H5T_NATIVE_INT64}, values.data());
  return total;
}

std::string uniform_topology(const XdmfMesh& mesh, const CellType& type) {
  const std::string open =
      type.counted ? fmt::format(" NodesPerElement=\"{}\"", type.nodes) : std::string();
  return fmt::format("<Topology TopologyType=\"{}\"{} NumberOfElements=\"{}\">{}</Topology>",
                     type.name, open, mesh.cells,
                     data_item(mesh, integer_number, fmt::format("{} {}", mesh.cells, type.nodes),
                               "/VTKHDF/Connectivity"));
}

const char* attribute_type(int components) {
  if (components == 1) return "Scalar";
  if (components == 3) return "Vector";
  return "Matrix";  // Tensor6 would mean another order than VTK's
}

constexpr std::string_view header =
    "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<Xdmf Version=\"3.0\">\n<Domain>\n"
    "<Grid Name=\"results\" GridType=\"Collection\" CollectionType=\"Temporal\">\n";
constexpr std::string_view footer = "</Grid>\n</Domain>\n</Xdmf>\n";

class Descriptor {
 public:
  explicit Descriptor(const std::filesystem::path& path)
      : file_(::open(path.c_str(), O_WRONLY | O_CLOEXEC)) {}
  ~Descriptor() {
    if (file_ >= 0) ::close(file_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  operator int() const { return file_; }  // NOLINT(google-explicit-constructor)

 private:
  int file_;
};

/// False with errno set when that fails.
bool write_at(int file, std::string_view text, off_t offset) {
  while (!text.empty()) {
    const ssize_t written = ::pwrite(file, text.data(), text.size(), offset);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
    offset += written;
  }
  return true;
}

}  // namespace

XdmfMesh describe_for_xdmf(MPI_Comm comm, hid_t file, const std::filesystem::path& hdf5_file,
                           const OutputMesh& mesh, bool existing) {
  XdmfMesh result;
  result.hdf5_name = hdf5_file.filename().string();
  result.points = mesh.point_range.global;
  result.cells = mesh.cell_range.global;
  if (const CellType* type = common_type(comm, mesh)) {
    result.topology = uniform_topology(result, *type);
    return result;
  }
  const std::int64_t size = write_mixed_topology(comm, file, hdf5_file.string(), mesh, existing);
  result.topology = fmt::format(
      "<Topology TopologyType=\"Mixed\" NumberOfElements=\"{}\">{}</Topology>", result.cells,
      data_item(result, integer_number, fmt::format("{}", size), "/XDMF/Topology"));
  return result;
}

XdmfFile::XdmfFile(std::filesystem::path path, XdmfMesh mesh, std::vector<MeshField> fields)
    : path_(std::move(path)), mesh_(std::move(mesh)), fields_(std::move(fields)) {}

void XdmfFile::add_steps(std::span<const double> times) {
  if (times.empty()) return;
  std::string text;
  for (std::size_t i = 0; i < times.size(); ++i)
    text += grid(steps_ + static_cast<std::int64_t>(i), times[i]);
  if (steps_ == 0) {
    const std::string begin = std::string(header) + text;
    write_text_atomically(path_, begin + std::string(footer));
    end_ = static_cast<std::int64_t>(begin.size());
  } else {
    append(text);
  }
  steps_ += static_cast<std::int64_t>(times.size());
}

/// The new steps and the closing tags after them replace the old closing tags.
void XdmfFile::append(const std::string& text) {
  const Descriptor file(path_);
  if (file < 0) core::numerics_error("cannot write '{}': {}", path_.string(), std::strerror(errno));
  if (!write_at(file, text + std::string(footer), end_)) {
    const int reason = errno;
    const bool restored = write_at(file, footer, end_) &&
                          ::ftruncate(file, end_ + static_cast<off_t>(footer.size())) == 0;
    core::numerics_error("cannot write '{}': {}{}", path_.string(), std::strerror(reason),
                         restored ? "" : "; it is damaged now");
  }
  end_ += static_cast<std::int64_t>(text.size());
}

std::string XdmfFile::grid(std::int64_t step, double time) const {
  const auto once = [&](const char* name, const char* center, std::int64_t count,
                        const char* place) {
    return fmt::format(
        "<Attribute Name=\"{}\" AttributeType=\"Scalar\" Center=\"{}\">{}"
        "</Attribute>\n",
        name, center, data_item(mesh_, integer_number, fmt::format("{}", count), place));
  };
  std::string text = fmt::format(
      "<Grid Name=\"mesh\" GridType=\"Uniform\">\n<Time Value=\"{}\"/>\n{}\n"
      "<Geometry GeometryType=\"XYZ\">{}</Geometry>\n",
      time, mesh_.topology,
      data_item(mesh_, real_number, fmt::format("{} 3", mesh_.points), "/VTKHDF/Points"));
  text += once("node", "Node", mesh_.points, "/VTKHDF/PointData/node");
  text += once("element", "Cell", mesh_.cells, "/VTKHDF/CellData/element");
  for (const MeshField& field : fields_) text += attribute(field, step);
  return text + "</Grid>\n";
}

/// A step's rows of a dataset [steps · rows × components]: a hyperslab by start, stride and count.
std::string XdmfFile::attribute(const MeshField& field, std::int64_t step) const {
  const bool of_points = field.site == Site::point;
  const std::int64_t rows = of_points ? mesh_.points : mesh_.cells;
  const bool flat = field.components == 1;
  const auto sizes = [&](std::int64_t count) {
    return flat ? fmt::format("{}", count) : fmt::format("{} {}", count, field.components);
  };
  const std::string selection =
      flat ? fmt::format("{} 1 {}", step * rows, rows)
           : fmt::format("{} 0 1 1 {} {}", step * rows, rows, field.components);
  return fmt::format(
      "<Attribute Name=\"{}\" AttributeType=\"{}\" Center=\"{}\">"
      "<DataItem ItemType=\"HyperSlab\" Dimensions=\"{}\" Type=\"HyperSlab\">"
      "<DataItem Format=\"XML\" NumberType=\"Int\" Dimensions=\"3 {}\">{}</DataItem>{}"
      "</DataItem></Attribute>\n",
      escaped(field.name), attribute_type(field.components), of_points ? "Node" : "Cell",
      sizes(rows), flat ? 1 : 2, selection,
      data_item(mesh_, real_number, sizes((step + 1) * rows),
                fmt::format("/VTKHDF/{}/{}", of_points ? "PointData" : "CellData", field.name)));
}

}  // namespace sparkdyn::output
