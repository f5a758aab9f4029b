// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// `results.h5`: /time [k], /q [k×n], /v [k×n], /a [k×n] where accelerations exist, /lambda [k×m]
// where there are constraints, /step [k] where the run has parts (described in /steps). Columns are
// in the input's own numbering whatever the number of ranks: each rank writes its own [begin, end).
// With a mesh also /VTKHDF, see vtkhdf.hpp, and beside it an index `results.xdmf`, see xdmf.hpp.

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "output/pace.hpp"
#include "output/results_file.hpp"
#include "output/run_file.hpp"
#include "output/selection.hpp"
#include "sparkdyn/output/mesh_results.hpp"

namespace sparkdyn::output {

class MeshPart;

struct ResultsOptions {
  long every = 1;  ///< see Selection
  run::OutputTimes times = {};
  ResultsOrigin origin = {};
  double flush_seconds = 5;  ///< what a killed run may lose
  std::vector<VectorTable> tables = usual_tables();
  std::shared_ptr<MeshResults> mesh = nullptr;  ///< stored as /VTKHDF as well
};

/// Creates nothing before on_start(); from then on `file` is the new run's. It is written as
/// `file.part` until it holds the first frame and then renamed, so that a run that cannot start
/// leaves earlier results alone. A full disk and the like are a core::Error on all ranks.
class ResultsWriter : public RunFile {
 public:
  ResultsWriter(MPI_Comm comm, std::filesystem::path file, ResultsOptions options = {});
  /// Without on_finish(), as after an error elsewhere, keeps what was stored. @note Collective.
  ~ResultsWriter() override;

  /// Of the fields on the mesh at stored states. @note Collective.
  std::vector<FieldPeak> peaks() const;

  void on_start(const run::Frame& frame) override;
  void on_between(const run::Frame& frame) override;
  void on_step(const run::Frame& frame) override;
  void on_finish(const run::Frame& frame) override;

 private:
  std::string keep() override;
  void require_kept(const std::string& kept) const override;
  void go_on(const run::Frame& frame, const std::string& kept) override;
  std::vector<std::string> field_names() const;
  void give_back_peaks(const std::string& kept);
  std::vector<ResultsTable> tables(const run::Frame& frame);
  void add(const run::Frame& frame);
  void store(const run::Frame& frame);
  void flush();
  /// After a failed write nothing more is written: what was flushed stays readable.
  void guarded(const std::function<void()>& body);

  ResultsOptions options_;
  Selection selection_;
  Pace pace_;
  std::vector<mechanics::Quantity> vectors_;  ///< one for each table
  std::shared_ptr<MeshPart> mesh_;
  std::unique_ptr<ResultsFile> file_;
};

}  // namespace sparkdyn::output
