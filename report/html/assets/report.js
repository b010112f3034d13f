// Sorting, filtering and highlighting. Everything can be read without it.
"use strict";

const reportRoot = new URL(".", document.currentScript.src).href;

// Loads a script of the report: data that the page did not have when it was opened.
function loadScript(src) {
  return new Promise((resolve, reject) => {
    const script = element("script", { src: reportRoot + src });
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => reject(new Error("The file " + src + " of this report cannot be loaded.")));
    document.head.append(script);
  });
}

// Reads numbers that package packed has written: call it for the next one. left tells whether there are more.
function unpacker(text) {
  const { digits } = unpacker;
  let at = 0;
  const next = () => {
    let d = digits[text.charCodeAt(at++)];
    if (d < 32) return d;
    let n = d - 32;
    for (let f = 32; ; f *= 32) {
      d = digits[text.charCodeAt(at++)];
      if (d < 32) return n + d * f;
      n += (d - 32) * f;
    }
  };
  next.left = () => at < text.length;
  return next;
}
unpacker.digits = new Uint8Array(128);
Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_").forEach((c, i) => (unpacker.digits[c.charCodeAt(0)] = i));

// A number as packed.Signed has it.
const signed = (n) => (n % 2 ? -(n + 1) / 2 : n / 2);

// A table whose first rows are shown, and a button for all of them.
function unfoldable(button) {
  const table = button.closest("p").previousElementSibling.querySelector("table");
  button.addEventListener("click", () => {
    const hidden = Array.from(table.tBodies[0].rows).filter((row) => !row.checkVisibility());
    table.classList.remove("first");
    button.parentNode.remove();
    hidden.find((row) => row.checkVisibility()).querySelector("a").focus();
  });
}

// A table with rows of the project, in which those of libraries and the JDK are folded at first: its last row unfolds and folds them.
function foldOthers(table) {
  const kinds = Array.from(table.tBodies[0].rows, (row) => row.dataset.k).filter((kind) => kind !== "project");
  const of = [kinds.includes("library") && "libraries", kinds.includes("JDK") && "the JDK"].filter(Boolean).join(" and ");
  const what = kinds.length.toLocaleString("en") + (kinds.length === 1 ? " row of " : " rows of ") + of;
  const button = element("button", { type: "button" });
  const tell = () => {
    const folded = table.classList.contains("own");
    button.replaceChildren(element("span", { class: "verb" }, folded ? "Show " : "Fold "), what); // print.css: folded rows are told on paper
    button.setAttribute("aria-expanded", String(!folded));
  };
  button.addEventListener("click", () => {
    table.classList.toggle("own");
    table.classList.remove("first");
    const next = table.parentNode.nextElementSibling;
    if (next?.querySelector(".showall")) next.remove();
    tell();
  });
  tell();
  table.append(element("tfoot", {}, element("tr", {}, element("td", { colspan: table.tHead.rows[0].cells.length }, button))));
}

// Puts choices of a kind into the address, behind the #, in place of those that are there. Choices of filters are f0, f1 and so on, orders of
// tables s0, s1.
function choose(kind, choices) {
  const now = Array.from(new URLSearchParams(location.hash.slice(1))).filter(([key]) => /^[fs]\d+$/.test(key) && !key.startsWith(kind));
  history.replaceState(null, "", "#" + new URLSearchParams([...now, ...choices].sort()));
}

// Keeps the order of a table in the address, so that it is there again after Back and Reload.
function keepOrder(table, sortBy) {
  const key = "s" + Array.from(document.querySelectorAll("table[data-sortable], table[data-tree]")).indexOf(table);
  table.addEventListener("sorted", (event) => choose(key, [[key, event.detail]]));
  sortBy(new URLSearchParams(location.hash.slice(1)).get(key) || "");
}

// Filters are a field for words and lists of choices. apply is called with whether there is anything to filter by, and with a function
// that tells by its text and its data whether a row is to be shown; it returns how many are. What is chosen stands behind
// the # of the address, so that it can be handed on.
function filters(tools, all, apply) {
  const input = tools && tools.querySelector("input");
  if (!input) return;
  const fields = [input, ...tools.querySelectorAll("select")];
  const selects = fields.slice(1);
  const shown = tools.querySelector("output");
  const start = (field) => field.querySelector("[selected]")?.value || ""; // the value in the page as written
  const update = () => {
    const words = wordFilter(input.value);
    const chosen = selects.filter((s) => s.value);
    const matches = (text, row) =>
      (!words || words(text)) && chosen.every((s) => (row.dataset[s.dataset.filter] || "").split("\n").includes(s.value));
    const visible = apply(Boolean(words) || chosen.length > 0, matches);
    const total = all.toLocaleString("en");
    shown.textContent = visible === all ? total + (all === 1 ? " row" : " rows") : visible.toLocaleString("en") + " of " + total + " rows";
    tools.dispatchEvent(new CustomEvent("filtered", { detail: matches })); // for rows that only a script has
  };
  const readAddress = () => {
    const address = new URLSearchParams(location.hash.slice(1));
    fields.forEach((field, i) => {
      if (address.has("f" + i)) field.value = address.get("f" + i);
    });
  };
  readAddress();
  window.addEventListener("hashchange", () => {
    if (!/[#&]f\d/.test(location.hash)) return;
    fields.forEach((field) => (field.value = start(field)));
    readAddress();
    update();
  });
  const keep = () => choose("f", fields.flatMap((f, k) => (f.value === start(f) ? [] : [["f" + k, f.value]])));
  let typed;
  fields.forEach((field) => {
    field.addEventListener("input", () => {
      update();
      clearTimeout(typed);
      typed = setTimeout(keep, 300); // browsers refuse an address for each key
    });
    field.addEventListener("change", () => {
      keep();
      update();
    });
  });
  update(); // a browser that goes back restores the fields
}

// One row of filters is for all tables of a page.
function filterable(tables) {
  const rows = tables.flatMap((table) => Array.from(table.tBodies[0].rows)).filter((row) => row.cells.length > 1);
  const texts = rows.map((row) => {
    const titles = Array.from(row.querySelectorAll("a[title]"), (a) => a.title);
    const name =
      row.querySelector("th").textContent.replace(/\s+/g, " ") +
      " " +
      Array.from(row.querySelectorAll(".where, .module"), (cell) => cell.textContent).join(" ");
    const parts = name.trim().split(" ");
    return name + " " + (parts[1] || "") + "." + parts[0] + " " + titles.join(" ");
  });
  filters(document.querySelector(".tools"), rows.length, (active, matches) => {
    tables.forEach((table) => { // a filter finds folded rows, too
      if (active) table.classList.remove("first");
      table.classList.toggle("filtered", active);
    });
    let visible = 0;
    rows.forEach((row, i) => {
      row.hidden = !matches(texts[i], row);
      if (!row.hidden) visible++;
    });
    return visible;
  });
}

// Regions and blocks of the counts and pieces of code on a page, found when first needed: of each element its region, if any, and its
// block; of regions and blocks their numbers, and their pieces of code.
const codeMarks = (() => {
  let made = null;
  const read = (data) => {
    const list = (name, length) => (length ? data[name].split(" ") : []);
    const blocks = data.kinds.length;
    const regions = data.heat.length;
    const thousands = (n) => n.replace(/\B(?=(\d{3})+$)/g, ",");
    const names = data.names.split(",");
    let before = -1;
    const m = {
      of: new Map(),
      parents: list("parents", blocks),
      kinds: Array.from(data.kinds, (k) => names[parseInt(k, 36)]),
      entries: list("entries", blocks).map(thousands),
      blockOf: list("blocks", regions).map((n) => (before = n ? Number(n) : before + 1)),
      counts: list("counts", regions),
      heat: data.heat,
    };
    m.times = m.counts.map(thousands);
    m.inRegion = m.blockOf.map(() => []);
    m.inBlock = m.entries.map(() => []);
    m.children = m.entries.map(() => []);
    m.parents.forEach((p, i) => p && m.children[p].push(i));
    const marks = data.marks.match(/[rb]\d*/g) || [];
    let next = 0, region = 0, block = 0;
    const take = (e, code) => {
      const mark = marks[next++];
      if (mark[0] === "b") {
        if (mark.length > 1) block = Number(mark.slice(1));
        m.of.set(e, [undefined, block]);
        if (code) m.inBlock[block].push(e);
        return;
      }
      if (mark.length > 1) region = Number(mark.slice(1));
      m.of.set(e, [region, m.blockOf[region]]);
      if (!code) return;
      m.inRegion[region].push(e);
      m.inBlock[m.blockOf[region]].push(e);
    };
    document.querySelectorAll(".code li, .code td:not(.gap)").forEach((line) => {
      const counts = line.firstElementChild;
      if (counts && counts.tagName === "EM") {
        if (counts.firstElementChild) counts.querySelectorAll("i").forEach((e) => take(e));
        else take(counts);
      }
      if (line.matches("[class]:not(.d)")) take(line, true);
      line.querySelectorAll(":scope > b:not(.um, .ex)").forEach((e) => take(e, true));
    });
    return m;
  };
  return () => (made = made || read(document.getElementById("marks").dataset));
})();

// Shows the facts known of a piece of code or a count: it is lit up with its region and block, and a box has their numbers of executions.
function highlighting(code) {
  // The box of its region shows the text of a branch, so that there is no second box.
  code.querySelectorAll("u[title]").forEach((u) => {
    u.dataset.o = u.title;
    u.removeAttribute("title");
  });

  const tip = element("div", { id: "tip", class: "tip", role: "tooltip", hidden: "" });
  document.body.append(tip);

  let lit = [];
  let current = null;
  const clear = () => {
    lit.forEach((e) => e.classList.remove("in-block", "in-region"));
    lit = [];
    current = null;
    tip.hidden = true;
  };
  // Returns the counts of a branch in words.
  const inWords = (o) => {
    for (const [short, long] of [
      [/^T (.*) \/ F (.*)$/, "condition true $1, false $2"],
      [/^next (.*) \/ end (.*)$/, "loop next element $1, no more $2"],
      [/^caught × (.*)$/, "exception caught $1"],
      [/^no case × (.*)$/, "switch no case chosen $1"],
      [/^× (.*)$/, "case chosen $1"],
    ])
      if (short.test(o)) return o.replace(short, long);
    return "branch never reached";
  };
  const times = (n) => n + (n === "1" ? " time" : " times");
  // light returns what the box says.
  const light = (region, block, branches) => {
    const m = codeMarks();
    const stack = block === undefined ? [] : [block];
    while (stack.length) {
      const b = stack.pop();
      m.inBlock[b].forEach((e) => e.classList.add("in-block"));
      lit.push(...m.inBlock[b]);
      stack.push(...m.children[b]);
    }
    if (region !== undefined) m.inRegion[region].forEach((e) => e.classList.add("in-region"));
    const lines = [];
    branches.filter((u) => u.dataset.o).forEach((u) => lines.push(inWords(u.dataset.o).split(/ (.*)/, 2)));
    if (region !== undefined) lines.push(["region executed", times(m.times[region])]);
    if (block !== undefined) lines.push([m.kinds[block] + " block entered", times(m.entries[block])]);
    tip.replaceChildren(...lines.map(([name, value]) => element("div", {}, name + " ", element("b", {}, value))));
    return lines.map((l) => l.join(" ")).join(", ");
  };
  const place = (x, y, height) => {
    tip.hidden = false;
    const below = y + height;
    tip.style.left = Math.max(4, Math.min(x, document.documentElement.clientWidth - tip.offsetWidth - 8)) + "px";
    tip.style.top = Math.max(4, below + tip.offsetHeight > window.innerHeight ? y - tip.offsetHeight - 10 : below) + "px";
  };

  // Elements with marks, and the branches in them, are looked for from the inside out.
  const over = (e) => {
    let marked = e.target;
    const of = codeMarks().of;
    while (marked !== code && !of.has(marked)) marked = marked.parentElement;
    const branch = e.target.closest("u");
    const at = branch || (marked === code ? null : marked);
    if (at !== current) {
      clear();
      current = at;
      if (at) light(...(of.get(marked) || [undefined, undefined]), branch ? [branch] : []);
    }
    if (at) place(e.clientX + 14, e.clientY, 20);
  };
  code.addEventListener("pointermove", over);
  code.addEventListener("pointerdown", over);
  code.addEventListener("pointerleave", clear);
  document.addEventListener("keydown", (e) => {
    if (e.key === "Escape") clear();
  });

  // Without a pointer: shows what is known of a piece of code, and returns it in words.
  return (piece) => {
    clear();
    const text = light(...codeMarks().of.get(piece), Array.from(piece.querySelectorAll("u:not(.more)")));
    const box = piece.getBoundingClientRect();
    place(box.left, box.top, box.height + 4);
    return text;
  };
}

// The hottest blocks of methods are on the page that the methods lead to.
document.querySelectorAll(".methods td[data-l]").forEach((cell) => {
  const link = cell.parentElement.querySelector("a");
  cell.replaceChildren(element("a", { href: link.getAttribute("href").replace(/#.*/, "#L" + cell.dataset.l) }, ...cell.childNodes));
});

document.querySelectorAll(".showall").forEach(unfoldable);
document.querySelectorAll(".list.own").forEach(foldOthers);
const tables = Array.from(document.querySelectorAll("table[data-sortable]"));
tables.forEach((table) => keepOrder(table, sortable(table)));
if (document.querySelector(".tools") && tables.length) filterable(tables);
const code = document.querySelector(".code");
const showPiece = code && highlighting(code);

// A link from a source to an editor, at the line of the address. It is there only on the machine of the project: in the report in its
// folder .jprof, and in those that jprof ui serves, whose root.js has the folder of the project. The browser keeps which editor was chosen.
const editors = [
  ["IntelliJ IDEA", (file, line) => "idea://open?file=" + encodeURIComponent(file) + "&line=" + line],
  ["VS Code", (file, line) => "vscode://file" + encodeURI(file).replace(/^(?!\/)/, "/").replace(/[?#]/g, encodeURIComponent) + ":" + line],
];
const served = /^\/r\/[0-9a-f]{32}\//.test(location.pathname) // an address of jprof ui
  ? loadScript("root.js").catch(() => {}) : null;
async function linkEditor(about) {
  let root = decodeURIComponent(/^file:\/\/(.*)\/\.jprof\/report\//.exec(reportRoot)?.[1] || "").replace(/^\/(?=[A-Za-z]:)/, "");
  if (!root && served) {
    await served;
    root = window.jprofRoot;
  }
  if (!root) return;
  const path = root + "/" + about.querySelector("code").textContent;
  const link = element("a", { title: "Opens the line of the address of this page" });
  const change = element("button", { type: "button" }, "change");
  let chosen;
  try {
    chosen = localStorage.getItem("jprof-editor");
  } catch {} // a browser that keeps nothing
  let at = Math.max(0, editors.findIndex(([name]) => name === chosen));
  const update = () => {
    const [name, href] = editors[at];
    link.textContent = "Open in " + name;
    link.href = href(path, /^#L(\d+)/.exec(location.hash)?.[1] || 1);
    change.title = "change to " + editors[(at + 1) % editors.length][0];
    change.setAttribute("aria-label", change.title);
  };
  change.addEventListener("click", () => {
    at = (at + 1) % editors.length;
    update();
    try {
      localStorage.setItem("jprof-editor", editors[at][0]);
    } catch {} // it is the editor of this page
  });
  window.addEventListener("hashchange", update);
  update();
  about.append(element("span", { class: "editors" }, link, " ", change));
}
if (code && document.querySelector(".crumbs ~ .run > code")) linkEditor(document.querySelector(".crumbs ~ .run"));

// A link from comparisons that jprof ui serves back to its page.
served?.then(() => {
  if (!window.jprofBack) return;
  const link = element("a", { href: reportRoot + "back" }, window.jprofBack);
  const crumbs = document.querySelector(".crumbs");
  if (crumbs) crumbs.prepend(link, " › ");
  else document.querySelector("h1").before(element("p", { class: "crumbs" }, link));
});
