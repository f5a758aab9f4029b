// SPDX-License-Identifier: BSD-3-Clause
// The picture with its controls: which states or mode, how far deformed, coloured by what.

const fieldNames = {
  none: "nothing", displacement: "displacement", velocity: "velocity", acceleration: "acceleration",
  von_mises: "von Mises stress, mid-element", nodal_von_mises: "von Mises stress at nodes", stress_jump: "jump of stress between elements",
  axial_force: "axial force of beams", shear_force: "shear force of beams", torque: "torque of beams",
  bending_moment: "bending moment of beams", fibre_stress: "largest fibre stress of beams",
};

/// Magnitudes of vectors that stand in threes.
function magnitudes(vectors) {
  const sizes = new Float32Array(vectors.length / 3);
  for (let i = 0; i < sizes.length; ++i) sizes[i] = Math.hypot(vectors[3 * i], vectors[3 * i + 1], vectors[3 * i + 2]);
  return sizes;
}
const largestOf = (values) => values.reduce((most, v) => (v > most ? v : most), 0);

/// 1, 2 or 5 times a power of ten, not above x.
function roundDown(x) {
  const power = Math.pow(10, Math.floor(Math.log10(x)));
  return [5, 2, 1].find((f) => f * power <= x * 1.0001) * power;
}

class MotionView {
  constructor(run) {
    this.run = run;
    this.mesh = unpackMesh(run);
    this.unpack();
    this.host = element("div", { class: "view" });
    this.stamp = element("div", { class: "stamp", "aria-live": "off" });
    this.legend = element("div", { class: "legend" });
    this.axes = element("canvas", { class: "axes", width: 68, height: 68, "aria-hidden": "true" });
    this.host.append(this.stamp, this.legend, this.axes);
    this.card = element("div", { class: "card stage" }, this.host, this.makeSide(), this.makePlay());
    this.picture = new Picture(this.host, this.mesh);
    this.picture.onPick = (point, cell) => this.pick(point, cell);
    this.picture.onSpace = () => this.toggle();
    this.picture.onDrawn = () => this.drawAxes();
    timeListeners.push((time) => this.goTo(time));
    this.pick(null, null);
    this.source = this.times.length > 0 ? "time" : "mode 0";
    this.state = 0;
    this.chooseScale();
    if (!this.times.length && this.shapes.length) this.toggle();
    this.refresh();
  }

  unpack() {
    const { motion, modes } = this.run;
    this.times = motion ? numbers(motion.times) : [];
    this.displacement = motion ? numbers(motion.displacement) : new Float32Array(0);
    this.fields = { displacement: magnitudes(this.displacement) };
    this.ofCells = new Set();
    for (const name of ["velocity", "acceleration"]) {
      const values = motion ? numbers(motion[name]) : [];
      if (values.length) this.fields[name] = values;
    }
    for (const { name, of_cells, values } of motion?.colours || []) {
      this.fields[name] = numbers(values);
      if (of_cells) this.ofCells.add(name);
    }
    this.largest = Object.fromEntries(Object.entries(this.fields).map(([name, values]) => [name, largestOf(values)]));
    this.shapes = modes ? numbers(modes.shapes) : new Float32Array(0);
    this.frequencies = modes && this.shapes.length ? modes.frequencies : [];
  }

  makeSide() {
    const choose = (label, id, options, listen) => {
      const select = element("select", { id }, ...options.map(([value, text]) => element("option", { value }, text)));
      select.addEventListener("change", () => listen(select.value));
      return element("label", { class: "field" }, element("span", {}, label), select);
    };
    const sources = [];
    if (this.times.length) sources.push(["time", "the run"]);
    this.frequencies.forEach((f, i) => sources.push([`mode ${i}`, `mode ${i + 1}, ${shown(f)}`]));
    this.coloured = this.times.length ? "displacement" : "none";
    const colours = [...Object.keys(this.fields), "none"];
    this.scaleText = element("output", {});
    this.scaleSlider = element("input", { type: "range", id: "scale", min: 0, max: 100, step: 0.5, "aria-label": "deformation scale" });
    this.scaleSlider.addEventListener("input", () => this.setScale(Number(this.scaleSlider.value)));
    const views = { "3D": [-0.75, 0.42], x: [Math.PI / 2, 0], y: [0, 0], z: [0, Math.PI / 2] };
    this.picked = element("div", { class: "picked" });
    return element("div", { class: "side" },
      choose("Show", "source", sources.length ? sources : [["time", "the mesh"]], (value) => this.setSource(value)),
      choose("Colour", "colour", colours.map((name) => [name, fieldNames[name]]), (value) => { this.coloured = value; this.refresh(); }),
      element("div", { class: "field" }, element("span", {}, "Deformed"), element("span", { class: "row" }, this.scaleText,
        element("button", { type: "button", id: "true-scale", onclick: () => this.setScaleValue(1) }, "true"),
        element("button", { type: "button", id: "auto-scale", onclick: () => { this.chooseScale(); this.refresh(); } }, "auto"))),
      this.scaleSlider,
      element("div", { class: "field" }, element("span", {}, "View"), element("span", { class: "row" },
        ...Object.entries(views).map(([name, angles]) =>
          element("button", { type: "button", id: "view-" + name, onclick: () => this.picture.look(...angles) }, name)))),
      element("div", { class: "row", role: "group", "aria-label": "what is drawn" }, ...this.switches()),
      this.picked);
  }

  switches() {
    const layers = { mesh: ["edges", true], undeformed: ["rest", false], supports: ["supports", true], loads: ["loads", true], constraints: ["constraints", true] };
    const there = { supports: this.mesh.held.some((mask) => mask), loads: this.mesh.forces.some((f) => f !== 0),
      constraints: this.mesh.rows.some((name) => !name.startsWith("support")), mesh: this.mesh.edges.length > 0 };
    return Object.entries(layers).filter(([label]) => there[label] !== false).map(([label, [name, on]]) => {
      const button = element("button", { type: "button", id: "show-" + label, "aria-pressed": String(on) });
      const key = { supports: "--s4", loads: "--s1", constraints: "--s3" }[label];
      if (key) button.append(element("span", { class: "key", style: `background: var(${key})` }));
      button.append(label);
      button.addEventListener("click", () => {
        const object = this.picture[name] ?? this.picture.symbols[name].mesh;
        object.visible = !object.visible;
        button.setAttribute("aria-pressed", String(object.visible));
        this.refresh();
      });
      return button;
    });
  }

  makePlay() {
    this.slider = element("input", { type: "range", id: "timeline", min: 0, max: Math.max(this.times.length - 1, 0), step: 1, value: 0, "aria-label": "stored state" });
    this.slider.addEventListener("input", () => { this.stop(); this.state = Number(this.slider.value); this.refresh(); });
    this.goButton = element("button", { type: "button", id: "go", onclick: () => this.toggle() }, "▶ Play");
    const speed = element("select", { id: "speed", "aria-label": "speed" },
      ...[0.1, 0.25, 0.5, 1, 2, 4].map((v) => element("option", { value: v, selected: v === 1 }, `${v}×`)));
    speed.addEventListener("change", () => { this.speed = Number(speed.value); });
    this.speed = 1;
    this.readout = element("output", { style: "min-width: 13em; text-align: right" });
    return element("div", { class: "play" }, this.goButton, this.slider, this.readout, speed);
  }

  get mode() { return this.source.startsWith("mode") ? Number(this.source.slice(5)) : null; }

  setSource(value) {
    this.source = value;
    this.chooseScale();
    if (this.mode !== null && !this.playing) this.toggle();
    this.slider.disabled = this.mode !== null;
    this.refresh();
  }

  largestDisplacement() {
    if (this.mode === null) return this.largest.displacement;
    const width = 3 * this.mesh.nodes.length;
    return largestOf(magnitudes(this.shapes.subarray(this.mode * width, (this.mode + 1) * width)));
  }

  /// Small motion is enlarged to 7 % of the structure's size.
  chooseScale() {
    const largest = this.largestDisplacement();
    const wanted = largest > 0 ? (0.07 * this.mesh.size) / largest : 1;
    this.autoScale = this.mode !== null ? wanted : wanted > 2 ? roundDown(wanted) : 1;
    this.setScaleValue(this.autoScale);
  }
  setScale(position) { this.setScaleValue(position === 0 ? 0 : this.autoScale * Math.pow(10, (position - 50) / 50)); }
  setScaleValue(scale) {
    this.scale = scale;
    this.scaleText.textContent = this.mode !== null ? "a shape has no size" : `×${shown(scale, 3)}`;
    this.scaleSlider.value = scale > 0 ? 50 + 50 * Math.log10(scale / this.autoScale) : 0;
    if (this.picture) this.refresh();
  }

  goTo(time) {
    if (!this.times.length || this.mode !== null) return;
    let best = 0;
    this.times.forEach((t, k) => { if (Math.abs(t - time) < Math.abs(this.times[best] - time)) best = k; });
    this.stop();
    this.state = best;
    this.refresh();
  }

  toggle() { if (this.playing) this.stop(); else this.play(); }
  stop() {
    this.playing = false;
    this.goButton.textContent = "▶ Play";
  }
  play() {
    if (this.times.length < 2 && this.mode === null) return;
    this.playing = true;
    this.goButton.textContent = "❚❚ Pause";
    const seconds = 8;
    let before = performance.now(), place = this.state >= this.times.length - 1 ? 0 : this.state;
    this.phase = this.phase || 0;
    const next = (now) => {
      if (!this.playing) return;
      const passed = ((now - before) / 1000) * this.speed;
      before = now;
      if (this.mode !== null) this.phase += passed * Math.PI;
      else place = (place + (passed * this.times.length) / seconds) % this.times.length;
      const changed = this.mode !== null || this.state !== Math.floor(place);
      this.state = Math.floor(place);
      if (changed) this.refresh();
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  }

  refresh() {
    if (!this.picture || this.source === undefined) return;
    const width = 3 * this.mesh.nodes.length;
    if (this.mode !== null) {
      const at = this.mode * width;
      const sizes = magnitudes(this.shapes.subarray(at, at + width)), coloured = this.coloured !== "none";
      this.picture.show({ displacement: this.shapes, at, scale: this.scale * Math.sin(this.phase || 0),
        values: coloured ? sizes : null, valuesAt: 0, largest: largestOf(sizes) });
      this.tell(`Mode ${this.mode + 1}`, `${shown(this.frequencies[this.mode], 6)} cycles per unit of time`, coloured ? "displacement" : "none", null);
    } else {
      const name = this.coloured, values = this.fields[name], ofCells = this.ofCells.has(name);
      const count = ofCells ? this.mesh.elements.length : this.mesh.nodes.length;
      this.picture.show({ displacement: this.times.length ? this.displacement : null, at: this.state * width, scale: this.scale,
        values: values && values.length ? values : null, valuesAt: this.state * count, ofCells, largest: this.largest[name] });
      if (this.times.length) {
        this.tell(`t = ${shown(this.times[this.state], 5)}`, `deformation ×${shown(this.scale, 3)}`, name, this.largest[name]);
        this.slider.value = this.state;
        this.readout.textContent = `state ${this.state + 1} of ${this.times.length}`;
        markTime(this.times[this.state]);
      }
    }
    this.tellPicked();
  }

  tell(what, more, field, largest) {
    const key = [what, more, field, largest].join();
    if (key === this.told) return;
    this.told = key;
    this.stamp.replaceChildren(element("b", {}, what), element("br"), element("span", { class: "quiet" }, more));
    if (field === "none") { this.legend.replaceChildren(); return; }
    this.legend.replaceChildren(element("div", {}, fieldNames[field]),
      element("div", { class: "bar", style: `background: linear-gradient(90deg, ${scaleColours.join()})` }),
      element("div", { class: "ends" }, ...(largest === null ? ["at rest", "most"] : ["0", shown(largest / 2, 3), shown(largest, 3)])
        .map((text) => element("span", {}, text))));
  }

  drawAxes() {
    const context = this.axes.getContext("2d"), { rightAxis, upAxis } = this.picture;
    context.clearRect(0, 0, 68, 68);
    context.font = "600 11px system-ui, sans-serif";
    context.lineWidth = 2;
    ["x", "y", "z"].forEach((name, i) => {
      const x = 34 + 22 * rightAxis[i], y = 34 - 22 * upAxis[i];
      context.strokeStyle = context.fillStyle = colour(["--red", "--green", "--accent"][i]);
      context.beginPath();
      context.moveTo(34, 34);
      context.lineTo(x, y);
      context.stroke();
      context.fillText(name, 34 + 30 * rightAxis[i] - 3, 34 - 30 * upAxis[i] + 4);
    });
  }

  pick(point, cell) {
    this.point = point;
    this.cell = cell;
    if (this.pickedChart) { forget(this.pickedChart); this.pickedChart = null; }
    if (this.picture) this.picture.mark(point);
    const number = element("input", { type: "number", id: "node", min: 1, placeholder: "node", style: "width: 6.5em", "aria-label": "number of a node" });
    if (point !== null) number.value = this.mesh.nodes[point];
    number.addEventListener("change", () => {
      const found = this.mesh.nodes.indexOf(Number(number.value));
      if (found >= 0) this.pick(found, null);
      else number.setCustomValidity("no node on the surface has this number"), number.reportValidity();
    });
    this.pickedText = element("div", {});
    const host = element("div");
    this.picked.replaceChildren(element("div", { class: "field" }, element("span", {}, "Node"), number), this.pickedText, host);
    if (point === null) { this.pickedText.replaceChildren(element("p", { class: "quiet" }, "Click the structure, or give the number of a node, for its values and history.")); return; }
    if (this.times.length > 1) {
      const count = this.mesh.nodes.length;
      const series = ["x", "y", "z"].map((name, c) => ({ name, colour: c, x: this.times,
        y: Float32Array.from(this.times, (_, k) => this.displacement[3 * (k * count + point) + c]) }));
      this.pickedChart = makePlot(host, { series, height: 150 });
      chartsShown.push(this.pickedChart);
    }
    this.tellPicked();
  }

  tellPicked() {
    if (this.point === null || this.point === undefined) return;
    const { point, cell, mesh, state } = this, place = mesh.at(point).map((x) => shown(x)).join(", ");
    const lines = [`at (${place})`];
    if (cell !== null) lines.push(`element ${mesh.elements[cell]}`);
    if (this.mode === null && this.times.length) {
      const at = 3 * (state * mesh.nodes.length + point);
      lines.push("displacement " + [0, 1, 2].map((c) => shown(this.displacement[at + c])).join(", "));
      for (const [name, values] of Object.entries(this.fields).slice(1)) {
        const ofCell = this.ofCells.has(name);
        if (!ofCell || cell !== null) lines.push(`${fieldNames[name]} ${shown(values[state * (ofCell ? mesh.elements : mesh.nodes).length + (ofCell ? cell : point)])}`);
      }
    }
    const key = lines.join("\n");
    if (key !== this.pickedKey || !this.pickedText.hasChildNodes())
      this.pickedText.replaceChildren(...lines.map((line) => element("div", {}, line)));
    this.pickedKey = key;
  }
}
