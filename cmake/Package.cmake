# SPDX-License-Identifier: BSD-3-Clause
# `cpack --config build/CPackConfig.cmake -B build` makes a Debian package of what `cmake --install`
# installs; scripts/package makes one and tries it. Libraries that the program needs are found by
# dpkg-shlibdeps, so that the package fits the Debian it was made on.
install(DIRECTORY share/ DESTINATION ${CMAKE_INSTALL_DATADIR})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/sparkdyn RENAME copyright)
install(FILES README.md CHANGELOG.md CITATION.cff DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/sparkdyn)
install(DIRECTORY docs/tutorials docs/pictures DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/sparkdyn)
file(GLOB pages docs/*.md)
install(FILES ${pages} DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/sparkdyn)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME sparkdyn)
set(CPACK_PACKAGE_CONTACT "The sparkdyn developers <sparkdyn@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_RESOURCE_FILE_LICENSE ${CMAKE_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "openmpi-bin, libopenblas0-serial, python3-numpy, python3-h5py")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "gmsh, paraview")
include(CPack)
