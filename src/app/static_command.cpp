// SPDX-License-Identifier: BSD-3-Clause
#include "app/carry_out.hpp"

namespace sparkdyn::app {

int rest(MPI_Comm comm, const CaseArguments& arguments) {
  return carry_out(comm, arguments, {}, input::Purpose::rest);
}

}  // namespace sparkdyn::app
