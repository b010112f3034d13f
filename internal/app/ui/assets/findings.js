// What was found in a run: errors of the compiler, failed tests, and what of the change was missed.
import { get, path } from "./api.js";
import { breakable, counted, element, link, number, percent, scrolled, table } from "./dom.js";

// Shows in a box what was found in a run, when it is known; nothing where nothing was found.
export async function showFindings(place, run, box) {
  const found = await get(place.at(path`/runs/${run}/findings`), place.signal);
  const at = (name, line) => {
    const href = place.to("code", name.includes("/") ? { path: name, line } : { find: name, line });
    return element("div", {}, link([...breakable(name), ":" + line], href, { class: "mono" }));
  };
  const section = (title, rows) => element("section", {}, element("h2", {}, title), element("ul", { class: "faults" }, ...rows));
  const sections = [];
  if (found.carried) sections.push(element("p", { class: "lead" }, found.carried + "."));
  if (found.selected) {
    const { text, why = [] } = found.selected;
    sections.push(element("p", { class: "lead" }, text[0].toUpperCase() + text.slice(1) + "."));
    if (why.length) {
      const rows = why.map((t) => element("tr", {}, element("td", {}, element("code", {}, ...breakable(t.test))), element("td", {}, t.reason)));
      sections.push(element("details", {}, element("summary", {}, "Why " + (why.length === 1 ? "this test" : "each of these tests")),
        scrolled(table(["Test", "Reason"], rows, "why"), "Why tests were selected")));
    }
  }
  if (found.errors.length)
    sections.push(section(counted(found.errors.length, "error") + " of the compiler",
      found.errors.map((e) => element("li", {}, element("pre", {}, e.message), at(e.path, e.line)))));
  if (found.failed.length)
    sections.push(section(counted(found.failed.length, "test") + " failed",
      found.failed.map((t) => element("li", {}, element("code", {}, t.test), element("pre", {}, t.message.join("\n")),
        ...(t.places || []).map((p) => at(p.path, p.line))))));
  const change = found.change;
  if (change?.lines.total) {
    const { lines, branches } = change, share = (r) => " (" + percent(r.covered, r.total) + ")";
    const ran = number(lines.covered) + " of " + counted(lines.total, "line") + " executed" + share(lines) +
      (branches.total ? ", " + number(branches.covered) + " of " + counted(branches.total, "branch", "branches") + share(branches) : "") + ".";
    const rows = found.missed.map((m) => element("tr", {}, element("td", {}, m.what), element("td", {}, element("code", {}, m.code)),
      element("td", {}, at(m.path, m.line))));
    sections.push(element("section", {}, element("h2", {}, "Your change since " + change.since), element("p", { class: "lead" }, ran),
      ...(rows.length ? [scrolled(table(["Missed", "Code", "Place"], rows, "missed"), "Missed in your change")] : [])));
  }
  box.replaceChildren(...sections);
}
