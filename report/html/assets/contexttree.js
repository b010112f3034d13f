// The tree table of contexts.html: rows of a ContextItem and, where they are unfolded, of those below it. The hottest path is unfolded at first.
"use strict";

(() => {
  const table = document.getElementById("context-tree");
  if (!table) return;
  const body = table.tBodies[0];
  const atOnce = 10; // rows of one caller that are shown first
  const { number, percent } = flame;
  let top = null;
  let metric = 0;
  let by = 0; // the metric that rows are sorted by
  let own = false; // sorts by the exclusive numbers of the metric

  const heads = Array.from(table.tHead.rows[0].cells);
  heads.forEach((th) => {
    if (th.dataset.by === undefined) return;
    const button = element("button", { type: "button" }, ...th.childNodes);
    th.append(button);
    button.addEventListener("click", () => {
      by = th.dataset.by === "" ? metric : Number(th.dataset.by);
      own = th.dataset.own !== undefined;
      show();
    });
  });

  const key = (item) => (own ? item.own(by) : item.tree.compares ? item.width(by) : item.value(by));

  // The items below one that have something, most of what is sorted by first.
  function below(item) {
    const { shown, rest } = item.below(metric, 0);
    const others = rest ? Array.from(rest.groups().values()) : [];
    return shown.concat(others.filter((i) => !i.isRest && i.tree.total.some((_, m) => i.value(m) > 0)), others.filter((i) => i.isRest))
      .sort((a, b) => Number(a.isRest) - Number(b.isRest) || key(b) - key(a) || a.method - b.method);
  }

  // The numbers of a row behind its share.
  function numbers(item) {
    const exclusive = item.up || item.isRest ? "" : flame.amount(metric, item.own(metric));
    return [exclusive, ...item.tree.metrics.map((_, m) => item.mark + flame.amount(m, item.value(m)))];
  }

  // Those of a row with two runs.
  function changes(item) {
    const before = item.value(metric), after = item.value(metric + item.tree.metrics.length);
    const sign = after > before ? "+" : after < before ? "−" : "";
    return [number(before), number(after), sign + number(Math.abs(after - before)), flame.change(item).text];
  }

  function row(item, depth) {
    const { tree } = item;
    const tr = element("tr", {});
    const name = element("th", { scope: "row" });
    name.style.setProperty("--depth", Math.min(depth, 40));
    const foldable = item.isRest ? item.chunks().size > 0 : item.groups().size > 0;
    if (foldable) {
      const button = element("button", { type: "button", class: "fold", "aria-expanded": "false", "aria-label": "Rows of " + item.title });
      button.addEventListener("click", () => toggle(tr));
      name.append(button);
    }
    const label = item.isRest ? flame.nameOf(item) : tree.names[item.method] || item.title;
    name.append(element("span", { class: "lb", title: item.title }, ...breakable(label)));
    const cell = (text) => element("td", { class: "num" }, text);
    const shareCell = cell(percent(item.width(metric), top.width(metric)));
    shareCell.style.setProperty("--share", top.width(metric) ? item.width(metric) / top.width(metric) : 0);
    shareCell.classList.add("share");
    tr.append(name, shareCell, ...(tree.compares ? changes(item) : numbers(item)).map(cell));
    tr.item = item;
    tr.depth = depth;
    return tr;
  }

  function more(rest, item, depth) {
    const tr = element("tr", {}, element("th", { scope: "row", colspan: heads.length }));
    tr.depth = depth;
    tr.cells[0].style.setProperty("--depth", Math.min(depth, 40));
    const button = element("button", { type: "button" }, "Show " + number(Math.min(rest.length, 10 * atOnce)) + " of " + number(rest.length) + " more rows");
    button.addEventListener("click", () => {
      const rows = rowsOf(rest, item, depth, 10 * atOnce);
      tr.replaceWith(...rows);
      (rows[0].querySelector("button") || table).focus();
    });
    tr.cells[0].append(button);
    return tr;
  }

  // A row in place of those of libraries and the JDK, with their share.
  function others(items, of, depth) {
    const tr = element("tr", {}, element("th", { scope: "row", colspan: heads.length }));
    tr.depth = depth;
    tr.cells[0].style.setProperty("--depth", Math.min(depth, 40));
    const kinds = new Set(items.map((item) => item.tree.kind(item.method)));
    const what = [kinds.has("library") && "libraries", kinds.has("JDK") && "the JDK"].filter(Boolean).join(" and ");
    const count = number(items.length) + (items.length === 1 ? " row of " : " rows of ");
    const share = percent(items.reduce((sum, item) => sum + item.width(metric), 0), top.width(metric));
    const button = element("button", { type: "button" }, "Show " + count + what + ": " + share);
    button.addEventListener("click", () => {
      const rows = rowsOf(items, of, depth, atOnce);
      tr.replaceWith(...rows);
      (rows[0].querySelector("button") || table).focus();
    });
    tr.cells[0].append(button);
    return tr;
  }

  const isProject = (item) => item.tree.kind(item.method) === "project";
  const isOther = (item) => ["library", "JDK"].includes(item.tree.kind(item.method));

  // The rows below an item. Beside those of the project, those of libraries and the JDK are folded.
  function rowsBelow(items, of, depth) {
    const folded = items.filter(isOther);
    if (!folded.length || !items.some(isProject)) return rowsOf(items, of, depth, atOnce);
    return [...rowsOf(items.filter((item) => !isOther(item)), of, depth, atOnce), others(folded, of, depth)];
  }

  // Loads the rests below an item that are not loaded yet.
  function load(item) {
    const rests = [item, ...item.groups().values()].filter((i) => i.isRest);
    const chunks = new Set(rests.flatMap((i) => Array.from(i.chunks())));
    return Promise.all(Array.from(chunks, (chunk) => item.tree.load(chunk)));
  }

  function rowsOf(items, of, depth, most) {
    const rows = items.slice(0, most).map((item) => row(item, depth));
    if (items.length > most) rows.push(more(items.slice(most), of, depth));
    return rows;
  }

  // Unfolds or folds a row.
  async function toggle(tr) {
    const button = tr.querySelector(".fold");
    if (button.getAttribute("aria-expanded") === "true") {
      button.setAttribute("aria-expanded", "false");
      while (tr.nextElementSibling && tr.nextElementSibling.depth > tr.depth) tr.nextElementSibling.remove();
      return;
    }
    const { item } = tr;
    try {
      await load(item);
    } catch (problem) {
      tr.after(element("tr", {}, element("td", { colspan: heads.length }, problem.message)));
      return;
    }
    if (button.getAttribute("aria-expanded") === "true") return;
    button.setAttribute("aria-expanded", "true");
    tr.after(...rowsBelow(below(item), item, tr.depth + 1));
  }

  // Unfolds the largest row below each from a row on, as long as it has a tenth of all.
  async function path(tr) {
    for (let n = 0; tr && n < 40; n++) {
      if (!tr.querySelector(".fold") || tr.item.width(metric) < top.width(metric) / 10) break;
      await toggle(tr);
      do tr = tr.nextElementSibling;
      while (tr && !tr.item);
    }
  }

  // Shows the rows below the top, and the hottest path.
  async function show() {
    heads.forEach((th) => {
      if (th.dataset.by === undefined) return;
      // The shown metric has two columns, Share and its own: Share says that it is the order.
      const shown = th.dataset.by === "";
      const is = (th.dataset.own !== undefined) === own && (shown ? by === metric : by === Number(th.dataset.by) && by !== metric);
      if (is) th.setAttribute("aria-sort", "descending");
      else th.removeAttribute("aria-sort");
    });
    const start = top.method >= 0 && top.method < top.tree.names.length ? [top] : below(top);
    body.replaceChildren(...rowsBelow(start, top, 0));
    await path(body.rows[0]);
  }

  // Arrows go from row to row, and fold.
  table.addEventListener("keydown", (e) => {
    const tr = e.target.closest("tbody tr");
    if (!tr || !e.target.matches(".fold")) return;
    const open = e.target.getAttribute("aria-expanded") === "true";
    const step = (next) => {
      let row = next(tr);
      while (row && !row.querySelector("button")) row = next(row);
      if (row) row.querySelector("button").focus();
    };
    if (e.key === "ArrowDown") step((r) => r.nextElementSibling);
    else if (e.key === "ArrowUp") step((r) => r.previousElementSibling);
    else if (e.key === "ArrowRight" && !open) toggle(tr);
    else if (e.key === "ArrowLeft" && open) toggle(tr);
    else return;
    e.preventDefault();
  });

  flame.listen((item, m) => {
    top = item;
    metric = m;
    by = m;
    own = false;
    show();
  });
})();

flame.start();
