#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""A nonlinear solid with joints: blocks of hexahedra in a row, a hinge between each and the next, their
axes in turn y and z, fall from the horizontal. What a solution of Newton's method costs beside a step of
the same model with small motion, and what a run of each takes.

    benchmarks/nonlinear_solid.py                                     30,000 dofs, some minutes
    benchmarks/nonlinear_solid.py --cells 14 --ranks 2                200,000 dofs
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]


def mesh(blocks, cells, length):
    """Gmsh 2.2 text; blocks of length × cells × cells elements, a tenth of their length apart."""
    size, gap = 1 / cells, 0.1 * length / cells
    nodes, elements, groups = [], [], [(3, "solid")]
    for block in range(blocks):
        first, start = len(nodes), block * (length / cells + gap)
        number = lambda i, j, k: first + 1 + i + (length + 1) * (j + (cells + 1) * k)
        nodes += [(start + i * size, j * size - 0.5, k * size - 0.5)
                  for k in range(cells + 1) for j in range(cells + 1) for i in range(length + 1)]
        around = ((0, 0), (1, 0), (1, 1), (0, 1))
        elements += [(5, 1, [number(i + a, j + b, k + c) for c in range(2) for a, b in around])
                     for k in range(cells) for j in range(cells) for i in range(length)]
        for side, i in (("left", 0), ("right", length)):
            groups.append((2, f"{side}{block}"))
            elements += [(3, len(groups), [number(i, j + a, k + b) for a, b in around])
                         for k in range(cells) for j in range(cells)]
    text = [f"$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n{len(groups)}"]
    text += [f'{dimension} {i} "{name}"' for i, (dimension, name) in enumerate(groups, 1)]
    text.append(f"$EndPhysicalNames\n$Nodes\n{len(nodes)}")
    text += [f"{i} {x:.9g} {y:.9g} {z:.9g}" for i, (x, y, z) in enumerate(nodes, 1)]
    text.append(f"$EndNodes\n$Elements\n{len(elements)}")
    text += [f"{i} {kind} 2 {group} {group} {' '.join(map(str, cell))}"
             for i, (kind, group, cell) in enumerate(elements, 1)]
    return "\n".join([*text, "$EndElements", ""])


def case(given, nonlinear):
    size, gap = given.length / given.cells, 0.1 * given.length / given.cells
    nodes, constraints = [], []
    for joint in range(given.joints):
        middle = (joint + 1) * (size + gap) - 0.5 * gap
        for name, face in ((f"a{joint}", f"right{joint}"), (f"b{joint}", f"left{joint + 1}")):
            nodes.append(f"{name}: [{middle!r}, 0, 0]")
            constraints.append(f"    - {{name: {name}, rigid_body: {{reference: {name}, nodes: {face}}}}}")
        axis = "[0, 1, 0]" if joint % 2 == 0 else "[0, 0, 1]"
        constraints.append(f"    - {{name: hinge{joint}, joint: {{type: hinge, nodes: [a{joint}, b{joint}], axis: {axis}}}}}")
    return "\n".join([
        "model:", f"  nonlinear: {str(nonlinear).lower()}", "  mesh: solid.msh",
        f"  nodes: {{{', '.join(nodes)}}}",
        "  materials: {rubber: {E: 1e6, nu: 0.3, density: 1000}}",
        "  elements: [{group: solid, material: rubber}]",
        "  supports: [{group: left0, fix: all}]", "  constraints:", *constraints,
        "  loads: [{gravity: [0, -3, -9.81]}]",
        "method: {family: gauss-lobatto, stages: 3, rho_infinity: 0.8}",
        f"time: {{end: {given.steps * given.step!r}, step: {given.step!r}}}",
        "output: {directory: out, every: 1000, energy: false, report: false}", ""])


def run(folder, given, nonlinear):
    name = "nonlinear" if nonlinear else "linear"
    (folder / f"{name}.yaml").write_text(case(given, nonlinear))
    command = [given.program, "run", f"{name}.yaml", "--output", name]
    if given.ranks > 1:
        command = [ROOT / "scripts/mpirun", str(given.ranks), *command]
    result = subprocess.run(list(map(str, command)), cwd=folder, capture_output=True, text=True)
    if result.returncode:
        sys.exit(f"{name}: {result.stdout}{result.stderr}")
    return json.loads((folder / name / "summary.json").read_text())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "build/bin/sparkdyn")
    parser.add_argument("--cells", type=int, default=7, help="across a block")
    parser.add_argument("--length", type=int, help="elements along a block; default: twice those across")
    parser.add_argument("--joints", type=int, default=20)
    parser.add_argument("--steps", type=int, default=10)
    parser.add_argument("--step", type=float, default=0.01)
    parser.add_argument("--ranks", type=int, default=1)
    given = parser.parse_args()
    given.length = given.length or 2 * given.cells
    given.program = given.program.resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "solid.msh").write_text(mesh(given.joints + 1, given.cells, given.length))
        small, large = (run(folder, given, nonlinear) for nonlinear in (False, True))
    step = small["seconds"]["solve"] / small["steps"]
    solution = large["seconds"]["solve"] / large["iterations"]
    print(f"{large['dofs']} unknowns, {given.joints} hinges, {given.ranks} rank{'s' * (given.ranks > 1)}, {given.steps} steps")
    print(f"small motion: {step:.4f} s a step, factors {small['seconds']['factor']:.2f} s, "
          f"{small['peak_memory_bytes'] / 2**30:.2f} GiB")
    print(f"large motion: {large['iterations'] / large['steps']:.2f} solutions a step, factors "
          f"{large['seconds']['factor']:.2f} s, in all {large['seconds']['total']:.2f} s; "
          f"peak memory {large['peak_memory_bytes'] / 2**30:.2f} GiB (at most 8)")
    print(f"a solution of Newton's method: {solution:.4f} s, in steps of small motion {solution / step:.2f} (at most 1.6)")


if __name__ == "__main__":
    main()
