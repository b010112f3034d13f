// The list of all tests, below that of their classes. The filters of the page are for both: see filters in report.js.
"use strict";

(() => {
  const section = document.getElementById("alltests");
  section.hidden = false;
  const tools = document.querySelector(".tools");
  const table = section.querySelector("table");
  const body = table.tBodies[0];
  const classes = document.getElementById("allclasses");
  const more = section.querySelector(".more");
  const heading = document.getElementById("tests");
  const [first, step] = [50, 1000]; // rows that are shown, and that a button adds
  const count = (n) => n.toLocaleString("en");

  // The words that a test is filtered by, as (*testPages).states writes them for rows of pages.
  const retried = new Set(); // groups with several attempts
  function statesOf(t) {
    if (t.kind !== "test") return "none";
    const list = [t.status];
    if (t.idle) list.push("idle");
    if (t.unclear) list.push("unclear");
    if (t.alike) list.push("alike");
    if (t.only) list.push("only");
    if (retried.has(t.group)) list.push("retried");
    return list.join("\n");
  }

  // The orders of the list, by the columns of the table. Numbers and seconds start with the largest.
  const compareText = new Intl.Collator("en", { numeric: true }).compare;
  const columns = [
    (a, b) => compareText(a.name, b.name), (a, b) => compareText(a.status, b.status),
    ...["seconds", "executions", "regions", "only"].map((key) => (a, b) => a[key] - b[key]),
  ];
  // Tests are numbered by class; in a class a[10] is before a[9].
  const byName = (a, b) => (a.class === b.class && a.step === b.step ? compareText(a.method, b.method) : 0) || a.n - b.n;
  let order = { column: 3, falling: true };
  const heads = Array.from(table.tHead.rows[0].cells);
  const markOrder = () => heads.forEach((th, i) => {
    th.removeAttribute("aria-sort");
    if (i === order.column) th.setAttribute("aria-sort", order.falling ? "descending" : "ascending");
  });
  heads.forEach((th, column) => {
    const button = element("button", { type: "button" }, ...th.childNodes);
    th.append(button);
    button.addEventListener("click", () => {
      order = { column, falling: order.column === column ? !order.falling : column > 1 };
      markOrder();
      sortTests();
      show();
    });
  });
  markOrder();

  let tests = null; // all, in the order of the list
  let texts = null; // texts to search for words, by number
  let shown = first;
  let matches = () => true;

  function sortTests() {
    const compare = columns[order.column];
    tests.sort((a, b) => (order.falling ? compare(b, a) : compare(a, b)) || byName(a, b));
  }

  function row(t) {
    const dot = t.class.lastIndexOf(".");
    const own = t.kind === "test" ? t.class.slice(dot + 1) + "#" + t.method : { "set-up": "set-up of " + t.class.slice(dot + 1) }[t.kind] || t.name;
    const name = element("th", { scope: "row" }, element("a", { href: t.href }, ...breakable(own), t.attempt > 1 ? " (attempt " + t.attempt + ")" : ""));
    if (dot > 0) name.append(" ", element("span", { class: "pkg" }, ...breakable(t.class.slice(0, dot))));
    if (t.step) name.append(" ", element("span", { class: "tag" }, t.step));
    if (byGroup()) name.append(" ", element("span", { class: "tag" }, "group " + t.alike));
    const bad = t.status === "failed" || t.status === "unfinished";
    const status = element("td", {}, t.kind === "test" || bad ? (bad ? element("b", { class: "pct none" }, t.status) : t.status) : "");
    const cells = [t.seconds.toFixed(3), count(t.executions), count(t.regions), t.kind === "test" ? count(t.only) : ""];
    return element("tr", {}, name, status, ...cells.map((text) => element("td", {}, text)));
  }

  // Reports whether tests with the same regions are listed, which then stand beside each other.
  const byGroup = () => Array.from(tools.querySelectorAll("select"), (s) => s.value).includes("alike");

  function show() {
    const chosen = Array.from(tools.querySelectorAll("select"), (s) => s.value);
    const visible = tests.filter((t) => (t.kind === "test" || chosen.includes("none")) && matches(texts[t.n], { dataset: { x: t.states } }));
    if (byGroup()) visible.sort((a, b) => a.alike - b.alike || byName(a, b));
    body.replaceChildren(...visible.slice(0, shown).map(row));
    heading.replaceChildren("Tests ", element("span", { class: "badge" }, count(visible.length)));
    more.replaceChildren();
    // The number of classes alone would say that nothing matches.
    const below = visible.length ? count(visible.length) + (visible.length === 1 ? " row" : " rows") + " below" : "no test";
    if (classes.hidden) tools.querySelector("output").textContent = "no class, " + below;
    if (visible.length <= shown) return;
    const button = element(
      "button",
      { type: "button", class: "showall" },
      "Show " + count(Math.min(step, visible.length - shown)) + " more of " + count(visible.length),
    );
    more.append(button);
    button.addEventListener("click", () => {
      const from = shown;
      shown += step;
      show();
      body.rows[from].querySelector("a").focus();
    });
  }

  tools.addEventListener("filtered", (e) => {
    matches = e.detail;
    shown = first;
    // A filter may leave no class, as it asks for a test: only the tests are shown then.
    classes.hidden = !Array.from(classes.querySelector("tbody").rows).some((row) => !row.hidden);
    if (tests) show();
  });
  window.addEventListener("hashchange", () => {
    if (/^#f\d/.test(location.hash)) heading.scrollIntoView();
  });

  jprofTests.load().then(
    () => {
      tests = Array.from({ length: jprofTests.length }, (_, n) => jprofTests.get(n));
      const regions = new Map(); // of all attempts of a test
      const several = new Set(tests.filter((t) => t.kind === "several" && t.regions).map((t) => t.step));
      tests.forEach((t) => {
        if (t.attempt > 1) retried.add(t.group);
        regions.set(t.group, (regions.get(t.group) || 0) + t.regions);
      });
      tests.forEach((t) => {
        const none = t.status !== "skipped" && !regions.get(t.group);
        t.unclear = none && several.has(t.step);
        t.idle = none && !t.unclear;
        t.states = statesOf(t);
      });
      texts = tests.map((t) => t.name + " " + t.step);
      sortTests();
      tools.querySelector("input").dispatchEvent(new Event("input")); // filters of the address
      show();
    },
    (e) => body.replaceChildren(element("tr", {}, element("td", { colspan: "6" }, e.message)))
  );
})();
