// SPDX-License-Identifier: BSD-3-Clause
#include "output/run_file.hpp"

#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::output {

void RunFile::carry(core::Archive& archive) {
  std::string memory = archive.gives() ? "" : keep();
  if (!archive.bytes(path_.filename().string(), memory) || !archive.gives()) return;
  core::on_rank_zero(comm_, [&] { require_kept(memory); });
  memory_ = std::move(memory);
}

}  // namespace sparkdyn::output
