// The output of a build as it is meant for a terminal: colours, carriage returns, and links to files.
import { element } from "./dom.js";

// Control sequences of terminals. All but colours and styles are dropped: moves of the cursor, titles, links.
const escapes = /\x1b\[([0-9;:]*)([@-~])|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[()][0-9A-B]|\x1b[=>78cDEHMNOZ]/g; // eslint-disable-line no-control-regex
const unfinished = /\x1b(?:\[[0-9;:]*|\][^\x07\x1b]{0,200}|[()])?$/;

// Texts that are no places of the project: addresses, and frames of the JDK.
const elsewhere = /\b(?!file:)[a-z][a-z\d+.-]+:\/\/\S+|at (?:(?:java|jdk)\.[\w.]+(?:@[\w.+-]+)?\/|(?:javax?|jdk|sun|com\.sun)\.)[^()]*\([^()]*\)/gi;

// Places as compilers, stack traces and build tools name them: a path with a line, or a class with a file and a line.
const inFrame = /at (?:[\w.$@/-]+\/)?((?:[\w$]+\.)*)[\w$]+\.[\w$<>]+\(([\w$]+\.java):(\d+)\)/;
const inMessage = /(?:file:\/\/)?((?:\b[A-Za-z]:)?[\w.@~+/\\-]+\.(?:java|kt|groovy|xml|gradle|kts|yaml|properties))(?!\w|\.\w)(?::\[(\d+),\d+\]|:(\d+))?/;
const places = new RegExp(inFrame.source + "|" + inMessage.source, "g");

// A Style holds the colours and the font of a text.
export class Style {
  colour = null;
  ground = null;
  bold = false;
  dim = false;
  italic = false;
  under = false;
  reverse = false;

  // apply reads the numbers of a sequence that ends with m.
  apply(text) {
    const n = text.split(/[;:]/).map(Number);
    for (let i = 0; i < n.length; i++) {
      const c = n[i];
      if (c === 0) Object.assign(this, new Style());
      else if (c === 1) this.bold = true;
      else if (c === 2) this.dim = true;
      else if (c === 3) this.italic = true;
      else if (c === 4) this.under = true;
      else if (c === 7) this.reverse = true;
      else if (c === 22) this.bold = this.dim = false;
      else if (c === 23) this.italic = false;
      else if (c === 24) this.under = false;
      else if (c === 27) this.reverse = false;
      else if (c >= 30 && c <= 37) this.colour = c - 30;
      else if (c === 39) this.colour = null;
      else if (c >= 40 && c <= 47) this.ground = c - 40;
      else if (c === 49) this.ground = null;
      else if (c >= 90 && c <= 97) this.colour = c - 82;
      else if (c >= 100 && c <= 107) this.ground = c - 92;
      else if (c === 38 || c === 48) {
        const skipped = n[i + 1] === 5 ? 2 : 4; // of 256 colours only the first 16 are known, as they have a theme
        const value = n[i + 1] === 5 && n[i + 2] < 16 ? n[i + 2] : null;
        if (c === 38) this.colour = value;
        else this.ground = value;
        i += skipped;
      }
    }
  }

  // The classes of an element with this style, "" for none.
  classes() {
    const list = [];
    if (this.colour !== null) list.push("fg" + this.colour);
    if (this.ground !== null) list.push("bg" + this.ground);
    for (const name of ["bold", "dim", "italic", "under", "reverse"]) if (this[name]) list.push(name);
    return list.join(" ");
  }
}

// Lines makes lines of output that comes in pieces. show is called with the nodes of a line, its plain text, and whether
// it is complete; the last one is shown again until it is.
export class Lines {
  #style = new Style();
  #rest = ""; // the beginning of a sequence
  #pieces = []; // of the line: text and classes

  constructor(address, show) {
    this.address = address;
    this.show = show;
  }

  add(text) {
    text = this.#rest + text;
    this.#rest = text.match(unfinished)?.[0] ?? (text.endsWith("\r") ? "\r" : "");
    text = text.slice(0, text.length - this.#rest.length);
    let at = 0;
    for (const found of text.matchAll(escapes)) {
      this.#write(text.slice(at, found.index));
      at = found.index + found[0].length;
      if (found[2] === "m") this.#style.apply(found[1]);
      else if (found[2] === "K" && found[1] === "2") this.#pieces = [];
    }
    this.#write(text.slice(at));
    if (this.#pieces.length) this.#flush(false);
  }

  // The output has ended.
  end() {
    if (this.#pieces.length) this.#flush(true);
  }

  #write(text) {
    for (const part of text.split(/(\r?\n|\r)/)) {
      if (part === "\n" || part === "\r\n") this.#flush(true);
      else if (part === "\r") this.#pieces = []; // the line is written again
      else if (part) this.#pieces.push([part, this.#style.classes()]);
    }
  }

  #flush(complete) {
    const text = this.#pieces.map((p) => p[0]).join("");
    this.show(styled(this.#pieces, linksIn(text, this.address)), text, complete);
    if (complete) this.#pieces = [];
  }
}

// The names of files in a text: start, end, address.
function linksIn(text, address) {
  const links = [];
  if (text.length > 4000) return links;
  const named = text.replace(elsewhere, (m) => " ".repeat(m.length));
  for (const m of named.matchAll(places)) {
    const [all, packages, file, line, path, line2, line3] = m;
    if (file) {
      const name = file + ":" + line;
      const start = m.index + all.length - name.length - 1;
      links.push([start, start + name.length, address(packages.replaceAll(".", "/") + file, line)]);
    } else if (line2 || line3 || /[/\\]/.test(path)) {
      links.push([m.index, m.index + all.length, address(path.replace(/^\/{3}/, "/"), line2 || line3 || "")]);
    }
  }
  return links;
}

// Nodes of pieces, in which parts are links. A link may go across pieces: it is cut where the style changes.
function styled(pieces, links) {
  const nodes = [];
  let at = 0;
  const put = (text, classes, href) => {
    if (!text) return;
    let node = classes ? element("span", { class: classes }, text) : text;
    if (href) node = element("a", { href }, node);
    nodes.push(node);
  };
  for (const [text, classes] of pieces) {
    let from = 0;
    for (const [start, end, href] of links) {
      if (end <= at || start >= at + text.length) continue;
      const first = Math.max(start - at, from), after = Math.min(end - at, text.length);
      put(text.slice(from, first), classes);
      put(text.slice(first, after), classes, href);
      from = after;
    }
    put(text.slice(from), classes);
    at += text.length;
  }
  return nodes;
}
