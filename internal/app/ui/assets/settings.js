// The settings of the project, jprof.yaml, edited. As they change, the problems that jprof finds are shown.
import { get, post } from "./api.js";
import { button, counted, element, failure, hintList } from "./dom.js";

const checkAfter = 400; // milliseconds without a key

export async function settingsView(place) {
  const found = await get(place.at("/settings"), place.signal);
  let saved = found.text;
  const text = element("textarea", {
    class: "mono", rows: "18", spellcheck: "false", wrap: "off", "aria-label": "Settings", "aria-describedby": "settings-problems",
  });
  text.value = saved;
  const problems = element("div", { id: "settings-problems", role: "status" });
  const preview = element("div", {});
  const state = element("span", { role: "status" });
  const save = element("button", { class: "button main" }, "Save");
  const back = button("Undo all changes", () => {
    text.value = saved;
    check();
  });

  const show = (answer) => {
    problems.replaceChildren(...(answer.problems.length ? answer.problems.map(problem) : [element("p", { class: "is" }, "✓ jprof accepts these settings.")]));
    preview.replaceChildren(...previewOf(answer.preview));
    save.disabled = answer.problems.length > 0;
  };
  const problem = (p) => {
    const where = p.line ? [button("line " + p.line, () => select(p.line), "plain"), " "] : [];
    return element("div", { class: "note bad" }, element("p", {}, ...where, p.text), ...hintList(p.hints));
  };
  const select = (line) => {
    const before = text.value.split("\n").slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    text.focus();
    text.setSelectionRange(before, before + text.value.split("\n")[line - 1].length);
  };
  const changed = () => (state.textContent = text.value === saved ? "" : "Not saved yet.");
  const check = async () => {
    changed();
    const asked = text.value;
    try {
      const answer = await post(place.at("/settings"), { text: asked, check: true });
      if (asked === text.value) show(answer);
    } catch (error) {
      problems.replaceChildren(failure(error));
    }
  };
  let waiting = 0;
  text.addEventListener("input", () => {
    changed();
    clearTimeout(waiting);
    waiting = setTimeout(check, checkAfter);
  });
  text.addEventListener("keydown", (event) => {
    if (event.key !== "s" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    form.requestSubmit();
  });
  const insert = button("Insert the example", () => {
    text.value = text.value.trimEnd() + (text.value.trim() ? "\n\n" : "") + found.example;
    check();
    text.focus();
  });
  const example = element("details", saved.trim() ? {} : { open: "" }, element("summary", {}, "An example"),
    element("pre", { class: "example", tabindex: "0", "aria-label": "An example" }, found.example), element("p", { class: "actions" }, insert));
  const form = element("form", { class: "settings" }, text, problems,
    element("p", { class: "actions" }, save, back, state), example, preview);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (save.disabled) return;
    write(saved);
  });
  // Saves the text, if the file still has the one that was read.
  const write = async (was) => {
    const sent = text.value;
    try {
      show(await post(place.at("/settings"), { text: sent, check: false, was }));
      saved = sent;
      changed();
      if (text.value === saved) state.textContent = "Saved.";
    } catch (error) {
      problems.replaceChildren(failure(error));
      if (error.status === 409) problems.firstChild.append(...(await choices()));
    }
  };
  // The choices for a file that another program has changed.
  const choices = async () => {
    const now = (await get(place.at("/settings"), place.signal)).text;
    const load = button("Load the file, drop my changes", () => {
      text.value = saved = now;
      check();
    });
    return [element("p", {}, "The file has now:"), element("pre", { class: "example", tabindex: "0", "aria-label": "The file" }, now || "(nothing)"),
      element("p", { class: "actions" }, load, button("Overwrite the file", () => write(now), "danger"))];
  };
  place.unsaved = () => text.value !== saved && "Leave the settings? What you have typed is not saved.";
  window.addEventListener("beforeunload", (event) => place.unsaved() && event.preventDefault(), { signal: place.signal });
  place.show(element("h1", {}, "Settings"), element("p", { class: "run" }, element("code", {}, found.path)),
    element("p", { class: "lead" }, "jprof needs no settings. Those in this file hide code from reports (exclude:), " +
      "leave files without counters (skip:), and set gates (check:). Ctrl+S saves."), form);
  check();
}

// The effects of the settings: sources that they hide or skip, gates.
function previewOf(preview) {
  if (!preview) return [];
  const part = (title, list) => (list?.length
    ? [element("details", { open: "" }, element("summary", {}, title + ": " + counted(list.length, "entry", "entries")),
      element("ul", { class: "preview" }, ...list.slice(0, 200).map((p) => element("li", {}, element("code", {}, p)))))]
    : []);
  const parts = Object.entries(preview).flatMap(([title, list]) => (Array.isArray(list) ? part(title, list) : []));
  return [element("h2", {}, "What these settings change"),
    ...(parts.length ? parts : [element("p", { class: "empty" }, "They hide or skip no source at present.")])];
}
