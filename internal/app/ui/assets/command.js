// The form that puts a command of jprof together, and shows its command line as it changes.
import { get, path, post } from "./api.js";
import { button, copyButton, counted, element, failure, field, hintList, link } from "./dom.js";

const changeAfter = 150; // milliseconds without a key, until the command line is asked for
const lookAgain = 4; // seconds, until obstacles are looked for again

// What a run can measure, with the option for it.
const measures = [
  ["Coverage", "", "how often each line runs"],
  ["By test", "--by-test", "which tests run which code"],
  ["Time", "--time", "which code takes the time"],
  ["Contexts", "--contexts", "who calls what, at what cost"],
];

export async function commandForm(place) {
  const [project, { commands }] = await Promise.all([get(place.at(), place.signal), get("commands", place.signal)]);
  const job = place.query.get("job");
  const last = job ? (await get(path`jobs/${job}`, place.signal)).call : place.query.has("command") ? null : project.last;
  const isProgram = last?.command === "run" && Array.isArray(last.args); // its main file is the first of its arguments
  const [main, args] = isProgram ? [last.args[0], last.args.slice(1)] : [place.query.get("main"), last?.args];
  const form = new Form(place, project, commands);
  place.show(element("h1", {}, "Run"), form.element);
  const options = last?.options ?? place.query.getAll("option").map((name) => ({ name, value: "" }));
  form.choose(place.query.get("command") || last?.command || project.tools[0]?.command || "run", {
    args: place.query.get("args") ?? args, options, input: last?.input, main });
  place.watch(() => form.show(), lookAgain); // files and other jobs come and go
}

// A word as one types it in a shell.
const quoted = (word) => (/^[\w.,:=@%+/-]+$/.test(word) ? word : "'" + word.replaceAll("'", "'\\''") + "'");
const typed = (args) => (Array.isArray(args) ? args.map(quoted).join(" ") : args || "");

const capital = (text) => text[0].toUpperCase() + text.slice(1);

// A choice with its explanation.
const chip = (name, does, act) => element("li", {}, button(name, act, "chip", { title: does, "aria-pressed": "false" }), " ", element("span", {}, does));

// Choices with their name.
const group = (name, list) => element("div", { class: "field", role: "group", "aria-label": name }, element("span", {}, name), list);

// The paragraphs of a description. Lines that start with a space stay lines.
const paragraphs = (text) => text.split(/\n\n+/).map((p) => (/^ /m.test(p) ? element("pre", {}, p) : element("p", {}, p.replaceAll("\n", " "))));

class Form {
  constructor(place, project, commands) {
    this.place = place;
    this.project = project;
    this.commands = commands;
    this.measures = element("ul", { class: "goals" });
    this.names = element("div", {}, ...this.#choices());
    this.usage = element("p", { class: "lead" });
    this.basics = element("div", { class: "basics" });
    this.about = element("details", {});
    this.options = element("details", { class: "options" });
    this.line = element("code", { class: "line-of", id: "line" });
    this.problems = element("div", { role: "status" });
    this.run = element("button", { class: "button main" }, "Run");
    this.copy = copyButton(() => this.line.textContent);
    const panel = element("section", { class: "panel", "aria-label": "Command line" }, element("h2", {}, "Command line"),
      element("p", { class: "line-box" }, this.line), this.problems, element("p", { class: "actions" }, this.run, this.copy));
    this.element = element("form", { class: "command" },
      element("div", { class: "start" }, this.names, this.usage, this.about, this.basics), panel, this.options);
    this.element.addEventListener("input", () => this.changed());
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      this.start();
    });
  }

  // The commands that the project can be measured with, and the others folded.
  #choices() {
    const usual = [...this.project.tools.map((t) => t.command), "run"];
    const list = (all) => element("ul", { class: "goals" }, ...all.map((c) => chip(c.name, c.usage, () => this.choose(c.name, {}))));
    const others = this.commands.filter((c) => !usual.includes(c.name));
    this.measuresBox = group("What to measure", this.measures);
    return [this.measuresBox, group("Run with", list(usual.map((name) => this.commands.find((c) => c.name === name)).filter(Boolean))),
      element("details", {}, element("summary", {}, "Other commands"), list(others))];
  }

  // Shows the fields of a command, with their first values.
  choose(name, { args, options = [], input, main }) {
    this.command = this.commands.find((c) => c.name === name) || this.commands[0];
    const { unit, usage } = this.command;
    this.names.querySelectorAll("button").forEach((b) => b.setAttribute("aria-pressed", String(b.textContent === this.command.name)));
    const others = this.names.querySelector("details");
    others.open ||= Boolean(others.querySelector("[aria-pressed=true]"));
    this.usage.textContent = capital(unit ? unit + "s and options of " + name + " go to it unchanged." : usage + ".");
    this.about.replaceChildren(element("summary", {}, "About jprof " + this.command.name), ...paragraphs(this.command.description));
    this.about.open = false;
    const tool = this.project.tools.find((t) => t.command === name);
    this.args = element("input", { autocomplete: "off", spellcheck: "false", class: "mono" });
    this.args.value = typed(args) || (tool && args === undefined ? tool.usual : "");
    this.main = null;
    const fields = name === "run" ? this.#program(main) : tool ? this.#goals(tool) : [field("Arguments", this.args)];
    this.basics.replaceChildren(...fields, ...this.#input(input));
    this.options.replaceChildren(...this.#optionList(options));
    this.options.open = options.some((given) => !measures.some(([, option]) => option === given.name));
    this.#measureList();
    this.changed();
  }

  // One measure takes the place of another. A command that measures nothing has no choice.
  #measureList() {
    const named = (option) => this.shown.find((o) => o.names.includes(option));
    const list = measures.filter(([, option]) => !option || named(option));
    this.measuresBox.hidden = list.length < 2;
    this.measures.replaceChildren(...list.map(([name, chosen, does]) => chip(name, does, () => {
      for (const [, option] of list) if (option) named(option).on.checked = option === chosen;
      this.changed();
    })));
    this.isChosen = list.map(([, option]) => () => (option ? named(option).on.checked : list.every(([, o]) => !o || !named(o).on.checked)));
  }

  // Goals of Maven, or tasks of Gradle: a field, and those that users often ask for. One of these takes the place of
  // another, as each is a whole build.
  #goals(tool) {
    this.offered = new Set(tool.goals.flatMap((g) => g.name.split(/\s+/)));
    const choose = (goal) => {
      const words = this.args.value.trim().split(/\s+/).filter(Boolean);
      const others = words.filter((w) => !this.offered.has(w));
      this.args.value = [...others, ...(this.#goal() === goal ? [] : [goal])].join(" ");
      this.changed();
    };
    this.goals = tool.goals.map((g) => chip(g.name, g.does, () => choose(g.name)));
    return [field(capital((tool.unit || "goal") + "s and options of " + tool.name), this.args),
      ...(this.goals.length ? [element("ul", { class: "goals", "aria-label": "Often used" }, ...this.goals)] : [])];
  }

  // The file with the main method, and the arguments of the program.
  #program(chosen) {
    this.main = element("input", { list: "mains", autocomplete: "off", spellcheck: "false", class: "mono", placeholder: "Main.java" });
    const list = element("datalist", { id: "mains" });
    const found = element("p", { class: "is", role: "status" }, "Looking for main methods …");
    this.main.addEventListener("input", () => this.#sources());
    get(this.place.at("/mains"), this.place.signal).then(({ mains }) => {
      this.mains = mains;
      list.replaceChildren(...mains.map((m) => element("option", { value: m.path }, m.class)));
      found.textContent = mains.length ? counted(mains.length, "source has", "sources have") + " a main method." : "No main method found. Type the file.";
      this.main.value ||= mains.length === 1 ? mains[0].path : "";
      this.#sources();
      this.changed();
    }, (error) => (found.textContent = error.message));
    if (chosen) this.main.value = chosen;
    return [field("Main file", this.main), list, found, field("Arguments of the program", this.args)];
  }

  // A main class in a package needs the folder that its sources start at.
  #sources() {
    const main = this.mains?.find((m) => m.path === this.main.value);
    const option = this.shown?.find((o) => o.names.includes("--sources-directory"));
    if (!main || !option || option.touched) return;
    const file = main.class.replaceAll(".", "/") + ".java";
    const root = main.path.endsWith("/" + file) ? main.path.slice(0, -file.length - 1) : main.path === file && file.includes("/") ? "." : "";
    option.on.checked = root !== "";
    option.value.value = root;
  }

  #input(text) {
    this.input = element("textarea", { rows: "4", spellcheck: "false", class: "mono" });
    this.input.value = text || "";
    const more = element("details", text ? { open: "" } : {}, element("summary", {}, "Standard input"),
      field("The program reads these lines first. You can type more while it runs.", this.input));
    return [more];
  }

  #optionList(given) {
    const filter = element("input", { type: "search", autocomplete: "off", placeholder: "name or explanation" });
    this.shown = this.command.options.filter((o) => !o.names.includes("--help")).map((o) => this.#option(o, given));
    filter.addEventListener("input", (event) => {
      event.stopPropagation();
      const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
      this.shown.forEach((o) => (o.item.hidden = !words.every((w) => o.item.textContent.toLowerCase().includes(w))));
    });
    return [element("summary", {}, "Options of jprof"), ...(this.shown.length > 8 ? [field("Filter", filter, "filter")] : []),
      element("ul", {}, ...this.shown.map((o) => o.item))];
  }

  #option(o, given) {
    const was = given.find((g) => o.names.includes(g.name));
    const on = element("input", { type: "checkbox" });
    on.checked = Boolean(was);
    const names = o.names.join(", ") + (o.value ? (o.optionalValue ? "[=" + o.value + "]" : " " + o.value) : "");
    const parts = [element("label", {}, on, " ", element("code", {}, names))];
    const shown = { names: o.names, name: o.name, on, touched: on.checked };
    on.addEventListener("input", () => (shown.touched = true));
    if (o.value) {
      shown.value = element("input", {
        "aria-label": o.value + " of " + o.name, placeholder: o.preset || o.value, autocomplete: "off", spellcheck: "false", class: "mono",
      });
      shown.value.value = was?.value || "";
      shown.value.addEventListener("input", () => {
        on.checked = shown.value.value !== "";
        shown.touched = true;
      });
      parts.push(shown.value);
    }
    shown.optional = o.optionalValue;
    shown.item = element("li", {}, element("div", {}, ...parts),
      element("p", {}, o.usage, o.preset ? element("span", { class: "preset" }, " (default: " + o.preset + ")") : ""));
    return shown;
  }

  call() {
    const options = this.shown.filter((o) => o.on.checked && (!o.value || o.optional || o.value.value))
      .map((o) => ({ name: o.name, value: o.value?.value || "" }));
    const args = (this.main ? [quoted(this.main.value || "Main.java")] : []).concat(this.args.value).join(" ").trim();
    const input = this.input.value;
    return { command: this.command.name, options, args, input: input && !input.endsWith("\n") ? input + "\n" : input || null };
  }

  changed() {
    if (this.failed) this.shownProblems = null;
    this.failed = false;
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.show(), changeAfter);
    this.isChosen.forEach((is, i) => this.measures.children[i].firstChild.setAttribute("aria-pressed", String(is())));
    this.goals?.forEach((item) => item.firstChild.setAttribute("aria-pressed", String(item.firstChild.textContent === this.#goal())));
  }

  // The offered goals that were typed or chosen.
  #goal() {
    return this.args.value.trim().split(/\s+/).filter((w) => this.offered.has(w)).join(" ");
  }

  // Shows the command line, and why jprof would refuse it: Run is off then.
  async show() {
    const call = this.call();
    let answer;
    try {
      answer = await post(this.place.at("/command"), { ...call, input: null });
    } catch (error) {
      answer = { line: "", problems: [{ text: error.message, hints: error.hints }] };
    }
    if (this.place.signal.aborted || JSON.stringify(call) !== JSON.stringify(this.call())) return; // a later one is asked for
    this.line.textContent = answer.line;
    this.run.disabled = this.starting || answer.problems.length > 0;
    const shown = JSON.stringify(answer.problems);
    if (shown === this.shownProblems) return; // a status that is written again is read out again
    this.shownProblems = shown;
    this.problems.replaceChildren(...answer.problems.map((p) => {
      const to = p.job ? [link("Show its output", this.place.to("job/" + p.job))] : p.live ? [link("Live counts", this.place.to("live"))] : [];
      return element("div", { class: "note" }, element("p", {}, p.text), ...hintList(p.hints), ...to);
    }));
  }

  async start() {
    this.starting = this.run.disabled = true;
    try {
      const { job } = await post(this.place.at("/jobs"), this.call());
      this.place.go(this.place.to("job/" + job));
    } catch (error) {
      this.problems.replaceChildren(failure(error)); // until the user changes something
      this.failed = true;
    } finally {
      this.starting = this.run.disabled = false;
    }
  }
}
