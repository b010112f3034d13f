// The runs of a project: the list, what can be done with several of them, and trends.
import { get, path, post } from "./api.js";
import { nameOf, trend } from "./charts.js";
import { between, button, cell, confirmed, counted, element, field, head, lasting, link, number, outside, percent, scrolled, table, when } from "./dom.js";

export async function runList(place) {
  const view = new Runs(place);
  place.show(element("h1", {}, "Runs"), view.actions, view.result, view.list, view.trends);
  await place.watch(() => view.load(false), 10);
  await view.loadTrend();
}

class Runs {
  #seen = "";

  constructor(place) {
    this.place = place;
    this.chosen = new Set();
    this.list = element("div", {});
    this.result = element("div", { role: "status" });
    this.trends = element("section", {});
    this.patterns = place.query.getAll("method");
    const act = (text, least, most, does, kind) => {
      const b = button(text, does, kind);
      return { b, shown: () => (b.disabled = this.chosen.size < least || this.chosen.size > most) };
    };
    this.label = element("input", { autocomplete: "off", "aria-label": "Label of the merged run", placeholder: "label" });
    this.buttons = [act("Compare", 2, 2, () => this.#compare(), "main"), act("Merge", 2, 1000, () => this.#merge()), act("Delete", 1, 1000, () => this.#delete(), "danger")];
    this.count = element("span", { role: "status" });
    this.actions = element("p", { class: "actions tools" }, this.count, ...this.buttons.map(({ b }) => b), this.label);
  }

  async load(fresh) {
    const { runs } = await get(this.place.at("/runs"), this.place.signal);
    const now = JSON.stringify(runs);
    if (now === this.#seen && !fresh) return; // the focus stays where it is
    const again = this.#seen !== "";
    this.#seen = now;
    this.runs = runs;
    this.chosen = new Set(runs.map((r) => r.id).filter((id) => this.chosen.has(id)));
    this.actions.hidden = !runs.length;
    this.list.replaceChildren(runs.length ? this.#table() : element("p", { class: "empty" }, "There are no runs yet. ", link("Run the build", this.place.to("run"))));
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
      const ratio = (t) => cell(t ? percent(t.covered, t.total) : "", "num");
      const tests = r.tests ? number(r.tests.tests) + (r.tests.failed ? ", " + r.tests.failed + " failed" : "") : "";
      const address = this.place.to("runs/" + r.id);
      return element("tr", {}, cell(box), head([link(r.label || r.id, address), ...(r.label ? [element("span", { class: "pkg" }, r.id)] : [])]),
        cell(when(r.started)), cell(element("code", {}, (r.command || []).join(" "))), cell(r.outcome, r.outcome === "ok" ? "" : "failed"),
        ratio(r.totals?.lines), ratio(r.totals?.branches), cell(tests, "num"), cell(lasting(between(r.started, r.ended)), "num"),
        cell(element("code", {}, r.commit ? r.commit.slice(0, 9) + (r.changedFiles?.length ? "+" : "") : "")), cell(sizeOf(r.size), "num"));
    });
    return scrolled(table([element("span", { class: "sr" }, "Choose"), ["Run", "t"], "Started", ["Command", "t"], ["Result", "t"], ["Lines", "", "num"], ["Branches", "", "num"], ["Tests", "n", "num"],
      ["Duration", "", "num"], "Commit", ["Size", "", "num"]], rows, "runs"), "Runs");
  }

  #choose() {
    this.count.textContent = this.chosen.size ? this.chosen.size + " chosen" : "Choose runs to compare, merge or delete them";
    this.buttons.forEach((b) => b.shown());
    this.label.hidden = this.chosen.size < 2;
  }

  // The chosen ones, the oldest first.
  #ids() {
    return this.runs.filter((r) => this.chosen.has(r.id)).reverse().map((r) => r.id);
  }

  async #compare() {
    const [old, newer] = this.#ids();
    this.result.replaceChildren(element("p", { class: "lead" }, "The comparison is being written …"));
    const { url } = await post(this.place.at("/compare"), { old, new: newer });
    this.result.replaceChildren(element("p", { class: "note" }, outside("Open the comparison", url), " of ", element("code", {}, old), " with ", element("code", {}, newer)));
    this.result.querySelector("a").focus();
  }

  async #merge() {
    await post(this.place.at("/runs/merge"), { runs: this.#ids(), label: this.label.value });
    await this.#changed("Merged.");
  }

  async #delete() {
    const ids = this.#ids();
    if (!(await confirmed("Delete " + counted(ids.length, "run") + "? They cannot be brought back.", "Delete"))) return;
    await post(this.place.at("/runs/delete"), { runs: ids });
    await this.#changed("Deleted.");
  }

  async #changed(text) {
    this.chosen.clear();
    await this.load(true);
    this.result.replaceChildren(element("p", { class: "lead" }, text));
  }

  async loadTrend() {
    const query = this.patterns.map((p) => path`methods=${p}`).join("&");
    const found = await get(this.place.at("/trend") + (query && "?" + query), this.place.signal);
    const { runs } = found;
    if (found.more) setTimeout(() => this.place.signal.aborted || this.loadTrend(), 1000); // some are not read yet
    const address = (run) => this.place.to("runs/" + run.id);
    const ratio = (t) => (t?.total ? (t.covered * 100) / t.total : null);
    const charts = [
      ["Lines executed", (r) => ratio(r.lines), (v) => percent(v, 100), 100],
      ["Branches taken", (r) => ratio(r.branches), (v) => percent(v, 100), 100],
      ["Statement executions", (r) => r.executions ?? null, number],
      ["Tests", (r) => r.tests?.tests ?? null, number],
      ["Duration", (r) => r.seconds ?? null, lasting],
      ...this.patterns.map((p, i) => ["Executions of " + p, (r) => r.costs?.[i] ?? null, number])];
    const drawn = charts.flatMap(([title, value, text, full]) => {
      const values = runs.map(value);
      return values.some((v) => v !== null) ? [trend(title, runs, values, { text, address, full })] : [];
    });
    const pattern = element("input", { autocomplete: "off", spellcheck: "false", class: "mono", placeholder: "com.example.Parser.next" });
    const form = element("form", { class: "line" }, field("Cost of methods", pattern, "grow"), element("button", { class: "button" }, "Add a chart"),
      ...(this.patterns.length ? [button("Remove these charts", () => this.place.go(this.place.to("runs")), "plain")] : []));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (!pattern.value) return;
      const all = new URLSearchParams([...this.patterns, pattern.value].map((p) => ["method", p]));
      this.place.go(this.place.to("runs") + "?" + all);
    });
    this.trends.replaceChildren(...(drawn.length ? [element("h2", {}, "Trends"), element("div", { class: "trends" }, ...drawn), this.#numbers(runs, charts), form] : []));
  }

  // The same as the charts for those who do not see them.
  #numbers(runs, charts) {
    const rows = [...runs].reverse().map((r) => element("tr", {}, head(nameOf(r)),
      ...charts.map(([, value, text]) => cell(value(r) === null ? "" : text(value(r)), "num"))));
    return element("details", {}, element("summary", {}, "Numbers of the charts"),
      scrolled(table(["Run", ...charts.map(([title]) => [title, "", "num"])], rows), "Numbers of the charts"));
  }
}

export function sizeOf(bytes) {
  if (bytes === undefined) return "";
  return bytes < 1e6 ? Math.ceil(bytes / 1000) + " kB" : (bytes / 1e6).toFixed(1) + " MB";
}
