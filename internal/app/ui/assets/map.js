// The map of the code, coloured while counts change. The server lays it out, as that of reports: see html.NewCodeMap.
import { drawn, element, number, percent } from "./dom.js";
import { cover, heat } from "./source.js";

const covers = ["0 %", "< 50 %", "< 75 %", "< 90 %", "< 100 %", "100 %"];

export class CodeMap {
  #cells = [];
  #at = new Map(); // the cell of a path

  // address is called with the path of a file.
  constructor(address) {
    this.address = address;
    this.svg = drawn("svg", { class: "tm", "aria-hidden": "true" });
    this.svg.addEventListener("pointerover", (event) => this.#say(event.target.closest("a")));
    const choice = (text, kind, checked) => {
      const input = element("input", { type: "radio", name: "colour", class: kind, ...(checked && { checked: "" }) });
      return element("label", {}, input, " " + text);
    };
    const swatch = (kind) => drawn("svg", { class: "sw " + kind, viewBox: "0 0 10 10", "aria-hidden": "true" }, drawn("rect", { width: 10, height: 10 }));
    this.element = element("section", { class: "map", "aria-label": "Map of the code" },
      element("div", { class: "maphead" }, element("h2", {}, "Map of the code"),
        element("fieldset", {}, element("legend", {}, "Colour"), " ", choice("coverage", "bycover", true), " ", choice("heat", "byheat")),
        element("p", { class: "key key-cover" }, "regions executed:", ...covers.flatMap((text, i) => [" ", element("span", {}, swatch("c" + i), " " + text)])),
        element("p", { class: "key key-heat" }, "executions, logarithmic: ", swatch("w0"), " none ",
          ...["w1", "w4", "w7", "w10"].map(swatch), " most"),
        element("p", { class: "hint" }, "Area = regions of code. The table of files has the same numbers.")), this.svg);
    this.element.hidden = true;
  }

  // Shows a layout.
  lay({ width, height, groups, cells }) {
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const box = (b) => drawn("rect", { x: b.x, y: b.y, width: b.w, height: b.h });
    const frames = groups.map((g) => drawn("a", { class: "g" + (g.outer ? " outer" : "") }, drawn("title", {}, g.name), box(g),
      ...(g.label ? [drawn("text", { x: g.labelX, y: g.labelY }, g.label)] : [])));
    this.#cells = cells.map((c) => {
      const title = drawn("title", {});
      const share = c.percent ? drawn("text", { x: c.labelX, y: c.secondY }) : null;
      const link = drawn("a", { tabindex: "-1", ...(c.paths.length === 1 && { href: this.address(c.paths[0]) }) }, title, box(c),
        ...(c.label ? [drawn("text", { x: c.labelX, y: c.labelY }, c.label)] : []), ...(share ? [share] : []));
      return { ...c, link, title, share, executions: 0, covered: 0, regions: 0 };
    });
    this.#at = new Map(this.#cells.flatMap((c) => c.paths.map((p) => [p, c])));
    this.svg.replaceChildren(...frames, ...this.#cells.map((c) => c.link));
    this.element.hidden = !cells.length;
  }

  // Hides the map until it has another layout.
  clear() {
    this.lay({ width: 0, height: 0, groups: [], cells: [] });
  }

  // Reports whether all files of a list are on the map.
  has(paths) {
    return paths.every((p) => this.#at.has(p));
  }

  // Colours the map. files is a Map from paths to { executions, covered, regions }, of which those of paths have changed.
  colour(files, paths) {
    for (const c of new Set(paths.map((p) => this.#at.get(p)).filter(Boolean))) {
      const list = c.paths.map((p) => files.get(p)).filter(Boolean);
      c.executions = list.reduce((m, f) => Math.max(m, f.executions), 0); // as in reports, where small ones share a cell
      c.covered = list.reduce((n, f) => n + f.covered, 0);
      c.regions = list.reduce((n, f) => n + f.regions, 0);
      const share = percent(c.covered, c.regions);
      if (c.share && c.share.textContent !== share) c.share.textContent = share;
    }
    const most = this.#cells.reduce((m, c) => Math.max(m, c.executions), 0);
    for (const c of this.#cells) {
      const kind = "c" + cover(c.covered, c.regions) + " w" + heat(c.executions, most);
      if (c.kind !== kind) c.link.setAttribute("class", (c.kind = kind));
    }
  }

  // Describes a cell when the pointer is over it.
  #say(link) {
    const c = this.#cells.find((c) => c.link === link);
    if (c)
      c.title.textContent = `${c.name}: ${number(c.covered)} of ${number(c.regions)} regions executed ` +
        `(${percent(c.covered, c.regions)}), ${number(c.executions)} statement executions`;
  }
}
