// Elements, and tables that can be sorted. In a report this is the beginning of report.js; the page of jprof ui has it as
// a script of its own, before its modules.
"use strict";

// A new element with attributes and what is in it.
function element(tag, attributes, ...children) {
  const e = document.createElement(tag);
  Object.entries(attributes).forEach(([name, value]) => e.setAttribute(name, value));
  e.append(...children);
  return e;
}

// A name that browsers break between its words, as wordsOf in folder.go.
function breakable(name) {
  const words = name.split(/(?<=[./#$_])(?!$)|(?<=[(,])(?=[^ )])|(?<=:)(?=[^:])|(?<=[a-z0-9])(?=[A-Z[])/);
  return words.flatMap((part, i) => (i ? [element("wbr", {}), part] : [part]));
}

// What a word such as HTB or HTreeB finds, as in editors: names with words that begin so, the first one the same (HtmlTreeBuilder). It is
// null for a word with fewer than two such parts.
function humps(word) {
  const parts = /^[\p{L}\d]+$/u.test(word) ? word.match(/\p{Lu}[^\p{Lu}]*|^[^\p{Lu}]+/gu) || [] : [];
  const rest = "[^\\p{Lu}\\s./:]*";
  return parts.length < 2 ? null : new RegExp("(?<![\\p{L}\\d])" + parts.join(rest + "(?:\\p{Lu}" + rest + ")*?"), "u");
}

// Returns whether a text has all words of a query, in any case, or what their humps find. It is null for an empty query.
function wordFilter(query) {
  const words = query.split(/\s+/).filter(Boolean).map((word) => ({ text: word.toLowerCase(), short: humps(word) }));
  return words.length ? (text) => words.every((w) => text.toLowerCase().includes(w.text) || (w.short && w.short.test(text))) : null;
}

// Integers of any length, "" lowest: counts have up to 63 bits, more than a number of this language.
function compareCounts(a, b) {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}

// Rules for comparing columns, by the kind that their heads name: text, the number that a cell starts with or has as its value, "17 of 18" in
// its text or title.
const columnKinds = {
  t: { key: (cell) => cell.textContent.trim(), compare: new Intl.Collator("en", { numeric: true }).compare },
  n: { key: (cell) => cell.dataset.v ?? cell.textContent.match(/^[\d,]*/)[0].replaceAll(",", ""), compare: compareCounts, falling: true },
  r: {
    key: (cell) => {
      const of = (cell.title || cell.textContent).match(/([\d,]+) of ([\d,]+)/);
      return of ? Number(of[1].replaceAll(",", "")) / Number(of[2].replaceAll(",", "")) : -1;
    },
    compare: (a, b) => a - b,
    falling: true,
  },
};

// Makes buttons of the heads of a table that tell a kind: order is called with a comparison of rows. A click is an event, "sorted", with the
// order as a text: the column from 0, with - in front of it for the greatest first. Returns a function that sorts by such a text.
function sortButtons(table, order) {
  const headers = Array.from(table.tHead.rows[0].cells);
  const sortBy = (text) => {
    const [, descending, column] = text.match(/^(-?)(\d+)$/) || [];
    const th = headers[column], kind = columnKinds[th?.dataset.k];
    if (!kind) return;
    const keys = new Map();
    for (const row of table.tBodies[0].rows) if (row.cells[column]) keys.set(row, kind.key(row.cells[column]));
    headers.forEach((h) => h.removeAttribute("aria-sort"));
    th.setAttribute("aria-sort", descending ? "descending" : "ascending");
    order((a, b) => (descending ? kind.compare(keys.get(b), keys.get(a)) : kind.compare(keys.get(a), keys.get(b))));
  };
  headers.forEach((th, column) => {
    const kind = columnKinds[th.dataset.k];
    if (!kind) return;
    const button = element("button", { type: "button" }, ...th.childNodes);
    th.append(button);
    button.addEventListener("click", () => {
      const before = th.getAttribute("aria-sort");
      const text = (before ? before === "ascending" : kind.falling) ? "-" + column : String(column);
      sortBy(text);
      table.dispatchEvent(new CustomEvent("sorted", { detail: text }));
    });
  });
  return sortBy;
}

function sortable(table) {
  const body = table.tBodies[0];
  const original = Array.from(body.rows).filter((row) => row.cells.length > 1);
  return sortButtons(table, (compare) => {
    const rows = original.map((row, i) => [row, i]);
    rows.sort((a, b) => compare(a[0], b[0]) || a[1] - b[1]);
    const order = document.createDocumentFragment();
    rows.forEach((r) => order.append(r[0]));
    body.append(order);
  });
}
