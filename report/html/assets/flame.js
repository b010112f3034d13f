// The flame graph of contexts.html: draws a ContextItem and what is below it, with zoom, highlights, keys and details. Everything that is
// chosen stands behind the # of the address.
"use strict";

const flame = (() => {
  const graph = document.getElementById("flame");
  const path = document.getElementById("path");
  const details = document.getElementById("details");
  const said = document.getElementById("said");
  const share = document.getElementById("share");
  const words = document.getElementById("highlight");
  const choice = { metric: 0, view: 0, thread: 0, side: 0, way: "down", method: "" };
  const fields = ["metric", "view", "thread", "side", "way"].map((name) => document.getElementById(name)).filter(Boolean);
  const tip = element("div", { class: "tip", role: "tooltip", hidden: "" });
  document.body.append(tip);

  const mostCells = 5000;
  const mostRows = 150;
  let tree = null; // the one of the chosen step
  let top = null; // the item that shows all that is chosen
  let shown = null; // the item that is zoomed to
  let cells = []; // { item, caller, depth, left, width, below, cut, box } in preorder
  let current = null; // the cell with the cursor
  let matches = null; // of each method and thread, whether it is highlighted; null without words
  let notice = ""; // the failed action, for the user
  const listeners = []; // called with the top item and the metric when the choice changes

  const number = (n) => (Number.isSafeInteger(n) ? "" : "about ") + n.toLocaleString("en");
  const percent = (part, whole) => {
    const p = whole ? (100 * part) / whole : 0;
    return (p && p < 0.1 ? p.toPrecision(1) : p.toFixed(1)).replace(/e-.*/, "") + " %";
  };
  const metric = () => Number(choice.metric);
  const unit = (m, n) => (n === 1 ? tree.metrics[m].slice(0, -1) : tree.metrics[m]);
  const whole = () => top.width(metric());

  // Returns the name of a cell.
  function nameOf(item) {
    if (!item.isRest) return tree.title(item.method);
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

  // The cells for an item and what is below it: none that is smaller than a pixel, and not too many.
  function layout(item, pixels) {
    for (let least = 1 / pixels; ; least *= 2) {
      const list = [];
      const stack = [{ item, caller: null, depth: 0, left: 0, width: 1 }];
      while (stack.length && list.length <= mostCells) {
        const cell = stack.pop();
        list.push(cell);
        cell.below = cell.item.isRest && cell.depth ? [] : cellsBelow(cell, least, pixels);
        for (let i = cell.below.length - 1; i >= 0; i--) stack.push(cell.below[i]);
      }
      if (list.length <= mostCells) return list;
    }
  }

  // The cells below one that have at least a share of the width, and one for the rest.
  function cellsBelow(cell, least, pixels) {
    const m = metric();
    const whole = cell.item.width(m);
    if (!whole) return [];
    let scale = cell.width / whole;
    let { shown: items, rest } = cell.item.below(m, least / scale);
    let restWidth = rest ? rest.width(m) * scale : 0;
    if (cell.depth === mostRows && items.length) {
      cell.cut = true;
      return [];
    }
    // If all are too small, the largest are shown, with the proportions that they have, and the others in a narrow
    // cell, which zooms into them.
    if (cell.item.isRest && !items.length) {
      ({ shown: items, rest } = cell.item.largest(m, Math.floor(pixels / 12)));
      restWidth = rest ? 30 / pixels : 0;
      scale = (cell.width - restWidth) / items.reduce((sum, i) => sum + i.width(m), 0);
    }
    let left = cell.left;
    const below = items.map((i) => {
      const next = { item: i, caller: cell, depth: cell.depth + 1, left, width: i.width(m) * scale };
      left += next.width;
      return next;
    });
    if (restWidth >= least) below.push({ item: rest, caller: cell, depth: cell.depth + 1, left, width: restWidth });
    return below;
  }

  function draw() {
    const pixels = Math.max(300, graph.clientWidth);
    cells = layout(shown, pixels);
    const rows = cells.reduce((most, cell) => Math.max(most, cell.depth), 0) + 1;
    const boxes = cells.map((cell, i) => {
      const { item } = cell;
      const box = document.createElement("div");
      cell.box = box;
      box.id = "cell-" + i;
      box.setAttribute("role", "treeitem");
      box.setAttribute("aria-level", cell.depth + 1);
      box.className = classOf(item);
      const text = textOf(cell);
      if (cell.width * pixels >= 30) box.textContent = text;
      else box.setAttribute("aria-label", text);
      box.style.left = 100 * cell.left + "%";
      box.style.width = 100 * cell.width + "%";
      box.style.setProperty("--row", cell.depth);
      return box;
    });
    graph.style.setProperty("--rows", rows);
    graph.replaceChildren(...boxes);
    graph.dataset.cells = cells.length;
    select(cells[0], true);
    drawPath();
    highlight();
  }

  function classOf(item) {
    if (item.isRest) return "rest";
    if (tree.compares) return item.method < 0 || item.method >= tree.names.length ? "thread" : change(item).kind;
    if (item.method < 0 || item.method >= tree.names.length) return "thread";
    return "k" + tree.kinds[item.method] + " s" + (item.method % 3);
  }

  function textOf(cell) {
    const { item } = cell;
    const name = item.isRest ? "…" : tree.label(item.method);
    return name + (cell.cut ? " ⋯" : "") + (tree.compares ? " " + change(item).text : "");
  }

  function drawPath() {
    const items = [];
    for (let item = shown; item; item = item.caller) items.unshift(item);
    path.replaceChildren(...items.flatMap((item, i) => {
      if (items.length > 8 && i > 1 && i < items.length - 5) return i === 2 ? [" … › "] : [];
      const last = i === items.length - 1;
      const text = (item.isRest ? "…" : tree.label(item.method)) + " " + percent(item.width(metric()), whole());
      if (last) return [element("b", { "aria-current": "location" }, text)];
      const button = element("button", { type: "button" }, text);
      button.addEventListener("click", () => zoom(item));
      return [button, " › "];
    }));
  }

  // Reports whether there is more to see in a cell.
  function canZoom(cell) {
    if (cell === cells[0]) return false;
    return cell.item.isRest ? cell.item.at.some((node) => !tree.hidden.has(node) || tree.hidden.get(node).chunk) : cell.item.groups().size > 0;
  }

  // Zooms to an item, and loads what is missing in it.
  async function zoom(item) {
    shown = item;
    draw();
    for (let rounds = 0; rounds < 8 && shown === item; rounds++) {
      const wide = cells.filter((cell) => cell.item.isRest && (cell === cells[0] || cell.width * graph.clientWidth > 6));
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

  // Puts the cursor on a cell.
  function select(cell, quiet) {
    if (current && current.box) current.box.classList.remove("current");
    current = cell;
    cell.box.classList.add("current");
    graph.setAttribute("aria-activedescendant", cell.box.id);
    flameDetails(details, cell.item, { number, percent, focus: (method, way) => choose({ method, way }), load: loadAll });
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
    const own = item.isRest ? "" : ", exclusive " + number(item.own(m));
    return nameOf(item) + ": " + percent(inclusive, whole()) + ", " + item.mark + number(inclusive) + " " + unit(m, inclusive) + own;
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
    for (const cell of cells) cell.box.classList.toggle("match", Boolean(matches && matches[cell.item.method]));
    graph.classList.toggle("searched", Boolean(matches));
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
    share.textContent = methods ? part + " of the " + tree.metrics[metric()] + where : "No method found.";
    if (found.loads) loadAll().then(highlight, () => {});
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
    const root = threadRoot();
    const method = choice.method ? methodOf(choice.method) : -1;
    if (choice.way === "up" || method >= 0) {
      try {
        await loadAll();
      } catch {
        return;
      }
    }
    if (ask !== asked) return;
    const up = choice.way === "up";
    top = method >= 0 ? methodItem(tree, root, method, up) : up ? allCallers(tree, root) : allCallees(tree, root);
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
    if (choice.way === "up") now.set("way", "up");
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
    choose({ metric: Math.max(0, wanted), view: Number(address.get("view")) || 0, thread: Number(address.get("thread")) || 0,
      side: Number(address.get("side")) || 0, way: address.get("way") || "down", method: address.get("method") || "" });
  }

  const cellAt = (target) => (target.id && target.id.startsWith("cell-") ? cells[Number(target.id.slice(5))] : null);
  graph.addEventListener("click", (e) => {
    const cell = cellAt(e.target);
    if (!cell) return;
    if (canZoom(cell)) zoom(cell.item);
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

  // Keys: arrows go to the caller, the largest callee and the neighbours, Enter zooms in, Escape out, Home all the way.
  graph.addEventListener("keydown", (e) => {
    const beside = (by) => {
      const row = cells.filter((cell) => cell.depth === current.depth);
      return row[row.indexOf(current) + by];
    };
    const moves = {
      ArrowUp: () => current.caller,
      ArrowDown: () => current.below.reduce((most, cell) => (!most || cell.width > most.width ? cell : most), null),
      ArrowLeft: () => beside(-1),
      ArrowRight: () => beside(1),
    };
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    if (moves[e.key]) {
      const cell = moves[e.key]();
      if (cell) select(cell);
    } else if (e.key === "Enter") {
      if (canZoom(current)) zoom(current.item);
    } else if (e.key === "Escape") {
      if (!tip.hidden) tip.hidden = true;
      if (shown.caller) zoom(shown.caller);
      else if (choice.method) choose({ method: "" });
    } else if (e.key === "Home") {
      zoom(top);
    } else if (e.key === "/") {
      words.focus();
      words.select();
    } else {
      return;
    }
    e.preventDefault();
    e.stopPropagation();
  });

  fields.forEach((field) => field.addEventListener("change", () => choose({ [field.id]: field.value })));
  words.addEventListener("input", () => highlight());
  words.addEventListener("change", remember);
  words.addEventListener("keydown", (e) => {
    if (e.key !== "Escape" && e.key !== "Enter") return;
    if (e.key === "Escape") words.value = "";
    highlight();
    remember();
    graph.focus();
    e.preventDefault();
  });
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
    start, number, percent, change, nameOf,
    listen: (f) => listeners.push(f),
    state: () => ({ tree, top, shown, cells, metric: metric() }),
  };
})();
