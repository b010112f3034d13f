// A run: its numbers, its label, its report, its gates, and exports.
import { download, get, path, post } from "./api.js";
import {
  button, cell, counted, element, failure, field, head, link, number, outside, percent, scrolled, sized, table, tag, tile, when,
} from "./dom.js";
import { showFindings } from "./findings.js";
import { carriedOver, durationOf, isBad, kinds, movedFrom, reportOf } from "./runs.js";

export async function runView(place) {
  const [id] = place.values;
  const { runs } = await get(place.at("/runs"), place.signal);
  const run = runs.find((r) => r.id === id);
  if (!run) throw Object.assign(new Error("There is no run " + id + " in this project any more."), { status: 404 });
  const { formats } = await get(place.at(path`/runs/${id}/formats`), place.signal);
  const gates = element("section", {}, element("h2", {}, "Gates"), element("p", { class: "lead", role: "status" }, "The gates are being checked …"));
  const found = element("div", {});
  const base = runs.find((r) => r.id === run.base);
  place.show(element("p", { class: "crumbs" }, link("Runs", place.to("runs"))), ...about(place, run), found, report(place, run, base), gates,
    ...(formats.length ? [exports(place, run, formats)] : []));
  showFindings(place, id, found).catch((error) => place.fail(error));
  try {
    gates.replaceChildren(element("h2", {}, "Gates"), ...checked(place, run, await get(place.at(path`/runs/${id}/gates`), place.signal)));
  } catch (error) {
    if (error.name !== "AbortError") gates.replaceChildren(element("h2", {}, "Gates"), failure(error));
  }
}

// The facts of a run, and its label, which can be changed.
function about(place, run) {
  const title = element("h1", {});
  const id = element("span", {}, "run " + run.id);
  const name = (label) => { // the ID is there once
    title.textContent = label || run.id;
    id.hidden = !label;
  };
  name(run.label);
  const input = element("input", { autocomplete: "off", placeholder: "none" });
  input.value = run.label;
  const said = element("span", { role: "status" });
  const save = button("Save", async () => {
    const { moved } = await post(place.at("/runs/label"), { run: run.id, label: input.value });
    name(input.value);
    said.replaceChildren("Saved", ...movedFrom(moved), ".");
  });
  input.addEventListener("keydown", (event) => event.key === "Enter" && save.click());
  const label = element("p", { class: "line" }, field("Label", input), save, said);
  const t = run.totals;
  const ratio = (name, r) => (r?.total ? [tile(name, percent(r.covered, r.total), number(r.covered) + " of " + number(r.total))] : []);
  const tests = run.tests ? [tile("Tests", number(run.tests.tests), [run.tests.failed + " failed", run.tests.skipped + " skipped",
    ...carriedOver(run)].join(", "))] : [];
  const changed = run.changedFiles?.length ? " and " + counted(run.changedFiles.length, "changed file") : "";
  return [title,
    element("p", { class: "run" }, tag(run.result, isBad(run) ? "bad" : ""),
      ...kinds(run).flatMap((kind) => [" ", tag(kind)]), " ", element("code", {}, run.line), " ",
      element("span", {}, when(run.started)), element("span", {}, durationOf(run)),
      ...(run.commit ? [element("span", { title: run.commit }, "commit " + run.commit.slice(0, 9) + changed)] : []),
      ...(run.jdk ? [element("span", {}, "Java " + run.jdk)] : []), ...(run.size ? [element("span", {}, sized(run.size))] : []),
      id),
    element("div", { class: "tiles" }, ...ratio("Lines", t?.lines), ...ratio("Branches", t?.branches),
      ...ratio("Methods", t?.methods), ...tests),
    label];
}

// The pages of the report. It is written when one of them is opened.
function report(place, run, base) {
  const pages = run.pages.map((name) => outside(name, reportOf(place, run.id, name)));
  if (base) pages.unshift(comparison(place, run, base));
  return element("section", {}, element("h2", {}, "Report"), run.nothing ? element("p", { class: "lead" }, "This run has no report: " + run.nothing + ".")
    : element("p", { class: "actions" }, ...pages));
}

// A link to the comparison of a run with the one that it is compared with by default.
export function comparison(place, run, base) {
  const text = "Compare with " + (base.label || [base.branch, when(base.started).textContent].filter(Boolean).join(" "));
  return link(text, place.to("runs/" + run.id + "/compare", { with: base.id }), { class: "button main", title: "run " + base.id });
}

// Has the comparison of a run with another one written, if it is not there, and goes to it.
export async function compareView(place) {
  const [run] = place.values;
  const old = place.query.get("with");
  place.show(element("p", { class: "crumbs" }, link("The run", place.to("runs/" + run))), element("h1", {}, "Comparison"),
    element("p", { class: "lead", role: "status" }, "The comparison of ", element("code", {}, old), " with ", element("code", {}, run), " is being written …"));
  const { url } = await post(place.at("/compare"), { old, new: run });
  if (!place.signal.aborted) location.replace(url);
}

// Has the report of a run written, if it is not there, and goes to the page of it that the address names.
export async function reportView(place) {
  const [run] = place.values;
  place.show(element("p", { class: "crumbs" }, link("The run", place.to("runs/" + run))), element("h1", {}, "Report"),
    element("p", { class: "lead", role: "status" }, "The report of the run ", element("code", {}, run), " is being written …"));
  const { url, pages } = await post(place.at("/report"), { run });
  if (!place.signal.aborted) location.replace(pages.find((p) => p.name === place.query.get("page"))?.url ?? url);
}

// The gates, those that failed first.
export function checked(place, run, check) {
  if (!check.gates.length) {
    const keys = run.contexts ? ["check.contexts", "check.efficiency"] : ["check"];
    return [element("p", { class: "lead" }, run.contexts ? "No gates for contexts are set. Add them in " : "No gates are set. Add them in ",
      link("Settings", place.to("settings")), ", under ",
      ...keys.flatMap((key, i) => [i ? " or " : "", element("code", {}, key + ":")]), ".")];
  }
  const rows = [...check.gates].sort((a, b) => a.passed - b.passed).map((g) => {
    const rest = [g.allow && !g.passed ? "allow: " + g.allow : "", g.reason || g.note || ""].filter(Boolean).join(", ");
    return element("tr", {}, cell(g.passed ? "✓ passed" : "✗ failed", g.passed ? "" : "failed"), head(g.gate),
      ...[g.of, g.actual, g.required, rest].map((text) => cell(text)));
  });
  const failed = check.gates.filter((g) => !g.passed).length;
  return [element("p", { class: failed ? "note bad" : "lead" }, failed ? failed + " of " + check.gates.length + " gates failed." : "All gates passed."),
    scrolled(table(["Result", "Gate", "Of", "Actual", "Required", "Note"], rows), "Gates")];
}

// Downloads for other tools, in the formats that the run can be written in.
function exports(place, run, formats) {
  const said = element("p", { class: "lead", role: "status" });
  const save = async ({ name, file }) => {
    said.textContent = file + " is being written …";
    let saved = "";
    try {
      saved = await download(place.at(path`/export?run=${run.id}&format=${name}`), file);
    } finally {
      said.textContent = saved && saved + " is saved.";
    }
  };
  const items = formats.map((f) => element("li", {}, button(f.name, () => save(f), "chip", { title: f.file }), element("span", {}, f.does)));
  return element("section", {}, element("h2", {}, "Export"), element("ul", { class: "exports" }, ...items), said);
}
