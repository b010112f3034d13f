// Pages of sources of a run by test: which tests executed a line, a region, a method; how many, beside each line; and, with ?test=N in the
// address, only what test N executed.
"use strict";

(() => {
  if (!sourcePage) return;
  const script = document.currentScript.dataset.tests;
  const page = sourcePage;
  const shown = 10; // tests in a list
  const further = 500; // tests that a button adds
  const text = (n) => n.toLocaleString("en");
  const tests = (n) => text(n) + (n === 1 ? " test" : " tests");
  const only = Number(new URLSearchParams(location.search).get("test") ?? NaN);

  // A link to this page with another choice, at the line where its reader is then.
  const chosen = (address, attributes, name) => {
    const a = element("a", { href: address, ...attributes }, name);
    a.addEventListener("click", () => (a.href = address + (location.hash || (at.line ? "#L" + at.line : ""))));
    return a;
  };
  const everything = () => chosen(location.pathname, {}, "All tests");

  let loaded = null;
  const load = () => (loaded = loaded || loadScript("source/" + script).then(() => new SourceTests(window.jprofSource)));

  // The list of tests, below what is seen of the code.
  const heading = element("h2", { id: "source-tests", tabindex: "-1" });
  const facts = element("p", { class: "facts-of-tests" });
  const scopes = element("span", { class: "group", role: "group", "aria-label": "Tests of" });
  const close = element("button", { type: "button", "aria-label": "Close the tests", title: "Close (Esc)" }, "✕");
  const body = element("tbody", {});
  const head = element("tr", {});
  const table = element("table", { class: "list tight" }, element("caption", { class: "sr" }, "Tests"), element("thead", {}, head), body);
  const more = element("p", { class: "more" });
  const panel = element("section", { class: "source-tests", "aria-labelledby": "source-tests", hidden: "" },
    element("div", { class: "top" }, heading, scopes, close), facts, element("div", { class: "scroll", tabindex: "0" }, table), more);
  code.after(panel);

  // The place of the reader: a line, and a region on it if one was chosen.
  let at = { line: 0, region: undefined, block: undefined };
  let scope = "file";

  const methods = Array.from(document.querySelectorAll(".outline li"), (li) => ({ index: Number(li.id.slice(1)), a: li.querySelector("a") }))
    .map(({ index, a }) => ({ index, a, first: Number(a.hash.slice(2)), last: Number(a.dataset.l), name: a.querySelector("b").textContent }));
  const methodAt = (line) => methods.filter((m) => m.first <= line && line <= m.last).pop();

  // Returns the parts at the place of the reader that can be asked for: their names and sums.
  const asked = (data) => {
    const list = [];
    if (at.region !== undefined)
      list.push({ scope: "region", label: "Region", title: "the region at line " + at.line, sum: data.one(data.regions[at.region]), unit: "Executions" });
    else if (at.block !== undefined)
      list.push({ scope: "region", label: "Block", title: "the block at line " + at.line, sum: data.one(data.blocks[at.block]), unit: "Entries" });
    const line = data.lines.get(at.line);
    const method = methodAt(at.line);
    const declares = method?.first === at.line && line?.of.length === 1 && line.of[0][0] === data.invocations[method.index];
    if (line) list.push({ scope: "line", label: "Line " + at.line, title: "line " + at.line, sum: line, unit: declares ? "Calls" : "Executions" });
    if (method && data.methods[method.index])
      list.push({
        scope: "method",
        label: method.name,
        title: "the method " + method.name,
        sum: data.methods[method.index],
        unit: "Executions",
        of: "of its statements",
      });
    list.push({ scope: "file", label: "File", title: "this source", sum: data.file, unit: "Executions", of: "of its statements" });
    return list;
  };

  const kindNames = ["", "in set-up of classes", "outside of tests", "in several tests at once"];
  const factsOf = (data, uses, { sum, unit }) => {
    if (uses.length === 0) return sum.of.length ? "Tests that executed it are not in this report." : "Never executed.";
    const sums = [data.exact(0), data.exact(0), data.exact(0), data.exact(0)];
    uses.forEach((u) => (sums[u.kind] += u.count));
    const listed = uses.filter((u) => u.kind === 0).length;
    const inTests = "in " + (data.more && listed < sum.cases ? text(listed) + " of " : "") + tests(sum.cases);
    const parts = kindNames.map((name, kind) => [kind ? name : inTests, kind, sums[kind]])
      .filter(([, kind]) => uses.some((u) => u.kind === kind))
      .map(([name, kind, n]) => text(n) + " " + name);
    const none = sum.cases ? "" : "No test executed it. ";
    return none + unit + ": " + parts.join(", ") + ".";
  };

  const row = (data, use, invocations) => {
    const t = jprofTests.get(use.test);
    const name = element("a", { class: "lb", href: reportRoot + t.href });
    if (t.kind === "test") name.append(...breakable(t.class), element("wbr", {}), "#", element("b", {}, ...breakable(t.method)));
    else name.append(t.name);
    const cell = element("th", { scope: "row" }, name);
    if (t.kind === "test" && t.attempt > 1) cell.append(" (attempt " + t.attempt + ")");
    if (t.step) cell.append(" ", element("span", { class: "tag" }, t.step));
    if (t.kind === "test" && t.status !== "passed") cell.append(" ", element("span", { class: "tag" + (t.status === "skipped" ? "" : " no") }, t.status));
    const cells = [element("td", { class: "num" }, text(use.count))];
    if (invocations) cells.push(element("td", { class: "num" }, text(data.count(use.test, invocations) ?? 0)));
    return element("tr", use.test === only ? { "aria-current": "true" } : {}, ...cells, cell,
      element("td", {}, use.test === only ? "shown" : chosen("?test=" + use.test, { "aria-label": "show only this: " + t.name }, "show only this")));
  };

  // The command that lists all tests where this report does not have them.
  const command = (what) => {
    const file = document.querySelector("h1").textContent.trim();
    return "jprof tests --for " + file + (what.scope === "method" ? ":" + what.label : what.scope === "file" ? "" : ":" + at.line);
  };

  let drawing = 0; // the last call of draw
  const draw = async () => {
    const mine = ++drawing;
    const later = () => mine !== drawing;
    let data;
    try {
      data = await load();
    } catch (e) {
      heading.textContent = "Tests";
      facts.textContent = e.message;
      return;
    }
    if (later()) return;
    const list = asked(data);
    const what = list.find((w) => w.scope === scope) || list[0];
    const pressed = scopes.contains(document.activeElement);
    scopes.replaceChildren(...list.map((w) => {
      const b = element("button", { type: "button", "aria-pressed": String(w === what) }, w.label);
      b.addEventListener("click", () => {
        scope = w.scope;
        draw();
      });
      return b;
    }));
    if (pressed) scopes.querySelector('[aria-pressed="true"]').focus();
    const uses = data.uses(what.sum);
    heading.textContent = "Tests of " + what.title;
    const cases = uses.filter((u) => u.kind === 0);
    const others = uses.slice(cases.length);
    const method = what.scope === "method" && methodAt(at.line);
    const invocations = method && data.one(data.invocations[method.index]);
    head.replaceChildren(element("th", { scope: "col", class: "num", ...(what.of && { title: what.unit + " " + what.of }) }, what.unit),
      ...(invocations ? [element("th", { scope: "col", class: "num" }, "Calls")] : []),
      element("th", { scope: "col", class: "wide" }, "Test"), element("th", { scope: "col" }, element("span", { class: "sr" }, "Show only this")));
    table.hidden = uses.length === 0;
    const first = cases.slice(0, shown);
    try {
      await jprofTests.load([...first, ...others.slice(0, further)].map((u) => u.test));
    } catch (e) {
      facts.textContent = e.message;
      return;
    }
    if (later()) return;
    facts.textContent = factsOf(data, uses, what);
    body.replaceChildren(...first.map((u) => row(data, u, invocations)));
    const rest = others.slice(0, further).map((u) => row(data, u, invocations));
    body.append(...rest);
    more.replaceChildren();
    unfold(data, cases, first.length, rest[0] || null, invocations, later);
    const missing = what.sum.cases - new Set(cases.map((u) => jprofTests.get(u.test)?.group ?? u.test)).size;
    if (data.more && missing > 0)
      more.append(" ", text(missing) + " more tests are not in this report. All are listed by ", element("code", {}, command(what)));
    page.say(heading.textContent + ": " + tests(what.sum.cases));
  };

  // A button that shows further tests, before the row that follows them.
  const unfold = (data, cases, from, before, invocations, later) => {
    if (from >= cases.length) return;
    const to = Math.min(cases.length, from + further);
    const b = element("button", { type: "button" }, to === cases.length ? "all " + tests(cases.length) : text(to) + " of " + tests(cases.length));
    b.addEventListener("click", async () => {
      const list = cases.slice(from, to);
      try {
        await jprofTests.load(list.map((u) => u.test));
      } catch (e) {
        facts.textContent = e.message;
        return;
      }
      if (later()) return;
      const rows = list.map((u) => row(data, u, invocations));
      rows.forEach((r) => body.insertBefore(r, before));
      b.remove();
      unfold(data, cases, to, before, invocations, later);
      rows[0].querySelector("a").focus();
    });
    more.prepend(b);
  };

  const open = (on) => {
    panel.hidden = !on;
    document.documentElement.classList.toggle("has-source-tests", on);
    listButton.setAttribute("aria-pressed", String(on));
    if (!on) return;
    if (!heading.textContent) heading.textContent = "Tests: loading…";
    draw();
  };
  const toHere = () => {
    const line = page.here();
    if (!line) return;
    at = { line: page.number(line), region: undefined, block: undefined };
    scope = "line";
  };
  const hide = () => {
    const focused = panel.contains(document.activeElement);
    open(false);
    if (focused) listButton.focus();
  };
  close.addEventListener("click", hide);
  document.addEventListener("keydown", (e) => {
    if (e.key === "Escape" && !panel.hidden && !document.querySelector("dialog[open]")) hide();
  });

  const listButton = page.button("t", "Tests");
  const marginButton = page.button("T", "per line");
  page.tools.insertBefore(page.group(listButton, marginButton), page.tools.querySelector("output"));
  page.key("t T", "tests of where you are; number of tests beside each line");
  page.actions.t = () => {
    if (!panel.hidden) {
      hide();
      return;
    }
    if (!at.line || page.here() && page.number(page.here()) !== at.line) toHere();
    open(true);
    heading.focus({ preventScroll: true });
  };

  const executedBy = document.getElementById("executed-by");
  const all = element("button", { type: "button", class: "executed-by" }, executedBy.textContent);
  all.addEventListener("click", () => {
    scope = "file";
    open(true);
    heading.focus({ preventScroll: true });
  });
  executedBy.replaceWith(all);

  // Numbers of tests beside lines.
  let numbered = false;
  const number = async (on) => {
    page.keep("tests", on ? "lines" : "");
    marginButton.setAttribute("aria-pressed", String(on));
    if (on && !numbered) {
      numbered = true;
      let data;
      try {
        data = await load();
      } catch (e) {
        numbered = false;
        page.say(e.message);
        return;
      }
      for (const [line, sum] of data.lines) {
        const li = page.lineRow(line);
        if (!li || sum.of.length === 0) continue;
        li.append(element("span", sum.cases ? { class: "nt" } : { class: "nt z", title: "executed in no test" }, text(sum.cases)));
      }
      code.querySelector(".head span").after(element("span", { class: "nt" }, "Tests"));
    }
    const seen = page.seen(); // the column moves the text: lines wrap elsewhere
    const before = seen?.getBoundingClientRect().top;
    code.classList.toggle("with-tests", on);
    if (seen) scrollBy(0, seen.getBoundingClientRect().top - before);
  };
  page.actions.T = () => number(marginButton.getAttribute("aria-pressed") !== "true");

  // A click shows the tests of a line at its left, and of a region on the code.
  code.addEventListener("click", (e) => {
    const li = e.target.closest("li");
    if (!li || e.target.closest("a")) return;
    const counts = e.target.matches(".nt");
    if (!counts && panel.hidden) return;
    const line = page.number(li);
    let marked = counts ? null : e.target;
    const { of } = codeMarks();
    while (marked && marked !== code && !of.has(marked)) marked = marked.parentElement;
    const [region, block] = (marked && marked.matches("b, em, i") && of.get(marked)) || [];
    at = { line, region, block };
    scope = region === undefined && block === undefined ? "line" : "region";
    open(true);
  });
  addEventListener("hashchange", () => {
    if (panel.hidden) return;
    toHere();
    draw();
  });
  page.moved = (row, piece) => {
    const [region, block] = (piece && codeMarks().of.get(piece)) || [];
    at = { line: page.number(row), region, block };
    scope = piece ? "region" : "line";
    if (!panel.hidden) draw();
  };

  // Only what one test executed: its counts take the place of those of the run.
  const restrict = async () => {
    const note = element("p", { class: "note only-test", role: "status" });
    page.tools.before(note);
    const all = everything();
    let data, test;
    try {
      [data] = await Promise.all([load(), jprofTests.load([only])]);
      test = jprofTests.get(only);
    } catch (e) {
      note.append(e.message + " ", all);
      return;
    }
    if (!test) {
      note.append("This report has no test of this number. ", all);
      return;
    }
    const name = element("a", { class: "lb", href: reportRoot + test.href }, test.name + (test.attempt > 1 ? ` (attempt ${test.attempt})` : ""));
    const executions = data.count(only, data.file);
    if (executions === undefined && data.more) {
      note.append(name, " may have executed code of this source that is not in this report. ", all);
      return;
    }
    const m = codeMarks();
    const times = (columns, i) => (columns[i] === undefined ? undefined : data.count(only, data.one(columns[i])));
    const regions = m.counts.map((_, i) => times(data.regions, i));
    const blocks = m.entries.map((_, i) => times(data.blocks, i));
    for (const [e, [region, block]] of m.of)
      if ((region === undefined ? blocks[block] : regions[region]) !== undefined) e.classList.add("by-test");
    const stops = [];
    let i = 0;
    let last = null;
    for (const em of code.querySelectorAll("li > em")) {
      let executed = false;
      for (const e of em.children.length ? em.children : [em]) {
        const n = times(data.counts, i++);
        e.textContent = n !== undefined ? text(n) : e.tagName === "A" ? "0" : ""; // a link needs a text
        executed = executed || n !== undefined;
      }
      if (!executed) continue;
      const li = em.parentElement;
      if (!last || li.previousElementSibling !== last) stops.push(li);
      last = li;
    }
    for (const { index, a } of methods) {
      const n = times(data.invocations, index);
      const count = a.querySelector("i");
      count.textContent = n === undefined ? "" : text(n);
      count.classList.remove("z");
    }
    m.counts = regions.map((n) => String(n ?? 0));
    m.times = regions.map((n) => text(n ?? 0));
    m.entries = blocks.map((n) => text(n ?? 0));
    let outcome = 0;
    for (const u of code.querySelectorAll("u")) {
      const known = u.dataset.o.split(/[\d,]+/).slice(1).map(() => times(data.outcomes, outcome++));
      const executed = known.filter((n) => n !== undefined).length;
      u.classList.remove("y", "p", "n");
      if (executed) {
        u.classList.add(executed === known.length ? "y" : "p");
        u.dataset.o = u.dataset.o.replace(/[\d,]+/g, () => text(known.shift() ?? 0));
      } else delete u.dataset.o; // it did not run
    }
    code.classList.add("one-test");
    document.documentElement.classList.add("has-one-test");
    page.restrict(stops);
    const several = Array.from(data.kinds).some(([t, kind]) => kind === 3 && data.count(t, data.file) !== undefined);
    if (executions === undefined)
      note.append(
        ...(several
          ? [name, " may have executed code of this source that is counted under several tests at once. "]
          : [name, " executed nothing of this source. "]),
        all,
      );
    else
      note.append(
        "Only what ",
        name,
        ` executed here: ${text(regions.filter((n) => n !== undefined).length)} of ${text(regions.length)} regions, `,
        `${text(executions)} executions of statements. `,
        all,
      );
    page.tools.querySelector("output").before(element("span", { class: "group", title: test.name }, "Only " + (test.method || test.name)), everything());
  };

  number(page.recall("tests") === "lines");
  if (!Number.isNaN(only)) restrict();
})();
