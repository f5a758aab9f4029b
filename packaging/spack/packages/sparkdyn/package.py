# SPDX-License-Identifier: BSD-3-Clause
# A recipe of Spack, written against Spack 0.22 and not yet built there:
#   spack repo add packaging/spack && spack install sparkdyn
from spack.package import *


class Sparkdyn(CMakePackage):
    """Constrained structural dynamics with SPARK methods on MPI."""

    git = "file:///path/to/sparkdyn"  # where your clone is
    license("BSD-3-Clause")

    version("main", branch="main")
    version("0.2.0", tag="v0.2.0")

    variant("tests", default=False, description="Build the tests")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("ninja", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("mpi")
    depends_on("petsc@3.18: +mpi+mumps+metis~complex")
    depends_on("slepc@3.18:")
    depends_on("mumps +mpi")
    depends_on("metis@5:")
    depends_on("eigen@3.4:")
    depends_on("hdf5 +mpi")
    depends_on("yaml-cpp")
    depends_on("cli11")
    depends_on("fmt@9:")
    depends_on("muparser")
    depends_on("zlib-api")
    depends_on("googletest", when="+tests")

    conflicts("%gcc@:11", msg="needs C++20 as of g++ 12")

    generator("ninja")

    def cmake_args(self):
        return [
            self.define_from_variant("SPARKDYN_TESTS", "tests"),
            self.define("SPARKDYN_BENCHMARKS", False),
        ]
