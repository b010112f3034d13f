// The state of a project by the newest run with counts of all tests: totals and their change, gates, failed tests, where to test next, and
// small trends.
import { get, path } from "./api.js";
import { trend } from "./charts.js";
import { breakable, counted, element, failure, head, lasting, link, number, outside, percent, scrolled, table, tag, tile, when } from "./dom.js";
import { showFindings, testLink } from "./findings.js";
import { checked, comparison } from "./run.js";
import { isBad, reportOf } from "./runs.js";

const charted = 30; // runs

// Shows the state in an element. What takes longer follows, each part when it is there.
export async function summary(place, shown) {
  const { run, base, newer, part } = await get(place.at("/overview"), place.signal);
  if (!run) return shown.replaceChildren();
  const found = element("div", {}), gates = element("section", {}), next = element("section", {}), trends = element("section", {});
  shown.replaceChildren(...totals(place, run, base), ...partly(place, newer, part), found, gates, next, trends);
  const fill = async (section, title, nodes) => {
    try {
      const found = await nodes();
      if (found.length) section.replaceChildren(element("h2", {}, title), ...found);
    } catch (error) {
      if (error.name !== "AbortError") section.replaceChildren(element("h2", {}, title), failure(error));
    }
  };
  showFindings(place, run.id, found).catch((error) => place.fail(error));
  await fill(trends, "Trends", () => charts(place));
  await fill(gates, "Gates", async () => {
    const check = await get(place.at(path`/runs/${run.id}/gates`), place.signal);
    return check.gates.length ? checked(place, run, check) : [];
  });
  await fill(next, "Where to test next", async () => ranked(place, await get(place.at(path`/runs/${run.id}/next`), place.signal)));
}

// The last totals, their change since the base, and links.
function totals(place, run, base) {
  const t = run.totals, before = base?.totals;
  const ratio = (name, key) => {
    const r = t?.[key], b = before?.[key];
    if (!r?.total) return [];
    const change = b?.total ? ", " + changed(r, b) : "";
    return [tile(name, percent(r.covered, r.total), number(r.covered) + " of " + number(r.total) + change)];
  };
  const tests = run.tests ? [tile("Tests", number(run.tests.tests), run.tests.failed + " failed, " + run.tests.skipped + " skipped")] : [];
  return [
    element("p", { class: "run" }, tag(run.result, isBad(run) ? "bad" : ""), " ", element("code", {}, run.line), " ",
      element("span", {}, link(run.label || "the run", place.to("runs/" + run.id))), element("span", {}, when(run.started)),
      element("span", { class: "whole" }, lasting(run.seconds)), ...(base ? [element("span", {}, "compared with " + nameOfBase(base))] : [])),
    element("div", { class: "tiles" }, ...ratio("Lines", "lines"), ...ratio("Branches", "branches"), ...ratio("Methods", "methods"), ...tests),
    element("p", { class: "actions" }, ...(base ? [comparison(place, run, base)] : []),
      outside("Open the report", reportOf(place, run.id), { class: "button" })),
  ];
}

// Names a newer run that is not shown because it ran only a part of the tests.
const partly = (place, newer, part) => (newer ? [element("p", { class: "note" }, link("Run " + (newer.label || newer.id), place.to("runs/" + newer.id)),
  " is newer. It ran only a part of the tests (", element("code", {}, part), "): its numbers are not shown here.")] : []);

const nameOfBase = (base) => base.label || [base.branch, when(base.started).textContent].filter(Boolean).join(" ");

// The change of a percentage in percentage points, as in Ratio.Change of the package report.
export function changed(now, before) {
  if (now.covered * before.total === before.covered * now.total) return "as before";
  const exact = 100 * (now.covered / now.total - before.covered / before.total);
  const shown = parseFloat(percent(now.covered, now.total)) - parseFloat(percent(before.covered, before.total));
  const small = Math.abs(shown) < 0.05 || Math.abs(exact) < 0.0995;
  const size = Math.abs(small ? exact : shown).toFixed(small ? Math.ceil(-Math.log10(Math.abs(exact)) - 1e-6) : 1);
  return (exact > 0 ? "+" : "−") + size + " points";
}

// Methods by risk times what is missed, with the nearest tests.
function ranked(place, { places, methods, columns, order }) {
  if (!places.length) return [];
  const short = (file) => file.slice(file.lastIndexOf("/") + 1);
  const rows = places.map((p) => element("tr", {},
    head([link(breakable(p.title), place.to("code", { path: p.path, line: p.line }), { title: p.path + ":" + p.line }), " ",
      element("span", { class: "pkg" }, ...breakable(short(p.path)), ":" + p.line)]),
    ...columns.map(({ key }) => (key === "test" ? element("td", {}, testLink(place, p.test)) : element("td", { class: "num" }, String(p[key] ?? "–"))))));
  const heads = columns.map(({ key, name, meaning }) =>
    [element("span", { title: meaning }, name[0].toUpperCase() + name.slice(1)), "", key === "test" ? "" : "num"]);
  return [element("p", { class: "lead" }, counted(methods, "method") + (methods === 1 ? " has" : " have") + " missed lines or branches. " + order),
    scrolled(table(["Method", ...heads], rows, "next stacked"), "Where to test next")];
}

async function charts(place) {
  const { runs } = await get(place.at("/trend"), place.signal);
  const newest = runs.slice(-charted);
  const address = (run) => (run.deleted ? null : place.to("runs/" + run.id));
  const drawn = [["Lines", "lines"], ["Branches", "branches"], ["Methods", "methods"]].flatMap(([title, key]) => {
    const points = newest.filter((r) => r[key]?.total).map((run) =>
      ({ run, value: (100 * run[key].covered) / run[key].total, text: percent(run[key].covered, run[key].total) }));
    return points.length > 1 ? [trend(title, points, { address, axis: (v) => v + " %", full: 100, small: true })] : [];
  });
  return drawn.length ? [element("div", { class: "trends small" }, ...drawn)] : [];
}
