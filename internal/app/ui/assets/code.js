// The modules and sources of a project as a tree, its main methods, and a source.
import { get, path } from "./api.js";
import { button, element, failure, field, link, number, percent, tag, when } from "./dom.js";
import { SourceView } from "./source.js";

export async function codeView(place) {
  const shown = element("section", { class: "shown-source", "aria-label": "Source" });
  const show = async (name, line) => {
    place.query.set("path", name);
    place.query.set("line", line ?? "");
    place.keep("code", [...place.query], true);
    await showSource(place, shown, name, line);
  };
  const tree = new Tree(place, show);
  const mains = element("div", {}), rest = element("div", {}, tree.tools, tree.element, mains);
  place.show(element("h1", {}, "Code"), element("div", { class: "beside-tree" },
    element("nav", { class: "tree-box", "aria-label": "Modules and sources" }, ...search(place, show, rest), rest), shown));
  showMains(place, mains);
  await tree.load();
  showCounts(place, tree);
  const find = place.query.get("find");
  const name = place.query.get("path") || (find && (await resolved(place, find, shown)));
  if (name) await Promise.all([showSource(place, shown, name, place.query.get("line")), tree.reveal(name)]);
  else if (!find) shown.replaceChildren(element("p", { class: "empty" }, "Choose a source."));
}

// A search for sources by name, and its results, of which show shows the chosen one. They take the place of the rest while
// there is a text.
function search(place, show, rest) {
  const input = element("input", { type: "search", autocomplete: "off", spellcheck: "false", placeholder: "HTB finds HtmlTreeBuilder" });
  const results = element("div", { role: "status" });
  const search = async () => {
    const text = input.value.trim();
    place.query.set("name", text);
    place.keep("code", [...place.query]);
    rest.hidden = Boolean(text);
    results.replaceChildren(); // Enter opens no result of another text
    if (!text) return;
    try {
      const { paths, classes } = await get(place.at(path`/sources?name=${text}`), place.signal);
      if (text !== input.value.trim()) return; // more was typed meanwhile
      const sources = paths.map((path) => {
        const name = path.slice(path.lastIndexOf("/") + 1);
        return { name, path, folder: path.slice(0, -name.length - 1) };
      });
      const items = [...sources, ...classes.map((c) => ({ ...c, folder: c.path }))].map(({ name, path, line, folder }) =>
        element("li", {}, link(name, place.to("code", { path, ...(line && { line }), name: text })), " ", element("small", {}, folder)));
      results.replaceChildren(items.length ? element("ul", { class: "mains" }, ...items)
        : element("p", { class: "empty" }, "No source or class has this name."));
    } catch (error) {
      if (error.name !== "AbortError" && text === input.value.trim()) results.replaceChildren(failure(error));
    }
  };
  input.addEventListener("input", search);
  input.addEventListener("keydown", (event) => event.key === "Enter" && results.querySelector("a")?.click());
  results.addEventListener("click", (event) => { // the results stay
    const chosen = event.target.closest("a");
    if (!chosen || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    rest.querySelectorAll("[aria-selected]").forEach((item) => item.removeAttribute("aria-selected"));
    const to = new URLSearchParams(chosen.hash.split("?")[1]);
    show(to.get("path"), to.get("line"));
  });
  input.value = place.query.get("name") || "";
  if (input.value) search();
  return [field("Find a source or class", input, "grow"), results];
}

// The path of a file that the output of a build names. Where several have that name, the user chooses.
async function resolved(place, text, shown) {
  let paths = [text];
  try {
    ({ paths } = await get(place.at(path`/find?name=${text}`), place.signal));
  } catch (error) {
    if (error.status !== 404) throw error;
  }
  if (paths.length === 1) return paths[0];
  const line = place.query.get("line");
  const choices = paths.map((p) => element("li", {}, link(p, place.to("code", { path: p, ...(line && { line }) }))));
  shown.replaceChildren(paths.length ? element("div", {}, element("p", {}, "Several sources have this name:"), element("ul", {}, ...choices))
    : element("p", { class: "empty" }, text + " is not in the project."));
  return null;
}

async function showSource(place, shown, name, line) {
  try {
    const source = await get(place.at(path`/source?path=${name}`), place.signal);
    const lines = source.text.split(/\r\n|\r|\n/);
    if (lines.at(-1) === "") lines.pop();
    const view = new SourceView(lines, name);
    const of = element("div", {});
    shown.replaceChildren(element("h2", {}, element("code", {}, name)), of, view.element);
    const goto = () => line && view.goto(Number(line));
    goto();
    if (name.endsWith(".java")) // the text about the run pushes the line down
      countLines(place, view, name, of).then(goto, (error) => error.name !== "AbortError" && of.replaceChildren(failure(error)));
  } catch (error) {
    if (error.name !== "AbortError") shown.replaceChildren(failure(error));
  }
}

// The executed lines of a project, by the run that the overview shows. The server reads them once for each run.
const countsOf = (place) => get(place.at("/counts"), place.signal);

// Shows the counts of a source beside its lines, and of which run they are.
async function countLines(place, view, name, box) {
  const run = await countsOf(place);
  if (!run.run || !run.files.some((f) => f.path === name)) return;
  const { counts, branches, stale } = await get(place.at(path`/counts/source?path=${name}`), place.signal);
  const of = link(run.label || run.run, place.to("runs/" + run.run));
  if (counts) view.counts(counts, branches);
  const said = stale ? ["No counts: the file differs from that of the run ", of, ", "] : ["Counts of the run ", of, ", "];
  box.replaceChildren(element("p", { class: "run" }, element("span", {}, ...said, when(run.started))), ...(counts ? [view.key] : []));
}

async function showCounts(place, tree) {
  try {
    tree.share((await countsOf(place)).files);
  } catch (error) {
    if (error.name !== "AbortError") tree.element.before(failure(error));
  }
}

async function showMains(place, box) {
  try {
    const { mains, more } = await get(place.at("/mains"), place.signal);
    if (!mains.length) return;
    const items = mains.map((m) => element("li", {}, link(m.class, place.to("run", { command: "run", main: m.path }), { title: m.path })));
    box.replaceChildren(element("h2", {}, "Main methods"), element("ul", { class: "mains" }, ...items),
      ...(more ? [element("p", { class: "empty" }, "and more")] : []));
  } catch (error) {
    if (error.name !== "AbortError") box.replaceChildren(failure(error));
  }
}

const kinds = { module: "module", sources: "sources", output: "jprof" };

// Tree shows folders, whose content is asked for when they are opened. Keys are those of trees: arrows, Home, End, Enter.
class Tree {
  constructor(place, show) {
    this.place = place;
    this.show = show;
    this.shares = new Map();
    this.element = element("ul", { role: "tree", class: "files", "aria-label": "Modules and sources" });
    this.tools = element("p", { class: "tools" }, button("Read the tree again", () => this.load()));
    this.element.addEventListener("keydown", (event) => this.#key(event));
    this.element.addEventListener("click", (event) => {
      const item = event.target.closest("[role=treeitem]");
      if (item) this.#act(item);
    });
  }

  // Shows beside each source the share of executed lines.
  share(files) {
    this.shares = new Map(files.map((f) => [f.path, f]));
    this.element.querySelectorAll("[role=treeitem]").forEach((item) => this.#showShare(item));
  }

  #showShare(item) {
    const of = this.shares.get(item.entry.path);
    if (!of || item.querySelector(".share")) return;
    const text = number(of.covered) + " of " + number(of.total) + " lines executed";
    item.firstChild.append(" ", element("span", { class: "share", title: text }, percent(of.covered, of.total)));
  }

  async load() {
    this.element.replaceChildren(...(await this.#items("", 1)));
    this.element.querySelector("[role=treeitem]")?.setAttribute("tabindex", "0");
  }

  async #items(folder, level) {
    const { entries } = await get(this.place.at(folder ? path`/tree?path=${folder}` : "/tree"), this.place.signal);
    return entries.map((e) => {
      const isFile = e.kind === "java" || e.kind === "file";
      const item = element("li", { role: "treeitem", tabindex: "-1", "aria-level": String(level), ...(!isFile && { "aria-expanded": "false" }) },
        element("span", { class: "row " + (e.kind === "output" ? "kept" : e.kind) }, e.name,
          ...(kinds[e.kind] ? [" ", tag(kinds[e.kind])] : []), ...(e.main ? [" ", tag("main method")] : [])));
      item.entry = e;
      this.#showShare(item);
      return item;
    });
  }

  async #act(item) {
    this.#focus(item);
    const e = item.entry;
    if (e.kind === "output") return this.place.go(this.place.to("runs"));
    if (!item.hasAttribute("aria-expanded")) {
      this.element.querySelectorAll("[aria-selected]").forEach((i) => i.removeAttribute("aria-selected"));
      item.setAttribute("aria-selected", "true");
      return this.show(e.path);
    }
    return this.#open(item, item.getAttribute("aria-expanded") === "false");
  }

  async #open(item, open) {
    if (open && !item.querySelector("[role=group]"))
      item.append(element("ul", { role: "group" }, ...(await this.#items(item.entry.path, Number(item.getAttribute("aria-level")) + 1))));
    item.setAttribute("aria-expanded", String(open));
  }

  // Opens the folders around a file, and marks it.
  async reveal(name) {
    for (let list = this.element; list; ) {
      const item = Array.from(list.children).find((i) => i.entry.path === name || name.startsWith(i.entry.path + "/"));
      if (item?.entry.path === name) return item.setAttribute("aria-selected", "true");
      if (item) await this.#open(item, true);
      list = item?.querySelector("[role=group]");
    }
  }

  #focus(item) {
    if (!item) return;
    this.element.querySelectorAll("[tabindex='0']").forEach((i) => i.setAttribute("tabindex", "-1"));
    item.setAttribute("tabindex", "0");
    item.focus();
  }

  #key(event) {
    const item = event.target.closest("[role=treeitem]");
    const all = Array.from(this.element.querySelectorAll("[role=treeitem]")).filter((i) => i.checkVisibility());
    const at = all.indexOf(item);
    const expanded = item.getAttribute("aria-expanded");
    const acts = {
      ArrowDown: () => this.#focus(all[at + 1]),
      ArrowUp: () => this.#focus(all[at - 1]),
      Home: () => this.#focus(all[0]),
      End: () => this.#focus(all.at(-1)),
      ArrowRight: () => (expanded === "false" ? this.#open(item, true) : expanded && this.#focus(item.querySelector("[role=treeitem]"))),
      ArrowLeft: () => (expanded === "true" ? this.#open(item, false) : this.#focus(item.parentElement.closest("[role=treeitem]"))),
      Enter: () => this.#act(item),
      " ": () => this.#act(item),
    };
    if (!acts[event.key] || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    acts[event.key]();
  }
}
