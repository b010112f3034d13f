// The settings of the project, jprof.yaml, edited with what jprof says of them as they change.
import { get, post } from "./api.js";
import { button, counted, element, failure, hintList } from "./dom.js";

const checkAfter = 400; // milliseconds without a key

export async function settingsView(place) {
  const found = await get(place.at("/settings"), place.signal);
  let saved = found.text;
  const text = element("textarea", { class: "mono", rows: "18", spellcheck: "false", wrap: "off", "aria-label": "Settings", "aria-describedby": "settings-problems" });
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
  const form = element("form", { class: "settings" }, text, problems,
    element("p", { class: "actions" }, save, back, state), preview);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (save.disabled) return;
    const sent = text.value;
    try {
      show(await post(place.at("/settings"), { text: sent, check: false }));
      saved = sent;
      changed();
      if (text.value === saved) state.textContent = "Saved.";
    } catch (error) {
      problems.replaceChildren(failure(error));
    }
  });
  window.addEventListener("beforeunload", (event) => text.value !== saved && event.preventDefault(), { signal: place.signal });
  place.show(element("h1", {}, "Settings"), element("p", { class: "run" }, element("code", {}, found.path)),
    element("p", { class: "lead" }, "jprof needs no settings. Those in this file hide code from reports, skip files, and set gates: docs/SETTINGS.md and docs/GATES.md list them. Ctrl+S saves."), form);
  check();
}

// What the settings change: sources that they hide or skip, gates.
function previewOf(preview) {
  if (!preview) return [];
  const part = (title, list) => (list?.length
    ? [element("details", { open: "" }, element("summary", {}, title + ": " + counted(list.length, "entry", "entries")), element("ul", { class: "preview" }, ...list.slice(0, 200).map((p) => element("li", {}, element("code", {}, p)))))]
    : []);
  const parts = Object.entries(preview).flatMap(([title, list]) => (Array.isArray(list) ? part(title, list) : []));
  return [element("h2", {}, "What these settings change"), ...(parts.length ? parts : [element("p", { class: "empty" }, "They hide and skip no source that is there now.")])];
}
