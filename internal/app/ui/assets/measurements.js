// The measurements of all projects, from the page or from terminals: those that run or have just ended, as a choice.
import { get } from "./api.js";
import { breakable, element, head, link, row, scrolled, table, tag, when } from "./dom.js";

const again = 3; // seconds between two looks

// Shows the list in a box. shown is called for the run that the view shows, "" for none: the box stays empty while there
// is nothing to choose from. With all, the list is there whenever something runs.
export function showMeasurements(place, box, shown = () => "", all = false) {
  let last = "";
  const look = async () => {
    const { measurements } = await get("live", place.signal);
    const now = JSON.stringify([measurements, shown()]);
    if (now === last) return; // the focus stays where it is
    last = now;
    const choice = all ? measurements.some((m) => !m.ended) : measurements.some((m) => m.run !== shown());
    const focus = box.contains(document.activeElement) ? document.activeElement.getAttribute("href") : "";
    box.replaceChildren(...(choice ? list(measurements, shown()) : []));
    if (focus) Array.from(box.querySelectorAll("a")).find((a) => a.getAttribute("href") === focus)?.focus();
  };
  place.watch(look, again).catch((error) => place.fail(error));
  return () => look().catch(() => {}); // it is asked again soon
}

function list(measurements, shown) {
  const item = (m) => {
    const at = "#/p/" + m.project;
    const current = m.run === shown;
    const name = breakable(m.command || m.run);
    const choose = m.ended && !current ? name : [link(name, at + "/live?run=" + m.run, current ? { "aria-current": "true" } : {})];
    const tr = row(head([...choose, ...(m.label ? [" ", tag(m.label)] : []), ...(current ? [" ", tag("shown below")] : [])]),
      [m.name, ...(m.sameName ? [" ", element("small", {}, m.path)] : [])], when(m.started), state(m, at));
    if (current) tr.className = "current";
    return tr;
  };
  const part = (name, of) => (of.length ? [element("h2", {}, name),
    scrolled(table(["Command", "Project", "Started", "State"], of.map(item), "measurements stacked"), name)] : []);
  return [...part("Running now", measurements.filter((m) => !m.ended)), ...part("History", measurements.filter((m) => m.ended))];
}

// The state of a measurement, with a link to its final numbers when it has ended.
function state(m, at) {
  if (!m.ended) return [tag("running", "warn"), " not final"];
  if (m.exitCode === null) return [tag("ended"), " no run was saved"];
  return [tag(m.result, m.exitCode ? "bad" : ""), " ", link("final numbers", at + "/runs/" + m.run)];
}
