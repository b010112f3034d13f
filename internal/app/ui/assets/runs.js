// The runs of a project: the list, actions on several of them, and trends.
import { get, path, post } from "./api.js";
import { nameOf, trend } from "./charts.js";
import { button, cell, confirmed, counted, element, field, head, lasting, link, number, outside, percent, scrolled, sized, table, tag, when } from "./dom.js";

export async function runList(place) {
  const view = new Runs(place);
  place.show(element("h1", {}, "Runs"), view.list, view.tools, view.trends, view.flaky);
  await place.watch(() => view.load(false), 10);
  await view.loadTrend();
}

// The kinds of a run, besides one with counts.
export function kinds(run) {
  return [...(run.contexts ? ["contexts"] : []), ...(run.byTest ? ["by test"] : []), ...(run.byTest?.carried ? ["affected"] : []),
    ...(run.mergedRuns ? ["merged"] : []),
    ...(run.part && run.jvms ? ["part of tests"] : [])];
}

// Names the run that had a label before, if one had, in a sentence without its full stop.
export const movedFrom = (run) => (run ? [". The label moved from run ", element("code", {}, run.id), " of ", when(run.started)] : []);

// The number of tests of a run that did not run again, as a list of one text or none.
export const carriedOver = (run) => (run.byTest?.carried ? [number(run.byTest.carried) + " carried over"] : []);

// The address of the report of a run, or of one of its pages.
export const reportOf = (place, run, page) => place.to("runs/" + run + "/report", page ? { page } : {});

// The duration of a run, where its end is known.
export const durationOf = (run) => (run.outcome === "not-finished" && !run.seconds ? "–" : lasting(run.seconds));

// Whether the result of a run is a bad one, which a run that goes on does not have yet.
export const isBad = (run) => run.outcome !== "ok" && run.result !== "running";

// A cell with a percentage. Its title has the numbers, by which columns are sorted.
const percentCell = (t) =>
  (t ? element("td", { class: "num", title: number(t.covered) + " of " + number(t.total) }, percent(t.covered, t.total)) : cell("", "num"));

class Runs {
  #seen = "";
  #asked = 0; // number of requests for trends

  constructor(place) {
    this.place = place;
    this.chosen = new Set();
    this.list = element("div", {});
    this.result = element("div", { role: "status" });
    this.charts = element("div", {});
    this.flaky = element("section", { hidden: "" });
    this.omitted = element("span", {});
    this.trends = element("section", { hidden: "" }, element("h2", {}, "Trends"),
      element("p", { class: "lead" }, "Each point is a run that ended, with or without failed tests. Points of deleted runs stay. " +
        "A merged run of one commit is shown in place of its parts. ", this.omitted),
      this.#branchField(), this.charts, this.#methodForm());
    this.patterns = place.query.getAll("method");
    this.orders = new Map(["s0", "s1"].map((key) => [key, place.query.get(key)]).filter(([, order]) => order));
    const act = (text, least, most, does, kind) => {
      const b = button(text, does, kind);
      return { b, shown: () => (b.disabled = this.chosen.size < least || this.chosen.size > most) };
    };
    this.label = element("input", { autocomplete: "off", "aria-label": "Label of the merged run", placeholder: "label" });
    this.buttons = [
      act("Compare", 2, 2, () => this.#compare(), "main"),
      act("Merge", 2, 1000, () => this.#merge()),
      act("Delete", 1, 1000, () => this.#delete(), "danger"),
    ];
    this.count = element("span", { role: "status" });
    this.actions = element("p", { class: "actions tools" }, this.count, ...this.buttons.map(({ b }) => b), this.label);
    this.tools = element("div", { class: "choosing" }, this.actions, this.result); // after the list for keys, and always seen
  }

  async load(fresh) {
    const { runs } = await get(this.place.at("/runs"), this.place.signal);
    const now = JSON.stringify(runs);
    if (now === this.#seen && !fresh) return; // the focus stays where it is
    const again = this.#seen !== "";
    this.#seen = now;
    this.runs = runs;
    this.chosen = new Set(runs.map((r) => r.id).filter((id) => this.chosen.has(id)));
    this.tools.hidden = !runs.length;
    this.list.replaceChildren(runs.length ? this.#table()
      : element("p", { class: "empty" }, "There are no runs yet. ", link("Run the build", this.place.to("run"))));
    this.#choose();
    if (again) this.loadTrend();
  }

  #table() {
    const rows = this.runs.map((r) => {
      const box = element("input", { type: "checkbox", "aria-label": "Choose " + nameOf(r) });
      box.checked = this.chosen.has(r.id);
      box.addEventListener("change", () => {
        this.chosen[box.checked ? "add" : "delete"](r.id);
        this.#choose();
      });
      const as = (name, td, more = {}) => { // with its name, for rows of several lines
        Object.entries({ "data-name": name, ...more }).forEach(([key, value]) => td.setAttribute(key, value));
        return td;
      };
      const tests = r.tests ? { title: [number(r.tests.failed) + " failed", ...carriedOver(r)].join(", ") } : {};
      const address = this.place.to("runs/" + r.id);
      const report = r.nothing ? "" : outside("Report", reportOf(this.place, r.id), { "aria-label": "Report of " + nameOf(r) });
      const commit = r.commit ? r.commit.slice(0, 9) + (r.changedFiles?.length ? "+" : "") : "";
      return element("tr", {},
        cell(box),
        head([link(r.label || r.id, address, r.label ? {} : { class: "whole" }),
          ...kinds(r).flatMap((kind) => [" ", tag(kind)]), ...(r.label ? [element("span", { class: "pkg" }, r.id)] : [])]),
        as("Started", cell(when(r.started)), { "data-v": new Date(r.started).getTime() }),
        as("Command", cell(element("code", {}, r.line))),
        as("Result", cell(r.result, isBad(r) ? "failed" : "")),
        as("Lines", percentCell(r.totals?.lines)),
        as("Branches", percentCell(r.totals?.branches)),
        as("Tests", cell(r.tests ? number(r.tests.tests) : "", "num"), tests),
        as("Duration", cell(durationOf(r), "num"), { "data-v": Math.round(r.seconds * 1000) }),
        as("Commit", cell(element("code", {}, commit))),
        as("Size", cell(sized(r.size), "num"), { "data-v": r.size }),
        cell(report));
    });
    const list = table([element("span", { class: "sr" }, "Choose"), ["Run", "t"], ["Started", "n"], ["Command", "t"], ["Result", "t"],
      ["Lines", "r", "num"], ["Branches", "r", "num"], ["Tests", "n", "num"], ["Duration", "n", "num"], ["Commit", "t"], ["Size", "n", "num"],
      "Report"], rows, "runs", this.#order("s0"));
    this.#keys(list.tBodies[0]);
    return scrolled(list, "Runs");
  }

  // The rows are one step for the Tab key, as there may be many: arrows go from run to run, and Tab to the actions.
  #keys(body) {
    const controls = (row) => Array.from(row.querySelectorAll("input, a"));
    const enter = (current) => Array.from(body.rows).forEach((row) => controls(row).forEach((c) => (c.tabIndex = row === current ? 0 : -1)));
    enter(body.rows[0]);
    body.addEventListener("focusin", (event) => enter(event.target.closest("tr")));
    body.addEventListener("keydown", (event) => {
      const row = event.target.closest("tr");
      const to = {
        ArrowDown: row.nextElementSibling, ArrowUp: row.previousElementSibling, Home: body.rows[0], End: body.rows[body.rows.length - 1],
      }[event.key];
      if (!to || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      const same = controls(to);
      (same[controls(row).indexOf(event.target)] || same[0]).focus();
    });
  }

  #choose() {
    this.count.textContent = this.chosen.size ? this.chosen.size + " chosen" : "Choose runs to compare, merge or delete them. Keys: ↑ ↓ and Space";
    this.buttons.forEach((b) => b.shown());
    this.label.hidden = this.chosen.size < 2;
  }

  // The chosen ones, the oldest first.
  #ids() {
    return this.runs.filter((r) => this.chosen.has(r.id)).reverse().map((r) => r.id);
  }

  #compare() {
    const [old, newer] = this.#ids();
    this.place.go(this.place.to("runs/" + newer + "/compare", { with: old }));
  }

  async #merge() {
    const { run, moved } = await post(this.place.at("/runs/merge"), { runs: this.#ids(), label: this.label.value });
    await this.#changed("Merged: ", link("open the merged run", this.place.to("runs/" + run)), ...movedFrom(moved), ".");
  }

  async #delete() {
    const ids = this.#ids();
    const question = "Delete " + counted(ids.length, "run") + "? " + (ids.length > 1 ? "They" : "It") + " cannot be brought back. " +
      "Trends keep the numbers.";
    if (!(await confirmed(question, "Delete"))) return;
    await post(this.place.at("/runs/delete"), { runs: ids });
    await this.#changed("Deleted.");
  }

  async #changed(...text) {
    this.chosen.clear();
    await this.load(true);
    this.result.replaceChildren(element("p", { class: "lead" }, ...text));
  }

  async loadTrend() {
    const query = [...this.patterns.map((p) => path`methods=${p}`), ...(this.branch ? [path`branch=${this.branch}`] : [])].join("&");
    const asked = ++this.#asked;
    const found = await get(this.place.at("/trend") + (query && "?" + query), this.place.signal);
    if (asked !== this.#asked) return; // the answer to a later question may be there, with other charts
    const { runs } = found;
    if (found.more) setTimeout(() => this.place.signal.aborted || this.loadTrend(), 1000); // some are not read yet
    this.#showBranches(found.branches ?? []);
    this.#showFlaky(found.flaky ?? []);
    this.omitted.textContent = found.omitted ? "jprof " + found.omitted + "." : "";
    const address = (run) => (run.deleted ? null : this.place.to("runs/" + run.id));
    const ratio = (t) => (t?.total ? { value: (t.covered * 100) / t.total, text: percent(t.covered, t.total) } : null);
    const plain = (value, text = number) => (value === null || value === undefined ? null : { value, text: text(value) });
    // Builds of other goals, or by test, or with contexts, take another time, and programs that fail end sooner.
    const newest = runs.findLast((r) => r.outcome !== "program-failed");
    const like = (r) => r.outcome !== "program-failed" && r.kind === newest.kind && r.command === newest.command;
    const share = { axis: (v) => v + " %", full: 100 };
    const ofNewest = newest ? " of " + newest.command + (newest.kind === "counts" ? "" : ", " + newest.kind) : "";
    const charts = [
      ["Lines executed", (r) => ratio(r.lines), share],
      ["Branches taken", (r) => ratio(r.branches), share],
      ["Statement executions", (r) => plain(r.executions), { axis: number }],
      ["Tests", (r) => plain(r.tests?.tests), { axis: number }],
      ["Duration" + ofNewest, (r) => (like(r) ? plain(r.seconds, lasting) : null), { axis: lasting }],
      ...this.patterns.map((p, i) => ["Executions of " + p, (r) => plain(r.costs?.[i]), { axis: number }])];
    const drawn = charts.flatMap(([title, number, look]) => {
      const points = runs.map((run) => ({ run, ...number(run) })).filter((p) => p.text);
      return points.length ? [trend(title, points, { address, ...look })] : [];
    });
    this.trends.hidden = !drawn.length && !this.branch;
    this.remove.hidden = !this.patterns.length;
    this.charts.replaceChildren(element("div", { class: "trends" }, ...drawn), this.#numbers(runs, charts));
  }

  // The field for methods stays, with the typed text, when the charts are drawn again.
  #methodForm() {
    const pattern = element("input", { autocomplete: "off", spellcheck: "false", class: "mono", placeholder: "com.example.Parser.next" });
    this.remove = button("Remove these charts", () => this.#chart([]), "plain");
    const form = element("form", { class: "line" }, field("Cost of methods", pattern, "grow"),
      element("button", { class: "button" }, "Add a chart"), this.remove);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (!pattern.value) return;
      this.#chart([...this.patterns, pattern.value]).catch((error) => this.place.fail(error));
      pattern.value = "";
    });
    return form;
  }

  // Lists the tests that failed and passed with the same code, also in runs that were deleted.
  #showFlaky(tests) {
    this.flaky.hidden = !tests.length;
    const seen = (s) => cell([when(s.started), " ", element("code", {}, s.commit.slice(0, 9))]);
    const rows = tests.map((t) => element("tr", {}, head([element("code", {}, t.test), " ", element("span", { class: "pkg" }, t.module)]),
      percentCell({ covered: t.failed, total: t.runs }), cell(number(t.failed) + " of " + number(t.runs), "num"), seen(t.first), seen(t.last)));
    this.flaky.replaceChildren(element("h2", {}, "Flaky tests"),
      element("p", { class: "lead" }, "They failed in some and passed in other runs of the same code."),
      scrolled(table([["Test", "t"], ["Rate", "r", "num"], ["Failed", "", "num"], "First", "Last"], rows, "", this.#order("s1")), "Flaky tests"));
  }

  // The order of a table, which the address keeps by a key, as those of reports do.
  #order(key) {
    const sorted = (by) => {
      this.orders.set(key, by);
      this.#keep();
    };
    return { by: this.orders.get(key), sorted };
  }

  // Puts the methods and the branch of the charts and the orders of the tables into the address.
  #keep(step = false) {
    this.place.keep("runs", [...this.patterns.map((p) => ["method", p]), ["branch", this.branch], ...this.orders], step);
  }

  #branchField() {
    this.branch = this.place.query.get("branch") ?? "";
    this.select = element("select", {});
    this.select.addEventListener("change", () => {
      this.branch = this.select.value;
      this.#chart(this.patterns).catch((error) => this.place.fail(error));
    });
    return (this.branches = element("p", { class: "line", hidden: "" }, field("Branch", this.select)));
  }

  // Offers the branches of the runs, where there is a choice.
  #showBranches(names) {
    const all = ["", ...names, ...(names.includes(this.branch) || !this.branch ? [] : [this.branch])];
    this.branches.hidden = all.length < 3 && !this.branch;
    this.select.replaceChildren(...all.map((name) => element("option", { value: name }, name || "all branches")));
    this.select.value = this.branch;
  }

  // Shows the costs of other methods, or another branch. The address has them, and the chosen runs stay chosen.
  async #chart(patterns) {
    this.patterns = patterns;
    this.#keep(true);
    await this.loadTrend();
  }

  // The same as the charts for those who do not see them.
  #numbers(runs, charts) {
    const rows = [...runs].reverse().map((r) => element("tr", {}, head(nameOf(r)),
      ...charts.map(([, number]) => cell(number(r)?.text ?? "", "num"))));
    return element("details", {}, element("summary", {}, "Numbers of the charts"),
      scrolled(table(["Run", ...charts.map(([title]) => [title, "", "num"])], rows), "Numbers of the charts"));
  }
}
