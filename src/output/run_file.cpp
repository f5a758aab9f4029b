// SPDX-License-Identifier: BSD-3-Clause
#include "output/run_file.hpp"

#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::output {

void RunFile::carry(core::Archive& archive) {
  std::string kept = archive.gives() ? "" : keep();
  if (!archive.bytes(path_.filename().string(), kept) || !archive.gives()) return;
  core::on_rank_zero(comm_, [&] { require_kept(kept); });
  kept_ = std::move(kept);
}

}  // namespace sparkdyn::output
