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
      const byReason = Map.groupBy(why, (t) => t.reason);
      const tests = (list) => element("ul", {}, ...list.map((t) => element("li", {}, element("code", {}, ...breakable(t.test)))));
      const reasons = [...byReason].map(([reason, list]) => element("details", list.length > 8 ? {} : { open: "" },
        element("summary", {}, counted(list.length, "test") + ": " + reason), tests(list)));
      sections.push(element("details", { class: "why" }, element("summary", {}, "Why " + (why.length === 1 ? "this test" : "each of these tests")),
        ...reasons));
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
      element("td", {}, at(m.path, m.line)), element("td", {}, testLink(place, m.test))));
    sections.push(element("section", {}, element("h2", {}, "Your change since " + change.since), element("p", { class: "lead" }, ran),
      ...(rows.length ? [scrolled(table(["Missed", "Code", "Place", "Nearest test"], rows, "missed stacked"), "Missed in your change")] : []),
      ...(found.missedMore ? [element("p", { class: "empty" }, "and " + number(found.missedMore) + " more")] : [])));
  }
  if (found.saved.length)
    sections.push(element("section", {}, element("h2", {}, "Your change"), element("p", { class: "note" },
      "Not shown: " + counted(found.saved.length, "source was", "sources were") + " saved or deleted after this run. Run again. ",
      element("small", {}, ...breakable(found.saved.slice(0, 3).join(", ") + (found.saved.length > 3 ? ", …" : ""))))));
  box.replaceChildren(...sections);
}

// A link to the source of a test, with its short name.
export function testLink(place, test) {
  if (!test?.name) return "none yet";
  const name = element("code", { title: test.name }, ...breakable(test.name.replace(/^(?:[a-z_0-9]+\.)+/, "")));
  return test.path ? link(name, place.to("code", { path: test.path, line: test.line })) : name;
}
