// Charts of runs: a line with a point for each run, which has its value as a title and leads to the run.
import { drawn, element, utc } from "./dom.js";

// In pixels of a window of usual width, so that the texts have their size; letters is the length of a label of a run.
const large = { width: 420, height: 150, letters: 30 }, smaller = { width: 270, height: 120, letters: 16 };
const area = { right: 8, top: 12, bottom: 22 };
const letter = 6.8; // width of a digit of a label, at most

// A chart of the values of runs, at least one, the oldest first: points are {run, value, text}. axis shows a value at the
// edge, address is that of a run, null where it was deleted. full is the value at the upper edge, if that is not the greatest.
export function trend(title, points, { axis, address, full, small = false }) {
  const { width, height, letters } = small ? smaller : large;
  const values = points.map((p) => p.value);
  const most = full ?? Math.max(...values), least = Math.min(...values);
  const from = full ? Math.max(0, Math.floor((least - 1) / 10) * 10) : Math.min(0, least); // percentages differ little
  const left = 14 + letter * Math.max(axis(most).length, axis(from).length); // labels are beside the line, not on it
  const x = (i) => left + ((width - left - area.right) * (points.length === 1 ? 0.5 : i / (points.length - 1)));
  const y = (v) => height - area.bottom - (height - area.top - area.bottom) * (most === from ? 0.5 : (v - from) / (most - from));
  const at = points.map((p, i) => [x(i).toFixed(1), y(p.value).toFixed(1)]);
  const line = at.map(([px, py], i) => (i ? "L" : "M") + px + " " + py).join("");
  const dots = points.map(({ run, text }, i) => drawn(...(address(run) ? ["a", { href: address(run), tabindex: "-1" }] : ["g", {}]),
    drawn("title", {}, nameOf(run) + ": " + text),
    drawn("circle", { cx: at[i][0], cy: at[i][1], r: points.length > 60 ? 2 : 3.5 })));
  const label = (tx, ty, content, kind) => drawn("text", { x: tx, y: ty, class: "range " + kind }, content);
  const chart = drawn("svg", { class: "hist trend", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" },
    drawn("path", { class: "axis", d: `M${left} ${height - area.bottom}H${width - area.right}` }),
    label(left - 8, area.top + 4, axis(most), "end"), label(left - 8, height - area.bottom + 4, axis(from), "end"),
    label(left, height - 5, short(points[0].run, letters), "start"),
    ...(points.length > 1 ? [label(width - area.right, height - 5, short(points.at(-1).run, letters), "end")] : []),
    drawn("path", { class: "values", d: line }), ...dots);
  return element("figure", {}, element("figcaption", {}, title + " ", element("b", {}, points.at(-1).text)), chart);
}

// The label of a run, or when it was.
export const nameOf = (run) => run.label || utc(run.started);

function short(run, letters) {
  const name = run.label || (letters < nameOf(run).length ? nameOf(run).slice(0, 10) : nameOf(run)); // or the date alone
  return name.length > letters ? name.slice(0, letters - 1) + "…" : name;
}
