// SPDX-License-Identifier: BSD-3-Clause
#include <iostream>

#include "app/commands.hpp"
#include "guide/schema.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::app {

int schema(MPI_Comm comm, const SchemaArguments& arguments) {
  core::on_rank_zero(comm, [&] {
    std::cout << (arguments.markdown ? guide::key_reference() : guide::json_schema());
  });
  return 0;
}

}  // namespace sparkdyn::app
