// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// One load case of a checkpoint as an archive: numbers are facts, vectors are in the input's
// numbering, bytes are among the files.

#include <vector>

#include "output/checkpoint.hpp"
#include "sparkdyn/core/archive.hpp"
#include "sparkdyn/output/file_order.hpp"

namespace sparkdyn::output {

/// Fills what write_checkpoint() takes.
class KeepingArchive final : public core::Archive {
 public:
  /// Vectors in the order of the file live as long as the archive.
  KeepingArchive(const FileOrder& order, CheckpointCase& to) : order_(&order), to_(&to) {}

  bool gives() const override { return false; }
  bool takes(const std::string&) const override { return true; }
  void number(const std::string& name, double& value) override { to_->facts.set(name, value); }
  void number(const std::string& name, long& value) override { to_->facts.set(name, value); }
  void vector(const std::string& name, core::Space space, Vec values) override;
  bool bytes(const std::string& name, std::string& values) override;

 private:
  const FileOrder* order_;
  CheckpointCase* to_;
  std::vector<core::Vector> vectors_;
};

/// Gives back what a checkpoint holds.
class GivingArchive final : public core::Archive {
 public:
  /// `left_out`: parts that mean nothing to the method at hand. @note Collective.
  GivingArchive(const CheckpointReader& reader, int load_case, const FileOrder& order,
                std::vector<std::string> left_out = {})
      : reader_(&reader),
        load_case_(load_case),
        order_(&order),
        left_out_(std::move(left_out)),
        files_(reader.files(load_case)) {}

  bool gives() const override { return true; }
  bool takes(const std::string& part) const override;
  void number(const std::string& name, double& value) override;
  void number(const std::string& name, long& value) override;
  void vector(const std::string& name, core::Space space, Vec values) override;
  bool bytes(const std::string& name, std::string& values) override;

 private:
  const CheckpointReader* reader_;
  int load_case_;
  const FileOrder* order_;
  std::vector<std::string> left_out_;
  std::map<std::string, std::string> files_;
};

}  // namespace sparkdyn::output
