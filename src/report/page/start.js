// SPDX-License-Identifier: BSD-3-Clause
// Unpacks what the page holds, and small helpers for all of it.

let lib;      // three.js and uPlot
let packed;   // the bytes of all arrays
const themeListeners = [];

async function inflate(text) {
  const binary = atob(text.trim());
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; ++i) bytes[i] = binary.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).arrayBuffer();
}

async function loadLibraries() {
  const code = new TextDecoder().decode(await inflate(document.getElementById("libraries").textContent));
  const script = document.createElement("script");
  script.textContent = code;
  document.head.append(script);
  lib = window.sparkdynLibraries;
}

/// The numbers behind {at, count, type}; four-byte ones stand in planes of equal bytes.
function numbers(reference) {
  if (!reference) return new Float32Array(0);
  const { at, count, type } = reference;
  if (type === "u8") return new Uint8Array(packed, at, count);
  if (type === "f64") return new Float64Array(packed, at, count);
  const from = new Uint8Array(packed, at, 4 * count), to = new Uint8Array(4 * count);
  for (let plane = 0; plane < 4; ++plane)
    for (let i = 0, k = plane * count; i < count; ++i, ++k) to[4 * i + plane] = from[k];
  return type === "u32" ? new Uint32Array(to.buffer) : new Float32Array(to.buffer);
}

/// element("p", {class: "x", onclick: f}, "text", child…)
function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

function shown(value, digits = 4) {
  if (value === null || value === undefined || Number.isNaN(value)) return "–";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e-3 && size < 1e5) return String(Number(value.toPrecision(digits)));
  return value.toExponential(digits - 1).replace(/\.?0+e/, "e").replace("e+", "e");
}

function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
const seriesColour = (i) => colour(`--s${i % 8}`);

function setTheme(dark) {
  document.documentElement.classList.toggle("dark", dark);
  for (const listener of themeListeners) listener();
}

function section(id, title, ...children) {
  document.getElementById("contents").append(element("a", { href: "#" + id }, title));
  const made = element("section", { id, "aria-labelledby": id + "-title" },
    element("h2", { id: id + "-title" }, title), ...children);
  document.getElementById("content").append(made);
  return made;
}

function prepareTop(data) {
  document.getElementById("title").textContent = data.title;
  document.getElementById("program").textContent = `${data.program} · ${data.made}`;
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  setTheme(dark.matches);
  dark.addEventListener("change", () => setTheme(dark.matches));
  document.getElementById("theme").addEventListener("click",
    () => setTheme(!document.documentElement.classList.contains("dark")));
  document.getElementById("print").addEventListener("click", () => window.print());
}

async function main() {
  const data = JSON.parse(document.getElementById("manifest").textContent);
  prepareTop(data);
  const content = document.getElementById("content");
  if (typeof DecompressionStream === "undefined") {
    content.replaceChildren(element("p", { class: "problem" },
      "This page needs a browser of 2023 or later (DecompressionStream)."));
    return;
  }
  try {
    [packed] = await Promise.all([inflate(document.getElementById("arrays").textContent), loadLibraries()]);
    document.getElementById("waiting").remove();
    if (document.body.dataset.kind === "method") showMethod(data);
    else showRuns(data);
  } catch (error) {
    content.append(element("p", { class: "problem", role: "alert" }, "This page cannot be shown: " + error.message));
    throw error;
  }
  document.body.dataset.ready = "true";
}
