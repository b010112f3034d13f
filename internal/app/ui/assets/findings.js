// What was found in a run: errors of the compiler, failed tests, and lines of the change that did not run.
import { get, path } from "./api.js";
import { counted, element, link, number, percent } from "./dom.js";

// Shows in a box what was found in a run, when it is known; nothing where nothing was found.
export async function showFindings(place, run, box) {
  const found = await get(place.at(path`/runs/${run}/findings`), place.signal);
  const at = (name, line, last = line) => {
    const text = name + ":" + line + (last > line ? "-" + last : "");
    const href = place.to("code", name.includes("/") ? { path: name, line } : { find: name, line });
    return element("div", {}, link(text, href, { class: "mono" }));
  };
  const section = (title, rows) => element("section", {}, element("h2", {}, title), element("ul", { class: "faults" }, ...rows));
  const sections = [];
  if (found.carried) sections.push(element("p", { class: "lead" }, found.carried + "."));
  if (found.errors.length)
    sections.push(section(counted(found.errors.length, "error") + " of the compiler",
      found.errors.map((e) => element("li", {}, element("pre", {}, e.message), at(e.path, e.line)))));
  if (found.failed.length)
    sections.push(section(counted(found.failed.length, "test") + " failed",
      found.failed.map((t) => element("li", {}, element("code", {}, t.test), element("pre", {}, t.message.join("\n")),
        ...(t.places || []).map((p) => at(p.path, p.line))))));
  const change = found.change;
  if (change?.lines.total) {
    const { covered, total } = change.lines;
    sections.push(element("section", {}, element("h2", {}, "Your change since " + change.since),
      element("p", { class: "lead" }, number(covered) + " of " + counted(total, "line") + " executed (" + percent(covered, total) + ")" +
        (change.notExecuted?.length ? ". Not executed:" : ".")),
      element("ul", { class: "faults" }, ...(change.notExecuted || []).map((r) => element("li", {}, at(r.path, r.first, r.last))))));
  }
  box.replaceChildren(...sections);
}
