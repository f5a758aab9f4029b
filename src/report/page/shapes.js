// SPDX-License-Identifier: BSD-3-Clause
// What is drawn of a structure. Everything with a surface is one list of triangles whose corners know
// their point and a constant offset from it: solids have none, beams, shells and symbols do.

const scaleColours = ["#440154", "#482878", "#3e4989", "#31688e", "#26828e", "#1f9e89", "#35b779", "#6ece58", "#b5de2b", "#fde725"];
const scaleTable = (() => {
  const table = new Float32Array(256 * 3);
  const parts = scaleColours.map((text) => [1, 3, 5].map((i) => Math.pow(parseInt(text.slice(i, i + 2), 16) / 255, 2.2)));
  for (let i = 0; i < 256; ++i) {
    const at = (i / 255) * (parts.length - 1), low = Math.min(Math.floor(at), parts.length - 2);
    for (let c = 0; c < 3; ++c) table[3 * i + c] = parts[low][c] + (at - low) * (parts[low + 1][c] - parts[low][c]);
  }
  return table;
})();

const minus = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const plus = (a, b, s = 1) => [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]];
const times = (a, s) => [a[0] * s, a[1] * s, a[2] * s];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const unit = (a) => { const l = Math.hypot(...a); return l > 0 ? times(a, 1 / l) : [0, 0, 0]; };

/// Triangles whose corners follow points.
class Corners {
  points = []; offsets = []; cells = [];
  triangle(cell, ...corners) {
    for (const [point, offset] of corners) {
      this.points.push(point);
      this.offsets.push(offset[0], offset[1], offset[2]);
    }
    this.cells.push(cell);
  }
  quad(cell, a, b, c, d) {
    this.triangle(cell, a, b, c);
    this.triangle(cell, a, c, d);
  }
  octahedron(cell, point, radius) {
    const tips = [[1, 0, 0], [0, 1, 0], [-1, 0, 0], [0, -1, 0]].map((v) => times(v, radius));
    for (let i = 0; i < 4; ++i)
      for (const z of [radius, -radius])
        this.triangle(cell, [point, tips[i]], [point, tips[(i + 1) % 4]], [point, [0, 0, z]]);
  }
  /// From one point and offset to another along a polygon's outline, with its ends closed.
  prism(cell, from, to, outlineFrom, outlineTo = outlineFrom) {
    const n = outlineFrom.length;
    for (let i = 0; i < n; ++i) {
      const j = (i + 1) % n;
      this.quad(cell, [from[0], plus(from[1], outlineFrom[i])], [from[0], plus(from[1], outlineFrom[j])],
        [to[0], plus(to[1], outlineTo[j])], [to[0], plus(to[1], outlineTo[i])]);
      if (i > 0 && i < n - 1) {
        this.triangle(cell, ...[0, i, j].map((k) => [from[0], plus(from[1], outlineFrom[k])]));
        this.triangle(cell, ...[0, i, j].map((k) => [to[0], plus(to[1], outlineTo[k])]));
      }
    }
  }
  finish() {
    this.points = new Uint32Array(this.points);
    this.offsets = new Float32Array(this.offsets);
    this.cells = new Uint32Array(this.cells);
    return this;
  }
}

function circle(n, first, second, radius) {
  return Array.from({ length: n }, (_, i) => {
    const angle = (2 * Math.PI * i) / n;
    return plus(times(first, radius * Math.cos(angle)), second, radius * Math.sin(angle));
  });
}

/// Two directions across a line; the first is near `wish`.
function across(along, wish) {
  let first = plus(wish, along, -dot(wish, along));
  if (Math.hypot(...first) < 1e-6) {
    const other = Math.abs(along[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0];
    first = plus(other, along, -dot(other, along));
  }
  first = unit(first);
  return [first, cross(along, first)];
}

/// The numbers of a section, see structure_drawing.cpp: 1 shell, 2 truss, 3 beam, 4 spring, 5 mass.
function sectionOf(mesh, cell) {
  const index = mesh.cellSections.length ? mesh.cellSections[cell] : 0;
  if (index === 0) return null;
  return mesh.sections.subarray((index - 1) * mesh.sectionWidth, index * mesh.sectionWidth);
}

/// The outline of a beam and where its middle is: a rectangle, or a circle, with the same area and
/// second moments.
function outlineOf(section, along, size, many) {
  const plain = (radius) => ({ outline: circle(many ? 4 : 8, ...across(along, [0, 0, 1]), radius), middle: [0, 0, 0] });
  if (!section) return plain(0.004 * size);
  if (section[0] === 4) return plain(0.0025 * size);
  if (section[0] === 2) return plain(Math.sqrt(section[1] / Math.PI));
  if (section[0] !== 3) return plain(0.004 * size);
  const [, area, I11, I22, J, x, y, z, offset1, offset2] = section;
  const [first, second] = across(along, [x, y, z]);
  const middle = plus(times(first, offset1), second, offset2);
  const round = Math.abs(I11 - I22) < 1e-3 * I11 && Math.abs(J - I11 - I22) < 1e-3 * J;
  if (round) return { outline: circle(many ? 6 : 12, first, second, 2 * Math.sqrt(I11 / area)), middle };
  const a = Math.sqrt(3 * I22 / area), b = Math.sqrt(3 * I11 / area);
  return { outline: [[a, b], [-a, b], [-a, -b], [a, -b]].map(([p, q]) => plus(times(first, p), second, q)), middle };
}

function shellNormals(mesh) {
  const normals = new Float32Array(mesh.coordinates.length);
  for (let t = 0; t < mesh.triangleCells.length; ++t) {
    if (!mesh.triangleShells[t]) continue;
    const [a, b, c] = [0, 1, 2].map((i) => mesh.triangles[3 * t + i]);
    const n = cross(minus(mesh.at(b), mesh.at(a)), minus(mesh.at(c), mesh.at(a)));
    for (const p of [a, b, c]) for (let i = 0; i < 3; ++i) normals[3 * p + i] += n[i];
  }
  return (p, length) => times(unit([normals[3 * p], normals[3 * p + 1], normals[3 * p + 2]]), length);
}

/// Shells have two faces and an edge where one triangle ends.
function addShells(mesh, corners) {
  const normal = shellNormals(mesh), borders = new Map();
  for (let t = 0; t < mesh.triangleCells.length; ++t) {
    if (!mesh.triangleShells[t]) continue;
    const cell = mesh.triangleCells[t], section = sectionOf(mesh, cell);
    const [thickness, offset] = section && section[0] === 1 ? [section[1], section[1] * section[2]] : [0, 0];
    const three = [0, 1, 2].map((i) => mesh.triangles[3 * t + i]);
    const face = (height) => three.map((p) => [p, normal(p, height)]);
    corners.triangle(cell, ...face(offset + thickness / 2));
    if (!(thickness > 0)) continue;
    corners.triangle(cell, ...face(offset - thickness / 2));
    for (let i = 0; i < 3; ++i) {
      const [a, b] = [three[i], three[(i + 1) % 3]], key = Math.min(a, b) + ":" + Math.max(a, b);
      if (borders.has(key)) borders.set(key, null);
      else borders.set(key, { a, b, cell, top: offset + thickness / 2, bottom: offset - thickness / 2 });
    }
  }
  for (const border of borders.values()) {
    if (!border) continue;
    const { a, b, cell, top, bottom } = border;
    corners.quad(cell, [a, normal(a, top)], [b, normal(b, top)], [b, normal(b, bottom)], [a, normal(a, bottom)]);
  }
}

function bodyCorners(mesh) {
  const corners = new Corners(), none = [0, 0, 0];
  for (let t = 0; t < mesh.triangleCells.length; ++t)
    if (!mesh.triangleShells[t])
      corners.triangle(mesh.triangleCells[t], ...[0, 1, 2].map((i) => [mesh.triangles[3 * t + i], none]));
  addShells(mesh, corners);
  const many = mesh.lineCells.length > 4000;
  for (let l = 0; l < mesh.lineCells.length; ++l) {
    const a = mesh.lines[2 * l], b = mesh.lines[2 * l + 1], cell = mesh.lineCells[l];
    const along = unit(minus(mesh.at(b), mesh.at(a)));
    const { outline, middle } = outlineOf(sectionOf(mesh, cell), along, mesh.size, many);
    corners.prism(cell, [a, middle], [b, middle], outline);
  }
  mesh.single.forEach((p, i) => corners.octahedron(mesh.singleCells[i], p, 0.011 * mesh.size));
  return corners.finish();
}

/// Every so many of a long list, so that symbols stay readable.
function spread(list, most) {
  const every = Math.ceil(list.length / most);
  return list.filter((_, i) => i % every === 0);
}

function supportCorners(mesh) {
  const corners = new Corners(), size = 0.02 * mesh.size;
  const held = [];
  mesh.held.forEach((mask, p) => { if (mask) held.push(p); });
  for (const p of spread(held, 120)) {
    const mask = mesh.held[p];
    for (let c = 0; c < 3; ++c) {
      const axis = [0, 1, 2].map((i) => (i === c ? 1 : 0)), base = times(axis, -size);
      const ring = circle(4, ...across(axis, [axis[1], axis[2], axis[0]]), 0.45 * size).map((v) => plus(base, v));
      if (mask & (1 << c))
        for (let i = 0; i < 4; ++i) corners.triangle(0, [p, [0, 0, 0]], [p, ring[i]], [p, ring[(i + 1) % 4]]);
      if (mask & (8 << c)) {
        const plate = circle(4, ...across(axis, [axis[1], axis[2], axis[0]]), 0.6 * size).map((v) => plus(times(base, 1.1), v));
        corners.quad(0, ...plate.map((v) => [p, v]));
      }
    }
  }
  return corners.finish();
}

function loadCorners(mesh) {
  const corners = new Corners(), loaded = [];
  let largest = 0;
  for (let p = 0; p < mesh.forces.length / 3; ++p) {
    const size = Math.hypot(mesh.forces[3 * p], mesh.forces[3 * p + 1], mesh.forces[3 * p + 2]);
    if (size > 0) loaded.push([p, size]);
    largest = Math.max(largest, size);
  }
  for (const [p, size] of spread(loaded, 120)) {
    const along = times([mesh.forces[3 * p], mesh.forces[3 * p + 1], mesh.forces[3 * p + 2]], 1 / size);
    const length = mesh.size * (0.04 + 0.08 * size / largest), thin = 0.0022 * mesh.size, head = 0.0075 * mesh.size;
    const sides = across(along, [0, 0, 1]), tail = times(along, -length), neck = times(along, -3 * head);
    corners.prism(0, [p, tail], [p, neck], circle(5, ...sides, thin));
    const ring = circle(8, ...sides, head).map((v) => plus(neck, v));
    ring.forEach((v, i) => corners.triangle(0, [p, [0, 0, 0]], [p, v], [p, ring[(i + 1) % 8]]));
  }
  return corners.finish();
}

/// Nodes that the names of the constraints tell: "hinge 'pin', nodes 2 and 3, x".
function constraintCorners(mesh) {
  const corners = new Corners(), numbers = new Set();
  for (const name of mesh.rows) {
    if (name.startsWith("support")) continue;
    for (const [, list] of name.matchAll(/\bnodes? ([\d, and]+)/g))
      for (const number of list.match(/\d+/g) || []) numbers.add(Number(number));
  }
  const found = [];
  mesh.nodes.forEach((number, p) => { if (numbers.has(number)) found.push(p); });
  for (const p of spread(found, 200)) corners.octahedron(0, p, 0.0085 * mesh.size);
  return corners.finish();
}

function unpackMesh(run) {
  const { mesh, symbols } = run;
  const coordinates = numbers(mesh.coordinates);
  const sections = numbers(symbols.sections);
  return {
    size: mesh.size || 1, coordinates, nodes: numbers(mesh.nodes), elements: numbers(mesh.elements),
    triangles: numbers(mesh.triangles), triangleCells: numbers(mesh.triangle_cells),
    triangleShells: numbers(mesh.triangle_shells), edges: numbers(mesh.edges), lines: numbers(mesh.lines),
    lineCells: numbers(mesh.line_cells), single: numbers(mesh.single), singleCells: numbers(mesh.single_cells), held: numbers(symbols.held),
    forces: numbers(symbols.forces), cellSections: numbers(symbols.cell_sections), sections,
    sectionWidth: symbols.section_width, rows: symbols.rows, guessed: symbols.guessed === 1,
    at: (p) => [coordinates[3 * p], coordinates[3 * p + 1], coordinates[3 * p + 2]],
  };
}
