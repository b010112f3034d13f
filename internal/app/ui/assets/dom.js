// Functions by which all views build their elements. Data becomes text nodes and attributes, never HTML.

// Reports have these, too: shared/elements.js.
export const { breakable, element, sortable } = window;

// A new element of SVG, as element makes those of HTML.
export function drawn(tag, attributes, ...children) {
  const e = document.createElementNS("http://www.w3.org/2000/svg", tag);
  Object.entries(attributes).forEach(([name, value]) => e.setAttribute(name, value));
  e.append(...children);
  return e;
}

// A button that does something. kind is a class, such as main or plain. The beginning is an event, "begun", and an error is
// one, "failed": the page shows it until something else begins.
export function button(text, act, kind = "", attributes = {}) {
  const e = element("button", { type: "button", class: ("button " + kind).trim(), ...attributes }, text);
  e.addEventListener("click", async (event) => {
    e.dispatchEvent(new CustomEvent("begun", { bubbles: true }));
    try {
      await act(event);
    } catch (error) {
      e.dispatchEvent(new CustomEvent("failed", { detail: error, bubbles: true }));
    }
  });
  return e;
}

const listed = (content) => (Array.isArray(content) ? content : [content ?? ""]);

export const link = (content, href, attributes = {}) => element("a", { href, ...attributes }, ...listed(content));

// A link to a page of a report, which opens in a window of its own.
export const outside = (text, href, attributes = {}) => link(text, href, { target: "_blank", rel: "noopener", ...attributes });

export const tag = (text, kind = "") => element("span", { class: ("tag " + kind).trim() }, text);

// A row of a table. Each cell is a text, a node, a list of them, or a cell made by head or cell.
export function row(...cells) {
  return element("tr", {}, ...cells.map((c) => (c instanceof HTMLTableCellElement ? c : cell(c))));
}

export const cell = (content, kind = "") => element("td", kind ? { class: kind } : {}, ...listed(content));
export const head = (content) => element("th", { scope: "row" }, ...listed(content));

// A table with heads. A head is a text, or [text, kind of sorting, class]. It is sorted as order.by says, and order.sorted gets what the user
// sorts by: texts as sortButtons has them.
export function table(heads, rows, kind = "", order = {}) {
  const cells = heads.map((h) => {
    const [text, sort, classes] = [h].flat();
    return element("th", { scope: "col", ...(sort && { "data-k": sort }), ...(classes && { class: classes }) }, text);
  });
  if (/\bstacked\b/.test(kind)) // the cells of narrow windows have the names of their columns
    for (const tr of rows) Array.from(tr.cells).forEach((c, i) => c.setAttribute("data-name", cells[i].textContent));
  const t = element("table", { class: ("list " + kind).trim() }, element("thead", {}, element("tr", {}, ...cells)),
    element("tbody", {}, ...rows));
  if (!heads.some((h) => Array.isArray(h) && h[1])) return t;
  sortable(t)(order.by ?? "");
  t.addEventListener("sorted", (event) => order.sorted?.(event.detail));
  return t;
}

// An element that is wider than the window can be scrolled, also by keys.
export const scrolled = (t, label) => element("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": label }, t);

// A number with its name and more about it.
export const tile = (name, value, more = "") => element("div", { class: "tile" }, element("h2", {}, name),
  element("b", value.length > 11 ? { class: "long" } : {}, value), element("small", {}, more));

// A field with its label.
export function field(label, input, kind = "") {
  return element("label", { class: ("field " + kind).trim() }, element("span", {}, label), input);
}

// A message about an error, with its hints.
export function failure(error) {
  return element("div", { class: "note bad" }, element("p", {}, element("b", {}, error.message)), ...hintList(error.hints));
}

export function hintList(hints) {
  return hints?.length ? [element("ul", { class: "hints" }, ...hints.map((h) => element("li", {}, h)))] : [];
}

const grouped = new Intl.NumberFormat("en"); // toLocaleString takes many times as long
export const number = (n) => grouped.format(n);
export const counted = (n, one, many = one + "s") => number(n) + " " + (n === 1 ? one : many);

// Percentages, times and sizes as jprof prints them: a test holds percent to report.Ratio, lasting to words.Duration, and
// sized to words.Bytes. 100 % means all, and 0 % none.
export function percent(covered, total) {
  if (!total) return "–";
  if (covered === total) return "100 %";
  if (!covered) return "0 %";
  return (Math.min(999, Math.max(1, Math.floor((covered * 2000 + total) / (total * 2)))) / 10).toFixed(1) + " %";
}

// A rate per second.
export const perSecond = (rate) => (rate < 10 && rate % 1 ? rate.toFixed(1) : number(Math.round(rate))) + "/s";

// Seconds in words.
export function lasting(seconds) {
  if (seconds < 10) return Math.max(0, seconds).toFixed(1) + " s";
  const s = Math.round(seconds);
  if (s < 60) return s + " s";
  if (s < 3600) return Math.floor(s / 60) + " min " + (s % 60) + " s";
  return Math.floor(s / 3600) + " h " + Math.floor((s % 3600) / 60) + " min";
}

// A size in words.
export function sized(bytes) {
  if (bytes < 1000) return counted(bytes, "byte");
  let [value, unit] = [bytes / 1000, "kB"];
  for (const next of ["MB", "GB", "TB"]) if (value >= 999.5) [value, unit] = [value / 1000, next];
  return value.toFixed(value < 9.95 ? 1 : 0) + " " + unit;
}

export const between = (start, end) => (new Date(end) - new Date(start)) / 1000;

// A time in UTC, as in reports and in IDs of runs. What is no time stays as it is.
export function utc(text) {
  const time = new Date(text);
  return isNaN(time) ? text : time.toISOString().slice(0, 16).replace("T", " ") + " UTC";
}

// A time as an element, with the local time as its title.
export const when = (text) => element("time", { datetime: text, title: new Date(text).toString() }, utc(text));

// Copies a text, and says so on the button.
export function copyButton(text, label = "Copy") {
  const b = button(label, async () => {
    try {
      await navigator.clipboard.writeText(text());
      b.textContent = "Copied";
    } catch {
      b.textContent = "Not allowed by the browser";
    }
    setTimeout(() => (b.textContent = label), 2000);
  });
  b.setAttribute("aria-live", "polite");
  return b;
}

// Asks before something is lost.
export function confirmed(question, act, keep = "Keep") {
  return new Promise((resolve) => {
    const dialog = element("dialog", { "aria-label": question }, element("p", {}, question));
    const close = (answer) => {
      dialog.remove();
      resolve(answer);
    };
    const no = button(keep, () => close(false));
    dialog.append(element("p", { class: "actions" }, button(act, () => close(true), "danger"), no));
    dialog.addEventListener("cancel", () => close(false));
    document.body.append(dialog);
    dialog.showModal();
    no.focus();
  });
}
