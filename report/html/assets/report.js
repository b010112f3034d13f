// Sorting, filtering and highlighting. Everything can be read without it.
"use strict";

// Integers of any length, "" lowest: counts have up to 63 bits, more than a number of this language.
function compareCounts(a, b) {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}

// The digits of the number that a text starts with, "" for none.
function firstNumber(text) {
  return text.match(/^[\d,]*/)[0].replaceAll(",", "");
}

// Makes the buttons in the head of a table sort: order is called with a comparison of rows.
function sortButtons(table, order) {
  const collator = new Intl.Collator("en", { numeric: true });
  const headers = Array.from(table.tHead.rows[0].cells);
  headers.forEach((th, column) => {
    const button = th.querySelector("button");
    if (!button) return;
    button.addEventListener("click", () => {
      const numeric = th.dataset.k === "n";
      const before = th.getAttribute("aria-sort");
      const descending = before ? before === "ascending" : numeric;
      const keys = new Map();
      for (const row of table.tBodies[0].rows) {
        const cell = row.cells[column];
        if (cell) keys.set(row, numeric ? cell.dataset.v ?? firstNumber(cell.textContent) : cell.textContent.trim());
      }
      const compare = numeric ? compareCounts : collator.compare;
      headers.forEach((h) => h.removeAttribute("aria-sort"));
      th.setAttribute("aria-sort", descending ? "descending" : "ascending");
      order((a, b) => (descending ? compare(keys.get(b), keys.get(a)) : compare(keys.get(a), keys.get(b))));
    });
  });
}

function sortable(table) {
  const body = table.tBodies[0];
  const original = Array.from(body.rows).filter((row) => row.cells.length > 1);
  sortButtons(table, (compare) => {
    const rows = original.map((row, i) => [row, i]);
    rows.sort((a, b) => compare(a[0], b[0]) || a[1] - b[1]);
    const order = document.createDocumentFragment();
    rows.forEach((r) => order.append(r[0]));
    body.append(order);
  });
}

// Filters are a field for words and lists of choices. apply is called with whether there is anything to filter by, and with a function
// that tells by its text, in lower case, and its data whether a row is to be shown; it returns how many are. What is chosen stands behind
// the # of the address, so that it can be handed on.
function filters(tools, all, apply) {
  const input = tools && tools.querySelector("input");
  if (!input) return;
  const fields = [input, ...tools.querySelectorAll("select")];
  const selects = fields.slice(1);
  const shown = tools.querySelector("output");
  const update = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const chosen = selects.filter((s) => s.value);
    const visible = apply(words.length + chosen.length > 0, (text, row) => words.every((w) => text.includes(w)) &&
      chosen.every((s) => (row.dataset[s.dataset.filter] || "").split("\n").includes(s.value)));
    const total = all.toLocaleString("en");
    shown.textContent = visible === all ? total + (all === 1 ? " row" : " rows") : visible.toLocaleString("en") + " of " + total + " rows";
  };
  const address = new URLSearchParams(location.hash.slice(1));
  fields.forEach((field, i) => {
    if (address.has("f" + i)) field.value = address.get("f" + i);
    field.addEventListener("input", update);
    field.addEventListener("change", () => {
      const now = new URLSearchParams();
      fields.forEach((f, k) => f.value && now.set("f" + k, f.value));
      history.replaceState(null, "", "#" + now);
      update();
    });
  });
  update(); // a browser that goes back restores the fields
}

function filterable(table) {
  const rows = Array.from(table.tBodies[0].rows).filter((row) => row.cells.length > 1);
  const texts = rows.map((row) => {
    const titles = Array.from(row.querySelectorAll("a[title]"), (a) => a.title);
    const name = row.cells[0].textContent.replace(/\s+/g, " ");
    const parts = name.trim().split(" ");
    return (name + " " + (parts[1] || "") + "." + parts[0] + " " + titles.join(" ")).toLowerCase();
  });
  filters(document.querySelector(".tools"), rows.length, (active, matches) => {
    let visible = 0;
    rows.forEach((row, i) => {
      row.hidden = !matches(texts[i], row);
      if (!row.hidden) visible++;
    });
    return visible;
  });
}

function highlighting(table) {
  const list = (name) => (table.dataset[name] ? table.dataset[name].split(" ") : []);
  const parents = list("parents").map(Number);
  const kinds = list("kinds");
  const entries = list("entries");
  const blockOf = list("blocks").map(Number);
  const counts = list("counts");

  // The elements of each region, and of each block what is directly in it.
  const ofRegion = blockOf.map(() => []);
  const ofBlock = parents.map(() => []);
  table.querySelectorAll("td:nth-child(5n) [data-r]").forEach((e) => {
    ofRegion[e.dataset.r].push(e);
    ofBlock[blockOf[e.dataset.r]].push(e);
  });
  table.querySelectorAll("td:nth-child(5n) [data-b]").forEach((e) => ofBlock[e.dataset.b].push(e));
  const children = parents.map(() => []);
  parents.forEach((p, i) => p >= 0 && children[p].push(i));

  // What a branch says is shown in the box of its region, not in a second one.
  table.querySelectorAll("u[title]").forEach((u) => {
    u.dataset.branch = u.title;
    u.removeAttribute("title");
  });

  const tip = document.createElement("div");
  tip.className = "tip";
  tip.id = "tip";
  tip.setAttribute("role", "tooltip");
  tip.hidden = true;
  document.body.append(tip);

  let lit = [];
  const clear = () => {
    lit.forEach((e) => e.classList.remove("in-block", "in-region"));
    lit = [];
    tip.hidden = true;
  };
  const times = (n) => n + (n === "1" ? " time" : " times");
  const light = (region, block, branch) => {
    const stack = block === undefined ? [] : [block];
    while (stack.length) {
      const b = stack.pop();
      ofBlock[b].forEach((e) => e.classList.add("in-block"));
      lit.push(...ofBlock[b]);
      stack.push(...children[b]);
    }
    if (region !== undefined) ofRegion[region].forEach((e) => e.classList.add("in-region"));
    tip.replaceChildren();
    const line = (name, value) => {
      const row = document.createElement("div");
      const b = document.createElement("b");
      b.textContent = value;
      row.append(name, b);
      tip.append(row);
    };
    if (branch) {
      const [kind, outcomes] = branch.split(": ");
      line(kind + " ", outcomes);
    }
    if (region !== undefined) line("region executed ", times(counts[region]));
    if (block !== undefined) line(kinds[block] + " block entered ", times(entries[block]));
  };
  const place = (e) => {
    tip.hidden = false;
    const x = Math.min(e.clientX + 14, document.documentElement.clientWidth - tip.offsetWidth - 8);
    const below = e.clientY + 20;
    const y = below + tip.offsetHeight > window.innerHeight ? e.clientY - tip.offsetHeight - 10 : below;
    tip.style.left = Math.max(4, x) + "px";
    tip.style.top = Math.max(4, y) + "px";
  };

  let current = null;
  const over = (e) => {
    const element = e.target.closest && e.target.closest("[data-branch],[data-r],[data-b]");
    if (element !== current) {
      clear();
      current = element;
      if (element) {
        const around = element.closest("[data-r],[data-b]");
        const region = around ? around.dataset.r : undefined;
        const block = region !== undefined ? blockOf[region] : around ? Number(around.dataset.b) : undefined;
        light(region, block, element.dataset.branch);
      }
    }
    if (element) place(e);
  };
  table.addEventListener("pointermove", over);
  table.addEventListener("pointerdown", over);
  table.addEventListener("pointerleave", () => {
    clear();
    current = null;
  });
  document.addEventListener("keydown", (e) => {
    if (e.key === "Escape") clear();
  });
}

document.querySelectorAll("table[data-sortable]").forEach((table) => {
  sortable(table);
  filterable(table);
});
document.querySelectorAll(".code").forEach(highlighting);
