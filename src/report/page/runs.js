// SPDX-License-Identifier: BSD-3-Clause
// The page of one run, or of several beside each other.

const lightWords = { green: "good", amber: "look", red: "act", unknown: "not known" };
const phaseNames = { setup: "setting up", factor: "factoring", solve: "stepping", output: "writing", checkpoints: "checkpoints" };

function showRuns(data) {
  const { runs } = data, several = runs.length > 1;
  for (const run of runs) {
    try { run.facts = run.summary ? JSON.parse(run.summary) : {}; } catch { run.facts = {}; }
    for (const table of [run.history, run.energy])
      if (table) {
        table.x = numbers(table.times);
        for (const column of table.columns) column.y = numbers(column.values);
      }
  }
  showLead(runs);
  if (runs.some((run) => run.verdict)) showVerdicts(runs);
  showMotion(runs);
  showHistories(runs, several);
  showEnergies(runs, several);
  showModes(runs);
  showPeaks(runs, several);
  showCost(runs, several);
  showSaid(runs, several);
  document.getElementById("footer").append(
    `Made by ${data.program}, ${data.made}. Everything is in this file; nothing is fetched. Values of pictures and charts are in single precision; results.h5 and the CSV files have all digits.`);
}

function showLead(runs) {
  const { facts } = runs[0], status = document.getElementById("status");
  const parts = [];
  if (runs.length > 1) parts.push(runs.map((run) => run.name).join(", "));
  else {
    if (facts.method) parts.push(facts.method + (facts.order ? `, order ${facts.order}` : ""));
    if (facts.dofs) parts.push(`${facts.dofs.toLocaleString("en")} degrees of freedom, ${facts.constraints} constraints`);
    if (facts.steps) parts.push(`${facts.steps.toLocaleString("en")} steps from t = ${shown(facts.start_time)} to ${shown(facts.end_time)}`);
    parts.push(runs[0].path);
  }
  document.getElementById("lead").textContent = parts.join(" · ");
  if (runs.length > 1 || !facts.status) return;
  status.hidden = false;
  status.textContent = facts.status;
  status.classList.add({ done: "green", stopped: "amber", failed: "red" }[facts.status] || "unknown");
}

function showVerdicts(runs) {
  const blocks = runs.filter((run) => run.verdict).map((run) => element("div", {},
    runs.length > 1 ? element("h3", { style: "margin: 10px 0 8px" }, run.name) : null,
    element("div", { class: "verdicts" }, ...run.verdict.map(({ about, light, sentence, advice }) =>
      element("article", { class: `card verdict ${light}` },
        element("h3", {}, about, element("span", {}, lightWords[light])), element("p", {}, sentence),
        advice ? element("p", { class: "advice" }, advice) : null)))));
  section("verdict", "Can it be believed?", ...blocks);
}

function showMotion(runs) {
  const shownRuns = runs.filter((run) => run.mesh);
  if (!shownRuns.length) return;
  const place = element("div"), views = new Map();
  const choose = (run) => {
    for (const view of views.values()) view.stop();
    try {
      if (!views.has(run)) {
        place.replaceChildren();
        const view = new MotionView(run);
        views.set(run, view);
      }
      place.replaceChildren(views.get(run).card);
      window.sparkdynView = views.get(run);
    } catch (error) {
      place.replaceChildren(element("p", { class: "card problem" }, "The picture needs WebGL, which this browser does not offer: " + error.message));
    }
  };
  const select = element("select", { id: "run", "aria-label": "run in the picture" }, ...shownRuns.map((run, i) => element("option", { value: i }, run.name)));
  select.addEventListener("change", () => choose(shownRuns[Number(select.value)]));
  section("motion", "The structure", shownRuns.length > 1 ? element("p", { class: "row" }, "Run ", select) : null, place);
  choose(shownRuns[0]);
}

/// Columns of the same name over all runs; "base_x node 1", "base_x node 2" go into one chart.
function groupsOf(runs, which) {
  const groups = new Map();
  runs.forEach((run, r) => {
    for (const column of run[which]?.columns || []) {
      const name = column.name.replace(/ node \d+$/, "");
      if (!groups.has(name)) groups.set(name, []);
      groups.get(name).push({ run, r, column, table: run[which] });
    }
  });
  return groups;
}

/// Names of the probes that are forces of supports: over several nodes their sum means something.
function reactionsOf(run) {
  return new Set([...(run.case || "").matchAll(/\{name: "([^"]*)"[^}]*quantity: reaction\}/g)].map(([, name]) => name));
}

/// The resultant of a group of reactions; of thinned tables it is not known.
function resultant(name, group, run) {
  const { table } = group[0];
  if (group.length < 2 || table.rows !== table.x.length || !reactionsOf(run).has(name)) return null;
  const y = new Float32Array(table.x.length);
  for (const { column } of group) column.y.forEach((v, i) => { y[i] += v; });
  return y;
}

function withResultants(name, group, runs) {
  const sums = runs.flatMap((run, r) => {
    const mine = group.filter((each) => each.run === run), y = mine.length ? resultant(name, mine, run) : null;
    return y ? [{ run, r, table: mine[0].table, column: { name: "sum of the nodes", y, ...extremesOf(mine[0].table.x, y) } }] : [];
  });
  return [...sums, ...group];
}

function extremesOf(x, y) {
  let low = 0, high = 0;
  y.forEach((v, i) => { if (v < y[low]) low = i; if (v > y[high]) high = i; });
  return { smallest: [y[low], x[low]], largest: [y[high], x[high]] };
}

function seriesOf(group, runs) {
  const own = new Set(group.map(({ column }) => column.name)).size;
  return group.map(({ run, r, column, table }, i) => ({
    name: runs.length === 1 ? column.name : own > 1 ? `${column.name}, ${run.name}` : run.name,
    x: table.x, y: column.y, colour: runs.length > 1 && own === 1 ? r : i, run: r, column: column.name,
  }));
}

/// Linear between rows; NaN outside.
function interpolate(x, y, at) {
  let i = 0;
  return Float32Array.from(at, (t) => {
    while (i + 1 < x.length && x[i + 1] < t) ++i;
    if (t < x[0] || t > x[x.length - 1]) return NaN;
    if (i + 1 >= x.length) return y[i];
    const s = x[i + 1] > x[i] ? (t - x[i]) / (x[i + 1] - x[i]) : 0;
    return y[i] + s * (y[i + 1] - y[i]);
  });
}

function differences(series) {
  return series.filter((each) => each.run > 0).flatMap((each) => {
    const first = series.find((other) => other.run === 0 && other.column === each.column);
    if (!first) return [];
    const base = interpolate(first.x, first.y, each.x);
    return [{ ...each, name: `${each.name} − first`, y: each.y.map((v, i) => v - base[i]) }];
  });
}

function showHistories(runs, several) {
  const groups = groupsOf(runs, "history");
  if (!groups.size) return;
  for (const [name, group] of groups) groups.set(name, withResultants(name, group, runs));
  const place = element("div", { class: "charts" });
  const fill = (difference) => {
    for (const plot of [...chartsShown]) if (place.contains(plot.root)) forget(plot);
    place.replaceChildren(...[...groups].slice(0, 24).map(([name, group]) => {
      const all = seriesOf(group, runs), series = difference ? differences(all) : all;
      if (!series.length) return null;
      const extreme = Math.max(...group.map(({ column }) => Math.max(Math.abs(column.smallest[0]), Math.abs(column.largest[0]))));
      return chartCard({ title: name, note: difference ? "difference from " + runs[0].name : `largest |value| ${shown(extreme)}`, series });
    }).filter(Boolean));
  };
  const parts = [place];
  if (several && runs.filter((run) => run.history).length > 1) {
    const button = element("button", { type: "button", id: "difference", "aria-pressed": "false" }, `Difference from ${runs[0].name}`);
    button.addEventListener("click", () => {
      const on = button.getAttribute("aria-pressed") !== "true";
      button.setAttribute("aria-pressed", String(on));
      fill(on);
    });
    parts.unshift(element("p", { class: "row" }, button,
      element("span", { class: "quiet" }, "Between rows the first run is interpolated linearly; of thinned histories a difference is only rough.")));
  }
  if (groups.size > 24) parts.push(element("p", { class: "quiet" }, `The first 24 of ${groups.size} probes; history.csv has all.`));
  section("histories", "Histories", ...parts);
  fill(false);
}

function steps(table) {
  const x = table.x.slice(1), y = Float32Array.from(x, (t, i) => t - table.x[i]);
  return { x, y };
}

function showEnergies(runs, several) {
  const cards = [];
  const pickColumns = (title, names, options = {}) => {
    const series = [];
    runs.forEach((run, r) => {
      const columns = (run.energy?.columns || []).filter(({ name }) => names.test(name));
      columns.forEach((column, i) => series.push({
        name: several ? `${column.name}, ${run.name}` : column.name, x: run.energy.x, y: column.y, colour: several ? r : i,
        dash: several && i > 0 ? [4 + 2 * i, 3] : undefined,
      }));
    });
    if (series.some((each) => (options.log ? each.y.some((v) => v > 0) : each.y.some((v) => v !== 0))))
      cards.push(chartCard({ title, series, ...options }));
  };
  pickColumns("Energy", /^(kinetic|strain|potential|total|external_work|dissipated)$/);
  pickColumns("Energy the method added or took out", /^balance$/);
  pickColumns("Constraint violation", /violation$/, { log: true, note: "logarithmic", range: (_, low, high) => [Math.max(low, high - 8), high + 0.2] });
  pickColumns("Weights of numerical damping", /^damping_/);
  pickColumns("Solver iterations", /^(iterations|rejected|factorizations)/);
  const series = [];
  runs.forEach((run, r) => {
    const { history } = run;
    if (!history || history.rows !== history.x.length || history.rows < 3) return;
    if (history.longest_step - history.shortest_step < 1e-6 * history.longest_step) return;
    series.push({ name: several ? run.name : "step size", ...steps(history), colour: r });
  });
  if (series.length) cards.push(chartCard({ title: "Step size", series, log: true, note: "logarithmic" }));
  const lines = runs.filter((run) => run.history && run.history.rows > 1).map(({ name, history, facts }) => {
    const even = history.longest_step - history.shortest_step < 1e-6 * history.longest_step;
    return (several ? name + ": " : "") + (even ? `constant steps of ${shown(history.longest_step)}` : `steps from ${shown(history.shortest_step)} to ${shown(history.longest_step)}`)
      + (facts.rejected ? `, ${facts.rejected} rejected` : "")
      + (facts.iterations ? `, ${facts.iterations} solver iterations, ${shown(facts.iterations / Math.max(facts.steps, 1), 3)} per step` : "") + ".";
  });
  if (cards.length) section("numerics", "Energy and numerics", element("div", { class: "charts" }, ...cards), ...lines.map((line) => element("p", { class: "quiet", style: "margin-top: 8px" }, line)));
}

function showModes(runs) {
  const rows = runs.flatMap((run) => (run.modes?.frequencies || []).map((f, i) => [run, f, i]));
  if (!rows.length) return;
  section("modes", "Natural modes", element("div", { class: "card scroll" }, table(["run", "mode", "frequency", "period"],
    rows.map(([run, f, i]) => [run.name, i + 1, shown(f, 6), shown(f > 0 ? 1 / f : NaN, 6)]), [1, 2, 3])));
}

function table(heads, rows, numeric = []) {
  const cell = (tag, value, i) => element(tag, { class: numeric.includes(i) ? "n" : null }, value instanceof Node ? value : String(value));
  return element("table", {}, element("thead", {}, element("tr", {}, ...heads.map((head, i) => cell("th", head, i)))),
    element("tbody", {}, ...rows.map((row) => element("tr", {}, ...row.map((value, i) => cell("td", value, i))))));
}

const timeLink = (time) => element("button", { type: "button", class: "link", onclick: () => timeListeners.forEach((listener) => listener(time)) }, shown(time, 6));

function showPeaks(runs, several) {
  const rows = [];
  for (const run of runs) {
    for (const { field, value, time, place, of_element } of run.peaks || [])
      rows.push([run.name, fieldNames[field] || field, shown(value, 5), timeLink(time), `${of_element ? "element" : "node"} ${place}`]);
    for (const [name, columns] of groupsOf([run], "history")) {
      let best = null;
      for (const { column } of withResultants(name, columns, [run]))
        for (const [value, time] of [column.smallest, column.largest])
          if (value !== null && (!best || Math.abs(value) > Math.abs(best[0]))) best = [value, time, column.name];
      if (best) rows.push([run.name, name, shown(best[0], 5), timeLink(best[1]), best[2] === name ? "probe" : best[2].replace(name + " ", "")]);
    }
  }
  if (!rows.length) return;
  const from = several ? 0 : 1;
  section("peaks", "Peaks", element("div", { class: "card scroll" },
    table(["run", "what", "largest", "time", "place"].slice(from), rows.slice(0, 60).map((row) => row.slice(from)), several ? [2, 3] : [1, 2])),
    element("p", { class: "quiet", style: "margin-top: 8px" }, "Of fields over the whole mesh, the magnitude at stored states; of probes the value with its sign at every step. Click a time to see the structure then."));
}

function showCost(runs, several) {
  const longest = Math.max(...runs.map((run) => run.facts.seconds?.total || 0));
  if (!longest) return;
  const bars = runs.filter((run) => run.facts.seconds).map(({ name, facts }) => {
    const { total, ...parts } = facts.seconds, bar = element("div", { class: "phase", role: "img", "aria-label": "time by phase" });
    const keys = element("div", { class: "quiet" });
    const known = Object.values(parts).reduce((sum, part) => sum + part, 0);
    const all = [...Object.entries(parts), ["rest", Math.max(0, total - known)]];
    all.forEach(([phase, seconds], i) => {
      if (!(seconds > 0)) return;
      bar.append(element("i", { style: `width: ${(100 * seconds) / Math.max(longest, known)}%; background: var(--s${i})` }));
      keys.append(element("span", { style: "margin-right: 14px; display: inline-block" }, element("span", { class: "key", style: `background: var(--s${i})` }),
        `${phaseNames[phase] || phase} ${shown(seconds, 3)} s (${Math.round((100 * seconds) / total)} %)`));
    });
    const memory = facts.peak_memory_bytes ? `, ${shown(facts.peak_memory_bytes / 1048576, 3)} MiB on ${facts.ranks || 1} rank${facts.ranks > 1 ? "s" : ""}` : "";
    return element("div", { class: "phases" }, element("div", { class: "name" }, element("span", {}, several ? name : "whole run"),
      element("span", {}, `${shown(total, 3)} s${facts.steps_per_second ? `, ${shown(facts.steps_per_second, 3)} steps per second` : ""}${memory}`)), bar, keys);
  });
  section("cost", "Where the time went", element("div", { class: "card pad phases" }, ...bars));
}

function showSaid(runs, several) {
  const list = (title, items) => (items.length ? element("article", { class: "card pad" }, element("h3", { style: "margin-bottom: 8px" }, title),
    element("ul", { class: "said" }, ...items.map((item) => element("li", {}, item)))) : null);
  const named = (run, items) => items.map((item) => (several ? `${run.name}: ${item}` : item));
  const warnings = runs.flatMap((run) => named(run, run.facts.warnings || []));
  const notes = runs.flatMap((run) => named(run, [...(run.notes || []),
    ...(run.symbols?.guessed ? ["Supports are drawn where reactions were met: this folder is of an older version that stored no more."] : []),
    ...(run.mesh ? ["Beams are drawn straight between their nodes, with a rectangle or circle of the same area and second moments; loads as they are for an amplitude of 1."] : [])]));
  const cases = runs.filter((run) => run.case).map((run) => element("details", { class: "card pad" },
    element("summary", {}, several ? `The case of ${run.name}, as it ran` : "The case as it ran"), element("pre", {}, run.case)));
  section("notes", "What was said", element("div", { class: "two" },
    list("Warnings of the run", warnings.length ? warnings : ["None."]), list("What this page leaves out", notes.length ? notes : ["Nothing."])),
    element("div", { style: "margin-top: 14px; display: grid; gap: 10px" }, ...cases));
}
