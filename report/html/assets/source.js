// Pages of sources: colours of heat, outcomes of conditions, keys, links to lines, outline. Everything can be read without it.
"use strict";

// The parts that other scripts of a page of a source may use, null on other pages.
let sourcePage = null;

(() => {
  if (!code) return;
  const beside = code.classList.contains("beside"); // two sources
  const branches = !beside && code.querySelector("u") !== null;

  const buttons = {};
  const button = (key, text, label) =>
    (buttons[key] = element("button", { type: "button", "data-key": key, ...(label && { "aria-label": label, title: `${label} (${key})` }) }, text));
  const group = (...children) => element("span", { class: "group" }, ...children);
  const stopsText = element("span", {});
  const select = element("select", { id: "outcomes" });
  for (const [value, text] of [["missing", "missing"], ["all", "all"], ["none", "none"]]) select.append(element("option", { value }, text));
  const status = element("output", { "aria-live": "polite" });
  const tools = element("div", { class: "code-tools", role: "group", "aria-label": "Code" });
  const stop = beside ? "difference" : "missed place";
  const timed = !beside && code.dataset.samples !== undefined;
  if (!beside) tools.append(group(button("c", "Heat")));
  if (timed) tools.lastChild.append(button("s", "Time"));
  tools.append(group(button("p", "↑", "Previous " + stop), button("n", "↓", "Next " + stop), stopsText));
  if (!beside) tools.append(group(button("H", "↑", "Hotter region"), button("h", "↓", "Hottest region, then the next"), "hot"));
  if (branches) tools.append(element("label", { class: "group" }, "Outcomes ", select));
  tools.append(status, button("?", "Keys"));
  const say = (text) => (status.textContent = text);
  // Rows are lines, or pairs of them. An address of a pair is that of the later source.
  const rowOf = (e) => e.closest(".code li, .code tr");
  const number = (row) => row.parentElement.start + Array.prototype.indexOf.call(row.parentElement.children, row);
  const address = (row) => (beside ? Array.from(row.querySelectorAll("td[id]")).pop().id : "L" + number(row));
  const lineRow = (n) => {
    for (const list of code.querySelectorAll("ol")) if (list.start <= n && n < list.start + list.children.length) return list.children[n - list.start];
    return null;
  };

  // If the browser keeps nothing for pages of files, settings last for a page.
  const recall = (name) => {
    try {
      return sessionStorage.getItem("jprof." + name);
    } catch {
      return null;
    }
  };
  const keep = (name, value) => {
    try {
      sessionStorage.setItem("jprof." + name, value);
    } catch {
      // as above
    }
  };

  // The row that keys go on from.
  let here = null;
  const sheetTop = () => Math.max(code.querySelector(".head").getBoundingClientRect().bottom, tools.getBoundingClientRect().bottom);
  const inView = (row) => {
    const r = row.getBoundingClientRect();
    return r.bottom > sheetTop() && r.top < window.innerHeight;
  };
  const topRow = () => {
    const box = code.getBoundingClientRect();
    const e = document.elementFromPoint(box.right - 3, Math.max(sheetTop(), box.top) + 4);
    return e && rowOf(e);
  };
  const before = (a, b) => Boolean(a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING);

  let marked = [];
  const mark = (rows) => {
    marked.forEach((row) => row.removeAttribute("aria-current"));
    marked = rows;
    marked.forEach((row) => row.setAttribute("aria-current", "true"));
    here = rows[0] || here;
  };
  const visit = (row, text) => {
    mark([row]);
    history.replaceState(null, "", "#" + address(row));
    row.scrollIntoView({ block: "center" });
    row.tabIndex = -1;
    row.focus({ preventScroll: true });
    say(text);
    outline();
    if (sourcePage?.moved) sourcePage.moved(row, moving);
  };
  let moving = null; // the piece of code that a step goes to

  // Places: the first rows of what differs, is not executed, or lacks an outcome.
  const stops = [];
  let last = null;
  code.querySelectorAll(beside ? "tr.changed, tr.differs" : ".no, .none, .half").forEach((e) => {
    const row = rowOf(e);
    if (!last || row.previousElementSibling !== last) stops.push(row);
    last = row;
  });
  const countStops = (name) => {
    stopsText.textContent = stops.length.toLocaleString("en") + " " + name;
    buttons.n.disabled = buttons.p.disabled = stops.length === 0;
  };
  countStops(beside ? (stops.length === 1 ? "difference" : "differences") : "missed");

  // step goes to the next of the rows, or the one before, and behind the last to the first.
  const step = (rows, down, text) => {
    if (rows.length === 0) return;
    const from = here && inView(here) ? here : topRow();
    let i = down ? 0 : rows.length - 1;
    if (from) {
      const after = rows.findIndex((row) => before(from, row));
      if (down) i = Math.max(after, 0);
      else {
        const end = after < 0 ? rows.length : after;
        i = end - 1;
        if (rows[i] === from) i--;
        if (i < 0) i = rows.length - 1;
      }
    }
    visit(rows[i], text(rows[i], i));
  };
  const place = (row) => "line " + address(row).slice(1);
  const ofAll = (i, n) => (i + 1).toLocaleString("en") + " of " + n.toLocaleString("en");

  // The hottest regions, each by its first row.
  const maxHot = 20;
  if (!beside) buttons.h.disabled = buttons.H.disabled = !/[^0]/.test(document.getElementById("marks").dataset.heat);
  let hot = null;
  let rank = -1;
  const hottest = () => {
    const m = codeMarks();
    const regions = m.counts.map((n, i) => [n, i]).filter(([n]) => n !== "0");
    regions.sort((a, b) => compareCounts(b[0], a[0]) || a[1] - b[1]);
    const rows = new Map();
    for (const [, region] of regions) {
      const [first] = m.inRegion[region];
      if (first && !rows.has(rowOf(first))) rows.set(rowOf(first), m.times[region]);
      if (rows.size === maxHot) break;
    }
    return Array.from(rows);
  };
  const heat = (down) => {
    hot = hot || hottest();
    if (hot.length === 0) return;
    rank = (rank + (down ? 1 : hot.length - 1) + (rank < 0 && !down ? 1 : 0)) % hot.length;
    const [row, count] = hot[rank];
    visit(row, `hot ${ofAll(rank, hot.length)}, ${place(row)}: ${count} times`);
  };

  // Colours: whether code was executed, or how often.
  const legend = document.querySelector(".legend");
  const levels = (what, least, most) => {
    const list = element(
      "p",
      { class: "legend", "aria-label": "Legend of " + what },
      element("span", { class: "t0" }, "never executed ✗"),
      element("span", { class: "t1" }, least),
    );
    for (let level = 2; level < 10; level++) list.append(element("span", { class: "t" + level, "aria-hidden": "true" }, "\u00a0"));
    list.append(element("span", { class: "t10" }, most + ", the maximum of the report"), element("span", { class: "hint" }, "Logarithmic."));
    return list;
  };
  const heatLegend = levels("heat", "once", code.dataset.hottest);
  const timeLegend = levels("time", "no sample", code.dataset.samples);
  let painted = "";
  // The level of a piece of code by the time of its line: executed code without a sample has the lowest one.
  const levelOfTime = (e) => Math.max(1, Number(rowOf(e).querySelector(":scope > s")?.className.slice(1) ?? 1));
  // Colours by "heat", "time" or, with "", by whether code was executed.
  const colour = (by) => {
    if (by && painted !== by) {
      const m = codeMarks();
      m.inRegion.forEach((pieces, region) => {
        const heat = parseInt(m.heat[region], 36);
        for (const e of pieces) {
          if (painted) e.classList.remove(...Array.from(e.classList).filter((name) => /^t\d+$/.test(name)));
          e.classList.add("t" + (by === "time" && heat > 0 ? levelOfTime(e) : heat));
        }
      });
      painted = by;
    }
    code.classList.toggle("heat-colours", by !== "");
    if (legend) legend.hidden = by !== "";
    heatLegend.hidden = by !== "heat";
    timeLegend.hidden = by !== "time";
    colours = by;
    buttons.c.setAttribute("aria-pressed", String(by === "heat"));
    if (timed) buttons.s.setAttribute("aria-pressed", String(by === "time"));
    keep("colours", by);
  };
  let colours = "";

  const show = () => {
    code.classList.toggle("o-all", select.value === "all");
    code.classList.toggle("o-none", select.value === "none");
    keep("outcomes", select.value);
  };

  // The outline: the method at the top of what is seen, or of the row that keys went to.
  const entries = Array.from(document.querySelectorAll(".outline a[data-l]"), (a) => [a, Number(a.hash.slice(2)), Number(a.dataset.l)]);
  const heads = beside ? [] : entries.map(([a]) => document.getElementById(a.hash.slice(1))).filter(Boolean);
  const details = document.querySelector(".outlined .outline");
  let current = null;
  const outline = () => {
    if (entries.length === 0) return;
    const row = here && inView(here) ? here : topRow();
    const line = row ? number(row) : 0;
    let found = null;
    for (const [a, from, to] of entries) if (from <= line && line <= to) found = a;
    if (found === current) return;
    if (current) current.removeAttribute("aria-current");
    current = found;
    if (!found) return;
    found.setAttribute("aria-current", "true");
    const box = found.closest("ol");
    const away = found.getBoundingClientRect().top - box.getBoundingClientRect().top;
    if (away < 0 || away > box.clientHeight - found.offsetHeight) box.scrollTop += away - box.clientHeight / 2;
  };
  let waiting = false;
  addEventListener("scroll", () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      outline();
    });
  });

  // Links to lines: #L12, and #L12-L20 for several.
  const follow = (scroll) => {
    const m = /^#L(\d+)(?:-L?(\d+))?$/.exec(location.hash);
    if (!m || beside) return;
    const [from, to] = [Number(m[1]), Number(m[2] || m[1])].sort((a, b) => a - b);
    const rows = [];
    for (let n = from; n <= to; n++) {
      const row = lineRow(n);
      if (!row) break;
      rows.push(row);
    }
    mark(rows);
    if (scroll && rows.length && (m[2] || !rows[0].id)) rows[0].scrollIntoView();
    outline();
  };
  addEventListener("hashchange", () => follow(true));
  // A click at the left of a line makes it the address, one with Shift all lines from the last one on.
  code.addEventListener("click", (e) => {
    const line = e.target.closest("li, td:not(.gap)");
    if (!line || e.target.closest("a") || e.clientX > line.getBoundingClientRect().left + parseFloat(getComputedStyle(line).paddingLeft)) return;
    if (beside) {
      location.hash = line.id;
      return;
    }
    const from = e.shiftKey && here ? here : line;
    const [first, last] = [number(from), number(line)].sort((x, y) => x - y);
    history.replaceState(null, "", first === last ? "#L" + first : `#L${first}-L${last}`);
    follow(false);
    here = from;
    say(first === last ? "line " + first : `lines ${first} to ${last}`);
  });

  // The pieces of code, one after the other, as a pointer shows them.
  let pieces = null;
  let piece = null;
  const stepPiece = (down) => {
    pieces =
      pieces || Array.from(codeMarks().of.keys()).filter((e) => e.textContent.trim() && (e.matches("b") || (e.matches("li, td") && !e.querySelector("b"))));
    const by = down ? 1 : -1;
    let i = -1;
    if (piece && rowOf(piece) === here) i = pieces.indexOf(piece) + by;
    else {
      const from = here && inView(here) ? here : topRow();
      i = pieces.findIndex((e) => from && (from.contains(e) || before(from, e)));
      if (!down) i--;
    }
    while (pieces[i] && !pieces[i].checkVisibility()) i += by;
    if (!pieces[i]) return;
    piece = pieces[i];
    moving = piece;
    visit(rowOf(piece), "");
    moving = null;
    say(`${place(here)}: ${showPiece(piece)}`);
  };

  const keys = [["n p", `next, previous ${stop}` + (beside ? "" : ": not executed, or an outcome is missing")]];
  if (!beside) keys.push(["h H", "the hottest region, then the next; back"], ["j k", "next, previous method"], ["c", "colours: executed or not, heat"]);
  if (timed) keys.push(["s", "colours: executed or not, samples of time"]);
  if (branches) keys.push(["o", "outcomes after conditions: missing ones, all, none"]);
  if (!beside) keys.push(["click left of a line", "links to the line; with Shift, to all lines from the last one on"]);
  keys.push(["← →", "previous, next piece of code, with its outcomes, region and block"]);
  keys.push(["?", "this list"], ["Esc", "closes it"]);
  const keyRow = ([names, what]) =>
    element(
      "div",
      {},
      element("dt", {}, ...(/^(\S( \S)?|Esc)$/.test(names) ? names.split(" ").map((k) => element("kbd", {}, k)) : [names])),
      element("dd", {}, what),
    );
  const rows = keys.map(keyRow);
  const close = element("button", { type: "button" }, "Close");
  const help = element("dialog", { "aria-labelledby": "keys-title" }, element("h2", { id: "keys-title" }, "Keys"), element("dl", {}, ...rows), close);
  close.addEventListener("click", () => help.close());
  const sayStop = (row, i) => `${ofAll(i, stops.length)}, ${place(row)}`;
  const actions = {
    n: () => step(stops, true, sayStop),
    p: () => step(stops, false, sayStop),
    ArrowLeft: () => stepPiece(false),
    ArrowRight: () => stepPiece(true),
    "?": () => help.showModal(),
  };
  if (!beside) {
    Object.assign(actions, {
      h: () => heat(true),
      H: () => heat(false),
      j: () => step(heads, true, (row, i) => `method ${ofAll(i, heads.length)}, ${place(row)}`),
      k: () => step(heads, false, (row, i) => `method ${ofAll(i, heads.length)}, ${place(row)}`),
      c: () => colour(colours === "heat" ? "" : "heat"),
      ...(timed && { s: () => colour(colours === "time" ? "" : "time") }),
    });
    if (branches) {
      actions.o = () => {
        select.selectedIndex = (select.selectedIndex + 1) % select.options.length;
        show();
        say("outcomes: " + select.value);
      };
      select.addEventListener("change", show);
    }
  }
  document.addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey || help.open || /^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName)) return;
    const action = Object.hasOwn(actions, e.key) && actions[e.key];
    if (!action) return;
    e.preventDefault();
    action();
  });
  tools.addEventListener("click", (e) => {
    const b = e.target.closest("button[data-key]");
    if (b) actions[b.dataset.key]();
  });

  // Counts of methods lead to their rows on the page of the class; without scripts to the outline, as shorter links do.
  const classPage = document.querySelector('.crumbs a[href^="../class/"]');
  if (classPage) code.querySelectorAll('em a[href^="#"]').forEach((a) => (a.href = classPage.getAttribute("href") + a.hash));

  if (!beside) {
    sourcePage = {
      tools, group, button, actions, say, recall, keep, number, lineRow,
      here: () => here,
      seen: () => (here && inView(here) ? here : topRow()),
      moved: null, // called with the row and the piece that keys went to
      key: (names, what) => rows[rows.length - 2].before(keyRow([names, what])),
      // Shows the counts of one test only, whose rows are the stops.
      restrict(list) {
        stops.splice(0, stops.length, ...list);
        countStops(list.length === 1 ? "place executed" : "places executed");
        hot = null;
        [buttons.c, select].forEach((e) => e.closest(".group")?.remove());
        delete actions.c;
        delete actions.o;
        colour(false);
        for (const [b, label] of [[buttons.p, "Previous place executed"], [buttons.n, "Next place executed"]]) b.setAttribute("aria-label", (b.title = label));
      },
    };
  }

  code.classList.add("js");
  document.documentElement.classList.add("has-tools");
  code.before(tools);
  // The head of the code sticks below the tools, which may need several rows. More rows do not cover the line of the reader, which
  // the browser may have put below fewer of them.
  const head = code.querySelector(".head");
  const covered = () => here !== null && here.getBoundingClientRect().top < head.getBoundingClientRect().bottom;
  const fit = () => {
    const was = covered();
    document.documentElement.style.setProperty("--toolsheight", tools.offsetHeight + "px");
    if (!was && covered()) here.scrollIntoView();
  };
  fit();
  new ResizeObserver(fit).observe(tools);
  document.body.append(help);
  if (!beside) {
    if (legend) legend.after(heatLegend, timeLegend);
    const by = recall("colours") || "";
    colour(by === "heat" || (timed && by === "time") ? by : "");
    if (branches) {
      select.value = recall("outcomes") || "missing";
      show();
    }
    if (details && matchMedia("(max-width: 74.99rem)").matches) details.open = false;
    follow(true);
    outline();
  }
})();
