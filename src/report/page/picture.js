// SPDX-License-Identifier: BSD-3-Clause
// The structure in 3D: drawn, turned, clicked.

/// Whether triangles are drawn by the processor, where smooth edges would cost most of the time.
function drawnInSoftware() {
  const context = document.createElement("canvas").getContext("webgl2");
  const info = context?.getExtension("WEBGL_debug_renderer_info");
  const name = info ? context.getParameter(info.UNMASKED_RENDERER_WEBGL) : "";
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|software|basic render/i.test(name);
}

/// A list of corners as something three.js draws.
class Layer {
  constructor(corners, material) {
    this.corners = corners;
    this.position = new lib.BufferAttribute(new Float32Array(3 * corners.points.length), 3).setUsage(lib.DynamicDrawUsage);
    this.geometry = new lib.BufferGeometry().setAttribute("position", this.position);
    this.mesh = new lib.Mesh(this.geometry, material);
    this.mesh.frustumCulled = false;
  }
  follow(points) {
    const { points: of, offsets } = this.corners, to = this.position.array;
    for (let i = 0, k = 0; i < of.length; ++i, k += 3) {
      const p = 3 * of[i];
      to[k] = points[p] + offsets[k];
      to[k + 1] = points[p + 1] + offsets[k + 1];
      to[k + 2] = points[p + 2] + offsets[k + 2];
    }
    this.position.needsUpdate = true;
  }
}

class Picture {
  constructor(host, mesh) {
    this.host = host;
    this.mesh = mesh;
    this.scene = new lib.Scene();
    this.software = drawnInSoftware();
    this.renderer = new lib.WebGLRenderer({ antialias: !this.software, alpha: true, preserveDrawingBuffer: true });
    this.canvas = this.renderer.domElement;
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", "The structure in 3D. Arrow keys turn it, plus and minus zoom, space plays.");
    host.prepend(this.canvas);
    this.points = Float32Array.from(mesh.coordinates);
    this.makeLayers();
    this.makeLights();
    this.camera = new lib.OrthographicCamera();
    this.scene.add(this.camera);
    this.look(-0.75, 0.42);
    this.watchPointer();
    new ResizeObserver(() => this.resize()).observe(host);
    themeListeners.push(() => this.paint());
    this.paint();
  }

  makeLayers() {
    const { mesh } = this, flat = { flatShading: true, side: lib.DoubleSide };
    this.body = new Layer(bodyCorners(mesh), new lib.MeshLambertMaterial({
      ...flat, vertexColors: true, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 }));
    this.colours = new lib.BufferAttribute(new Float32Array(3 * this.body.corners.points.length), 3).setUsage(lib.DynamicDrawUsage);
    this.body.geometry.setAttribute("color", this.colours);
    this.symbols = {
      supports: new Layer(supportCorners(mesh), new lib.MeshLambertMaterial(flat)),
      loads: new Layer(loadCorners(mesh), new lib.MeshLambertMaterial(flat)),
      constraints: new Layer(constraintCorners(mesh), new lib.MeshLambertMaterial({ ...flat, depthTest: false })),
      picked: new Layer(new Corners().finish(), new lib.MeshLambertMaterial({ ...flat, depthTest: false })),
    };
    const index = new lib.BufferAttribute(mesh.edges, 1);
    this.pointPosition = new lib.BufferAttribute(this.points, 3).setUsage(lib.DynamicDrawUsage);
    const lines = (position) => {
      const made = new lib.LineSegments(new lib.BufferGeometry().setAttribute("position", position).setIndex(index),
        new lib.LineBasicMaterial({ transparent: true, opacity: 0.35 }));
      made.frustumCulled = false;
      return made;
    };
    this.edges = lines(this.pointPosition);
    this.rest = new lib.LineSegments(new lib.BufferGeometry().setAttribute("position", new lib.BufferAttribute(mesh.coordinates, 3))
      .setIndex(new lib.BufferAttribute(this.restIndex(), 1)), new lib.LineBasicMaterial({ transparent: true, opacity: 0.28 }));
    this.rest.visible = false;
    this.scene.add(this.body.mesh, this.edges, this.rest);
    for (const layer of Object.values(this.symbols)) this.scene.add(layer.mesh);
    this.symbols.constraints.mesh.renderOrder = 2;
    this.symbols.picked.mesh.renderOrder = 3;
  }

  restIndex() {
    const all = new Uint32Array(this.mesh.edges.length + this.mesh.lines.length);
    all.set(this.mesh.edges);
    all.set(this.mesh.lines, this.mesh.edges.length);
    return all;
  }

  makeLights() {
    this.lamp = new lib.DirectionalLight(0xffffff, 1.5);
    this.scene.add(new lib.AmbientLight(0xffffff, 1.75), this.lamp);
  }

  paint() {
    this.edges.material.color.set(colour("--ink"));
    this.rest.material.color.set(colour("--soft"));
    this.symbols.supports.mesh.material.color.set(colour("--s4"));
    this.symbols.loads.mesh.material.color.set(colour("--s1"));
    this.symbols.constraints.mesh.material.color.set(colour("--s3"));
    this.symbols.picked.mesh.material.color.set(colour("--red"));
    this.plain = new lib.Color(colour("--s6")).toArray();
    this.repaint = true;
    this.draw();
  }

  /// Turned by `around` about z, seen from `above`; the middle of the structure in the middle.
  look(around, above) {
    this.around = around;
    this.above = above;
    this.zoom = 1;
    this.shift = [0, 0];
    const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
    this.mesh.coordinates.forEach((x, i) => {
      low[i % 3] = Math.min(low[i % 3], x);
      high[i % 3] = Math.max(high[i % 3], x);
    });
    this.middle = times(plus(low, high), 0.5);
    this.reach = times(minus(high, low), 0.5);
    this.place();
  }

  place() {
    const { camera, around, above } = this, far = 4 * this.mesh.size;
    const toward = [Math.sin(around) * Math.cos(above), -Math.cos(around) * Math.cos(above), Math.sin(above)];
    const right = [Math.cos(around), Math.sin(around), 0], up = cross(toward, right);
    const middle = plus(plus(this.middle, right, -this.shift[0]), up, -this.shift[1]);
    camera.up.set(...up);
    camera.position.set(...plus(middle, toward, far));
    camera.lookAt(...middle);
    camera.updateMatrixWorld();
    const width = this.host.clientWidth || 600, height = this.host.clientHeight || 400;
    // The box around the structure, as it is seen, and room for symbols and motion.
    const extent = (axis) => axis.reduce((sum, part, i) => sum + Math.abs(part) * this.reach[i], 0.02 * this.mesh.size);
    const half = (1.12 * Math.max(extent(up), extent(right) * height / width) + 0.05 * this.mesh.size) / this.zoom;
    this.perPixel = (2 * half) / height;
    Object.assign(camera, { left: (-half * width) / height, right: (half * width) / height, top: half, bottom: -half, near: 0, far: 2 * far });
    camera.updateProjectionMatrix();
    this.lamp.position.set(...plus(plus(times(toward, 1), right, -0.6), up, 0.8));
    this.rightAxis = right;
    this.upAxis = up;
    this.draw();
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.host;
    if (!width || !height) return;
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2) * (this.coarse ? 0.7 : 1));
    this.renderer.setSize(width, height, false);
    this.place();
  }

  turn(dx, dy) {
    this.around -= dx;
    this.above = Math.max(-Math.PI / 2, Math.min(Math.PI / 2, this.above + dy));
    this.place();
  }
  pan(dx, dy) {
    this.shift = [this.shift[0] + dx * this.perPixel, this.shift[1] - dy * this.perPixel];
    this.place();
  }
  magnify(by) {
    this.zoom = Math.max(0.2, Math.min(60, this.zoom * by));
    this.place();
  }

  watchPointer() {
    let from = null, moved = 0;
    const { canvas } = this;
    canvas.addEventListener("pointerdown", (event) => {
      from = [event.clientX, event.clientY];
      moved = 0;
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener("pointermove", (event) => {
      if (!from) return;
      const [dx, dy] = [event.clientX - from[0], event.clientY - from[1]];
      moved += Math.abs(dx) + Math.abs(dy);
      from = [event.clientX, event.clientY];
      if (event.shiftKey || event.buttons & 2) this.pan(dx, dy); else this.turn(0.008 * dx, 0.008 * dy);
    });
    canvas.addEventListener("pointerup", (event) => {
      if (from && moved < 5) this.click(event);
      from = null;
    });
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.magnify(Math.exp(-0.0015 * event.deltaY));
    }, { passive: false });
    canvas.addEventListener("keydown", (event) => {
      const turns = { ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, 0.1], ArrowDown: [0, -0.1] };
      if (turns[event.key]) this.turn(...turns[event.key]);
      else if (event.key === "+" || event.key === "=") this.magnify(1.15);
      else if (event.key === "-") this.magnify(1 / 1.15);
      else if (event.key === " ") this.onSpace?.();
      else return;
      event.preventDefault();
    });
  }

  /// The triangle under the pointer, and its corner that is nearest.
  click(event) {
    const box = this.canvas.getBoundingClientRect();
    const at = new lib.Vector2(((event.clientX - box.left) / box.width) * 2 - 1, 1 - ((event.clientY - box.top) / box.height) * 2);
    const ray = new lib.Raycaster();
    ray.setFromCamera(at, this.camera);
    this.body.geometry.boundingSphere = null;
    const [hit] = ray.intersectObject(this.body.mesh);
    if (!hit) { this.onPick?.(null, null); return; }
    const { points, cells } = this.body.corners, p = this.points;
    let nearest = null, least = Infinity;
    for (let i = 0; i < 3; ++i) {
      const point = points[3 * hit.faceIndex + i];
      const distance = Math.hypot(p[3 * point] - hit.point.x, p[3 * point + 1] - hit.point.y, p[3 * point + 2] - hit.point.z);
      if (distance < least) [nearest, least] = [point, distance];
    }
    this.onPick?.(nearest, cells[hit.faceIndex]);
  }

  mark(point) {
    const corners = new Corners();
    if (point !== null) corners.octahedron(0, point, 0.013 * this.mesh.size);
    const old = this.symbols.picked, fresh = new Layer(corners.finish(), old.mesh.material);
    this.scene.remove(old.mesh);
    old.geometry.dispose();
    fresh.mesh.renderOrder = 3;
    fresh.follow(this.points);
    this.symbols.picked = fresh;
    this.scene.add(fresh.mesh);
    this.draw();
  }

  /// Moves every point by `scale` times its displacement and colours by `values` of points or cells.
  show({ displacement, at, scale, values, valuesAt, ofCells, largest }) {
    const { points, mesh } = this, rest = mesh.coordinates;
    if (displacement) for (let i = 0; i < points.length; ++i) points[i] = rest[i] + scale * displacement[at + i];
    else points.set(rest);
    this.pointPosition.needsUpdate = true;
    this.body.follow(points);
    for (const layer of Object.values(this.symbols)) if (layer.mesh.visible) layer.follow(points);
    this.colourBy(values, valuesAt, ofCells, largest);
    this.draw();
  }

  colourBy(values, at, ofCells, largest) {
    const { points, cells } = this.body.corners, to = this.colours.array;
    const factor = largest > 0 ? 255 / largest : 0;
    if (!values && !this.repaint && this.wasPlain) return;
    for (let i = 0, k = 0; i < points.length; ++i, k += 3) {
      if (!values) { to[k] = this.plain[0]; to[k + 1] = this.plain[1]; to[k + 2] = this.plain[2]; continue; }
      const value = values[at + (ofCells ? cells[(i / 3) | 0] : points[i])];
      const c = 3 * Math.max(0, Math.min(255, (value * factor) | 0));
      to[k] = scaleTable[c]; to[k + 1] = scaleTable[c + 1]; to[k + 2] = scaleTable[c + 2];
    }
    this.wasPlain = !values;
    this.repaint = false;
    this.colours.needsUpdate = true;
  }

  /// A processor that draws too slowly gets fewer pixels until the picture stands still.
  keepPace(now) {
    const gap = now - (this.drawn || 0);
    this.drawn = now;
    this.pace = gap < 400 ? 0.85 * (this.pace || 16) + 0.15 * gap : 16;
    if (!this.software || (this.pace < 40 && !this.coarse)) return;
    const sharp = !this.coarse;
    this.coarse = true;
    if (sharp) this.resize();
    clearTimeout(this.sharpen);
    this.sharpen = setTimeout(() => { this.coarse = false; this.resize(); }, 300);
  }

  draw() {
    if (this.waiting || !this.camera) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.keepPace(performance.now());
      this.renderer.render(this.scene, this.camera);
      this.onDrawn?.();
    });
  }
}
