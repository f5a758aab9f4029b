// SPDX-License-Identifier: BSD-3-Clause
#include <iostream>

#include "app/commands.hpp"
#include "app/json_schema.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::app {

int schema(MPI_Comm comm, const SchemaArguments& arguments) {
  core::on_rank_zero(comm,
                     [&] { std::cout << (arguments.markdown ? key_reference() : json_schema()); });
  return 0;
}

}  // namespace sparkdyn::app
