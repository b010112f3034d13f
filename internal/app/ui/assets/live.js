// Counts while a measurement runs: sums and rates, the map, the hottest methods, the files, and the open source.
import { follow, get, path } from "./api.js";
import {
  breakable, button, cell, element, failure, field, head, lasting, link, number, percent, perSecond, scrolled, table, tag, tile,
} from "./dom.js";
import { CodeMap } from "./map.js";
import { showFindings } from "./findings.js";
import { showMeasurements } from "./measurements.js";
import { Now } from "./now.js";
import { heat, SourceView } from "./source.js";

const mostFiles = 200; // rows of the table of files
const sourceAfter = 2000; // milliseconds between two looks at the counts of the open source

export async function liveView(place) {
  const view = new Live(place);
  place.show(...view.nodes);
  const source = place.query.get("path");
  follow(() => place.at("/live" + (view.chosen && path`?run=${view.chosen}`)), {
    live: (update) => view.update(update),
    none: () => view.none(),
    ended: (run) => view.ended(run),
  }, place.signal);
  view.look = showMeasurements(place, view.choice, () => view.run);
  if (source) view.wanted = { path: source, line: Number(place.query.get("line")) || 0 };
}

class Live {
  constructor(place) {
    this.place = place;
    this.files = new Map();
    this.order = []; // of the files, as they are listed
    this.run = "";
    this.chosen = place.query.get("run") || ""; // else the newest one is followed, and then the next
    this.choice = element("section", { "aria-label": "Measurements" });
    this.head = element("p", { class: "run" }, "Looking for a run …");
    this.note = element("div", { role: "status" });
    this.now = new Now(place);
    this.found = element("div", {});
    this.filter = element("input", { type: "search", autocomplete: "off", spellcheck: "false", placeholder: "words of paths and names" });
    this.filter.value = place.query.get("filter") || "";
    this.filter.addEventListener("input", () => {
      history.replaceState(history.state, "", this.#to(this.name ? { path: this.name } : {}));
      this.#showMethods();
      this.#showFiles();
    });
    this.tools = element("p", { class: "line", hidden: "" }, field("Filter methods and files", this.filter, "grow"));
    this.tiles = element("div", { class: "tiles" });
    this.map = new CodeMap((name) => this.#to({ path: name }));
    this.problems = element("div", {});
    this.methods = element("section", { "aria-label": "Hottest methods" });
    this.list = element("section", { "aria-label": "Files" });
    this.source = element("section", { class: "shown-source", "aria-label": "Source", tabindex: "-1" });
    this.byRate = element("input", { type: "checkbox" });
    this.tests = element("input", { type: "checkbox" });
    this.byRate.addEventListener("change", () => this.#showMethods());
    this.tests.addEventListener("change", () => this.#showFiles());
    this.nodes = [element("h1", {}, "Live counts"), this.choice, this.head, ...this.now.nodes, this.found, this.note, this.tiles, this.problems,
      this.map.element, this.source, this.tools, this.methods, this.list];
    // Sources open in place: the counts go on.
    for (const box of [this.map.element, this.methods, this.list])
      box.addEventListener("click", (event) => {
        const href = event.target.closest("a")?.getAttribute("href");
        if (!href || event.ctrlKey || event.metaKey || event.shiftKey) return;
        const query = new URLSearchParams(href.split("?")[1]);
        if (!query.has("path")) return;
        event.preventDefault();
        history.replaceState(history.state, "", href);
        this.#open(query.get("path"), Number(query.get("line")) || 0, true);
      });
  }

  none() {
    if (this.run) return; // the last numbers of an ended measurement stay
    this.head.replaceChildren("Nothing runs in this project now. Start a run here or in a terminal: this page shows its counts.");
    this.note.replaceChildren(element("p", {}, link("Run the build", this.place.to("run"), { class: "button main" })));
  }

  ended({ run, exitCode, result, seconds, hasReport }) {
    this.look();
    this.over = true;
    this.now.ended({ run, exitCode, hasReport });
    if (exitCode !== null) showFindings(this.place, run, this.found).catch((error) => this.place.fail(error));
    this.#showHead({ ...this.last, run }, result || "ended", seconds);
    const how = exitCode === null ? ". No run was saved." : ": " + result + ".";
    this.note.replaceChildren(element("p", { class: "note" }, "The run has ended" + how,
      this.run ? " Below are its last live numbers. " : " ",
      ...(exitCode === null ? [] : ["The final numbers are in ", link("the saved run", this.place.to("runs/" + run)), "."])));
  }

  // The address of this view with the same choice.
  #to(query = {}) {
    return this.place.to("live", { ...(this.chosen && { run: this.chosen }), ...query,
      ...(this.filter.value && { filter: this.filter.value }) });
  }

  update(u) {
    if (u.run !== this.run) this.#begin(u);
    if (u.reset) this.#forget();
    for (const row of u.files) this.#take(row);
    this.last = u;
    this.#showHead(u, u.cancelling ? "cancelling" : "running", u.elapsed);
    this.now.update(u);
    const counts = u.jvms.alive + u.jvms.ended > 0;
    this.tiles.hidden = this.tools.hidden = this.methods.hidden = this.list.hidden = !counts;
    this.#showTiles(u);
    if (u.contexts)
      this.note.replaceChildren(element("p", { class: "note" },
        "This run records calling contexts and has no live counts. Its report has the numbers."));
    this.problems.replaceChildren(...(u.problems?.length ? [element("ul", { class: "note" }, ...u.problems.map((p) => element("li", {}, p)))] : []));
    if (counts) this.#showMap(u.files.filter((f) => !f[4]).map(([name]) => name));
    this.#showMethods();
    this.#showFiles();
    if (this.wanted) {
      this.#open(this.wanted.path, this.wanted.line);
      this.wanted = null;
    }
    this.#refresh();
  }

  #forget() {
    this.files.clear();
    this.order = [];
  }

  // Takes the numbers of a file.
  #take([name, executions, covered, regions, test]) {
    let file = this.files.get(name);
    if (!file) {
      file = { name };
      this.files.set(name, file);
      this.order.push(file);
    }
    Object.assign(file, { executions, covered, regions, test: Boolean(test) });
  }

  #begin(u) {
    this.run = u.run;
    this.over = false;
    this.look();
    this.#forget();
    this.map.clear();
    this.found.replaceChildren();
    this.note.replaceChildren(element("p", { class: "note" },
      "These numbers are not final. The saved run has the final ones, with lines, branches and methods."));
    this.place.say("A run has started");
  }

  // Shows the name of the measurement, its state, and its time so far; seconds is null if that is not known.
  #showHead(u, is, seconds) {
    const kind = !this.over ? "warn" : is === "passed" || is === "ended" ? "" : "bad";
    this.head.replaceChildren(tag(is, kind), " ", ...(u.label ? [element("b", {}, u.label), " "] : []),
      ...(u.command ? [element("code", {}, u.command), " "] : []), element("span", {}, "run " + u.run),
      ...(seconds === null ? [] : [element("span", { class: "whole" }, (this.over ? "took " : "") + lasting(seconds))]));
  }

  #showTiles(u) {
    this.tiles.replaceChildren(
      tile("Statement executions", number(u.executions), perSecond(u.rate)),
      tile("Regions executed", percent(u.covered, u.regions),
        number(u.covered) + " of " + number(u.regions) + (u.phase === "building" ? " of the modules compiled so far" : "")),
      tile("JVMs", number(u.jvms.alive + u.jvms.ended), number(u.jvms.alive) + " running, " + number(u.jvms.ended) + " ended"),
      ...(u.tests ? [tile("Tests", number(u.tests.ended), number(u.tests.failed) + " failed, " + number(u.tests.skipped) + " skipped")] : []));
  }

  // Shows the map with new numbers of some files.
  async #showMap(changed) {
    if (!this.laying && !this.map.has(changed)) {
      this.laying = true;
      try {
        const { run } = this;
        const layout = await get(this.place.at(path`/live/map?run=${run}`), this.place.signal);
        if (run === this.run) this.map.lay(layout); // else another run has begun
        changed = [...this.files.keys()];
      } catch {
        this.map.element.hidden = true; // the next update asks again
      }
      this.laying = false;
    }
    this.map.colour(this.files, changed);
  }

  // Rows stay where they are while a user is in the table.
  #fill(section, make) {
    if (section.matches(":focus-within") && section.querySelector("tbody a:focus")) return;
    section.replaceChildren(...make());
  }

  // Shows the methods of the last update or, by a filter or by rates, of all.
  async #showMethods() {
    let { methods } = this.last;
    const asked = JSON.stringify([this.filter.value.trim(), this.byRate.checked]);
    if ((this.filter.value.trim() || this.byRate.checked) && !this.over) {
      if (this.asking) return; // the next update asks again
      this.asking = true;
      try {
        const by = this.byRate.checked ? "rate" : "executions";
        const all = path`/live/methods?run=${this.run}&filter=${this.filter.value}&by=${by}`;
        ({ methods } = await get(this.place.at(all), this.place.signal));
      } catch {
        return; // the measurement has just ended
      } finally {
        this.asking = false;
      }
      if (asked !== JSON.stringify([this.filter.value.trim(), this.byRate.checked])) return this.#showMethods();
    } else methods = methods.filter((m) => this.#matches(m.path + " " + m.name));
    this.#fill(this.methods, () => {
      const all = [...methods].sort((a, b) => (this.byRate.checked ? b.rate - a.rate : b.executions - a.executions));
      const most = Math.max(1, ...methods.map((m) => m.executions));
      const rows = all.map((m) => element("tr", {}, cell(number(m.executions), "num"), cell("", "h" + heat(m.executions, most)), cell(perSecond(m.rate), "num"),
        head(link(breakable(m.name), this.#to({ path: m.path || m.file, line: m.line }))),
        cell(element("code", {}, ...breakable(m.file), ":" + m.line), "where")));
      const toggle = element("p", { class: "tools" }, element("label", {}, this.byRate, " Most per second first"));
      const heads = [["Executions", "", "num"], [element("span", { class: "sr" }, "Heat"), "", "barcol"], ["Rate", "", "num"], "Method", "Place"];
      return [element("h2", {}, "Hottest methods"), toggle, rows.length
        ? scrolled(table(heads, rows, "hot"), "Hottest methods")
        : element("p", { class: "empty" }, this.filter.value.trim() ? "No method with these words was executed yet." : "No statement was executed yet.")];
    });
  }

  // Reports whether a text has all words of the filter.
  #matches(text) {
    const lower = text.toLowerCase();
    return this.filter.value.toLowerCase().split(/\s+/).every((word) => lower.includes(word));
  }

  #showFiles() {
    this.#fill(this.list, () => {
      const all = this.order.sort((a, b) => b.executions - a.executions).filter((f) => f.test === this.tests.checked && this.#matches(f.name));
      const rows = all.slice(0, mostFiles).map((f) => element("tr", {}, cell(number(f.executions), "num"), cell(percent(f.covered, f.regions), "num"),
        head(link(breakable(f.name), this.#to({ path: f.name })))));
      const toggle = element("p", { class: "tools" }, element("label", {}, this.tests, " Test sources"));
      const heads = [["Executions", "", "num"], ["Regions executed", "", "num"], "File"];
      return [element("h2", {}, "Files"), toggle, scrolled(table(heads, rows, "live-files"), "Files"),
        ...(all.length > mostFiles ? [element("p", { class: "empty" }, "and " + number(all.length - mostFiles) + " with fewer executions")] : [])];
    });
  }

  async #open(name, line, focus) {
    try {
      const source = await this.#read(name);
      this.name = name;
      this.view = new SourceView(source.lines.map((l) => l.text), name);
      this.view.counts(source.lines.map((l) => l.count));
      const close = button("Close", () => {
        this.name = this.view = null;
        this.source.replaceChildren();
        history.replaceState(history.state, "", this.#to());
      });
      this.source.replaceChildren(element("div", { class: "titled" }, element("h2", {}, element("code", {}, name)), close), this.view.key, this.view.element);
      if (line) this.view.goto(line);
      else if (focus) this.source.scrollIntoView();
      if (focus) this.source.focus({ preventScroll: true });
    } catch (error) {
      if (error.name !== "AbortError") this.source.replaceChildren(failure(error));
    }
  }

  #read(name) {
    return get(this.place.at(path`/live/source?run=${this.run}&path=${name}`), this.place.signal);
  }

  // Shows new counts of the open source now and then.
  async #refresh() {
    if (!this.view || this.reading || Date.now() - (this.read || 0) < sourceAfter) return;
    this.reading = true;
    const { name, view } = this;
    try {
      const source = await this.#read(name);
      if (view === this.view) view.counts(source.lines.map((l) => l.count));
    } catch {
      // the next update asks again
    }
    this.read = Date.now();
    this.reading = false;
  }
}
