// The flame graph of contexts.html: draws a ContextItem and what is below it, with zoom, highlights, keys and details. Everything that is
// chosen stands behind the # of the address. flamelayout.js says where cells are.
"use strict";

const flame = (() => {
  const graph = document.getElementById("flame");
  const path = document.getElementById("path");
  const details = document.getElementById("details");
  const said = document.getElementById("said");
  const share = document.getElementById("share");
  const words = document.getElementById("highlight");
  const steps = document.getElementById("steps");
  const choice = { metric: 0, view: 0, thread: 0, side: 0, way: "down", fold: "", method: "", visited: [] }; // visited: methods that were in the middle
  const fields = ["metric", "view", "thread", "side", "way", "fold"].map((name) => document.getElementById(name)).filter(Boolean);
  const tip = element("div", { class: "tip", role: "tooltip", hidden: "" });
  document.body.append(tip);

  let tree = null; // the one of the chosen step
  let top = null; // the item that shows all that is chosen
  let callers = null; // the item with the callers of the method in top, where both are shown; else null
  let shown = null; // the item that is zoomed to
  let cells = []; // those of flamelayout.js, each with its box
  let current = null; // the cell with the cursor
  let matches = null; // of each method and thread, whether it is highlighted; null without words
  let notice = ""; // the failed action, for the user
  const listeners = []; // called with the top item and the metric when the choice changes

  const number = (n) => (Number.isSafeInteger(n) ? "" : "about ") + n.toLocaleString("en");
  const percent = (part, whole) => {
    const p = whole ? (100 * part) / whole : 0;
    if (p && p < 0.0001) return "<0.0001 %";
    return (p && p < 0.1 ? p.toPrecision(1) : p.toFixed(1)) + " %";
  };
  const metric = () => Number(choice.metric);
  const unit = (m, n) => (n === 1 ? tree.metrics[m].slice(0, -1) : tree.metrics[m]);
  const whole = () => top.width(metric());
  // A number of a metric as text, and with the name of what it counts.
  const amount = (m, n) => (tree.metrics[m] === "time" ? timeText(tree.times, n) : number(n));
  const counted = (m, n) => amount(m, n) + (tree.metrics[m] === "time" ? "" : " " + unit(m, n));

  // Returns the name of a cell.
  function nameOf(item) {
    if (!item.isRest) return item.title;
    const n = item.contexts;
    return number(n) + (n === 1 ? " small context" : " small contexts");
  }

  // The change from the first to the second of two runs, with a sign.
  function change(item) {
    const m = metric();
    const before = item.value(m), after = item.value(m + tree.metrics.length);
    if (before === after) return { text: "=", kind: "same" };
    if (!before) return { text: "new", kind: "up" };
    if (!after) return { text: "gone", kind: "down" };
    const p = Math.abs((100 * (after - before)) / before);
    return { text: (after > before ? "+" : "−") + (p < 10 ? p.toFixed(1) : number(Math.round(p))) + " %", kind: after > before ? "up" : "down" };
  }

  function draw() {
    const pixels = Math.max(300, graph.clientWidth);
    cells = callers ? flameLayout.sandwich(shown, callers, metric(), pixels) : flameLayout.down(shown, metric(), pixels);
    const rows = cells.reduce((most, cell) => Math.max(most, cell.row), 0) + 1;
    const letter = letterWidth();
    const boxes = cells.map((cell, i) => {
      const { item } = cell;
      const box = document.createElement("div");
      cell.box = box;
      box.id = "cell-" + i;
      box.setAttribute("role", "treeitem");
      box.setAttribute("aria-level", cell.depth + 1);
      box.className = classOf(item) + (cell.isAbove ? " above" : "");
      const text = textOf(cell);
      if (cell.width * pixels >= 30) box.append(...shortened(text, Math.floor((cell.width * pixels - 8) / letter)));
      else box.setAttribute("aria-label", text);
      box.style.left = 100 * cell.left + "%";
      box.style.width = 100 * cell.width + "%";
      box.style.setProperty("--row", cell.row);
      return box;
    });
    graph.style.setProperty("--rows", rows);
    graph.replaceChildren(...boxes);
    graph.dataset.cells = cells.length;
    select(cells[0], true);
    if (callers) graph.scrollTop = cells[0].box.offsetTop - graph.clientHeight / 2;
    drawPath();
    highlight();
  }

  // Returns the parts of a name: all for those who hear it, and visible as many letters as there is room for.
  function shortened(name, letters) {
    const [before, text, after] = flameLayout.shorten(name, letters);
    return [before && element("span", { class: after ? "cut" : "cut dots" }, before), text, after && element("span", { class: "cut dots" }, after)]
      .filter(Boolean);
  }

  // Returns the width of a letter in a cell, in pixels.
  function letterWidth() {
    const box = element("div", { class: "thread" }, "m".repeat(100));
    graph.append(box);
    const width = box.scrollWidth / 100;
    box.remove();
    return width || 7;
  }

  function classOf(item) {
    if (item.isRest) return "rest";
    if (item.fold && !tree.compares) return "folded";
    if (tree.compares) return !item.fold && (item.method < 0 || item.method >= tree.names.length) ? "thread" : change(item).kind;
    if (item.method < 0 || item.method >= tree.names.length) return "thread";
    return "k" + tree.kinds[item.method] + " s" + (item.method % 3);
  }

  function textOf(cell) {
    const { item } = cell;
    const name = item.isRest ? "…" : item.label;
    return name + (cell.cut ? " ⋯" : "") + (tree.compares ? " " + change(item).text : "");
  }

  // Shows the items above the one that is zoomed to, or the methods that were in the middle before.
  function drawPath() {
    const items = [];
    for (let item = shown; item; item = item.caller) items.unshift({ text: pathText(item), go: () => zoom(item) });
    if (callers) {
      const back = (i) => choose({ method: choice.visited[i], visited: choice.visited.slice(0, i) });
      items.unshift(...choice.visited.map((key, i) => ({ text: tree.label(tree.keys.indexOf(key)), go: () => back(i) })));
    }
    path.replaceChildren(...items.flatMap(({ text, go }, i) => {
      if (items.length > 8 && i > 1 && i < items.length - 5) return i === 2 ? [" … › "] : [];
      if (i === items.length - 1) return [element("b", { "aria-current": "location" }, text)];
      const button = element("button", { type: "button" }, text);
      button.addEventListener("click", go);
      return [button, " › "];
    }));
  }

  const pathText = (item) => (item.isRest ? "…" : item.label) + " " + percent(item.width(metric()), whole());

  // Reports whether there is more to see in a cell.
  function canZoom(cell) {
    if (cell === cells[0]) return false;
    if (callers) return cell.item.method >= 0 && cell.item.method < tree.names.length;
    return cell.item.isRest ? cell.item.at.some((node) => !tree.hidden.has(node) || tree.hidden.get(node).chunk) : cell.item.groups().size > 0;
  }

  // Zooms to the item of a cell. Between callers and callees, its method takes the middle.
  function zoomTo(cell) {
    if (!callers) return zoom(cell.item);
    choose({ method: tree.keys[tree.same[cell.item.method]], visited: [...choice.visited, choice.method] });
  }

  // Shows an item, and loads what is missing in it.
  async function zoom(item) {
    shown = item;
    draw();
    for (let rounds = 0; rounds < 8 && shown === item; rounds++) {
      const wide = cells.filter((cell) => cell.item.isRest && (cell === cells[0] || isWide(cell)));
      const chunks = new Set(wide.flatMap((cell) => Array.from(cell.item.chunks())));
      const missing = Array.from(chunks).filter((chunk) => !tree.loads.has(chunk)).slice(0, 8);
      if (!missing.length) return;
      try {
        await Promise.all(missing.map((chunk) => tree.load(chunk)));
      } catch (problem) {
        share.textContent = problem.message;
        return;
      }
      if (shown === item) draw();
    }
  }

  // Reports whether contexts of a rest are loaded because it is wide. What frameworks did beside the project is loaded when they are zoomed to.
  function isWide(cell) {
    const { item } = cell.caller;
    return cell.width * graph.clientWidth > 6 && (!item.fold || item === shown);
  }

  // Puts the cursor on a cell.
  function select(cell, quiet) {
    if (current && current.box) current.box.classList.remove("current");
    current = cell;
    cell.box.classList.add("current");
    graph.setAttribute("aria-activedescendant", cell.box.id);
    flameDetails(details, cell.item, { number, amount, percent, choose, load: loadAll });
    if (quiet) return;
    cell.box.scrollIntoView({ block: "nearest", inline: "nearest" });
    said.textContent = summary(cell.item);
  }

  // Returns the facts about an item, in one sentence.
  function summary(item) {
    const m = metric();
    if (tree.compares) {
      const after = item.value(m + tree.metrics.length);
      return nameOf(item) + ": " + change(item).text + ", before " + number(item.value(m)) + ", after " + number(after) + " " + unit(m, after);
    }
    const inclusive = item.value(m);
    const own = item.isRest ? "" : ", exclusive " + amount(m, item.own(m));
    return nameOf(item) + ": " + percent(inclusive, whole()) + ", " + item.mark + counted(m, inclusive) + own;
  }

  // Marks the methods that have all words, and shows the share in them or below them.
  function highlight() {
    const wanted = wordFilter(words.value);
    matches = null;
    if (wanted) {
      matches = new Uint8Array(tree.names.length + tree.threads.length);
      for (let method = 0; method < matches.length; method++) {
        if (wanted(tree.title(method))) matches[method] = 1;
      }
    }
    for (const cell of cells) cell.box.classList.toggle("match", isMatch(cell));
    graph.classList.toggle("searched", Boolean(matches));
    steps.hidden = !matches || !cells.some(isMatch);
    if (!matches) {
      share.textContent = notice;
      return;
    }
    const found = matched();
    const methods = matches.reduce((n, is, method) => n + (tree.again.has(method) ? 0 : is), 0);
    const all = (shown.up ? top : shown).width(metric());
    let part = percent(found.least, all);
    if (found.unknown / all > 0.0005) part = part.replace(" %", "") + " to " + percent(found.least + found.unknown, all);
    const where = " in or below " + number(methods) + (methods === 1 ? " method" : " methods");
    share.textContent = methods ? part + " of the " + tree.metrics[metric()] + where + drawnMatches() : "No method found.";
    if (found.loads) loadAll().then(highlight, () => {});
  }

  // Reports whether a cell is of a highlighted method, or has one folded.
  function isMatch({ item }) {
    if (!matches) return false;
    if (!item.fold) return Boolean(matches[item.method]);
    return item.folded.nodes.some((node) => matches[tree.method[node]]);
  }

  // Returns how many cells are highlighted, and which of them has the cursor.
  function drawnMatches() {
    const list = cells.filter(isMatch);
    const at = list.indexOf(current) + 1;
    return "; " + (at ? number(at) + " of " : "") + number(list.length) + (list.length === 1 ? " cell" : " cells");
  }

  // Puts the cursor on the next highlighted cell (by is 1), or on the one before (-1).
  function step(by) {
    const n = cells.length;
    for (let i = 1, at = cells.indexOf(current); i <= n && matches; i++) {
      const cell = cells[(at + by * i + i * n) % n];
      if (!isMatch(cell)) continue;
      select(cell);
      share.textContent = share.textContent.replace(/; [^;]*$/, drawnMatches());
      return;
    }
  }

  // Returns the part of the shown item that is at nodes of highlighted methods and below, and the part that may be.
  function matched() {
    const m = metric();
    const columns = !tree.compares ? [m] : [[m, m + tree.metrics.length], [m], [m + tree.metrics.length]][tree.side];
    const sum = (node) => columns.reduce((n, c) => n + tree.total[c][node], 0);
    const found = { least: 0, unknown: 0, loads: false };
    const from = shown.up ? top.at : shown.at; // of callers, the share of all that is chosen
    const visit = (node) => {
      if (tree.isRest(node)) {
        found.unknown += sum(node);
        found.loads = found.loads || (tree.hidden.has(node) && tree.hidden.get(node).chunk > 0);
        return true;
      }
      if (tree.method[node] < 0 || !matches[tree.method[node]]) return false;
      found.least += sum(node);
      return true;
    };
    for (const node of from) for (const root of tree.roots.get(node) || [node]) tree.walk(root, visit);
    return found;
  }

  async function loadAll() {
    if (tree.complete) return;
    const of = tree;
    graph.setAttribute("aria-busy", "true");
    try {
      await tree.loadAll((part) => (share.textContent = "Loading all contexts: " + Math.round(100 * part) + " %"));
      share.textContent = "";
    } catch (problem) {
      share.textContent = problem.message;
      throw problem;
    } finally {
      graph.removeAttribute("aria-busy");
    }
    // Of a page that was opened a moment ago nothing is shown yet: choose tells the listeners.
    if (top && top.tree === of && of === tree) listeners.forEach((listen) => listen(top, metric()));
  }

  // Changes what is chosen: all that depends on it is made anew.
  let asked = 0;
  async function choose(changes) {
    const ask = ++asked;
    if (changes.method === "" && choice.way === "both") changes.way = "down"; // there is no middle
    if (choice.found && changes.way && changes.method === undefined) changes.method = "";
    Object.assign(choice, changes);
    const view = Number(choice.view);
    try {
      if (!jprofTrees[view]) {
        await loadScript("contexts/" + view + "-head.js");
        await loadScript("contexts/" + view + "-0.js");
      }
    } catch (problem) {
      share.textContent = problem.message;
      return;
    }
    if (tree !== jprofTrees[view]) {
      tree = jprofTrees[view];
      listThreads();
    }
    notice = "";
    tree.side = Number(choice.side);
    tree.folds = tree.hasFrameworks ? choice.fold : "";
    const thread = threadRoot();
    let method = choice.method ? methodOf(choice.method) : -1;
    if (choice.way !== "down" || method >= 0) {
      try {
        await loadAll();
      } catch {
        return;
      }
    }
    if (ask !== asked) return;
    const up = choice.way === "up";
    const both = choice.way === "both";
    choice.found = both && method < 0; // nobody has asked for the method
    if (choice.found) method = largest(allCallers(tree, thread));
    if (both && method >= 0) choice.method = tree.keys[method];
    if (!both || !changes.visited) choice.visited = [];
    top = method >= 0 ? methodItem(tree, thread, method, up) : up ? allCallers(tree, thread) : allCallees(tree, thread);
    callers = both && method >= 0 ? methodItem(tree, thread, method, true) : null;
    fields.forEach((field) => (field.value = choice[field.id]));
    remember();
    graph.classList.toggle("up", up);
    await zoom(top);
    listeners.forEach((listen) => listen(top, metric()));
  }

  function listThreads() {
    const select = document.getElementById("thread");
    select.replaceChildren(element("option", { value: 0 }, "all"), ...tree.threads.map((name, i) => element("option", { value: i + 1 }, name)));
    if (choice.thread > tree.threads.length) choice.thread = 0;
  }

  // The node of the chosen thread.
  function threadRoot() {
    const wanted = tree.names.length + Number(choice.thread) - 1;
    for (let c = tree.child[0]; c && Number(choice.thread); c = tree.next[c]) if (tree.method[c] === wanted) return c;
    return 0;
  }

  // Returns the method of the largest item below one, -1 for none.
  function largest(item) {
    const list = item.largest(metric(), 1).shown;
    return list.length ? tree.same[list[0].method] : -1;
  }

  // The method with that key, -1 for none.
  function methodOf(key) {
    const method = tree.keys.indexOf(key);
    if (method < 0) notice = "No context of " + key + ".";
    return method;
  }

  // Writes the choices into the address.
  function remember() {
    const now = new URLSearchParams();
    for (const name of ["view", "thread", "side"]) if (Number(choice[name])) now.set(name, choice[name]);
    if (choice.way !== "down") now.set("way", choice.way);
    if (choice.fold !== "frameworks") now.set("fold", choice.fold || "nothing");
    if (choice.method) now.set("method", choice.method);
    if (tree.metrics[metric()] !== graph.dataset.metric) now.set("metric", tree.metrics[metric()]);
    if (words.value) now.set("words", words.value);
    history.replaceState(null, "", "#" + now);
  }

  function start() {
    const address = new URLSearchParams(location.hash.slice(1));
    const metrics = jprofTrees[0].metrics;
    const wanted = metrics.indexOf(address.get("metric") || graph.dataset.metric);
    words.value = address.get("words") || "";
    const fold = address.get("fold") || "frameworks";
    choose({ metric: Math.max(0, wanted), view: Number(address.get("view")) || 0, thread: Number(address.get("thread")) || 0,
      side: Number(address.get("side")) || 0, way: address.get("way") || "down", method: address.get("method") || "",
      fold: fold === "nothing" ? "" : fold });
  }

  const cellAt = (target) => (target.id && target.id.startsWith("cell-") ? cells[Number(target.id.slice(5))] : null);
  graph.addEventListener("click", (e) => {
    const cell = cellAt(e.target);
    if (!cell) return;
    if (canZoom(cell)) zoomTo(cell);
    else select(cell);
  });
  graph.addEventListener("pointermove", (e) => {
    const cell = cellAt(e.target);
    tip.hidden = !cell;
    if (!cell) return;
    tip.textContent = summary(cell.item);
    tip.style.left = Math.max(4, Math.min(e.clientX + 14, document.documentElement.clientWidth - tip.offsetWidth - 8)) + "px";
    tip.style.top = (e.clientY + 24 + tip.offsetHeight > innerHeight ? e.clientY - tip.offsetHeight - 10 : e.clientY + 20) + "px";
  });
  graph.addEventListener("pointerleave", () => (tip.hidden = true));

  // Goes to the field of highlights.
  function toWords() {
    words.focus();
    words.select();
  }

  // Keys: arrows go to the caller, the largest callee and the neighbours, Enter zooms in, Escape out, Home all the way.
  graph.addEventListener("keydown", (e) => {
    const beside = (by) => {
      const row = cells.filter((cell) => cell.row === current.row);
      return row[row.indexOf(current) + by];
    };
    const widest = (list) => (list || []).reduce((most, cell) => (!most || cell.width > most.width ? cell : most), null);
    const moves = {
      ArrowUp: () => (current.isAbove ? widest(current.below) : current.caller || widest(current.above)),
      ArrowDown: () => (current.isAbove ? current.caller : widest(current.below)),
      ArrowLeft: () => beside(-1),
      ArrowRight: () => beside(1),
    };
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    if (moves[e.key]) {
      const cell = moves[e.key]();
      if (cell) select(cell);
    } else if (e.key === "Enter") {
      if (canZoom(current)) zoomTo(current);
    } else if (e.key === "Escape") {
      if (!tip.hidden) tip.hidden = true;
      if (shown.caller) zoom(shown.caller);
      else if (choice.visited.length) choose({ method: choice.visited.at(-1), visited: choice.visited.slice(0, -1) });
      else if (choice.method) choose({ method: "" });
    } else if (e.key === "Home") {
      zoom(top);
    } else if (e.key === "/") {
      toWords();
    } else {
      return;
    }
    e.preventDefault();
    e.stopPropagation();
  });

  // The keys of highlights work on the whole page.
  document.addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey || e.target.closest("input, select, textarea")) return;
    const searches = document.querySelectorAll('[aria-keyshortcuts="/"]').length > 1; // of the report: / is its key outside of the graph
    if (e.key === "/" && !searches) {
      toWords();
    } else if (matches && (e.key === "n" || e.key === "p")) {
      step(e.key === "n" ? 1 : -1);
    } else {
      return;
    }
    e.preventDefault();
  });

  fields.forEach((field) => field.addEventListener("change", () => choose({ [field.id]: field.value })));
  words.addEventListener("input", () => highlight());
  words.addEventListener("change", remember);
  words.addEventListener("keydown", (e) => {
    if (e.key !== "Escape" && e.key !== "Enter") return;
    if (e.key === "Escape") words.value = "";
    highlight();
    remember();
    if (e.key === "Enter") step(e.shiftKey ? -1 : 1);
    else graph.focus();
    e.preventDefault();
  });
  steps.addEventListener("click", (e) => step(Number(e.target.value)));

  let width = graph.clientWidth;
  window.addEventListener("resize", () => {
    if (Math.abs(graph.clientWidth - width) < 20 || !shown) return;
    width = graph.clientWidth;
    draw();
  });
  // A link of the page, as those of the table of methods.
  window.addEventListener("hashchange", () => {
    start();
    document.getElementById("graph").scrollIntoView();
  });
  return {
    start, choose, number, amount, percent, change, nameOf,
    listen: (f) => listeners.push(f),
    say: (text) => (share.textContent = text),
    state: () => ({ tree, top, shown, cells, metric: metric() }),
  };
})();
