// The projects that were used last, and the choice of another folder.
import { Failure, get, path, post } from "./api.js";
import { showMeasurements } from "./measurements.js";
import { button, cell, element, field, head, link, scrolled, table, tag, when } from "./dom.js";

export async function projectList(place) {
  const state = await get("state", place.signal);
  const open = async (folder) => place.go("#/p/" + (await post("projects", { path: folder })).id);
  const list = element("div", {});
  const redraw = async () => list.replaceChildren(...known(await get("state", place.signal), redraw));
  list.append(...known(state, redraw));
  const first = state.projects.find((p) => !p.gone)?.path;
  const now = element("div", {});
  const start = state.here?.name || first || state.home;
  place.show(
    element("h1", {}, "Projects"),
    element("p", { class: "lead" }, "jprof builds and tests a copy of a project, and counts how often each part of its code " +
      "is executed. Your own files are not changed."),
    now, ...(state.projects.length ? [list] : []),
    element("h2", {}, state.projects.length ? "Open another project" : "Open a project"),
    picker(start, state, open, place.signal));
  showMeasurements(place, now, undefined, true);
}

function known(state, redraw) {
  const rows = state.projects.map((p) => {
    const name = p.gone ? [p.name, " ", tag("the folder is gone", "warn")] : link(p.name, "#/p/" + p.id);
    const forget = button("Forget", async () => {
      await post("projects/forget", { id: p.id });
      await redraw();
    }, "plain", { "aria-label": "Forget " + p.name });
    const tr = element("tr", {}, head(name), cell(element("code", {}, p.path), "where"), cell(p.tools.join(", ")), cell(when(p.opened)), cell(forget));
    return tr;
  });
  return [scrolled(table(["Project", "Folder", "Builds with", "Last opened", element("span", { class: "sr" }, "Forget")], rows, "projects"), "Projects")];
}

// The choice of a folder: a field for its path, and lists of the folders in it.
function picker(start, state, open, signal) {
  const input = element("input", { id: "folder", autocomplete: "off", spellcheck: "false", "aria-describedby": "folder-is" });
  const is = element("p", { id: "folder-is", class: "is", role: "status" });
  const list = element("ul", { class: "folders", "aria-label": "Folders" });
  const submit = button("Open", () => open(input.value), "main");
  let asked = 0;

  const look = async (where, focus) => {
    const ask = ++asked;
    try {
      const found = await get(path`folders?path=${where}`, signal);
      if (ask !== asked) return;
      input.classList.toggle("bad", false);
      submit.disabled = false;
      is.textContent = found.project ? "✓ This looks like a project." : "This folder has no build file and no Java files of its own.";
      list.replaceChildren(...rows(found));
      if (focus) list.querySelector("button")?.focus();
    } catch (error) {
      if (ask !== asked || !(error instanceof Failure)) return;
      input.classList.toggle("bad", true);
      submit.disabled = true;
      is.textContent = "✗ " + error.message;
      list.replaceChildren();
    }
  };
  const enter = (where) => {
    input.value = where;
    return look(where, true);
  };
  const rows = (found) => {
    const join = (name) => found.path + (found.path.endsWith(state.separator) ? "" : state.separator) + name;
    const up = found.parent ? [element("li", {}, button("↑ " + found.parent, () => enter(found.parent), "plain"))] : [];
    return up.concat(found.folders.map((f) =>
      element("li", {}, button(f.name, () => enter(join(f.name)), "plain"),
        ...(f.project ? [" ", tag("project"), " ", button("Open", () => open(join(f.name)), "plain", { "aria-label": "Open " + f.name })] : []))));
  };

  let typing = 0;
  input.value = start;
  input.addEventListener("input", () => {
    clearTimeout(typing);
    typing = setTimeout(() => look(input.value), 200);
  });
  list.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const all = Array.from(list.querySelectorAll("button:first-child"));
    all[all.indexOf(document.activeElement) + step]?.focus();
  });
  input.addEventListener("keydown", (event) => event.key === "Enter" && submit.click());
  look(start);
  return element("div", { class: "picker" }, element("p", { class: "line" }, field("Folder", input, "grow"), submit), is, list);
}
