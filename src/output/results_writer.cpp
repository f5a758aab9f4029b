#include "sparkdyn/output/results_writer.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <span>
#include <vector>

#include "disk_space.hpp"
#include "hdf5_rows.hpp"
#include "hdf5_slabs.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/output/output_folder.hpp"
#include "sparkdyn/output/vtkhdf.hpp"
#include "sparkdyn/output/xdmf.hpp"

namespace sparkdyn::output {
namespace {

constexpr int format_version = 1;

/// HDF5 writes some of what describes the data whenever much of it has changed, and a file with
/// some of it is not readable: put that off to the flush as far as HDF5 lets us.
void keep_metadata_until_flush(hid_t properties) {
  constexpr std::size_t largest_threshold = 32 << 20;
  H5AC_cache_config_t config{};
  config.version = H5AC__CURR_CACHE_CONFIG_VERSION;
  H5Pget_mdc_config(properties, &config);
  config.dirty_bytes_threshold = largest_threshold;
  H5Pset_mdc_config(properties, &config);
}

core::Hdf5Properties access_properties(MPI_Comm comm) {
  constexpr hsize_t large = 65536;
  constexpr hsize_t page = 4096;
  core::Hdf5Properties properties(H5Pcreate(H5P_FILE_ACCESS));
  H5Pset_fapl_mpio(properties, comm, MPI_INFO_NULL);
  // One rank reads and all write what describes the data, instead of each its own small pieces;
  // distributed writing of it can hang in HDF5 1.10 (HDFGroup/hdf5#265).
  H5Pset_coll_metadata_write(properties, true);
  H5Pset_all_coll_metadata_ops(properties, true);
  H5Pset_alignment(properties, large, page);
  keep_metadata_until_flush(properties);
  return properties;
}

core::Hdf5File create_file(const Hdf5Calls& calls, const std::filesystem::path& path) {
  const auto properties = access_properties(calls.comm());
  return core::Hdf5File(calls(
      "creating", [&] { return H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, properties); }));
}

/// On rank 0 only.
std::unique_ptr<DiskSpace> make_file(MPI_Comm comm, const std::filesystem::path& path) {
  std::unique_ptr<DiskSpace> disk;
  core::on_rank_zero(comm, [&] { disk = std::make_unique<DiskSpace>(part_of(path), path); });
  return disk;
}

/// Times are the same everywhere; rank 0 writes them.
Hdf5Rows::Description time_description(MPI_Comm comm) {
  const PetscInt mine = core::rank(comm) == 0 ? 1 : 0;
  return {"time", "simulated time", "unit of time of the input", {1 - mine, 1, 1}, true};
}

/// How many rows wait in memory: about 256 kB per rank and table, the same number on all ranks.
long rows_to_gather(MPI_Comm comm, PetscInt columns) {
  constexpr long values_per_rank = 32768;
  constexpr long most = 1024;
  const long values = values_per_rank * core::size(comm);
  return std::clamp(values / std::max<long>(columns, 1), 1L, most);
}

}  // namespace

class ResultsWriter::File {
 public:
  /// Tables for what `frame` has, still without rows. @note Collective.
  File(MPI_Comm comm, const std::filesystem::path& path, const integrate::Frame& frame,
       const ResultsOptions& options);
  /// What cannot be written any more has been reported before. @note Collective.
  ~File();
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  void add(const integrate::Frame& frame);
  bool full() const { return waiting_ >= most_waiting_; }
  /// Appends the waiting rows, but not yet their times. @note Collective.
  void write();
  /// After it a killed run leaves a readable file. @note Collective.
  void flush();
  /// Tells the index of results on a mesh about steps flushed since it was last told, once the file
  /// is where the index says. @note Collective.
  void update_index();
  /// After a failure: gives the rows that were written their times, if there is room for them.
  /// @note Collective.
  void salvage();

 private:
  using Getter = Vec (*)(const integrate::Frame&);
  struct Table {
    Getter vector;
    Hdf5Rows rows;
  };
  void add_tables(const integrate::Frame& frame);
  void add_table(const integrate::Frame& frame, Getter vector, Hdf5Rows::Description description);
  void add_mesh(const std::filesystem::path& path);
  void add_labels();
  void add_to_mesh(const integrate::Frame& frame);
  void reserve(hsize_t growth);
  void to_disk();

  Hdf5Calls calls_;
  std::unique_ptr<DiskSpace> disk_;  ///< null on other ranks than 0
  core::Hdf5File file_;
  Hdf5Rows times_;
  std::vector<Table> tables_;
  std::shared_ptr<MeshResults> mesh_;
  std::unique_ptr<VtkGroup> vtk_;
  std::unique_ptr<XdmfFile> index_;  ///< null on other ranks than 0
  std::vector<double> index_times_;  ///< of steps not yet in the index
  long indexed_ = 0;
  long most_waiting_;
  long waiting_ = 0;
};

ResultsWriter::File::File(MPI_Comm comm, const std::filesystem::path& path,
                          const integrate::Frame& frame, const ResultsOptions& options)
    : calls_(comm, path.string()),
      disk_(make_file(comm, path)),
      file_(create_file(calls_, part_of(path))),
      times_(calls_, file_, time_description(comm)),
      mesh_(options.mesh),
      most_waiting_(rows_to_gather(comm, core::row_range(frame.q()).global)) {
  write_attribute(calls_, file_, "format", "sparkdyn results");
  write_attribute(calls_, file_, "format_version", format_version);
  write_attribute(calls_, file_, "program", options.program);
  write_attribute(calls_, file_, "layout",
                  "one row per stored step, columns in the numbering of the input");
  if (options.vectors) add_tables(frame);
  if (mesh_) add_mesh(path);
  if (mesh_ && options.vectors) add_labels();
}

void ResultsWriter::File::add_tables(const integrate::Frame& frame) {
  add_table(frame, [](const integrate::Frame& f) { return f.q(); },
            {"q", "displacement", "unit of displacement of the input"});
  add_table(frame, [](const integrate::Frame& f) { return f.v(); },
            {"v", "velocity q'", "unit of displacement per unit of time of the input"});
  add_table(
      frame, [](const integrate::Frame& f) { return f.acceleration(); },
      {"a", "acceleration q''", "unit of displacement per unit of time squared of the input"});
  add_table(frame, [](const integrate::Frame& f) { return f.multiplier(); },
            {"lambda", "Lagrange multipliers; the constraints exert the force -G^T lambda",
             "unit of force of the input per entry of G"});
}

ResultsWriter::File::~File() {
  const QuietHdf5 quiet;
  vtk_.reset();
  tables_.clear();
  times_.close();
  file_.reset();
}

void ResultsWriter::File::add_table(const integrate::Frame& frame, Getter vector,
                                    Hdf5Rows::Description description) {
  const Vec first = vector(frame);
  if (!first) return;
  description.columns = core::row_range(first);
  tables_.push_back({vector, Hdf5Rows(calls_, file_, std::move(description))});
}

/// What the columns of /q and /lambda are.
void ResultsWriter::File::add_labels() {
  const ColumnLabels columns = mesh_->columns();
  if (columns.range.global > 0)
    write_slab(
        calls_, file_, "dofs",
        {static_cast<hsize_t>(columns.range.begin), static_cast<hsize_t>(columns.range.size()),
         static_cast<hsize_t>(columns.range.global), 2, false},
        {H5T_STD_I64LE, H5T_NATIVE_INT64}, columns.labels.data());
  const std::vector<std::string> names = mesh_->row_names();
  std::array<unsigned long long, 2> size{names.size(), 1};  // rows, longest name
  for (const auto& name : names) size[1] = std::max<unsigned long long>(size[1], name.size());
  MPI_Bcast(size.data(), 2, MPI_UNSIGNED_LONG_LONG, 0, calls_.comm());
  if (size[0] == 0) return;
  const core::Hdf5Type type(H5Tcopy(H5T_C_S1));
  H5Tset_size(type, size[1]);
  H5Tset_strpad(type, H5T_STR_NULLPAD);
  std::string padded;
  for (const auto& name : names) padded += name + std::string(size[1] - name.size(), '\0');
  write_slab(calls_, file_, "rows", {0, names.size(), size[0], 1, true}, {type, type},
             padded.data());
}

void ResultsWriter::File::add_mesh(const std::filesystem::path& path) {
  const MPI_Comm comm = calls_.comm();
  const OutputMesh mesh = mesh_->mesh();
  std::vector<MeshField> fields = mesh_->point_fields();
  const std::vector<MeshField> of_cells = mesh_->cell_fields();
  fields.insert(fields.end(), of_cells.begin(), of_cells.end());
  reserve(mesh_bytes(comm, mesh));
  vtk_ = std::make_unique<VtkGroup>(comm, file_, path.string(), mesh, fields);
  XdmfMesh described = describe_for_xdmf(comm, file_, path, mesh);
  if (core::rank(comm) == 0) {
    auto index_path = path;
    index_ = std::make_unique<XdmfFile>(index_path.replace_extension(".xdmf"), std::move(described),
                                        std::move(fields));
  }
  most_waiting_ =
      std::min(most_waiting_, rows_to_gather(comm, static_cast<PetscInt>(vtk_->largest_field())));
}

void ResultsWriter::File::add_to_mesh(const integrate::Frame& frame) {
  const auto& fields = vtk_->fields();
  for (std::size_t i = 0; i < fields.size(); ++i) mesh_->evaluate(frame, fields[i], vtk_->slab(i));
  vtk_->end_step(frame.time());
  index_times_.push_back(frame.time());
}

void ResultsWriter::File::add(const integrate::Frame& frame) {
  for (Table& table : tables_) {
    if (const Vec vector = table.vector(frame))
      table.rows.add(core::ReadArray(vector).data());
    else
      table.rows.add_undefined();
  }
  if (vtk_) add_to_mesh(frame);
  const double time = frame.time();
  times_.add(&time);  // last: an acceleration may fail to be found
  ++waiting_;
}

void ResultsWriter::File::reserve(hsize_t growth) {
  core::on_rank_zero(calls_.comm(), [&] { disk_->reserve(growth); });
}

void ResultsWriter::File::write() {
  if (waiting_ == 0) return;
  hsize_t growth = static_cast<hsize_t>(waiting_) * sizeof(double);  // their times, written later
  for (const Table& table : tables_) growth += table.rows.bytes_to_add();
  if (vtk_) growth += vtk_->bytes_to_add();
  reserve(growth);
  for (Table& table : tables_) table.rows.write(calls_);
  if (vtk_) vtk_->write_values();
  waiting_ = 0;
}

void ResultsWriter::File::flush() {
  write();
  to_disk();
  times_.write(calls_);  // last: no time stands in the file before its values do
  if (vtk_) vtk_->write_steps();
  to_disk();
  if (disk_) disk_->settle();
}

void ResultsWriter::File::salvage() {
  try {
    times_.drop(static_cast<hsize_t>(waiting_));
    times_.write(calls_);
    if (vtk_) vtk_->write_steps();
    to_disk();
    update_index();
  } catch (const core::Error&) {
    // The error that brought us here is the one to report.
  }
}

void ResultsWriter::File::update_index() {
  if (!vtk_) return;
  core::on_rank_zero(calls_.comm(), [&] {
    const auto flushed = static_cast<std::size_t>(vtk_->steps() - indexed_);
    index_->add_steps(std::span(index_times_).first(flushed));
    index_times_.erase(index_times_.begin(), index_times_.begin() + static_cast<long>(flushed));
    indexed_ = vtk_->steps();
  });
}

void ResultsWriter::File::to_disk() {
  calls_("flushing", [&] { return H5Fflush(file_, H5F_SCOPE_GLOBAL); });
}

ResultsWriter::ResultsWriter(MPI_Comm comm, std::filesystem::path file, ResultsOptions options)
    : comm_(comm),
      path_(std::move(file)),
      options_(std::move(options)),
      selection_(options_.every),
      pace_(comm, options_.flush_seconds) {}

ResultsWriter::~ResultsWriter() {
  if (!file_) return;
  try {
    file_->flush();
    file_->update_index();
  } catch (const core::Error&) {
    // Here only because of an error elsewhere, which is the one to report.
  }
}

void ResultsWriter::on_start(const integrate::Frame& frame) {
  try {
    file_ = std::make_unique<File>(comm_, path_, frame, options_);
    if (selection_.take(frame)) file_->add(frame);
    file_->flush();
    core::on_rank_zero(comm_, [&] { put_in_place(path_); });
    file_->update_index();
  } catch (const core::Error&) {
    file_.reset();
    if (core::rank(comm_) == 0) ::unlink(part_of(path_).c_str());
    throw;
  }
}

void ResultsWriter::on_step(const integrate::Frame& frame) {
  if (!file_) return;
  if (selection_.take(frame)) store(frame);
  if (pace_.due()) flush();
}

void ResultsWriter::on_finish(const integrate::Frame& frame) {
  if (!file_) return;
  if (selection_.take_last(frame)) store(frame);
  flush();
  file_.reset();
}

void ResultsWriter::store(const integrate::Frame& frame) {
  file_->add(frame);
  if (file_->full()) guarded([&] { file_->write(); });
}

void ResultsWriter::flush() {
  const auto start = std::chrono::steady_clock::now();
  guarded([&] {
    file_->flush();
    file_->update_index();
  });
  pace_.spent(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
}

void ResultsWriter::guarded(const std::function<void()>& body) {
  try {
    body();
  } catch (const core::Error&) {
    file_->salvage();
    file_.reset();
    throw;
  }
}

}  // namespace sparkdyn::output
