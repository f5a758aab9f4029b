// SPDX-License-Identifier: BSD-3-Clause
// The page of methods: one is chosen with sliders, its curves stand beside two that everybody knows.

const withRho = (list, rho) => list.reduce((best, each) =>
  (Math.abs((each.rho_infinity ?? rho) - rho) < Math.abs((best.rho_infinity ?? rho) - rho) ? each : best));

class MethodView {
  constructor(data) {
    this.mu = numbers(data.mu);
    this.given = data.methods[0];
    this.methods = data.methods.slice(1);
    for (const method of data.methods) {
      const values = numbers(method.curves), n = this.mu.length;
      [method.radius, method.period, method.loss] = [0, 1, 2].map((i) => values.subarray(i * n, (i + 1) * n));
    }
    this.chosen = this.given;
    this.place = element("div", { class: "charts" });
    this.facts = element("div", { class: "card pad" });
    section("choose", "A method", this.makeControls());
    section("curves", "What it does to an oscillation", this.place,
      element("p", { class: "quiet", style: "margin-top: 8px" },
        "q″ = −ω²q without damping. hω is 2π over the steps in a period. Spectral radius: 1 keeps an oscillation, below 1 damps it, above 1 is unstable. "
        + "Period error and loss are relative, in one period; beyond hω = π a step no longer sees the phase. "
        + "Frequencies that matter should lie where the errors are small, those that do not where the radius is below 1."));
    section("coefficients", "Its coefficients", this.facts);
    this.show();
  }

  makeControls() {
    const families = [...new Set(this.methods.map(({ family }) => family))];
    this.family = element("select", { id: "family" }, ...families.map((name) => element("option", { value: name }, name)));
    this.family.value = this.given.family;
    this.stages = element("input", { type: "range", id: "stages", min: 1, max: 6, step: 1, value: this.given.stages || 3 });
    this.rho = element("input", { type: "range", id: "rho", min: 0, max: 1, step: 0.1, value: this.given.rho_infinity ?? 0.8 });
    this.stagesText = element("output", {});
    this.rhoText = element("output", {});
    for (const control of [this.family, this.stages, this.rho]) control.addEventListener("input", () => this.choose());
    const back = element("button", { type: "button", id: "given", onclick: () => { this.chosen = this.given; this.show(); } }, "as given on the command line");
    const labelled = (text, ...controls) => element("label", { class: "field" }, element("span", {}, text), element("span", { class: "row" }, ...controls));
    this.told = element("p", { style: "margin: 10px 0 0" });
    return element("div", { class: "card pad" }, element("div", { class: "two" },
      element("div", {}, labelled("Family", this.family, back)),
      element("div", {}, labelled("Stages", this.stages, this.stagesText), labelled("ρ∞", this.rho, this.rhoText))), this.told);
  }

  choose() {
    const family = this.methods.filter((each) => each.family === this.family.value);
    const stages = Number(this.stages.value);
    const near = family.reduce((best, each) => (Math.abs((each.stages || 0) - stages) < Math.abs((best.stages || 0) - stages) ? each : best));
    this.chosen = withRho(family.filter((each) => each.stages === near.stages), Number(this.rho.value));
    this.show();
  }

  show() {
    const { chosen } = this, stages = chosen.stages, rho = chosen.rho_infinity;
    this.stagesText.textContent = stages ?? "has none";
    this.rhoText.textContent = rho !== undefined ? shown(rho) : "has none";
    const alpha = withRho(this.methods.filter(({ family }) => family === "generalized-alpha"), rho ?? 1);
    const newmark = this.methods.find(({ family }) => family === "newmark");
    const others = [alpha, newmark].filter((each) => each && each !== chosen && each.title !== chosen.title);
    const name = (each) => (each === chosen ? each.title.replace(/ \(.*\)$/, "") : each.family === "generalized-alpha" ? `generalized-α, ρ∞ ${shown(each.rho_infinity ?? 0.8)}` : each.family === "newmark" ? "Newmark, ¼ and ½" : each.title);
    const chart = (title, key, options) => chartCard({ title, axis: "hω", logX: true, height: 260, ...options,
      series: [chosen, ...others].map((each, i) => ({ name: name(each), x: this.mu, y: each[key], colour: i, dash: i ? [6, 4] : undefined })) });
    for (const plot of [...chartsShown]) forget(plot);
    this.place.replaceChildren(chart("Spectral radius", "radius", { range: (_, low, high) => [Math.min(0, low), Math.min(Math.max(1.05, high), 2)] }),
      chart("Period error", "period", { log: true, note: "logarithmic", range: (_, low, high) => [Math.max(low, -16), high] }), chart("Loss in a period", "loss", { log: true, note: "logarithmic", range: (_, low, high) => [Math.max(low, -16), high] }));
    this.told.textContent = `${chosen.title}: order ${chosen.order}, spectral radius ${shown(chosen.radius_at_infinity)} for hω → ∞.`;
    this.facts.replaceChildren(element("pre", {}, chosen.coefficients || "none"));
  }
}

function showMethod(data) {
  document.getElementById("lead").textContent = "Families, stages and numerical damping beside generalized-α and Newmark's method.";
  window.sparkdynView = new MethodView(data);
}

main();
