# SPDX-License-Identifier: BSD-3-Clause
"""What a stranger does: install, then build a program of one's own against it, out of tree."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = os.environ.get("SPARKDYN_BUILD", str(ROOT / "build"))
EXAMPLE = ROOT / "examples" / "own_mechanism"
LIBRARY = ROOT / "examples" / "library"
STRUCTURE = ROOT / "examples" / "own_structure"
PARTS = ROOT / "tests" / "install" / "own_parts"

# Uses a module on MPI: its headers, its library and what that links.
MPI_PROGRAM = """
#include "sparkdyn/core/runtime.hpp"
#include "sparkdyn/mechanics/amplitude.hpp"
int main() {
  const sparkdyn::core::Runtime runtime;
  return sparkdyn::mechanics::constant_amplitude(2.0)->value(0.0) == 2.0 ? 0 : 1;
}
"""


def run(*command, **options):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True,
                          timeout=600, **options)


def numbers(text):
    """'rod forces 1.5 2' to {'rod forces': [1.5, 2.0]}, line by line."""
    lines = [line.split() for line in text.strip().splitlines()]
    return {" ".join(word for word in words if word.isalpha()):
            [float(word) for word in words if not word.isalpha()] for words in lines}


class Install(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="sparkdyn-install-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.prefix = cls.folder / "prefix"
        result = run("cmake", "--install", BUILD, "--prefix", cls.prefix)
        assert result.returncode == 0, result.stderr

    def succeed(self, *command, **options):
        result = run(*command, **options)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        return result.stdout

    def configure(self, source, build, *options):
        return run("cmake", "-G", "Ninja", "-S", source, "-B", build,
                   f"-DCMAKE_PREFIX_PATH={self.prefix}", *options)

    def check_numbers(self, printed):
        """The README shows the whole output; the deviations are at the level of rounding."""
        readme = re.search(r"```text\n(.*?)```", (EXAMPLE / "README.md").read_text(), re.S).group(1)
        shown, found = numbers(readme), numbers(printed)
        self.assertEqual(list(found), list(shown))
        for name, values in shown.items():
            self.assertEqual(len(found[name]), len(values))
            for actual, expected in zip(found[name], values):
                if name in ("energy deviation", "violation"):
                    self.assertLessEqual(actual, 10 * expected, name)
                else:
                    self.assertLessEqual(abs(actual - expected), 1e-8 * abs(expected), name)

    def test_example_without_mpi_on_the_users_side(self):
        self.assertLess(len((EXAMPLE / "main.cpp").read_text().splitlines()), 60)
        source = shutil.copytree(EXAMPLE, self.folder / "own_mechanism")
        build = self.folder / "own_build"
        result = self.configure(source, build, "-DCMAKE_DISABLE_FIND_PACKAGE_MPI=ON",
                                "-DCMAKE_DISABLE_FIND_PACKAGE_PkgConfig=ON",
                                "-DCMAKE_BUILD_TYPE=Release")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.succeed("cmake", "--build", build)
        self.check_numbers(self.succeed(build / "own_mechanism"))
        libraries = self.succeed("ldd", build / "own_mechanism")
        for name in ("libmpi", "petsc", "mumps", "hdf5"):
            self.assertNotIn(name, libraries)

    def test_pkg_config(self):
        folders = [str(path.parent) for path in self.prefix.rglob("sparkdyn.pc")]
        self.assertEqual(len(folders), 1)
        environment = {**os.environ, "PKG_CONFIG_PATH": folders[0]}
        flags = self.succeed("pkg-config", "--cflags", "--libs", "sparkdyn", env=environment)
        program = self.folder / "with_pkg_config"
        self.succeed("c++", "-O1", EXAMPLE / "main.cpp", "-o", program, *flags.split())
        self.check_numbers(self.succeed(program))

    def test_modules_on_mpi(self):
        source = self.folder / "on_mpi"
        source.mkdir()
        (source / "main.cpp").write_text(MPI_PROGRAM)
        (source / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.25)\nproject(on_mpi LANGUAGES C CXX)\n"
            "find_package(sparkdyn 0.2 REQUIRED)\n"
            "find_package(sparkdyn 0.2 REQUIRED COMPONENTS integrate mechanics)\n"
            "find_package(sparkdyn 0.2 REQUIRED COMPONENTS dae mechanics)\n"
            "add_executable(on_mpi main.cpp)\n"
            "target_link_libraries(on_mpi PRIVATE sparkdyn::integrate sparkdyn::mechanics)\n")
        result = self.configure(source, source / "build")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.succeed("cmake", "--build", source / "build")
        self.succeed(ROOT / "scripts" / "mpirun", "1", source / "build" / "on_mpi")

    def test_every_header_compiles_alone(self):
        """Each is all that a source includes; those of tableau and dae without PETSc's."""
        source = self.folder / "headers"
        source.mkdir()
        include = self.prefix / "include"
        kinds = {"serial": [], "mpi": []}
        for header in sorted(include.rglob("*.hpp")):
            name = header.relative_to(include)
            serial = name.parts[1] in ("tableau", "dae") or name.name == "error.hpp"
            file = source / ("_".join(name.with_suffix(".cpp").parts))
            file.write_text(f'#include "{name}"\n')
            kinds["serial" if serial else "mpi"].append(file.name)
        self.assertGreater(min(map(len, kinds.values())), 15)
        (source / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.25)\nproject(headers LANGUAGES C CXX)\n"
            "find_package(sparkdyn REQUIRED)\n" +
            "".join(f"add_library({kind} OBJECT {' '.join(files)})\n"
                    for kind, files in kinds.items()) +
            "target_link_libraries(serial PRIVATE sparkdyn::dae)\n"
            "target_link_libraries(mpi PRIVATE sparkdyn::sparkdyn)\n")
        result = self.configure(source, source / "build", "-DCMAKE_CXX_FLAGS=-O0 -Wall -Wextra -Werror")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.succeed("cmake", "--build", source / "build")

    def test_own_matrices_on_two_ranks(self):
        """The program of the README takes PETSc's matrices and reads states through an observer."""
        self.check_on_two_ranks(LIBRARY, "own_matrices")

    def test_own_structure_on_two_ranks(self):
        """A program that builds a structure from a mesh does what the same case file does."""
        mesh = ROOT / "meshes" / "beam_hex20.msh"
        shown = self.check_on_two_ranks(STRUCTURE, "own_structure", mesh)
        case = self.folder / "beam.yaml"
        case.write_text(f"""
model:
  mesh: {mesh}
  materials: {{steel: {{E: 210e9, nu: 0.3, density: 7850}}}}
  elements: [{{group: beam, material: steel}}]
  supports: [{{group: root, fix: all}}]
  loads: [{{surface: tip, traction: [0, 0, -1e5]}}]
time: {{end: 0.012, step: 1e-4}}
output: {{directory: {self.folder / "out"}, probes: [{{name: tip, group: tip, component: z}}]}}
""")
        self.succeed(self.prefix / "bin" / "sparkdyn", "run", case)
        rows = (self.folder / "out" / "history.csv").read_text().splitlines()[1:]
        lowest = min(float(row.split(",")[1]) for row in rows)
        self.assertAlmostEqual(float(shown.split()[-1]), -lowest, delta=1e-6 * -lowest)

    def test_own_parts_on_two_ranks(self):
        """A force, constraints, a family, a solver and a writer, each one file outside."""
        source = shutil.copytree(PARTS, self.folder / "own_parts")
        build = source / "build"
        result = self.configure(source, build)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.succeed("cmake", "--build", build, "-j", "2")
        for part in ("constraint", "family", "force", "solver", "writer"):
            for ranks in ("1", "2"):
                with self.subTest(part=part, ranks=ranks):
                    self.succeed(ROOT / "scripts" / "mpirun", ranks, build / part, cwd=build)

    def check_on_two_ranks(self, example, program, *arguments):
        """Under 60 lines, and prints what its README shows; returns that."""
        self.assertLess(len((example / "main.cpp").read_text().splitlines()), 60)
        source = shutil.copytree(example, self.folder / example.name)
        result = self.configure(source, source / "build")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.succeed("cmake", "--build", source / "build")
        shown = re.search(r"```text\n(.*?)```", (example / "README.md").read_text(), re.S).group(1)
        for ranks in ("1", "2"):
            printed = self.succeed(ROOT / "scripts" / "mpirun", ranks,
                                   source / "build" / program, *arguments)
            self.assertEqual(printed, shown)
        return shown

    def test_unknown_component_is_named(self):
        source = self.folder / "unknown"
        source.mkdir()
        (source / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.25)\nproject(unknown LANGUAGES CXX)\n"
            "find_package(sparkdyn REQUIRED COMPONENTS integrators)\n")
        result = self.configure(source, source / "build")
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("no component 'integrators'", result.stderr)
        self.assertIn("integrate", result.stderr)

    def test_program_runs_from_the_prefix(self):
        self.assertRegex(self.succeed(self.prefix / "bin" / "sparkdyn", "--version"), r"^\d+\.\d+")


if __name__ == "__main__":
    unittest.main()
