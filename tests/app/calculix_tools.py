# SPDX-License-Identifier: BSD-3-Clause
"""CalculiX beside sparkdyn: decks of the package calculix-ccx-test, meshes of a beam, runs of ccx and
what they print."""

import gzip
import os
import pathlib
import re
import shutil
import subprocess

import numpy as np

CCX = shutil.which("ccx")
DECKS = pathlib.Path("/usr/share/doc/calculix-ccx-test/examples/test")


def has_decks():
    return (DECKS / "dashpot5.inp").exists() or (DECKS / "dashpot5.inp.gz").exists()


def deck(name):
    """The text of a deck of the package; some are compressed."""
    plain = DECKS / f"{name}.inp"
    if plain.exists():
        return plain.read_text()
    return gzip.decompress((DECKS / f"{name}.inp.gz").read_bytes()).decode()


def copy_part(name, folder):
    """A file that decks of the package include."""
    plain, packed = DECKS / name, DECKS / f"{name}.gz"
    data = plain.read_bytes() if plain.exists() else gzip.decompress(packed.read_bytes())
    (folder / name).write_bytes(data)


def run_ccx(folder, text, name="ccx"):
    """Runs a deck in the folder and returns what went to the .dat file."""
    (folder / f"{name}.inp").write_text(text)
    environment = dict(os.environ, OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")
    result = subprocess.run([CCX, "-i", name], cwd=folder, env=environment, capture_output=True,
                            text=True, timeout=600)
    if result.returncode != 0 or "*ERROR" in result.stdout:
        raise RuntimeError(f"ccx {name}: status {result.returncode}\n{result.stdout[-2000:]}")
    return (folder / f"{name}.dat").read_text()


def printed_displacements(dat):
    """Times, and node to array (times x 3), of the displacements that *NODE PRINT left. A node that
    is in the set twice is printed twice."""
    times, states = [], []
    printing = False
    for line in dat.splitlines():
        if " and time " in line:
            printing = line.strip().startswith("displacements")
            if printing:
                times.append(float(line.split()[-1]))
                states.append({})
        elif printing and line.strip():
            fields = line.split()
            states[-1][int(fields[0])] = [float(x) for x in fields[1:4]]
    nodes = states[0] if states else []
    return np.array(times), {node: np.array([s[node] for s in states]) for node in nodes}


def printed_frequencies(dat):
    """The frequencies in cycles per time of a *FREQUENCY step."""
    rows = re.findall(r"^ +\d+((?: +-?\d\.\d+E[+-]\d+){4}) *$", dat, re.MULTILINE)
    return np.array([float(row.split()[2]) for row in rows])


def printed_states(dat):
    """[(time, {"displacements" or "forces": {node: [x, y, z]}})], in the order of the file."""
    states, table = [], None
    for line in dat.splitlines():
        if " and time " in line:
            what, time = line.split()[0], float(line.split()[-1])
            if what not in ("displacements", "forces"):
                table = None
                continue
            if not states or states[-1][0] != time or what in states[-1][1]:
                states.append((time, {}))
            table = states[-1][1].setdefault(what, {})
        elif table is not None and line.strip():
            fields = line.split()
            if len(fields) == 4 and fields[0].isdigit():
                table[int(fields[0])] = [float(x) for x in fields[1:]]
            else:
                table = None
    return states


def printed_frequency_tables(dat):
    """One array of frequencies for each *FREQUENCY step."""
    return [printed_frequencies(part)
            for part in dat.split("E I G E N V A L U E   O U T P U T")[1:]]


def printing(text, nodes):
    """The deck with displacements and forces of these nodes, and nothing else, printed at the end of
    every step but *FREQUENCY; increments of *STATIC are whole steps."""
    lines, frequency = [], False
    named = node_set("SPARKDYN", nodes)
    for line, data in cards(text):
        key = keyword(line)
        if key == "*STEP":
            if named:
                lines.append(named.rstrip())
                named = ""
            frequency = False
        elif key == "*STATIC":
            values = [x for x in (data[0] if data else "").split(",") if x.strip()]
            if len(values) > 1:
                data = [f"{values[1]},{values[1]}"]
        elif key == "*FREQUENCY":
            frequency = True
        elif key == "*ENDSTEP":  # a request stays for later steps, where it would print shapes
            every = 0 if frequency else 1000000
            lines += [f"*NODE PRINT, NSET=SPARKDYN, FREQUENCY={every}", "U, RF"]
        elif key in ("*NODEPRINT", "*ELPRINT", "*ELFILE", "*NODEFILE", "*TIMEPOINTS", "*CONTACTPRINT",
                     "*SECTIONPRINT", "*CONTACTFILE"):
            continue
        lines += [line, *data]
    return "\n".join(lines) + "\n"


def cards(text):
    """Keyword lines (joined, without comments) with their data lines."""
    found = []
    for line in text.splitlines():
        if line.startswith("**") or not line.strip():
            continue
        if line.startswith("*"):
            found.append((line, []))
        elif found and found[-1][0].rstrip().endswith(","):
            found[-1] = (found[-1][0].rstrip() + line, [])
        elif found:
            found[-1][1].append(line)
    return found


def keyword(line):
    return line.split(",")[0].replace(" ", "").upper()


def finer(text, factor, modes=None, increment=None):
    """The deck with all time increments fixed and divided by the factor, printing displacements as
    often as before. With modes, *FREQUENCY takes that many (modal superposition without them misses
    what the rest contributes). increment: what to divide instead of the deck's own."""
    lines = []
    for line, data in cards(text):
        key = keyword(line)
        if key == "*STEP":
            line, data = "*STEP, INC=1000000", []
        elif key in ("*DYNAMIC", "*MODALDYNAMIC"):
            values = data[0].split(",")
            step = increment or float(values[0])
            if key == "*DYNAMIC":
                line = "*DYNAMIC, DIRECT" + "".join(
                    "," + p for p in line.split(",")[1:] if p.strip().upper().startswith("ALPHA"))
            else:
                line = "*MODAL DYNAMIC"
            data = [f"{step / factor:.9E}, {float(values[1]):.9E}"]  # ccx reads 20 characters
        elif key == "*FREQUENCY" and modes:
            data = [f"{modes}"]
        elif key == "*NODEPRINT":
            sets = [p for p in line.split(",")[1:] if p.strip().upper().startswith("NSET")]
            line = f"*NODE PRINT, {sets[0].strip()}, FREQUENCY={factor}"
            if "U" not in data[0].upper():
                continue
            data = ["U"]
        elif key in ("*ELPRINT", "*ELFILE", "*NODEFILE", "*TIMEPOINTS"):
            continue
        lines += [line, *data]
    return "\n".join(lines) + "\n"


class Lattice:
    """A block of nx x ny x nz cells. Nodes are numbered as elements first name them, by their place on
    the lattice of half cells, so that neighbours share corners and middle nodes alike. With `shake`,
    corners inside the block and on its far sides move at random by that part of a cell, sides stay
    plane, and middle nodes stay in the middle."""

    # Corners of a brick in the order of C3D8, its edges in that of C3D20, those of C3D10.
    CORNERS = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1)]
    BRICK_EDGES = [(0, 1), (1, 2), (2, 3), (3, 0), (4, 5), (5, 6), (6, 7), (7, 4),
                   (0, 4), (1, 5), (2, 6), (3, 7)]
    TETRAHEDRON_EDGES = [(0, 1), (1, 2), (2, 0), (0, 3), (1, 3), (2, 3)]
    WEDGE_EDGES = [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3), (0, 3), (1, 4), (2, 5)]
    WEDGES = [[(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1)],
              [(0, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 1), (1, 1, 1), (0, 1, 1)]]
    # Corners of the faces S1, S2, … of an element, by its number of corners.
    FACES = {4: [(0, 1, 2), (0, 3, 1), (1, 3, 2), (2, 3, 0)],
             6: [(0, 1, 2), (3, 5, 4), (0, 3, 4, 1), (1, 4, 5, 2), (2, 5, 3, 0)],
             8: [(0, 1, 2, 3), (4, 7, 6, 5), (0, 4, 5, 1), (1, 5, 6, 2), (2, 6, 7, 3), (3, 7, 4, 0)]}
    # Six tetrahedra about the diagonal of the cell; even paths are right-handed.
    PATHS = [(0, 1, 2), (1, 2, 0), (2, 0, 1), (1, 0, 2), (0, 2, 1), (2, 1, 0)]

    def __init__(self, kind, size, cells, shake=0.0):
        self.size, self.cells = size, cells
        self.places = {}
        self.elements = []
        self.corners, edges, cuts = {
            "C3D4": (4, self.TETRAHEDRON_EDGES, list(self.tetrahedra())),
            "C3D10": (4, self.TETRAHEDRON_EDGES, list(self.tetrahedra())),
            "C3D6": (6, self.WEDGE_EDGES, self.WEDGES),
            "C3D15": (6, self.WEDGE_EDGES, self.WEDGES)}.get(kind, (8, self.BRICK_EDGES, [self.CORNERS]))
        quadratic = kind in ("C3D10", "C3D15", "C3D20", "C3D20R")
        for i in range(cells[0]):
            for j in range(cells[1]):
                for k in range(cells[2]):
                    for corners in cuts:
                        places = [(2 * (i + a), 2 * (j + b), 2 * (k + c)) for a, b, c in corners]
                        if quadratic:
                            places += [tuple((p + q) // 2 for p, q in zip(places[a], places[b]))
                                       for a, b in edges]
                        self.elements.append([self.node(place) for place in places])
        self.points = {node: np.array([s * p / (2 * n) for s, p, n in zip(size, place, cells)])
                       for place, node in self.places.items()}
        if shake:
            self.shake(shake, edges if quadratic else [])

    def shake(self, amount, edges):
        random = np.random.default_rng(1)
        corner_nodes = {node for nodes in self.elements for node in nodes[:self.corners]}
        for place, node in self.places.items():
            way = amount * (2 * random.random(3) - 1) * np.array(self.size) / self.cells
            inside = [0 < p < 2 * n for p, n in zip(place, self.cells)]
            if node in corner_nodes:
                self.points[node] = self.points[node] + np.where(inside, way, 0)
        for nodes in self.elements:
            for k, (a, b) in enumerate(edges):
                self.points[nodes[self.corners + k]] = (
                    self.points[nodes[a]] + self.points[nodes[b]]) / 2

    def tetrahedra(self):
        for n, path in enumerate(self.PATHS):
            corner, corners = [0, 0, 0], [(0, 0, 0)]
            for axis in path:
                corner[axis] = 1
                corners.append(tuple(corner))
            yield corners if n < 3 else [corners[1], corners[0], *corners[2:]]

    def node(self, place):
        return self.places.setdefault(place, len(self.places) + 1)

    def where(self, *fixed):
        """Nodes whose place in half cells has the numbers given, None for any."""
        return [node for place, node in self.places.items()
                if all(f is None or f == p for f, p in zip(fixed, place))]

    def faces(self, nodes, first_element=0):
        """Data lines of *SURFACE: the faces whose corners are all among the nodes."""
        wanted = set(nodes)
        return "".join(f"{number}, S{face}\n"
                       for number, corners in enumerate(self.elements, 1 + first_element)
                       for face, of_face in enumerate(self.FACES[self.corners], 1)
                       if all(corners[k] in wanted for k in of_face))

    def text(self, kind, first_node=0, first_element=0, origin=(0.0, 0.0, 0.0)):
        """Nodes and elements; `first_node` and `first_element` more than the numbers of the lattice,
        `origin` away, for a second block in a deck."""
        lines = ["*NODE, NSET=NALL"]
        for node, x in self.points.items():
            lines.append(f"{node + first_node}, "
                         + ", ".join(f"{c:.9E}" for c in x + np.array(origin)))
        lines.append(f"*ELEMENT, TYPE={kind}, ELSET=EALL")
        for number, nodes in enumerate(self.elements, 1 + first_element):
            fields = [number, *(node + first_node for node in nodes)]
            lines.append(", ".join(map(str, fields[:12])) + ("," if len(fields) > 12 else ""))
            if len(fields) > 12:
                lines.append(", ".join(map(str, fields[12:])))
        return "\n".join(lines) + "\n"


class Sheet:
    """n x m cells of a plane element or a shell on a surface, `place(a, b)` of 0..1; nodes are known by
    their place in half cells. Triangles halve a cell."""

    def __init__(self, kind, n, m, place):
        self.kind, self.cells, self.place = kind, (n, m), place
        self.quadratic = kind.rstrip("RI")[-1] in "68"
        self.numbers, self.points, self.elements = {}, [], []
        for j in range(0, 2 * m, 2):
            for i in range(0, 2 * n, 2):
                square = [(i, j), (i + 2, j), (i + 2, j + 2), (i, j + 2)]
                triangular = kind.rstrip("RI")[-1] in "36"
                for corners in ([square[:3], [square[0], *square[2:]]] if triangular else [square]):
                    places = list(corners)
                    if self.quadratic:
                        places += [((p[0] + q[0]) // 2, (p[1] + q[1]) // 2)
                                   for p, q in zip(corners, corners[1:] + corners[:1])]
                    self.elements.append([self.node(p) for p in places])

    def node(self, at):
        if at not in self.numbers:
            self.numbers[at] = len(self.numbers) + 1
            self.points.append(self.place(at[0] / (2 * self.cells[0]), at[1] / (2 * self.cells[1])))
        return self.numbers[at]

    def where(self, a=None, b=None):
        """Nodes on the lines a, b of 0..1, None for any."""
        return [number for (i, j), number in self.numbers.items()
                if (a is None or i == 2 * self.cells[0] * a) and (b is None or j == 2 * self.cells[1] * b)]

    def edges(self, a=None, b=None):
        """(element, side from 1) on the line."""
        wanted = set(self.where(a, b))
        corners = 3 if self.kind.rstrip("RI")[-1] in "36" else 4
        return [(number, side + 1) for number, nodes in enumerate(self.elements, 1)
                for side in range(corners)
                if {nodes[side], nodes[(side + 1) % corners]} <= wanted]

    def text(self):
        lines = ["*NODE, NSET=NALL"]
        lines += [f"{k}, " + ", ".join(f"{c:.12E}" for c in x) for k, x in enumerate(self.points, 1)]
        lines.append(f"*ELEMENT, TYPE={self.kind}, ELSET=EALL")
        lines += [", ".join(map(str, [k, *nodes])) for k, nodes in enumerate(self.elements, 1)]
        return "\n".join(lines) + "\n"


def node_set(name, nodes):
    return f"*NSET, NSET={name}\n" + "".join(f"{node},\n" for node in nodes)
