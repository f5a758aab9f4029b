# SPDX-License-Identifier: BSD-3-Clause
# Everything comes from Debian packages (see scripts/lib/packages) or from what PETSC_DIR,
# SLEPC_DIR and PKG_CONFIG_PATH point to. `tableau` and `dae` alone need Eigen and fmt only.
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(fmt REQUIRED)
find_package(GTest QUIET)

set(SPARKDYN_SERIAL_MODULES tableau dae)
set(SPARKDYN_MPI_MODULES ${SPARKDYN_MODULES})
list(REMOVE_ITEM SPARKDYN_MPI_MODULES ${SPARKDYN_SERIAL_MODULES})
if(SPARKDYN_MPI_MODULES)
  include(MpiDependencies)
endif()
