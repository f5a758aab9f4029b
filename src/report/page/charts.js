// SPDX-License-Identifier: BSD-3-Clause
// Charts over time. All share a cursor; a click goes to that time in the picture.

const chartsShown = [];
const timeListeners = [];
let chartTime = null;

/// A line at the time that the picture shows, moved without drawing the chart anew.
function placeMark(plot) {
  if (plot.sparkdynAxis !== "time" || !plot.sparkdynMark) return;
  const x = chartTime === null ? NaN : plot.valToPos(chartTime, "x");
  const seen = x >= 0 && x <= plot.over.clientWidth;
  plot.sparkdynMark.style.display = seen ? "block" : "none";
  if (seen) plot.sparkdynMark.style.transform = `translateX(${x}px)`;
}
function markTime(time) {
  chartTime = time;
  for (const plot of chartsShown) placeMark(plot);
}

const axisStyle = () => ({
  stroke: () => colour("--soft"),
  grid: { stroke: () => colour("--rule"), width: 1 },
  ticks: { stroke: () => colour("--rule"), width: 1 },
  font: "12px system-ui, sans-serif",
});

/// Logarithms are drawn on a linear scale: uPlot's logarithmic one fails below about 1e-16.
const logarithms = (values) => Array.from(values, (y) => (y > 0 ? Math.log10(y) : null));
const powerText = (v) => (v === null ? "" : Number.isInteger(v) ? (v >= -2 && v <= 3 ? String(Number(Math.pow(10, v).toPrecision(1))) : `1e${v}`) : "");
/// Ticks at whole powers.
const powers = (_, __, low, high) => {
  const every = Math.max(1, Math.ceil((high - low) / 6)), ticks = [];
  for (let v = Math.ceil(low / every) * every; v <= high; v += every) ticks.push(v);
  return ticks;
};

/// series: [{name, x, y, colour, dash}]; several with times of their own are put on one axis.
function chartData(series, log, logX) {
  const tables = [];
  for (const { x, y } of series) {
    const values = log ? logarithms(y) : Array.from(y, (v) => (Number.isFinite(v) ? v : null));
    const same = tables.find((table) => table.x === x);
    if (same) same.columns.push(values);
    else tables.push({ x, columns: [values] });
  }
  const joined = tables.map((table) => [logX ? logarithms(table.x) : Array.from(table.x), ...table.columns]);
  return joined.length === 1 ? joined[0] : lib.uPlot.join(joined, joined.map((t) => t.map(() => 2)));
}

/// Series in the order in which chartData() puts their columns.
function inTableOrder(series) {
  const order = [];
  for (const each of series) if (!order.includes(each.x)) order.push(each.x);
  return order.flatMap((x) => series.filter((each) => each.x === x));
}

function makePlot(host, options) {
  const series = inTableOrder(options.series);
  const data = chartData(series, options.log, options.logX);
  const whole = { splits: powers, values: (_, ticks) => ticks.map(powerText) };
  const plot = new lib.uPlot({
    width: Math.max(host.clientWidth, 240), height: options.height || 190,
    cursor: { sync: { key: options.axis || "time" }, points: { size: 6 }, drag: { x: true, y: false } },
    scales: { x: { time: false }, y: options.range ? { range: options.range } : {} },
    legend: { live: true },
    series: [{ label: options.axis || "time", value: (_, v) => shown(options.logX && v !== null ? Math.pow(10, v) : v, 6) },
      ...series.map((each) => ({
        label: each.name, stroke: () => seriesColour(each.colour), width: 1.5, dash: each.dash,
        spanGaps: true, points: { show: false }, value: (_, v) => shown(options.log && v !== null ? Math.pow(10, v) : v),
      }))],
    axes: [{ ...axisStyle(), size: 34, ...(options.logX ? whole : { values: (_, ticks) => ticks.map((v) => shown(v, 6)) }) },
      { ...axisStyle(), size: 66, ...(options.log ? whole : { values: (_, ticks) => ticks.map((v) => (v === null ? "" : shown(v, 3))) }) }],
    hooks: { draw: [placeMark] },
  }, data, host);
  plot.sparkdynAxis = options.axis || "time";
  plot.sparkdynMark = element("div", { class: "mark" });
  plot.over.append(plot.sparkdynMark);
  placeMark(plot);
  plot.over.addEventListener("click", () => {
    if (plot.sparkdynAxis !== "time" || plot.cursor.left < 0) return;
    const time = plot.posToVal(plot.cursor.left, "x");
    for (const listener of timeListeners) listener(time);
  });
  return plot;
}

function forget(plot) {
  const at = chartsShown.indexOf(plot);
  if (at >= 0) chartsShown.splice(at, 1);
  plot.destroy();
}

/// A card with a title and a chart; of many series those with the largest values are shown first.
function chartCard(options) {
  const most = 6;
  const peak = (each) => each.y.reduce((most, v) => (Math.abs(v) > most ? Math.abs(v) : most), 0);
  const many = options.series.length > most;
  const chosen = new Set(many ? [...options.series].sort((a, b) => peak(b) - peak(a)).slice(0, most) : options.series);
  const host = element("div");
  let plot = null;
  const draw = () => {
    if (plot) forget(plot);
    const series = options.series.filter((each) => chosen.has(each));
    plot = makePlot(host, { ...options, series: many ? series.map((each, i) => ({ ...each, colour: i })) : series });
    chartsShown.push(plot);
  };
  const card = element("article", { class: "card chart", "aria-label": options.title },
    element("header", {}, element("h3", {}, options.title), element("small", {}, options.note || "")), host);
  if (many)
    card.append(element("details", {},
      element("summary", {}, `${most} of ${options.series.length}, those with the largest values: choose others`),
      ...options.series.map((each) => {
        const box = element("input", { type: "checkbox" });
        box.checked = chosen.has(each);
        box.addEventListener("change", () => {
          if (box.checked) chosen.add(each); else chosen.delete(each);
          if (chosen.size > 0) draw();
        });
        return element("label", {}, box, " ", each.name);
      })));
  let width = 0;
  new ResizeObserver(() => {
    if (!plot) { if (host.clientWidth > 0) draw(); }
    else if (host.clientWidth !== width) plot.setSize({ width: Math.max(host.clientWidth, 240), height: options.height || 190 });
    width = host.clientWidth;
  }).observe(host);
  return card;
}

themeListeners.push(() => { for (const plot of chartsShown) plot.redraw(false, false); });
