// A source file, with counts beside its lines where they are known.
import { element, number } from "./dom.js";

const perList = 250; // lines that a browser lays out together

// Heat of a count on a logarithmic scale, 0 to 10: that of reports, level in report/html.
export function heat(count, most) {
  if (!(count > 0 && most > 0)) return 0;
  return Math.floor((Math.max(1, Math.round((100 * Math.log1p(count)) / Math.log1p(most))) + 10) / 11);
}

// The colour of a ratio, 0 to 5: that of reports, coverLevel in report/html.
export function cover(covered, total) {
  if (!covered) return 0;
  return covered === total ? 5 : 1 + [50, 75, 90].filter((percent) => covered * 100 >= total * percent).length;
}

// SourceView shows lines, and later their counts again and again.
export class SourceView {
  constructor(lines, label) {
    const lists = [];
    this.items = lines.map((text, i) => {
      if (i % perList === 0) lists.push(element("ol", { start: String(i + 1) }));
      // The number is an attribute: browsers that lay out only some of the items may count others twice.
      const item = element("li", { class: "d", id: "L" + (i + 1), "data-n": String(i + 1) }, text + "\n");
      lists.at(-1).append(item);
      return item;
    });
    this.element = element("div", { class: "code source" + (lists.length > 1 ? " big" : ""), role: "group", tabindex: "0", "aria-label": label }, ...lists);
    this.keyOfBranches = element("span", { hidden: "" }, element("u", { class: "p" }, "some outcomes ◐"), " ",
      element("u", { class: "n" }, "no outcome ✗"), " · T: true, F: false");
    this.key = element("p", { class: "legend", "aria-label": "Legend" },
      element("span", { class: "bc" }, "executed"), element("span", { class: "bu" }, "not executed ✗"),
      this.keyOfBranches,
      element("span", { class: "hint" }, "The number before a line says how often it was executed. The colour at the edge compares lines."));
    this.#keep();
  }

  // Keeps the marked line in sight when the box gets another size: a browser goes to the first line where all lines fit.
  #keep() {
    let size = "";
    let seen = false;
    const box = this.element;
    const now = () => box.clientWidth + " " + box.clientHeight;
    const inSight = () => {
      const [outer, line] = [box, this.marked].map((e) => e.getBoundingClientRect());
      return line.bottom > outer.top && line.top < outer.bottom;
    };
    box.addEventListener("scroll", () => {
      if (this.marked && now() === size) seen = inSight();
    });
    new ResizeObserver(() => {
      size = now();
      if (this.marked && seen && !inSight()) this.#center();
      else if (this.marked) seen = inSight();
    }).observe(box);
  }

  // Brings the marked line to the middle of the box. The page stays where it is.
  #center() {
    const [outer, line] = [this.element, this.marked].map((e) => e.getBoundingClientRect());
    this.element.scrollTop += (line.top + line.bottom - outer.top - outer.bottom) / 2;
  }

  // Shows counts: for each line a number, or null where it has none. Branches are {line, covered, total, texts}: lines on
  // which an outcome is missing get a mark, and the outcomes after the code.
  counts(list, branches = []) {
    const missing = new Map(branches.filter((b) => b.covered < b.total).map((b) => [b.line, b]));
    this.keyOfBranches.hidden = !missing.size;
    const most = Math.max(1, ...list.map((c) => c ?? 0));
    const widest = number(most).length + 2;
    this.element.classList.toggle("n12", widest > 8 && widest <= 12);
    this.element.classList.toggle("n20", widest > 12);
    this.items.forEach((item, i) => {
      const count = list[i] ?? null;
      item.querySelector(".outcomes")?.remove();
      const before = item.firstElementChild;
      const lacks = count === 0 ? null : missing.get(i + 1); // code that was not executed needs no more
      const mark = !lacks ? "" : lacks.covered || count ? " half" : " none";
      item.className = (count === null ? "d" : count ? "h" + heat(count, most) + " bc" : "no") + mark;
      if (lacks)
        item.append(element("span", { class: "outcomes", title: lacks.covered + " of " + lacks.total + " branches" }, lacks.texts.join(" · ")));
      before?.firstChild.classList.toggle("z", !count);
      if (count === null) before?.remove();
      else if (!before) item.prepend(element("em", {}, element("b", count ? {} : { class: "z" }, number(count))));
      else if (before.textContent !== number(count)) before.firstChild.textContent = number(count);
    });
  }

  // Shows a line.
  goto(line) {
    const item = this.items[line - 1];
    if (!item) return;
    this.items.forEach((i) => i.removeAttribute("aria-current"));
    item.setAttribute("aria-current", "true");
    this.marked = item;
    this.#center(); // the page stays where it is, unless the line is outside
    const { top, bottom } = item.getBoundingClientRect();
    if (top < 0 || bottom > window.innerHeight) item.scrollIntoView({ block: "center" });
  }
}
