// Details of a cell of the flame graph: all numbers of its contexts, what they allocate by type, and where to go from there.
"use strict";

// Shows the details of an item. tools has what flame.js knows of numbers, and what its buttons do.
function flameDetails(box, item, tools) {
  const { tree } = item;
  const { number, percent } = tools;
  const isMethod = item.method >= 0 && item.method < tree.names.length;
  const parts = [];
  const title = element("h3", {}, item.isRest ? "Small contexts" : tree.title(item.method));
  const kind = tree.kind(item.method);
  if (kind) title.append(" ", element("span", { class: "tag" }, kind));
  parts.push(title);
  const contexts = item.method === ContextTree.ALL ? tree.contexts : item.contexts;
  if (item.isRest) {
    const lost = item.at.some((node) => tree.hidden.has(node) && !tree.hidden.get(node).chunk);
    parts.push(element("p", {}, number(contexts) + (contexts === 1 ? " context is" : " contexts are") + " too small to be drawn here. " +
      (lost ? "The smallest are not in this report; jprof contexts lists them. " : "") + "Enter or a click zooms in."));
  } else if (isMethod) {
    parts.push(element("p", {}, number(contexts) + (contexts === 1 ? " context" : " contexts")));
  }
  parts.push(tree.compares ? changes() : numbers());
  if (!tree.compares && !item.isRest) parts.push(allocations());
  if (isMethod) parts.push(ways());
  box.replaceChildren(...parts);

  function table(heads, rows) {
    const head = element("tr", {}, ...heads.map((text, i) => element("th", { scope: "col", ...(i && { class: "num" }) }, text)));
    const body = rows.map(([name, ...numbers]) =>
      element("tr", {}, element("th", { scope: "row" }, name), ...numbers.map((text) => element("td", { class: "num" }, text))));
    return element("table", { class: "list" }, element("thead", {}, head), element("tbody", {}, ...body));
  }

  function numbers() {
    const heads = ["", "Inclusive", "Share", "Exclusive"];
    if (item.up) heads[1] = (item.up === tree.total ? "Inclusive" : "Exclusive") + " of the callee";
    const columns = item.up ? 3 : 4; // callers have numbers of what they call only
    return table(heads.slice(0, columns), tree.metrics.map((name, m) =>
      [name, number(item.value(m)), percent(item.value(m), tree.total[m][0]), number(item.own(m))].slice(0, columns)));
  }

  function changes() {
    const n = tree.metrics.length;
    return table(["", "Before", "After", "Difference"], tree.metrics.map((name, m) => {
      const before = item.value(m), after = item.value(m + n);
      return [name, number(before), number(after), (after > before ? "+" : after < before ? "−" : "") + number(Math.abs(after - before))];
    }));
  }

  function ways() {
    const name = tree.title(item.method);
    const button = (text, way) => {
      const b = element("button", { type: "button" }, text);
      b.addEventListener("click", () => tools.focus(name, way));
      return b;
    };
    const list = element("p", { class: "ways" }, button("Callers of this method", "up"), " ", button("Callees of this method", "down"));
    if (tree.pages[item.method]) list.append(" ", element("a", { href: tree.pages[item.method] }, "Source"));
    return list;
  }

  // What the contexts allocate themselves, and with all that they call.
  function allocations() {
    const own = new Map();
    const all = new Map();
    let missing = false;
    const into = (sums) => (type, made, elements) => {
      const sum = sums.get(type) || [0, 0];
      sums.set(type, [sum[0] + made, sum[1] + elements]);
    };
    for (const node of item.of) {
      if (!node) continue;
      tree.eachMade(node, into(own));
    }
    if (!item.up) {
      for (const node of item.at) {
        tree.walk(node, (n) => {
          missing = missing || tree.isRest(n);
          tree.eachMade(n, into(all));
          return false;
        });
      }
    }
    const sums = item.up ? own : all;
    if (!sums.size && !missing) return element("p", {}, item.up ? "Allocates nothing." : "Neither it nor what it calls allocates.");
    const most = 10;
    const rows = Array.from(sums, ([type, [made, elements]]) => ({ type, made, elements })).sort((a, b) => b.made - a.made);
    const columns = item.up ? 3 : 4;
    const list = table(["Allocates", "Objects or arrays", "Elements", "Itself"].slice(0, columns), rows.slice(0, most).map((row) => {
      const name = tree.types[row.type];
      const itself = (own.get(row.type) || [0])[0];
      return [name, number(row.made), name.endsWith("[]") ? number(row.elements) : "", number(itself)].slice(0, columns);
    }));
    const part = element("div", {}, list);
    if (rows.length > most) part.append(element("p", {}, "and " + number(rows.length - most) + " more types"));
    if (missing && !tree.complete) {
      const button = element("button", { type: "button" }, "Load all contexts");
      button.addEventListener("click", () => tools.load().then(() => flameDetails(box, item, tools), () => {}));
      part.append(element("p", {}, "Contexts that are not loaded yet are missing in this list. ", button));
    } else if (missing) {
      part.append(element("p", {}, "The smallest contexts, which are not in this report, are missing in this list."));
    }
    return part;
  }
}
