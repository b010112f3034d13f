// Charts of runs: a line with a point for each run, which has its value as a title and leads to the run.
import { drawn, element } from "./dom.js";

const width = 420, height = 150;
const area = { left: 8, right: 8, top: 22, bottom: 20 };

// A chart of values by run, oldest first. values has null where a run has none. text shows a value, address a run. full is
// the value at the upper edge, if that is not the greatest.
export function trend(title, runs, values, { text, address, full }) {
  const known = values.filter((v) => v !== null);
  const most = full ?? Math.max(...known), least = Math.min(...known);
  const from = full ? Math.max(0, Math.floor((least - 1) / 10) * 10) : Math.min(0, least); // percentages differ little
  const x = (i) => area.left + ((width - area.left - area.right) * (runs.length === 1 ? 0.5 : i / (runs.length - 1)));
  const y = (v) => height - area.bottom - (height - area.top - area.bottom) * (most === from ? 0.5 : (v - from) / (most - from));
  const points = values.map((v, i) => v === null ? null : [x(i), y(v), v, runs[i]]);
  const line = points.map((p, i) => p && (points[i - 1] ? "L" : "M") + p[0].toFixed(1) + " " + p[1].toFixed(1)).filter(Boolean).join("");
  const dots = points.filter(Boolean).map(([cx, cy, v, run]) => {
    const dot = drawn("a", { href: address(run), tabindex: "-1" }, drawn("title", {}, nameOf(run) + ": " + text(v)),
      drawn("circle", { cx: cx.toFixed(1), cy: cy.toFixed(1), r: runs.length > 60 ? 2 : 3.5 }));
    return dot;
  });
  const label = (tx, ty, content, kind) => drawn("text", { x: tx, y: ty, class: "range " + kind }, content);
  const newest = points.findLast(Boolean);
  const chart = drawn("svg", { class: "hist trend", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" },
    drawn("path", { class: "axis", d: `M${area.left} ${height - area.bottom}H${width - area.right}` }),
    label(area.left, area.top - 8, text(most), "start"), label(area.left, height - area.bottom - 4, text(from), "start"),
    label(area.left, height - 5, short(runs[0]), "start"),
    ...(runs.length > 1 ? [label(width - area.right, height - 5, short(runs.at(-1)), "end")] : []),
    drawn("path", { class: "values", d: line }), ...dots);
  return element("figure", {}, element("figcaption", {}, title + " ", element("b", {}, text(newest[2]))), chart);
}

// The label of a run, or when it was.
export const nameOf = (run) => run.label || run.started.slice(0, 16).replace("T", " ");

const short = (run) => (nameOf(run).length > 30 ? nameOf(run).slice(0, 29) + "…" : nameOf(run));
