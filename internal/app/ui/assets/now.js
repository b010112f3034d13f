// What a measurement does now: the step of the build, the tests that run, those that have failed, the output, and what a
// user can do about it.
import { path, post } from "./api.js";
import { Lines } from "./ansi.js";
import { between, breakable, button, counted, element, lasting, link, number, outside } from "./dom.js";
import { reportOf } from "./runs.js";

const mostTests = 3; // that run at once and are listed
const mostFailed = 10; // tests that are listed; the saved run has all
const assertion = /^[\w.$]*\b(?:Assertion\w*|Comparison\w*|MultipleFailures)(?:Error|Failure): /; // needs no name

export class Now {
  #place;
  #job = null; // the last one that was known
  #facts = element("ul", { class: "facts now-facts", "aria-label": "Progress" });
  #known = []; // the facts of the last update
  #running = []; // tests
  #selected = element("p", { class: "lead", hidden: "" });
  #actions = element("p", { class: "actions" });
  #failed = element("section", { "aria-label": "Failed tests" });
  #lines = element("pre", { class: "last-lines", tabindex: "0", "aria-label": "Last lines of the output" });
  #output = element("details", { hidden: "" }, element("summary", {}, "Output"), this.#lines);
  #elsewhere = element("p", { class: "empty", hidden: "" });
  nodes = [this.#actions, this.#facts, this.#selected, this.#failed, this.#output, this.#elsewhere];
  #shown = ""; // the actions

  constructor(place) {
    this.#place = place;
    const timer = setInterval(() => this.#tick(), 500);
    place.signal.addEventListener("abort", () => clearInterval(timer));
  }

  update(u) {
    this.#job = u.job ?? null;
    const facts = [];
    if (u.round > 1) facts.push(element("li", {}, "round ", element("b", {}, number(u.round))));
    facts.push(element("li", {}, element("b", {}, (u.phase === "building" && u.step) || u.phase)));
    if (u.tests) {
      const of = u.selected && u.selected.tests < u.selected.of ? " of " + number(u.selected.tests) : "";
      facts.push(element("li", {}, element("b", {}, number(u.tests.ended) + of), of || u.tests.ended !== 1 ? " tests" : " test"));
    }
    if (!u.contexts && !u.jvms.alive && !u.jvms.ended) facts.push(element("li", {}, "no counts yet: no JVM with counters has started"));
    this.#known = facts;
    this.#selected.textContent = u.selected ? u.selected.text + "." : "";
    this.#selected.hidden = !u.selected;
    this.#running = u.running ?? [];
    this.#tick();
    this.#showFailed(u.failures ?? []);
    this.#showOutput(u.job);
    this.#elsewhere.textContent = "Its output is in the terminal where it was started" + (u.cancel ? "." : ", and Ctrl-C there ends it.");
    this.#elsewhere.hidden = Boolean(u.job);
    this.#showActions((u.job || u.cancel) && [u.run, u.job?.id, u.cancelling]);
  }

  // Shows the facts, and how long tests run.
  #tick() {
    const rows = this.#running.slice(0, mostTests).map((t) => element("li", {}, "now ", element("code", {}, ...breakable(t.name)), " ",
      element("b", { class: "whole" }, lasting(between(t.began, new Date())))));
    const more = this.#running.length - mostTests;
    this.#facts.replaceChildren(...this.#known, ...rows, ...(more > 0 ? [element("li", {}, "and " + counted(more, "other test"))] : []));
  }

  #showFailed(tests) {
    const rows = tests.slice(0, mostFailed).map((t) =>
      element("li", {}, element("code", {}, t.name), element("pre", { class: "short" }, t.reason.replace(assertion, ""))));
    const more = tests.length - mostFailed;
    this.#failed.replaceChildren(...(tests.length ? [element("h2", {}, counted(tests.length, "test") + " failed"), element("ul", { class: "faults" }, ...rows),
      ...(more > 0 ? [element("p", { class: "empty" }, "and " + counted(more, "other test"))] : [])] : []));
  }

  #showOutput(job) {
    this.#output.hidden = !job;
    if (!job || !this.#output.open && this.#lines.childElementCount) return;
    const rows = [];
    const address = (file, line) => this.#place.to("code", { find: file, ...(line && { line }) });
    const lines = new Lines(address, (nodes, text, complete) => complete && rows.push(element("div", {}, ...nodes)));
    lines.add(job.output.map((line) => line + "\n").join(""));
    this.#lines.replaceChildren(...rows);
  }

  // Shows buttons. They stay as they are, with the focus, while what they do is the same.
  #showActions(what) {
    const now = JSON.stringify(what);
    if (now === this.#shown) return;
    this.#shown = now;
    if (!what) return this.#actions.replaceChildren();
    const [run, id, cancelling] = what;
    this.#actions.replaceChildren(
      button(cancelling ? "End it now" : "Cancel", async (e) => {
        e.currentTarget.disabled = true; // until the next update says more: a second time, it ends sooner
        await (id ? post(path`jobs/${id}/cancel`) : post(this.#place.at("/live/cancel"), { run }));
      }, "danger"),
      ...(id ? [link("All output", this.#place.to("job/" + id), { class: "button" })] : []));
  }

  // The measurement of a run has ended.
  ended({ run, exitCode, hasReport }) {
    const place = this.#place;
    this.#known = this.#running = [];
    this.#tick();
    this.#failed.replaceChildren(); // those of the saved run take their place
    this.#output.hidden = this.#selected.hidden = this.#elsewhere.hidden = true;
    this.#actions.replaceChildren(
      ...(hasReport ? [outside("Open the report", reportOf(place, run), { class: "button main" })] : []),
      ...(exitCode === null ? [] : [link("Open the run", place.to("runs/" + run), { class: "button" })]),
      ...(this.#job ? [link("All output", place.to("job/" + this.#job.id), { class: "button" })] : []));
    this.#shown = "";
  }
}
