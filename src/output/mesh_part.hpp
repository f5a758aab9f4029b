// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Results on a mesh inside results.h5: /VTKHDF, the labels of the columns of /q and /lambda, and
// the index beside the file.

#include <memory>
#include <vector>

#include "output/peaks.hpp"
#include "output/results_file.hpp"
#include "output/vtkhdf.hpp"
#include "output/xdmf.hpp"
#include "sparkdyn/output/mesh_results.hpp"

namespace sparkdyn::output {

class MeshPart final : public ResultsPart {
 public:
  /// `labels`: also /dofs and /rows.
  MeshPart(MPI_Comm comm, std::filesystem::path path, std::shared_ptr<MeshResults> mesh,
           bool labels);

  /// Takes the fields of a frame; they wait in memory. @note Collective.
  void add(const run::Frame& frame);

  /// Of all that was added, in this run and those before.
  Peaks& peaks() { return peaks_; }

  void create(hid_t file, const std::function<void(hsize_t)>& reserve) override;
  void open(hid_t file, const std::vector<double>& times) override;
  PetscInt widest() const override;
  hsize_t bytes_to_add() const override { return vtk_->bytes_to_add(); }
  void write_values() override { vtk_->write_values(); }
  void write_steps() override { vtk_->write_steps(); }
  void flushed() override;
  void close() override { vtk_.reset(); }

 private:
  std::vector<MeshField> fields() const;
  void make_index(hid_t file, const OutputMesh& mesh, bool existing);
  void write_labels(hid_t file) const;
  void write_drawing(hid_t file, const OutputMesh& mesh, const Drawing& drawing) const;

  MPI_Comm comm_;
  std::filesystem::path path_;
  std::shared_ptr<MeshResults> mesh_;
  bool labels_;
  std::unique_ptr<VtkGroup> vtk_;
  std::unique_ptr<XdmfFile> index_;  ///< null on other ranks than 0
  OutputMesh places_;                ///< ranges and numbers alone
  Peaks peaks_;
  std::vector<double> index_times_;  ///< of steps not yet in the index
  long indexed_ = 0;
};

}  // namespace sparkdyn::output
