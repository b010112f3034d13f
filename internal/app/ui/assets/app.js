// The page: the view of its address after the #, the head, and messages about the connection.
import { connection, get, path } from "./api.js";
import { confirmed, element, failure, link } from "./dom.js";
import { projectList } from "./projects.js";
import { overview } from "./project.js";
import { commandForm } from "./command.js";
import { jobView } from "./job.js";
import { liveView } from "./live.js";
import { runList } from "./runs.js";
import { compareView, reportView, runView } from "./run.js";
import { codeView } from "./code.js";
import { settingsView } from "./settings.js";

// The views of a project, in the order of the navigation.
const tabs = [["", "Overview"], ["run", "Run"], ["live", "Live"], ["runs", "Runs"], ["code", "Code"], ["settings", "Settings"]];

// A view gets a Place, and shows itself in it. Values are the texts that the groups of the pattern match.
const routes = [
  [/^$/, projectList, ""],
  [/^\/p\/([^/]+)$/, overview, "Overview"],
  [/^\/p\/([^/]+)\/run$/, commandForm, "Run"],
  [/^\/p\/([^/]+)\/job\/([^/]+)$/, jobView, "Output"],
  [/^\/p\/([^/]+)\/live$/, liveView, "Live"],
  [/^\/p\/([^/]+)\/runs$/, runList, "Runs"],
  [/^\/p\/([^/]+)\/runs\/([^/]+)$/, runView, "Runs"],
  [/^\/p\/([^/]+)\/runs\/([^/]+)\/report$/, reportView, "Runs"],
  [/^\/p\/([^/]+)\/runs\/([^/]+)\/compare$/, compareView, "Runs"],
  [/^\/p\/([^/]+)\/code$/, codeView, "Code"],
  [/^\/p\/([^/]+)\/settings$/, settingsView, "Settings"],
];

const main = document.getElementById("main");
const said = document.getElementById("said");
const banner = document.getElementById("banner");
let current = null; // the place that is shown
let known = null; // the project in the head

// A Place holds a view while it is shown, until signal ends it.
class Place {
  #leave = new AbortController();
  #problem = null;
  signal = this.#leave.signal;
  unsaved = () => false; // or the question before the view is left, where work would be lost

  constructor(values, query) {
    [this.project, ...this.values] = values;
    this.query = query;
  }

  // The path of a request about the project.
  at(rest = "") {
    return path`projects/${this.project}` + rest;
  }

  // The address of a view of the project.
  to(view = "", query = {}) {
    const words = new URLSearchParams(query).toString();
    return "#/p/" + this.project + (view && "/" + view) + (words && "?" + words);
  }

  go(address) {
    location.hash = address;
  }

  // Keeps choices, pairs of names and values, in the address. It omits those without a value. The view stays. With a step,
  // Back undoes the choice.
  keep(view, choices, step = false) {
    const address = this.to(view, choices.filter(([, value]) => value));
    if (address === location.hash) return;
    if (step) history.pushState(null, "", address);
    else history.replaceState(history.state, "", address);
    enter();
  }

  show(...nodes) {
    if (!this.signal.aborted) main.replaceChildren(...nodes);
  }

  // Shows an error above the view, until the user does something else, or leaves the view. If there is no answer, the banner
  // reports it.
  fail(error) {
    if (this.signal.aborted || error.name === "AbortError" || error.status === 0) return;
    if (error.status === undefined) console.error(error);
    this.clear();
    this.#problem = failure(error);
    this.#problem.setAttribute("role", "alert");
    main.prepend(this.#problem);
  }

  clear() {
    this.#problem?.remove();
  }

  // For those who do not see the page.
  say(text) {
    said.textContent = "";
    requestAnimationFrame(() => (said.textContent = text));
  }

  // Does something now and again and again while the window is seen, and when the server is back.
  async watch(act, seconds) {
    const again = async () => {
      if (this.signal.aborted || document.hidden || connection.lost) return;
      try {
        await act();
      } catch (error) {
        this.fail(error);
      }
    };
    await act();
    const timer = setInterval(again, seconds * 1000);
    this.signal.addEventListener("abort", () => clearInterval(timer));
    connection.addEventListener("back", again, { signal: this.signal });
    document.addEventListener("visibilitychange", again, { signal: this.signal });
  }

  leave() {
    this.#leave.abort();
  }
}

async function showHead(place, title) {
  const nav = document.querySelector(".bar nav");
  if (!place.project) {
    known = null;
    nav.replaceChildren();
    document.querySelector(".brand span").textContent = "";
    document.title = "jprof";
    return;
  }
  if (known?.id !== place.project) known = await get(place.at(), place.signal);
  document.querySelector(".brand span").textContent = known.name;
  document.title = (title ? title + " – " : "") + known.name + " – jprof";
  nav.replaceChildren(...tabs.map(([view, text]) =>
    link(text, place.to(view), text === title ? { "aria-current": "page" } : {})));
}

// How far each step of the history was scrolled when it was left, by the number in its state.
const scrolled = new Map();
let step = 0; // that is shown
let steps = Date.now();
history.scrollRestoration = "manual"; // the browser would scroll before the view has its content

// Enters the step of the history that the address is of. It returns how far to scroll, 0 for a new step.
function enter() {
  scrolled.set(step, window.scrollY); // nothing of the new view is there yet
  if (!history.state?.step) history.replaceState({ step: ++steps }, "");
  step = history.state.step;
  return scrolled.get(step) ?? 0;
}

// Scrolls, and again while parts of the view come above and below, until the place holds or the user does something.
function scrollBack(to, signal) {
  const ends = new AbortController();
  const end = () => ends.abort();
  let held = 0, tries = 0;
  const timer = setInterval(() => {
    held = Math.abs(window.scrollY - to) < 1 ? held + 1 : 0;
    if (held === 20 || ++tries === 600) end();
    else window.scrollTo(0, to);
  }, 50);
  for (const event of ["wheel", "keydown", "pointerdown", "touchstart"]) window.addEventListener(event, end, { signal: ends.signal });
  signal.addEventListener("abort", end, { signal: ends.signal });
  ends.signal.addEventListener("abort", () => clearInterval(timer));
}

async function route() {
  const [address, query] = location.hash.slice(1).split(/\?(.*)/s);
  current?.leave();
  const to = enter();
  const isFirst = !current;
  for (const [pattern, view, title] of routes) {
    const values = address.replace(/\/$/, "").match(pattern)?.slice(1).map(decodeURIComponent);
    if (!values) continue;
    const place = (current = new Place(values, new URLSearchParams(query)));
    try {
      await showHead(place, title);
      if (!place.signal.aborted) await view(place);
    } catch (error) {
      if (place.signal.aborted || error.name === "AbortError") return;
      if (!(error instanceof Error) || error.status === undefined) console.error(error);
      place.show(element("h1", {}, "This cannot be shown"), failure(error), element("p", {}, link("All projects", "#/")));
      if (error.status === 0) connection.addEventListener("back", route, { once: true, signal: place.signal });
    }
    if (place.signal.aborted) return;
    if (!isFirst) {
      if (to) scrollBack(to, place.signal);
      else if (!place.query.has("line")) window.scrollTo(0, 0); // the view has scrolled to its line
      main.focus({ preventScroll: true });
    }
    return;
  }
  current = new Place([], new URLSearchParams());
  await showHead(current, "");
  current.show(element("h1", {}, "There is no such page"), element("p", {}, link("All projects", "#/")));
}

function warn(...text) {
  banner.replaceChildren(...text);
  banner.hidden = !text.length;
}
connection.addEventListener("lost", () => {
  if (banner.hidden)
    warn(element("b", {}, "Connection lost."), " jprof does not answer. This page tries again and again. " +
      "Builds that it has started may go on. " +
      "If jprof ui has ended, start it again: it prints a new address, and this page has the old one.");
});
connection.addEventListener("other", () =>
  warn(element("b", {}, "This page is not valid any more."), " jprof ui was started again. Open the address that it has printed."));
connection.addEventListener("back", () => {
  warn();
  said.textContent = "jprof answers again.";
});

main.addEventListener("begun", () => current?.clear());
main.addEventListener("failed", (event) => current?.fail(event.detail));
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault(); // the address is the view
  main.focus();
});
// Goes to another view, unless the user wants to stay.
async function leave(event) {
  const question = current?.unsaved();
  if (!question) return route();
  history.replaceState(history.state, "", event.oldURL); // until there is an answer
  if (!(await confirmed(question, "Leave", "Stay"))) return;
  current.unsaved = () => false;
  location.href = event.newURL;
}
window.addEventListener("hashchange", leave);
get("state").then((state) => (document.querySelector("footer").textContent = "jprof " + state.version), () => {});
route();
