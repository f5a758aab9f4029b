# SPDX-License-Identifier: BSD-3-Clause
# `cmake --install build --prefix P`: the program, the headers of include/ (those of src/ are the
# library's own), and a package
#
#   find_package(sparkdyn)                 sparkdyn::sparkdyn, everything, where MPI and PETSc are; always
#                                          sparkdyn::tableau and sparkdyn::dae, which need Eigen and fmt only
#   find_package(sparkdyn COMPONENTS run)  the modules on MPI, with PETSc, MUMPS, HDF5
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/sparkdyn)

# The target of a module becomes sparkdyn::<module>; the headers of a module are its folder.
function(sparkdyn_install_module module export_set)
  if(NOT TARGET sparkdyn_${module})
    return()
  endif()
  set_target_properties(sparkdyn_${module} PROPERTIES EXPORT_NAME ${module})
  install(TARGETS sparkdyn_${module} EXPORT ${export_set}
          ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
          INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  if(EXISTS ${CMAKE_SOURCE_DIR}/include/sparkdyn/${module})
    install(DIRECTORY include/sparkdyn/${module} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/sparkdyn)
  endif()
endfunction()

foreach(module options error ${SPARKDYN_SERIAL_MODULES})
  sparkdyn_install_module(${module} sparkdynSerialTargets)
endforeach()
install(FILES include/sparkdyn/core/error.hpp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/sparkdyn/core)
install(EXPORT sparkdynSerialTargets NAMESPACE sparkdyn:: DESTINATION ${package_folder})

# What is above them has no headers to be used by others.
set(SPARKDYN_MPI_LIBRARIES ${SPARKDYN_MPI_MODULES})
list(REMOVE_ITEM SPARKDYN_MPI_LIBRARIES report methods guide job check app)
foreach(module ${SPARKDYN_MPI_LIBRARIES})
  sparkdyn_install_module(${module} sparkdynMpiTargets)
endforeach()
if(SPARKDYN_MPI_LIBRARIES)
  install(EXPORT sparkdynMpiTargets NAMESPACE sparkdyn:: DESTINATION ${package_folder})
  install(FILES include/sparkdyn/sparkdyn.hpp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/sparkdyn)
  install(FILES cmake/MpiDependencies.cmake DESTINATION ${package_folder}
          RENAME sparkdynMpiDependencies.cmake)
endif()
if(TARGET sparkdyn)
  install(TARGETS sparkdyn RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()

configure_package_config_file(cmake/sparkdynConfig.cmake.in
  ${CMAKE_BINARY_DIR}/package/sparkdynConfig.cmake INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/package/sparkdynConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/package/sparkdynConfig.cmake
              ${CMAKE_BINARY_DIR}/package/sparkdynConfigVersion.cmake
        DESTINATION ${package_folder})

file(RELATIVE_PATH pc_to_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(cmake/sparkdyn.pc.in ${CMAKE_BINARY_DIR}/package/sparkdyn.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/package/sparkdyn.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
