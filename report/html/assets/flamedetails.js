// Details of a cell of the flame graph: all numbers of its contexts, what they allocate by type, and where to go from there.
"use strict";

// Shows the details of an item. tools has what flame.js knows of numbers, and what its buttons do.
function flameDetails(box, item, tools) {
  const { tree } = item;
  const { number, amount, percent } = tools;
  const isMethod = item.method >= 0 && item.method < tree.names.length;
  const parts = [];
  const title = element("h3", {}, item.isRest ? "Small contexts" : item.title);
  const kind = tree.kind(item.method);
  if (kind) title.append(" ", element("span", { class: "tag" }, kind));
  parts.push(title);
  const contexts = item.method === ContextTree.ALL ? tree.contexts : item.contexts;
  if (item.isRest) {
    const lost = item.at.some((node) => tree.hidden.has(node) && !tree.hidden.get(node).chunk);
    parts.push(element("p", {}, number(contexts) + (contexts === 1 ? " context is" : " contexts are") + " too small to be drawn here. " +
      (lost ? "The smallest are not in this report. " : "") + "Enter or a click zooms in."));
  } else if (item.fold) {
    parts.push(element("p", {}, number(contexts) + (contexts === 1 ? " context" : " contexts") + " above the code of the project, in one cell. "), unfold());
  } else if (isMethod) {
    parts.push(element("p", {}, number(contexts) + (contexts === 1 ? " context" : " contexts") + called()));
  }
  if (item.up && (item.caller || isMethod)) parts.push(element("p", {}, whose()));
  if (isBeyond()) parts.push(element("p", { class: "partial" }, "Beyond the limit of contexts: who called it, and what it called, is not known."));
  parts.push(tree.compares ? changes() : numbers());
  if (!tree.compares && !item.isRest && tree.metrics.includes("objects")) parts.push(allocations());
  if (isMethod) parts.push(...lines());
  if (isMethod) parts.push(ways());
  box.replaceChildren(...parts);

  function table(heads, rows) {
    const head = element("tr", {}, ...heads.map((text, i) => element("th", { scope: "col", ...(i && { class: "num" }) }, text)));
    const body = rows.map(([name, ...numbers]) =>
      element("tr", {}, element("th", { scope: "row" }, name), ...numbers.map((text) => element("td", { class: "num" }, text))));
    return element("table", { class: "list" }, element("thead", {}, head), element("tbody", {}, ...body));
  }

  // Reports whether an item has calls beyond the limit, which are below a thread of their own.
  function isBeyond() {
    return tree.beyond && isMethod && !item.up && item.at.some((node) => tree.title(tree.method[tree.parent[node]]) === "(beyond the limit)");
  }

  // The callee where callers are shown: the method whose numbers theirs are.
  function callee() {
    let at = item;
    while (at.caller && at.caller.method !== ContextTree.ALL && at.caller.method < tree.names.length) at = at.caller;
    return at;
  }

  // Returns the number of calls of the callee by itself, where callers are shown: recursive calls are in the first one, so they come from below it.
  function recursive() {
    const { method } = callee();
    let again = 0;
    for (const node of item.of) {
      tree.walk(node, (n) => {
        if (n !== node && tree.same[tree.method[n]] === tree.same[method]) again += tree.self[0][n];
        return false;
      });
    }
    return again;
  }

  // Returns the number of calls of a method.
  function called() {
    const times = (n) => number(n) + (n === 1 ? " call" : " calls");
    if (!item.up && !tree.compares) return ": " + times(item.own(0));
    if (item.up !== tree.total || tree.compares) return "";
    const again = recursive();
    return ": " + times(item.own(0)) + (again ? ", and " + times(again) + " by itself, which are in the inclusive numbers" : "");
  }

  // Whose the numbers are, where callers are shown.
  function whose() {
    const name = callee().isRest ? "these methods" : callee().title;
    const from = item === callee() ? "" : " when it was called from here, directly or not";
    if (tree.compares) return "Numbers of " + name + from + (item.up === tree.total ? ", with all that it calls." : ".");
    if (item.up !== tree.total) return "Exclusive numbers of " + name + from + ": of its own code, without what it calls.";
    return "Numbers of " + name + from + ". Inclusive: with all that it calls, and their calls. Exclusive: of its own code.";
  }

  function numbers() {
    if (item.up && item.up !== tree.total) {
      return table(["Metric", "Exclusive", "Share"], tree.metrics.map((name, m) => [name, amount(m, item.value(m)), percent(item.value(m), tree.total[m][0])]));
    }
    return table(["Metric", "Inclusive", "Share", "Exclusive"], tree.metrics.map((name, m) =>
      [name, item.mark + amount(m, item.value(m)), percent(item.value(m), tree.total[m][0]), amount(m, item.own(m))]));
  }

  function changes() {
    const n = tree.metrics.length;
    return table(["Metric", "Before", "After", "Difference"], tree.metrics.map((name, m) => {
      const before = item.value(m), after = item.value(m + n);
      return [name, number(before), number(after), (after > before ? "+" : after < before ? "−" : "") + number(Math.abs(after - before))];
    }));
  }

  // A button that shows all levels that are folded.
  function unfold() {
    const button = element("button", { type: "button" }, "Unfold");
    button.addEventListener("click", () => tools.choose({ fold: "" }));
    return element("p", { class: "ways" }, button);
  }

  // Shows the lines of its own code that executed most bytecodes, in the order of the source. Only contexts with many bytecodes have lines.
  function lines() {
    const byLine = new Map();
    for (const node of item.nodes) {
      for (const [line, executions, bytecodes, exceptions] of tree.lines.get(node) || []) {
        const sums = byLine.get(line) || [line, 0, 0, 0];
        byLine.set(line, [line, sums[1] + executions, sums[2] + bytecodes, sums[3] + exceptions]);
      }
    }
    if (!byLine.size) return [];
    const m = tree.metrics.indexOf("bytecodes");
    const known = Array.from(byLine.values()).reduce((sum, l) => sum + l[2], 0);
    const most = Array.from(byLine.values()).sort((a, b) => b[2] - a[2] || a[0] - b[0]);
    const rows = most.slice(0, 10).sort((a, b) => a[0] - b[0]);
    const part = element("div", { tabindex: 0 });
    part.append(table(["Lines of its own code", "Executions", "Bytecodes", "Share", "Exceptions"],
      rows.map(([line, ...sums]) => ["line " + line, number(sums[0]), number(sums[1]), percent(sums[1], tree.total[m][0]), number(sums[2])])));
    if (most.length > 10) part.append(element("p", {}, "and " + number(most.length - 10) + " more lines"));
    const share = percent(known, item.own(m));
    if (share !== "100.0 %") part.append(element("p", {}, "For " + share + " of its bytecodes: the contexts with most have lines here."));
    return [part];
  }

  function ways() {
    const button = (text, way) => {
      const b = element("button", { type: "button" }, text);
      b.addEventListener("click", () => tools.choose({ method: tree.keys[item.method], way }));
      return b;
    };
    const list = element("p", { class: "ways" }, button("Callers of this method", "up"), " ", button("Callees of this method", "down"), " ",
      button("Both", "both"));
    if (tree.pages[item.method]) list.append(" ", element("a", { href: tree.pages[item.method] }, "Source"));
    const { command } = box.dataset;
    if (command) list.append(" ", element("span", {}, "Its lines: ", element("code", {}, command + " '" + tree.keys[item.method] + "'")));
    return list;
  }

  // Returns allocations by type: [objects or arrays, elements, bytes, objects of unknown size]. A map of those of the contexts themselves, one with all below
  // them, and true for missing if contexts are missing in that.
  function made() {
    const own = new Map(), all = new Map();
    const add = (sums, type, numbers) => sums.set(type, (sums.get(type) || [0, 0, 0, 0]).map((n, i) => n + numbers[i]));
    const into = (sums) => (type, count, elements) => add(sums, type, [count, elements, ...tree.bytesOf(type, count, elements)]);
    const threads = item.method === ContextTree.ALL ? tree.threadMade : [tree.threadMade[item.method - tree.names.length]];
    if (!item.up && !isMethod && threads[0]) { // threads are known whatever is loaded
      threads.forEach((list) => list.forEach(([type, ...numbers]) => add(all, type, numbers)));
      return { own, all, missing: false };
    }
    let missing = false;
    for (const node of item.nodes) if (node) tree.eachMade(node, into(own));
    if (item.up && item.up !== tree.total) return { own, all: own, missing };
    for (const node of item.of) {
      tree.walk(node, (n) => {
        missing = missing || tree.isRest(n);
        tree.eachMade(n, into(all));
        return false;
      });
    }
    return { own, all, missing };
  }

  // Shows the allocations of the contexts themselves, and with all that they call. Of callers: those of the methods that they call.
  function allocations() {
    if (item.up && item.method === ContextTree.ALL) return element("p", {});
    const { own, all, missing } = made();
    if (!all.size && !missing)
      return element(
        "p",
        {},
        item.up && item.up !== tree.total
          ? "Its own code allocates nothing."
          : item.mark
            ? "No allocation is known."
            : "Neither it nor what it calls allocates.",
      );
    const part = element("div", { tabindex: 0 }); // it scrolls on a phone
    if (missing && !tree.complete) {
      const button = element("button", { type: "button" }, "Load all contexts");
      button.addEventListener("click", () => tools.load().then(() => flameDetails(box, item, tools), () => {}));
      part.append(element("p", { class: "partial" }, "Incomplete: contexts that are not loaded yet are missing in this list. ", button));
    } else if (missing) {
      part.append(element("p", { class: "partial" }, "Incomplete: the smallest contexts, which are not in this report, are missing in this list."));
    }
    const most = 10;
    const least = missing ? "≥" : item.mark;
    const rows = Array.from(all, ([type, numbers]) => ({ type, numbers })).sort((a, b) => b.numbers[0] - a.numbers[0] || a.type - b.type);
    const bytes = ([, , known, unknown]) => (unknown && !known ? "?" : (unknown ? "≥" : least) + number(known));
    const exclusive = item.up && item.up !== tree.total;
    const heads = [exclusive ? "Its own code allocates" : "Allocates, with all that it calls", "Objects or arrays", "Elements", "Bytes"];
    if (isMethod && !exclusive) heads.push("Itself");
    part.append(table(heads, rows.slice(0, most).map(({ type, numbers }) => {
      const isArray = tree.types[type].endsWith("[]");
      const itself = own.has(type) ? own.get(type)[0] : 0;
      return [tree.types[type], least + number(numbers[0]), isArray ? least + number(numbers[1]) : "", bytes(numbers), number(itself)]
        .slice(0, heads.length);
    })));
    if (rows.length > most) part.append(element("p", {}, "and " + number(rows.length - most) + " more types"));
    return part;
  }
}
