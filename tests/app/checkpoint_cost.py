# SPDX-License-Identifier: BSD-3-Clause
"""What checkpoints cost: every 100 steps on a bar of hexahedra with 100,000 degrees of freedom, s = 3.

    checkpoint_cost.py [--cells 20 20 80] [--steps 200]      the bar is 2 %
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
from cli import PROGRAM, ROOT

CASE = """title: what checkpoints cost
model:
  mesh: bar.msh
  materials: {{steel: {{E: 210e9, nu: 0.3, density: 7850}}}}
  elements: [{{group: bar, material: steel}}]
  supports: [{{group: root, fix: all}}]
  loads: [{{surface: tip, traction: [0, 0, -1e5], amplitude: {{sine: {{frequency: 60}}}}}}]
method: {{stages: 3, rho_infinity: 0.8}}
time: {{end: {end}, step: 1e-4}}
output: {{directory: out, every: 100, probes: [{{name: tip, node: {last}, component: z}}]}}
checkpoint: {{every: 100}}
"""


def write_bar(path, cells, size=(0.25, 0.25, 1.0)):
    """Gmsh's format 2.2: hexahedra, and the faces at both ends. The number of nodes."""
    nx, ny, nz = cells
    number = np.arange((nx + 1) * (ny + 1) * (nz + 1)).reshape(nz + 1, ny + 1, nx + 1) + 1
    z, y, x = np.meshgrid(*(np.linspace(0, length, n + 1) for length, n in
                            zip(size[::-1], (nz, ny, nx))), indexing="ij")
    corners = [(0, 0, 0), (0, 0, 1), (0, 1, 1), (0, 1, 0), (1, 0, 0), (1, 0, 1), (1, 1, 1), (1, 1, 0)]
    bricks = np.stack([number[k:nz + k, j:ny + j, i:nx + i] for k, j, i in corners], -1)
    faces = {1: number[0], 2: number[-1]}
    lines = [f"3 2 {group} {group} " + " ".join(map(str, quad)) for group, face in faces.items()
             for quad in np.stack([face[j:ny + j, i:nx + i] for _, j, i in corners[:4]],
                                  -1).reshape(-1, 4)]
    lines += ["5 2 3 3 " + " ".join(map(str, brick)) for brick in bricks.reshape(-1, 8)]
    points = np.stack([x, y, z], -1).reshape(-1, 3)
    with open(path, "w") as file:
        file.write("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n3\n2 1 \"root\"\n"
                   f"2 2 \"tip\"\n3 3 \"bar\"\n$EndPhysicalNames\n$Nodes\n{len(points)}\n")
        file.writelines(f"{i + 1} {p[0]!r} {p[1]!r} {p[2]!r}\n" for i, p in enumerate(points.tolist()))
        file.write(f"$EndNodes\n$Elements\n{len(lines)}\n")
        file.writelines(f"{i + 1} {line}\n" for i, line in enumerate(lines))
        file.write("$EndElements\n")
    return len(points)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cells", type=int, nargs=3, default=[20, 20, 80])
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--ranks", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="sparkdyn-cost-") as name:
        folder = pathlib.Path(name)
        last = write_bar(folder / "bar.msh", options.cells)
        (folder / "case.yaml").write_text(CASE.format(end=options.steps * 1e-4, last=last))
        subprocess.run([str(ROOT / "scripts" / "mpirun"), str(options.ranks), PROGRAM, "run",
                        str(folder / "case.yaml")], check=True, stdout=subprocess.DEVNULL)
        summary = json.loads((folder / "out" / "summary.json").read_text())
        seconds = summary["seconds"]
        size = max(path.stat().st_size for path in (folder / "out").glob("checkpoint-*.h5"))
    # Setup and factors are not made by steps: the share in a long run is that of the steps.
    share = seconds["checkpoints"] / (seconds["total"] - seconds["setup"] - seconds["factor"])
    print(f"{summary['dofs']} degrees of freedom, {summary['steps']} steps on {options.ranks} rank: "
          f"{seconds['checkpoints']:.2f} s in checkpoints of {size / 1e6:.1f} MB, "
          f"{seconds['solve']:.1f} s in steps, {seconds['total']:.1f} s in all: "
          f"{100 * seconds['checkpoints'] / seconds['total']:.2f} % of all, "
          f"{100 * share:.2f} % without setup and factors; the bar is 2 %")
    return 0 if share < 0.02 else 1


if __name__ == "__main__":
    sys.exit(main())
