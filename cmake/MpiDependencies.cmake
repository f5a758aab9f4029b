# SPDX-License-Identifier: BSD-3-Clause
# What the modules on MPI need; installed too, so that programs which use them find the same.
find_package(MPI REQUIRED COMPONENTS C CXX)
find_package(PkgConfig REQUIRED)
find_package(yaml-cpp REQUIRED)

if(DEFINED ENV{PETSC_DIR})
  foreach(folder $ENV{PETSC_DIR}/$ENV{PETSC_ARCH}/lib/pkgconfig $ENV{PETSC_DIR}/lib/pkgconfig)
    set(ENV{PKG_CONFIG_PATH} "${folder}:$ENV{PKG_CONFIG_PATH}")
  endforeach()
endif()
pkg_check_modules(PETSC REQUIRED IMPORTED_TARGET PETSc>=3.18)
if(DEFINED ENV{SLEPC_DIR})
  foreach(folder $ENV{SLEPC_DIR}/$ENV{PETSC_ARCH}/lib/pkgconfig $ENV{SLEPC_DIR}/lib/pkgconfig)
    set(ENV{PKG_CONFIG_PATH} "${folder}:$ENV{PKG_CONFIG_PATH}")
  endforeach()
endif()
pkg_check_modules(SLEPC REQUIRED IMPORTED_TARGET SLEPc>=3.18)
pkg_check_modules(HDF5 REQUIRED IMPORTED_TARGET hdf5-openmpi)
pkg_check_modules(MUPARSER REQUIRED IMPORTED_TARGET muparser)

# MUMPS has no pkg-config file; the C interface of the real and complex solver is needed.
find_path(MUMPS_INCLUDE_DIR zmumps_c.h REQUIRED)
find_library(ZMUMPS_LIBRARY zmumps REQUIRED)
find_library(DMUMPS_LIBRARY dmumps REQUIRED)
if(NOT TARGET mumps)  # a second find_package(sparkdyn) comes here again
  add_library(mumps INTERFACE IMPORTED)
  target_include_directories(mumps SYSTEM INTERFACE ${MUMPS_INCLUDE_DIR})
  target_link_libraries(mumps INTERFACE ${ZMUMPS_LIBRARY} ${DMUMPS_LIBRARY} MPI::MPI_CXX)
endif()

# METIS orders the unknowns for MUMPS, whose Debian build has no nested dissection.
find_path(METIS_INCLUDE_DIR metis.h REQUIRED)
find_library(METIS_LIBRARY metis REQUIRED)
if(NOT TARGET metis)
  add_library(metis INTERFACE IMPORTED)
  target_include_directories(metis SYSTEM INTERFACE ${METIS_INCLUDE_DIR})
  target_link_libraries(metis INTERFACE ${METIS_LIBRARY})
endif()

find_path(CLI11_INCLUDE_DIR CLI/CLI.hpp REQUIRED)
