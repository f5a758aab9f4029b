// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A checkpoint: all that a run needs to go on, on any number of ranks, as one HDF5 file.
//
//   user block   "sparkdyn checkpoint", format version, run, step, when it was written, number of
//                bytes and checksum of all that follows, checksum of these lines; read and verified
//                before HDF5 sees the file
//   /facts       what is known by name, as lines `name value`; numbers read back to the same bits
//   /case-k/     of load case k: facts, vectors in the input's numbering (q, v, a, lambda, …), and
//                in files/ what the writers of its result files need to go on
//
// It is written aside, read back, and renamed when it is good.

#include <mpi.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "sparkdyn/core/petsc.hpp"
#include "sparkdyn/output/facts.hpp"

namespace sparkdyn::output {

inline constexpr int checkpoint_version = 2;

struct CheckpointVector {
  std::string name;
  Vec values = nullptr;  ///< in the order of the file: rank r writes its range
};

struct CheckpointCase {
  Facts facts;
  std::vector<CheckpointVector> vectors;
  std::map<std::string, std::string> files;  ///< used on rank 0
};

/// What the first lines of a checkpoint say.
struct CheckpointLabel {
  int version = checkpoint_version;
  std::string run;      ///< see make_run_name()
  long step = 0;        ///< of the whole run
  std::string written;  ///< date and time (UTC) to the microsecond: later ones sort later
  std::uint64_t bytes = 0;
  std::uint64_t checksum = 0;
};

struct CheckpointContent {
  std::string run;
  long step = 0;
  std::string written;  ///< as in the label; used on rank 0
  Facts facts;
  std::vector<CheckpointCase> cases;
};

/// Throws core::Error (numerics) on all ranks when it cannot be written; an earlier file of that
/// name stays. @note Collective.
void write_checkpoint(MPI_Comm comm, const std::filesystem::path& file,
                      const CheckpointContent& content);

/// Throws core::Error (input) that says why `file` is no checkpoint that can be read. Looks at the
/// first lines alone. For one rank.
CheckpointLabel read_label(const std::filesystem::path& file);

class CheckpointReader {
 public:
  /// Verifies the whole file before it is used. Throws core::Error (input) on all ranks that says
  /// what is wrong with it. @note Collective.
  CheckpointReader(MPI_Comm comm, std::filesystem::path file);
  ~CheckpointReader();
  CheckpointReader(CheckpointReader&&) noexcept;

  const std::filesystem::path& path() const { return path_; }
  const CheckpointLabel& label() const { return label_; }
  const Facts& facts() const { return facts_; }
  int cases() const;
  const Facts& facts(int load_case) const;
  /// Fills this rank's part. Throws core::Error (input) when there is no such vector, it has
  /// another length or is not finite. @note Collective.
  void read(int load_case, const std::string& name, Vec values) const;
  bool has(int load_case, const std::string& name) const;  ///< @note Collective.
  /// The same on all ranks. @note Collective.
  std::map<std::string, std::string> files(int load_case) const;

 private:
  struct Content;
  void read_entries(int load_case, const std::string& name, Vec values) const;
  std::map<std::string, std::string> read_files(int load_case) const;

  MPI_Comm comm_;
  std::filesystem::path path_;
  CheckpointLabel label_;
  Facts facts_;
  std::unique_ptr<Content> content_;
};

}  // namespace sparkdyn::output
