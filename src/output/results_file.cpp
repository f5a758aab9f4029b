// SPDX-License-Identifier: BSD-3-Clause
#include "output/results_file.hpp"

#include <unistd.h>

#include <algorithm>

#include "core/package.hpp"
#include "disk_space.hpp"
#include "file_image.hpp"
#include "hdf5_rows.hpp"
#include "hdf5_slabs.hpp"
#include "output/output_folder.hpp"
#include "posix_file.hpp"
#include "run_name.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::output {
namespace {

constexpr int format_version = 1;

/// On rank 0 only.
std::unique_ptr<DiskSpace> take_space(MPI_Comm comm, const std::filesystem::path& path,
                                      const std::filesystem::path& shown_as,
                                      DiskSpace::Start start) {
  std::unique_ptr<DiskSpace> disk;
  core::on_rank_zero(comm, [&] { disk = std::make_unique<DiskSpace>(path, shown_as, start); });
  return disk;
}

Hdf5Rows::Description description_of(const ResultsTable& table) {
  return {table.name, table.meaning, table.unit, table.columns, table.scalar};
}

Hdf5Rows::Description time_description(MPI_Comm comm) {
  return description_of(number_table(comm, "time", "simulated time", "unit of time of the input"));
}

void write_texts(const Hdf5Calls& calls, hid_t group, const std::string& name,
                 const std::vector<std::string>& texts) {
  std::size_t longest = 1;
  for (const auto& text : texts) longest = std::max(longest, text.size());
  const core::Hdf5Type type(H5Tcopy(H5T_C_S1));
  H5Tset_size(type, longest);
  H5Tset_strpad(type, H5T_STR_NULLPAD);
  std::string padded;
  for (const auto& text : texts) padded += text + std::string(longest - text.size(), '\0');
  const hsize_t mine = core::rank(calls.comm()) == 0 ? texts.size() : 0;
  write_slab(calls, group, name, {texts.size() - mine, mine, texts.size(), 1, true}, {type, type},
             padded.data());
}

/// /steps: what the numbers in /step mean.
void write_steps(const Hdf5Calls& calls, hid_t file, const std::vector<ResultsStep>& steps) {
  const core::Hdf5Group group = create_group(calls, file, "steps");
  std::vector<std::string> kinds, places;
  std::vector<double> starts, ends;
  for (const ResultsStep& step : steps) {
    kinds.push_back(step.kind);
    places.push_back(step.where);
    starts.push_back(step.start);
    ends.push_back(step.end);
  }
  write_texts(calls, group, "kind", kinds);
  write_texts(calls, group, "where", places);
  const hsize_t mine = core::rank(calls.comm()) == 0 ? steps.size() : 0;
  const SlabLayout layout{steps.size() - mine, mine, steps.size(), 1, true};
  const SlabType numbers{H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE};
  write_slab(calls, group, "start", layout, numbers, starts.data());
  write_slab(calls, group, "end", layout, numbers, ends.data());
}

/// How many rows wait in memory: about 256 kB per rank and table, the same number on all ranks.
long rows_to_gather(MPI_Comm comm, PetscInt columns) {
  constexpr long values_per_rank = 32768;
  constexpr long most = 1024;
  const long values = values_per_rank * core::size(comm);
  return std::clamp(values / std::max<long>(columns, 1), 1L, most);
}

/// Of the widest table.
PetscInt widest(const std::vector<ResultsTable>& tables) {
  PetscInt columns = 0;
  for (const ResultsTable& table : tables) columns = std::max(columns, table.columns.global);
  return columns;
}

}  // namespace

ResultsTable number_table(MPI_Comm comm, std::string name, std::string meaning, std::string unit) {
  const PetscInt mine = core::rank(comm) == 0 ? 1 : 0;
  return {std::move(name), std::move(meaning), std::move(unit), {1 - mine, 1, 1}, true};
}

class ResultsFile::Content {
 public:
  Content(MPI_Comm comm, const std::filesystem::path& path, const ResultsOrigin& origin,
          const std::vector<ResultsTable>& tables, std::shared_ptr<ResultsPart> part);
  /// Of a file with `rows` rows.
  Content(MPI_Comm comm, const std::filesystem::path& path, const std::vector<ResultsTable>& tables,
          std::shared_ptr<ResultsPart> part, hsize_t rows);
  ~Content();
  Content(const Content&) = delete;
  Content& operator=(const Content&) = delete;

  void add(double time, const std::vector<const double*>& rows);
  bool full() const { return waiting_ >= most_waiting_; }
  void write();
  void flush();
  void salvage();
  hsize_t rows() const { return times_.rows(); }

 private:
  void add_tables(const std::vector<ResultsTable>& tables, std::optional<hsize_t> existing);
  std::vector<double> read_times(hsize_t rows) const;
  void reserve(hsize_t growth);
  void to_disk();

  Hdf5Calls calls_;
  std::unique_ptr<DiskSpace> disk_;  ///< null on other ranks than 0
  core::Hdf5File file_;
  Hdf5Rows times_;
  std::vector<Hdf5Rows> tables_;
  std::shared_ptr<ResultsPart> part_;
  long most_waiting_;
  long waiting_ = 0;
};

ResultsFile::Content::Content(MPI_Comm comm, const std::filesystem::path& path,
                              const ResultsOrigin& origin, const std::vector<ResultsTable>& tables,
                              std::shared_ptr<ResultsPart> part)
    : calls_(comm, path.string()),
      disk_(take_space(comm, part_of(path), path, DiskSpace::Start::empty)),
      file_(create_file(calls_, part_of(path))),
      times_(calls_, file_, time_description(comm)),
      part_(std::move(part)),
      most_waiting_(rows_to_gather(comm, widest(tables))) {
  write_attribute(calls_, file_, "format", "sparkdyn results");
  write_attribute(calls_, file_, "format_version", format_version);
  write_attribute(calls_, file_, "program", origin.program);
  if (!origin.run.empty()) write_attribute(calls_, file_, "run", origin.run);
  write_attribute(calls_, file_, "layout",
                  "one row per stored step, columns in the numbering of the input");
  if (!origin.steps.empty()) write_steps(calls_, file_, origin.steps);
  add_tables(tables, std::nullopt);
  if (!part_) return;
  part_->create(file_, [this](hsize_t growth) { reserve(growth); });
  most_waiting_ = std::min(most_waiting_, rows_to_gather(comm, part_->widest()));
}

ResultsFile::Content::Content(MPI_Comm comm, const std::filesystem::path& path,
                              const std::vector<ResultsTable>& tables,
                              std::shared_ptr<ResultsPart> part, hsize_t rows)
    : calls_(comm, path.string()),
      disk_(take_space(comm, path, path, DiskSpace::Start::existing)),
      file_(open_file(calls_, path)),
      times_(calls_, file_, time_description(comm), rows),
      part_(std::move(part)),
      most_waiting_(rows_to_gather(comm, widest(tables))) {
  add_tables(tables, rows);
  if (!part_) return;
  part_->open(file_, read_times(rows));
  most_waiting_ = std::min(most_waiting_, rows_to_gather(comm, part_->widest()));
}

void ResultsFile::Content::add_tables(const std::vector<ResultsTable>& tables,
                                      std::optional<hsize_t> existing) {
  for (const ResultsTable& table : tables)
    tables_.emplace_back(calls_, file_, description_of(table), existing);
}

std::vector<double> ResultsFile::Content::read_times(hsize_t rows) const {
  std::vector<double> times(rows);
  const auto dataset = open_dataset(calls_, file_, "time");
  calls_("reading", [&] {
    return H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, times.data());
  });
  return times;
}

ResultsFile::Content::~Content() {
  const QuietHdf5 quiet;
  if (part_) part_->close();
  tables_.clear();
  times_.close();
  file_.reset();
}

void ResultsFile::Content::add(double time, const std::vector<const double*>& rows) {
  for (std::size_t i = 0; i < tables_.size(); ++i) {
    if (rows[i])
      tables_[i].add(rows[i]);
    else
      tables_[i].add_undefined();
  }
  times_.add(&time);
  ++waiting_;
}

void ResultsFile::Content::reserve(hsize_t growth) {
  core::on_rank_zero(calls_.comm(), [&] { disk_->reserve(growth); });
}

void ResultsFile::Content::write() {
  if (waiting_ == 0) return;
  hsize_t growth = static_cast<hsize_t>(waiting_) * sizeof(double);  // their times, written later
  for (const Hdf5Rows& table : tables_) growth += table.bytes_to_add();
  if (part_) growth += part_->bytes_to_add();
  reserve(growth);
  for (Hdf5Rows& table : tables_) table.write(calls_);
  if (part_) part_->write_values();
  waiting_ = 0;
}

void ResultsFile::Content::flush() {
  write();
  to_disk();
  times_.write(calls_);  // last: no time stands in the file before its values do
  if (part_) part_->write_steps();
  to_disk();
  if (disk_) disk_->settle();
}

void ResultsFile::Content::salvage() {
  try {
    times_.drop(static_cast<hsize_t>(waiting_));
    times_.write(calls_);
    if (part_) part_->write_steps();
    to_disk();
    if (part_) part_->flushed();
  } catch (const core::Error&) {
    // The error that brought us here is the one to report.
  }
}

void ResultsFile::Content::to_disk() {
  calls_("flushing", [&] { return H5Fflush(file_, H5F_SCOPE_GLOBAL); });
}

ResultsFile::ResultsFile(MPI_Comm comm, std::filesystem::path path, const ResultsOrigin& origin,
                         const std::vector<ResultsTable>& tables, std::shared_ptr<ResultsPart> part)
    : comm_(comm),
      path_(std::move(path)),
      part_(std::move(part)),
      image_(std::make_shared<FileImage>()) {
  try {
    content_ = std::make_unique<Content>(comm_, path_, origin, tables, part_);
  } catch (const core::Error&) {
    if (core::rank(comm_) == 0) ::unlink(part_of(path_).c_str());
    throw;
  }
}

ResultsFile::ResultsFile(MPI_Comm comm, std::filesystem::path path, const ResultsOrigin& origin,
                         const std::vector<ResultsTable>& tables, std::shared_ptr<ResultsPart> part,
                         std::string_view kept)
    : comm_(comm),
      path_(std::move(path)),
      published_(true),
      part_(std::move(part)),
      image_(std::make_shared<FileImage>()) {
  std::vector<std::uint64_t> rows{0};
  core::on_rank_zero(comm_, [&] {
    require_kept(path_, origin.run, kept);
    std::string image;
    core::Unpacker(kept, core::Failure::input).get(rows[0]).get(image);
    image_->restore(path_, image);
  });
  core::broadcast(comm_, rows);
  content_ = std::make_unique<Content>(comm_, path_, tables, part_, rows[0]);
}

void ResultsFile::require_kept(const std::filesystem::path& path, const std::string& run,
                               std::string_view kept) {
  require_there(path);
  if (run_name_of(path) != run)
    core::input_error("'{}' is of another run than the checkpoint; give --output another folder",
                      path.string());
  std::uint64_t rows = 0;
  std::string image;
  core::Unpacker(kept, core::Failure::input).get(rows).get(image);
  FileImage::require_whole(path, image);
}

std::string ResultsFile::keep() {
  flush();
  std::string kept;
  core::on_rank_zero(comm_, [&] {
    PosixFile(path_, PosixFile::Mode::write).sync();
    const std::uint64_t rows = content_->rows();
    kept = core::Packer().add(rows).add(std::string_view(image_->take(path_))).take();
  });
  return kept;
}

ResultsFile::~ResultsFile() {
  content_.reset();
  if (!published_ && core::rank(comm_) == 0) ::unlink(part_of(path_).c_str());
}

void ResultsFile::publish() {
  content_->flush();
  core::on_rank_zero(comm_, [&] { put_in_place(path_); });
  published_ = true;
  if (part_) part_->flushed();
}

void ResultsFile::add(double time, const std::vector<const double*>& rows) {
  content_->add(time, rows);
}
bool ResultsFile::full() const {
  return content_->full();
}
void ResultsFile::write() {
  content_->write();
}
void ResultsFile::flush() {
  content_->flush();
  if (part_ && published_) part_->flushed();
}
void ResultsFile::salvage() {
  content_->salvage();
}

}  // namespace sparkdyn::output
