// The form that puts a command of jprof together, and shows its command line as it changes.
import { get, path, post } from "./api.js";
import { button, copyButton, counted, element, failure, field, hintList, link } from "./dom.js";

const changeAfter = 150; // milliseconds without a key, until the command line is asked for
const lookAgain = 4; // seconds, until obstacles are looked for again

export async function commandForm(place) {
  const [project, { commands }] = await Promise.all([get(place.at(), place.signal), get("commands", place.signal)]);
  const job = place.query.get("job");
  const last = job ? (await get(path`jobs/${job}`, place.signal)).call : place.query.has("command") ? null : project.last;
  const isProgram = last?.command === "run" && Array.isArray(last.args); // its main file is the first of its arguments
  const [main, args] = isProgram ? [last.args[0], last.args.slice(1)] : [place.query.get("main"), last?.args];
  const form = new Form(place, project, commands);
  place.show(element("h1", {}, "Run"), form.element);
  form.choose(place.query.get("command") || last?.command || project.tools[0]?.command || "run", {
    args: place.query.get("args") ?? args, options: last?.options, input: last?.input, main });
  place.watch(() => form.show(), lookAgain); // files and other jobs come and go
}

// A word as one types it in a shell.
const quoted = (word) => (/^[\w.,:=@%+/-]+$/.test(word) ? word : "'" + word.replaceAll("'", "'\\''") + "'");
const typed = (args) => (Array.isArray(args) ? args.map(quoted).join(" ") : args || "");

class Form {
  constructor(place, project, commands) {
    this.place = place;
    this.project = project;
    this.commands = commands;
    this.select = element("select", { id: "command" }, ...this.#choices());
    this.select.addEventListener("change", () => this.choose(this.select.value, {}));
    this.usage = element("p", { class: "lead" });
    this.basics = element("div", { class: "basics" });
    this.options = element("section", { class: "options" });
    this.line = element("code", { class: "line-of", id: "line" });
    this.problems = element("div", { role: "status" });
    this.run = element("button", { class: "button main" }, "Run");
    this.copy = copyButton(() => this.line.textContent);
    const panel = element("section", { class: "panel", "aria-label": "Command line" }, element("h2", {}, "Command line"),
      element("p", { class: "line-box" }, this.line), this.problems, element("p", { class: "actions" }, this.run, this.copy));
    this.element = element("form", { class: "command" },
      element("div", { class: "start" }, field("Command", this.select), this.usage, this.basics), panel, this.options);
    this.element.addEventListener("input", () => this.changed());
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      this.start();
    });
  }

  // The commands of the project's build tools first.
  #choices() {
    const tools = this.commands.filter((c) => c.unit).map((c) => c.name);
    const names = [...new Set([...this.project.tools.map((t) => t.command), "run", "instrument", ...tools])];
    const option = (c) => element("option", { value: c.name }, c.name + ": " + c.usage);
    const find = (name) => this.commands.find((c) => c.name === name);
    const others = this.commands.filter((c) => !names.includes(c.name));
    return [element("optgroup", { label: "Count" }, ...names.map(find).filter(Boolean).map(option)),
      element("optgroup", { label: "Others" }, ...others.map(option))];
  }

  // Shows the fields of a command, with their first values.
  choose(name, { args, options = [], input, main }) {
    this.command = this.commands.find((c) => c.name === name) || this.commands[0];
    this.select.value = this.command.name;
    const { unit, description } = this.command;
    this.usage.textContent = unit ? unit[0].toUpperCase() + unit.slice(1) + "s and options of " + name + " go to it unchanged." : description.split("\n")[0];
    const tool = this.project.tools.find((t) => t.command === name);
    this.args = element("input", { autocomplete: "off", spellcheck: "false", class: "mono" });
    this.args.value = typed(args) || (tool && args === undefined ? tool.usual : "");
    this.main = null;
    const fields = name === "run" ? this.#program(main) : tool ? this.#goals(tool) : [field("Arguments", this.args)];
    this.basics.replaceChildren(...fields, ...this.#input(input));
    this.options.replaceChildren(...this.#optionList(options));
    this.changed();
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
    this.goals = tool.goals.map((g) => {
      const b = button(g.name, () => choose(g.name), "chip", { title: g.does, "aria-pressed": "false" });
      return element("li", {}, b, " ", element("span", {}, g.does));
    });
    const unit = tool.unit || "goal";
    return [field(unit[0].toUpperCase() + unit.slice(1) + "s and options of " + tool.name, this.args),
      ...(this.goals.length ? [element("ul", { class: "goals", "aria-label": "Often used" }, ...this.goals)] : [])];
  }

  // The file with the main method, and the arguments of the program.
  #program(chosen) {
    this.main = element("input", { list: "mains", autocomplete: "off", spellcheck: "false", class: "mono", placeholder: "Main.java" });
    const list = element("datalist", { id: "mains" });
    const found = element("p", { class: "is", role: "status" }, "Looks for main methods …");
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
    return [element("h2", {}, "Options of jprof"), ...(this.shown.length > 8 ? [field("Filter", filter, "filter")] : []),
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
