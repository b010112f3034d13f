// The page of a class with tests. Behind the # of the address is the test that is shown: #t12 shows what test 12 executed, no test shows the
// list of all, and what they executed together. Names of code come with the index of the search, as testuses.go says.
"use strict";

(() => {
  const list = document.getElementById("tests");
  const facts = document.getElementById("facts"); // of the class
  const executed = document.getElementById("executed");
  const heading = document.querySelector("h1");
  const here = document.getElementById("here");
  const [documentTitle, name, fullName] = [document.title, here.textContent, Array.from(heading.childNodes)];
  const count = (n) => n.toLocaleString("en");
  const plural = (n, word) => count(n) + " " + word + (n === 1 ? "" : "s");

  // The files of the report, and the methods of each once they are asked for.
  class Code {
    constructor(index) {
      this.lines = index.split("\n");
      this.files = [];
      let pkg = "";
      this.lines.forEach((line, at) => {
        if (line[0] === "p") pkg = line.slice(1);
        if (line[0] !== "f") return;
        const [path, page] = line.slice(1).split("\t");
        const base = path.slice(path.lastIndexOf("/") + 1);
        this.files.push({ path, base, at, page: "../source/" + (page || (pkg ? pkg + "." : "") + base) + ".html", methods: null });
      });
    }

    method(file, i) {
      if (!file.methods) {
        file.methods = [];
        let owner = "";
        for (let at = file.at + 1; at < this.lines.length && !"fpk".includes(this.lines[at][0]); at++) {
          const [text, line] = this.lines[at].slice(1).split("\t");
          if (this.lines[at][0] === "t") owner = text;
          if (this.lines[at][0] === "m") file.methods.push({ owner, text, line: Number(line) });
        }
      }
      return file.methods[i];
    }
  }

  let loading = null;
  const code = () => (loading = loading || loadScript("search-index.js").then(() => new Code(window.jprofIndex)));

  // Reads the text of packedUses in testuses.go.
  function readUses(text, code) {
    const number = unpacker(text);
    const uses = [];
    let at = -1;
    while (number.left()) {
      at += number();
      const file = code.files[at];
      let method = -1;
      let line = 0;
      for (let methods = number(); methods > 0; methods--) {
        method += number();
        const use = { file, method: method < 0 ? null : code.method(file, method), executions: number(), regions: number(), only: [] };
        for (let only = number(); only > 0; only--) {
          line += signed(number());
          use.only.push(line);
        }
        uses.push(use);
      }
    }
    return uses.sort((a, b) => b.executions - a.executions);
  }

  // A row of the table of code. Of a test, links lead to what this test executed of the source.
  function useRow(use, test) {
    const page = use.file.page + (test === null ? "" : "?test=" + test);
    const line = (n, ...children) => element("a", { href: page + "#L" + n }, ...children);
    let label = line(use.only[0] || 1, "code in no method");
    if (use.method) {
      const { owner, text } = use.method;
      const end = text.includes("(") ? text.indexOf("(") : text.length;
      label = line(
        use.method.line,
        ...breakable(owner),
        owner && "::",
        element("wbr", {}),
        element("b", {}, ...breakable(text.slice(0, end))),
        ...breakable(text.slice(end)),
      );
    }
    const lines = Array.from(new Set(use.only)).sort((a, b) => a - b);
    const most = 12;
    const links = lines.slice(0, most).flatMap((n) => [line(n, String(n)), " "]);
    if (lines.length > most) links.push("and " + plural(lines.length - most, "line") + " more");
    const number = (n) => element("td", { class: "num" }, count(n));
    return element("tr", {}, element("th", { scope: "row" }, label), element("td", { class: "where", title: use.file.path }, ...breakable(use.file.base)),
      number(use.executions), number(use.regions), number(use.only.length), element("td", { class: "lines" }, ...links));
  }

  // The table of code that a test executed, or all together (test is null).
  function useTable(uses, test) {
    const head = (text, kind, title) =>
      element(
        "th",
        { scope: "col", ...(kind && { "data-k": kind }), ...(title && { title }), ...(text === "Executions" && { "aria-sort": "descending" }) },
        text,
      );
    const whom = test === null ? "class" : "test";
    const body = element("tbody", {}, ...uses.map((use) => useRow(use, test)));
    const table = element(
      "table",
      { class: "list uses" },
      element("caption", { class: "sr" }, "Methods that were executed"),
      element(
        "thead",
        {},
        element(
          "tr",
          {},
          head("Method", "t"),
          head("File", "t"),
          head("Executions", "n", "of statements"),
          head("Regions", "n", "that were executed"),
          head("Only", "n", "regions that no other " + whom + " executed"),
          head("Lines of these"),
        ),
      ),
      body,
    );
    sortable(table);

    const input = element("input", { type: "search", placeholder: "method or file", autocomplete: "off", spellcheck: "false" });
    const choice = element(
      "select",
      {},
      element("option", { value: "" }, "all"),
      element("option", { value: "only" }, "with code that no other " + whom + " executed"),
    );
    const shown = element("output", { class: "shown", "aria-live": "polite" });
    const texts = new Map(Array.from(body.rows, (row, i) => [row, [row.cells[0].textContent + " " + uses[i].file.path, uses[i].only.length]]));
    const update = () => {
      const words = wordFilter(input.value);
      let visible = 0;
      for (const row of body.rows) {
        const [text, only] = texts.get(row);
        row.hidden = (words && !words(text)) || (choice.value === "only" && !only);
        if (!row.hidden) visible++;
      }
      shown.textContent = visible === uses.length ? plural(visible, "row") : count(visible) + " of " + plural(uses.length, "row");
    };
    input.addEventListener("input", update);
    choice.addEventListener("change", update);
    update();
    const field = (text, control) => element("label", { class: "filter" }, element("span", {}, text), " ", control);
    const long = uses.length > 1000;
    const all = element("div", { class: "scroll" + (long ? " long" : "") }, table);
    const cut = element(
      "p",
      { class: "cut" },
      "Only the first 1,000 methods in this order are shown. ",
      element("button", { type: "button", class: "showall" }, "Show all"),
    );
    cut.lastChild.addEventListener("click", () => {
      all.classList.remove("long");
      cut.remove();
    });
    return [element("div", { class: "tools" }, field("Filter", input), field("Show", choice), shown), all, ...(long ? [cut] : [])];
  }

  // The other tests that executed the same regions.
  async function sameRegions(row, test) {
    if (!row.dataset.g) return [];
    await jprofTests.load();
    const most = 20;
    const others = [];
    for (let n = 0; n < jprofTests.length; n++) if (n !== test && jprofTests.get(n).alike === Number(row.dataset.g)) others.push(jprofTests.get(n));
    const links = others.slice(0, most).flatMap((o, i) => [i ? ", " : "", element("a", { href: "../" + o.href }, o.name)]);
    if (others.length > most) links.push(" and " + count(others.length - most) + " more");
    return [element("p", { class: "same" }, "The same regions, however often, were executed by " + plural(others.length, "other test") + ": ", ...links)];
  }

  // The numbers of a test, as its row has them.
  function factsOf(row) {
    const facts = ["", "seconds", "executions", "regions", "of them executed by no other test"].flatMap((word, i) => {
      const cell = row.cells[i + 1];
      return cell.textContent
        ? [element("li", {}, element("b", i === 0 && cell.firstElementChild ? { class: "none" } : {}, cell.textContent), " " + word)]
        : [];
    });
    const source = row.cells[6] && row.cells[6].querySelector("a");
    if (source) facts.push(element("li", {}, element("a", { href: source.getAttribute("href") }, "line " + source.textContent)));
    return element("ul", { class: "facts" }, ...facts);
  }

  // Returns the rows next to a test in the list, as it is sorted and filtered.
  function neighbours(row) {
    const rows = Array.from(row.parentElement.rows).filter((r) => !r.hidden || r === row);
    const at = rows.indexOf(row);
    const link = (r, text) => (r ? [element("a", { href: "#" + r.id, rel: text }, text + ": " + r.querySelector("a").textContent)] : []);
    return element("p", { class: "neighbours" }, ...link(rows[at - 1], "previous"), ...link(rows[at + 1], "next"));
  }

  let shownNow = 0;
  async function show() {
    const chosen = /^#t(\d+)$/.exec(location.hash);
    const row = chosen && document.getElementById("t" + chosen[1]);
    const test = row ? Number(chosen[1]) : null;
    const view = ++shownNow;
    list.hidden = row !== null;
    if (facts) facts.hidden = list.hidden;
    const own = row && row.querySelector("a").textContent;
    document.title = row ? own + " – " + documentTitle : documentTitle;
    heading.replaceChildren(
      ...fullName.map((n) => n.cloneNode(true)),
      ...(row ? [executed.dataset.u === undefined ? ": " : "#", element("wbr", {}), ...breakable(own)] : []),
    );
    here.replaceChildren(...(row ? [element("a", { href: "#" }, name), " › " + own] : [name]));
    const parts = [];
    if (row) {
      parts.push(factsOf(row), ...Array.from(row.cells[0].querySelectorAll(".pkg, .tag, .reason"), (e) => element("p", { class: "run" }, e.textContent)));
      parts.push(neighbours(row));
    }
    const data = row ? row.dataset.u : executed.dataset.u;
    executed.replaceChildren(...parts);
    if (!row && data === undefined) return;
    const title = element("h2", {}, row ? "Executed code of main sources" : "Code of main sources that the class executed");
    try {
      const table = data ? useTable(readUses(data, await code()), test) : [element("p", { class: "empty" }, "Nothing of the main sources was executed.")];
      const same = row ? await sameRegions(row, test) : [];
      if (view === shownNow) executed.replaceChildren(...parts, ...same, title, ...table);
    } catch (e) {
      if (view === shownNow) executed.replaceChildren(...parts, element("p", { class: "note bad" }, e.message));
    }
  }
  window.addEventListener("hashchange", () => {
    show();
    if (/^#t\d+$/.test(location.hash)) window.scrollTo(0, 0);
  });
  show();
})();
