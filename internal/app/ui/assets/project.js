// The overview of a project: the state of its code by the newest run, commands to start, running ones, and the findings of
// jprof doctor.
import { get, post } from "./api.js";
import { button, cell, counted, element, failure, head, hintList, link, row, scrolled, table, tag, when } from "./dom.js";
import { summary } from "./summary.js";

export async function overview(place) {
  const project = await get(place.at(), place.signal);
  const now = element("div", { class: "now" });
  const state = element("div", { class: "state" });
  const findings = element("div", {});
  const start = async (call) => {
    const { job } = await post(place.at("/jobs"), call);
    place.go(place.to("job/" + job));
  };
  place.show(
    element("h1", {}, project.name),
    element("p", { class: "run" }, element("code", {}, project.path)),
    starts(place, project, start), state, now,
    element("h2", {}, "What jprof finds here"), findings);
  let shown = null; // the newest run when the state was shown
  place.watch(async () => {
    const present = await get(place.at(), place.signal);
    now.replaceChildren(...running(place, present));
    const newest = (present.newestRun?.id ?? "") + (present.newestRun?.outcome ?? "");
    if (newest === shown) return;
    shown = newest;
    await summary(place, state);
  }, 4).catch((error) => place.fail(error));
  showDoctor(place, project, findings);
}

// The last findings of jprof doctor, by project: they are shown at once, and found again when they may not hold any more.
const found = new Map();
const holds = 10 * 60000; // milliseconds

// The most usual commands, each a button.
function starts(place, project, start) {
  const list = project.tools.flatMap((tool) => {
    const item = (options, kind, ...more) => {
      const line = ["jprof", tool.command, ...options.flatMap((o) => [o.name, ...(o.value ? [o.value] : [])]), tool.usual].join(" ");
      return element("li", {},
        button("Run " + line, () => start({ command: tool.command, options, args: tool.usual, input: null }), kind), " ", ...more);
    };
    const all = link("with options …", place.to("run", { command: tool.command, args: tool.usual, ...(tool.byTest && { option: "--by-test" }) }));
    if (!tool.byTest) return [item([], "main", all)];
    return [item([{ name: "--by-test", value: "" }], "main", all),
      item([{ name: "--affected", value: "HEAD" }, { name: "--or-all", value: "" }], "",
        "only the tests that your uncommitted changes need")];
  });
  if (!project.tools.length)
    list.push(element("li", {}, link("Run a program …", place.to("run", { command: "run" })), ": there is no build file here that jprof knows."));
  return element("section", { class: "starts" }, element("h2", {}, "Run"), element("ul", {}, ...list));
}

// Jobs that run and measurements that were started elsewhere, then jobs that have ended and the newest run.
function running(place, project) {
  const jobs = project.jobs || [];
  const item = (job) => {
    const is = job.state === "running" ? tag(job.cancelling ? "cancelling" : "running", "warn") : tag(job.result, job.exitCode ? "bad" : "");
    return row(link(job.line, place.to("job/" + job.id)), is, when(job.started));
  };
  const now = jobs.filter((job) => job.state === "running").map(item);
  const ended = jobs.filter((job) => job.state !== "running").map(item);
  const ofJobs = jobs.map((job) => job.run);
  const others = project.live.filter((l) => !ofJobs.includes(l.run));
  now.push(...others.map((l) => row(
    link(l.command || "Run " + l.run, place.to("live", { run: l.run })),
    [tag("running", "warn"), " started elsewhere", ...(l.label ? [", label " + l.label] : [])],
    when(l.started))));
  const part = (name, items) => (items.length ? [element("h2", {}, name), scrolled(table(["Command", "State", "Started"], items), name)] : []);
  const run = project.newestRun;
  const nodes = [...part("Running now", now), ...part("History", ended)];
  if (run && !ended.length) nodes.push(element("h2", {}, "History"));
  if (run)
    nodes.push(element("p", { class: "run" }, element("span", {}, "Newest run: "),
      link(run.label || run.id, place.to("runs/" + run.id)), " ", when(run.started), " ", element("span", {}, run.result)));
  return nodes;
}

async function showDoctor(place, project, findings) {
  const run = project.newestRun?.id;
  const examine = async () => {
    examining.textContent = "jprof doctor examines the project …";
    again.disabled = true;
    try {
      found.set(place.project, { doctor: await get(place.at("/doctor"), place.signal), run, at: new Date() });
      show();
      const { problems } = found.get(place.project).doctor;
      place.say(problems ? counted(problems, "problem") + " found" : "No problems found");
    } catch (error) {
      if (error.name === "AbortError") return;
      results.replaceChildren(failure(error));
      examining.textContent = "";
    } finally {
      again.disabled = false;
    }
  };
  const show = () => {
    const { doctor, at } = found.get(place.project);
    examining.replaceChildren("Found by jprof doctor at ", when(at.toISOString()), ".");
    results.replaceChildren(...resultsOf(place, doctor));
  };
  const examining = element("span", { role: "status" });
  const again = button("Examine again", examine);
  const results = element("div", {});
  findings.replaceChildren(element("p", { class: "line" }, examining, again), results);
  const last = found.get(place.project);
  if (last) show();
  if (!last || last.run !== run || new Date() - last.at > holds) await examine();
}

function resultsOf(place, doctor) {
  const facts = [list(doctor.findings), ...sets(doctor.sourceSets), ...unmeasured(place, doctor.unmeasured),
    ...(doctor.newestRun?.length ? [element("h3", {}, "The newest run"), list(doctor.newestRun)] : [])];
  return doctor.problems
    ? [element("p", { class: "note bad" }, element("b", {}, counted(doctor.problems, "problem") + "."), " Below is what to do."), ...facts]
    : [element("p", { class: "lead" }, "No problems."), element("details", {}, element("summary", {}, "What was found"), ...facts)];
}

function list(findings) {
  return element("dl", { class: "findings" }, ...findings.flatMap((f) => [
    element("dt", f.under ? { class: "under" } : {}, f.what),
    element("dd", f.problem ? { class: "problem" } : {}, f.problem ? element("b", {}, "✗ ") : "", f.text, ...hintList(f.hints))]));
}

function sets(all) {
  if (!all?.length) return [];
  const rows = all.map((s) => element("tr", {}, head([s.module + " ", tag(s.set)]), cell(s.counted + " of " + s.files, "num"),
    cell(s.level || ""), cell(s.encoding || ""), cell(element("code", {}, (s.roots || []).join(" ")), "where")));
  return [element("h3", {}, "Source sets"),
    scrolled(table(["Source set", ["Files with counters", "", "num"], "Java", "Encoding", "Folders"], rows), "Source sets")];
}

function unmeasured(place, all) {
  if (!all?.length) return [];
  const rows = all.slice(0, 100).map((u) => row(link(u.path + ":" + u.line, place.to("code", { path: u.path, line: u.line })), u.reason));
  return [element("h3", {}, "Not counted"), scrolled(table(["Source", "Reason"], rows), "Not counted")];
}
