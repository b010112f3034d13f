// A job: its output as it comes, its progress, its input, and its end.
import { connection, follow, get, path, post } from "./api.js";
import { Lines } from "./ansi.js";
import { between, button, copyButton, counted, element, lasting, link, number, outside, tag } from "./dom.js";
import { Progress } from "./progress.js";
import { reportOf } from "./runs.js";

const perBlock = 200; // lines that a browser lays out together, or not at all while they are not seen
const mostLines = 20000;

export async function jobView(place) {
  const [id] = place.values;
  const job = await get(path`jobs/${id}`, place.signal);
  const view = new Job(place, job);
  place.show(...view.nodes);
  view.state(job);
  follow((last) => path`jobs/${id}/events` + (last && path`?after=${last}`), {
    output: (part) => view.output(part),
    state: (now) => view.state(now),
  }, place.signal);
}

class Job {
  constructor(place, job) {
    this.place = place;
    this.job = job;
    this.progress = new Progress();
    this.head = element("p", { class: "run" });
    this.facts = element("ul", { class: "facts", "aria-label": "Progress" });
    this.actions = element("p", { class: "actions" });
    this.omitted = element("p", { class: "empty", hidden: "" });
    this.out = element("div", { class: "terminal", tabindex: "0", role: "log", "aria-live": "off", "aria-label": "Output" });
    this.stick = element("input", { type: "checkbox", checked: "" });
    this.typing = this.#input();
    this.nodes = [element("h1", { class: "mono" }, job.line), this.head, this.actions, this.facts,
      element("p", { class: "tools" }, element("label", {}, this.stick, " Follow the output")), this.omitted, this.out, this.typing];
    this.ended = 0; // lines of the output that have ended, also those that are not shown
    this.firsts = []; // for each block, the lines that ended before it
    const address = (file, line) => place.to("code", { find: file, ...(line && { line }) });
    this.lines = new Lines(address, (nodes, text, complete) => this.#line(nodes, text, complete));
    this.out.addEventListener("scroll", () => {
      const atEnd = this.out.scrollHeight - this.out.scrollTop - this.out.clientHeight < 30;
      if (!atEnd) this.stick.checked = false;
    });
    this.stick.addEventListener("change", () => this.#follow());
    const timer = setInterval(() => this.#showHead(), 1000);
    place.signal.addEventListener("abort", () => clearInterval(timer));
  }

  // The standard input of the program while it runs.
  #input() {
    const text = element("input", {
      "aria-label": "Standard input", autocomplete: "off", spellcheck: "false", class: "mono grow", placeholder: "Type a line for the program",
    });
    const send = async (body) => {
      await post(path`jobs/${this.job.id}/input`, body);
      text.value = "";
      if (body.end) row.hidden = true;
    };
    const line = button("Send", () => send({ text: text.value + "\n", end: false }));
    text.addEventListener("keydown", (event) => event.key === "Enter" && line.click());
    const row = element("p", { class: "line" }, text, line, button("End of input", () => send({ text: "", end: true })));
    return row;
  }

  output({ text, lost, lines }) {
    if (lost) {
      if (this.block) this.lines.add((this.open ? "\n" : "") + "… " + number(lines - this.ended) + " lines are not kept any more …\n");
      this.ended = lines;
    }
    this.lines.add(text);
    this.#showOmitted();
    this.#follow();
    this.#showFacts();
  }

  // Adds a line, or shows the last one again.
  #line(nodes, text, complete) {
    if (!this.open) {
      if (!this.block || this.block.childElementCount >= perBlock) this.#newBlock();
      this.open = element("div", {});
      this.block.append(this.open);
    }
    this.open.replaceChildren(...nodes);
    if (!complete) return;
    this.open = null;
    this.ended++;
    this.progress.read(text);
  }

  #newBlock() {
    this.block = element("div", { class: "block" });
    this.out.append(this.block);
    this.firsts.push(this.ended);
    if (this.firsts.length <= mostLines / perBlock) return;
    this.out.firstElementChild.remove();
    this.firsts.shift();
  }

  // Counts the lines before the first one that is shown: those that jprof does not keep, and those that were removed here.
  #showOmitted() {
    const before = this.firsts[0] || 0;
    this.omitted.hidden = !before;
    const text = "The first " + number(before) + " lines are not shown any more.";
    if (before && this.omitted.textContent !== text) this.omitted.textContent = text;
  }

  #follow() {
    if (this.stick.checked) this.out.scrollTop = this.out.scrollHeight;
  }

  // Shows the state of the job. It returns whether it is the last one.
  state(job) {
    const ended = job.state !== "running";
    const changed = this.job.state !== job.state;
    this.job = job;
    if (ended) this.typing.hidden = true;
    this.#showHead();
    this.#showFacts();
    this.#showActions(ended);
    if (job.hasReport) this.#linkReport();
    if (changed && ended) this.place.say(this.#how());
    return ended;
  }

  #how() {
    const { job } = this;
    if (job.state === "running") return job.cancelling ? "cancelling" : "running";
    return job.result;
  }

  #showHead() {
    const { job } = this;
    if (connection.lost) return this.head.replaceChildren(tag("unknown", "warn"), " jprof does not answer");
    const kind = job.state === "running" ? "warn" : job.exitCode ? "bad" : "";
    this.head.replaceChildren(tag(this.#how(), kind), " ",
      element("span", { class: "whole" }, lasting(between(job.started, job.state === "running" ? new Date() : job.ended))));
  }

  #showFacts() {
    const p = this.progress;
    const fact = (value, what) => element("li", {}, element("b", {}, value), " " + what);
    const facts = [];
    if (this.job.state === "running" && this.job.phase) facts.push(fact(this.job.phase, ""));
    if (p.module) facts.push(fact(p.module, p.all ? "module " + p.done + " of " + p.all : p.done > 1 ? counted(p.done, "project") : ""));
    if (p.step && this.job.state === "running") facts.push(fact(p.step, ""));
    if (p.tests) facts.push(fact(number(p.tests), p.tests === 1 ? "test" : "tests"));
    if (p.failed) facts.push(element("li", {}, element("b", { class: "none" }, number(p.failed)), " failed"));
    if (p.skipped) facts.push(fact(number(p.skipped), "skipped"));
    this.facts.replaceChildren(...facts);
  }

  #showActions(ended) {
    const { job, place } = this;
    const text = () => Array.from(this.out.querySelectorAll(".block > div"), (line) => line.textContent).join("\n") + "\n";
    const failed = job.state === "ended" && job.exitCode !== 0 && !job.hasReport; // its run has little to show
    const again = link("Change and run again", place.to("run", { job: job.id }), { class: failed ? "button main" : "button" });
    const list = ended ? [again] : [
      button(job.cancelling ? "End it now" : "Cancel", (e) => this.#cancel(e.currentTarget), "danger"),
      link("Live counts", place.to("live", job.run ? { run: job.run } : {}), { class: "button" })];
    if (ended && job.run) list.unshift(link("Open the run", place.to("runs/" + job.run), { class: job.hasReport || failed ? "button" : "button main" }));
    if (ended && job.hasReport) list.unshift(outside("Open the report", reportOf(place, job.run), { class: "button main" }));
    this.actions.replaceChildren(...list, copyButton(text, "Copy the output"));
  }

  // Makes the line of the output with the path of the report a link to it.
  #linkReport() {
    const says = "jprof: report: ";
    const line = Array.from(this.out.querySelectorAll(".block > div")).findLast((l) => l.textContent.startsWith(says));
    if (!line) return; // as not yet, in a window that shows the job again
    const file = line.textContent.slice(says.length);
    line.replaceChildren(says, outside(file, reportOf(this.place, this.job.run, file.endsWith("contexts.html") && "Contexts")));
  }

  async #cancel(b) {
    b.disabled = true; // until the state says more: a second time, it ends sooner
    await post(path`jobs/${this.job.id}/cancel`);
  }
}
