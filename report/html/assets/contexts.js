// The calling context tree of a page: reads the scripts that report/contexts/flame has cut, and loads more of them when asked. contexts/head.js calls
// jprofHead, contexts/N.js calls jprofChunk. See report/contexts/flame/doc.go for the text.
// contextitem.js joins contexts for flame.js and contexttree.js, which show them.
"use strict";

const jprofTrees = []; // the trees of the page: that of all test steps, and one of each

class ContextTree {
  constructor(head, folder) {
    Object.assign(this, head); // see flameHead in flame.go
    this.compares = head.columns > head.metrics.length; // two runs: all metrics before, then all after
    this.folder = folder;
    this.side = 0; // the side of a comparison that is drawn: 1 before, 2 after, 0 both
    this.folds = ""; // "frameworks" or "packages" are folded, or nothing
    this.readNames(head.names);
    this.count = 0; // records so far; record 0 is all threads together
    this.version = 0; // changes with each chunk
    const n = head.records + 1;
    this.parent = new Int32Array(n);
    this.method = new Int32Array(n);
    this.child = new Int32Array(n); // the first one; 0 for none
    this.next = new Int32Array(n); // of the same caller; 0 for none
    this.line = head.lines ? new Int32Array(n) : null;
    this.inside = new Uint8Array(n); // 1 for contexts of the project, what these call, and calls beyond the limit
    this.madeAt = new Int32Array(n); // in this.made, 0 for nothing
    this.made = [0];
    this.lines = new Map(); // node -> lines of its own code, each [line, executions, bytecodes, exceptions]; not of all nodes
    this.hidden = new Map(); // rest -> { contexts, chunk, group }
    this.roots = new Map(); // rest that has been loaded -> its nodes
    this.waiting = new Map(); // "chunk group" -> rest
    this.texts = new Map(); // "chunk group" -> text of a group whose rest is not loaded yet
    this.loads = new Map(); // chunk -> promise
    this.self = Array.from({ length: head.columns }, () => new Float64Array(n));
    this.total = Array.from({ length: head.columns }, () => new Float64Array(n));
    this.method[0] = ContextTree.ALL;
    this.count = 1;
  }

  // A line for each class, "c" + kind + name + tab + page of its source + tab + binary name if it is another one, and for each of its
  // methods "m" + name + tab + line of the source; with "s" for "m", it is the method before, of another class file.
  readNames(text) {
    this.same = []; // the first method of that key: the method itself, but for those of several class files
    this.keys = []; // the names in addresses: those of methods, with the binary name of the class
    const first = new Map();
    this.again = new Set(); // methods with "s"
    this.names = []; // Class.method(parameters) of each method, without package
    this.packages = [];
    this.kinds = []; // 0 of the project, 1 of a library, 2 of the JDK
    this.pages = []; // "" for none
    let pkg = "", type = "", kind = 0, page = "", binary = "";
    text.split("\n").forEach((entry) => {
      const [name, place, other] = entry.slice(1).split("\t");
      if (entry[0] === "c") {
        kind = Number(name[0]);
        binary = other || name.slice(1);
        pkg = binary.slice(0, binary.lastIndexOf(".") + 1);
        type = name.slice(1 + pkg.length);
        page = place || "";
      } else if (entry[0] === "m" || entry[0] === "s") {
        const key = binary + "." + name;
        if (!first.has(key)) first.set(key, this.names.length);
        this.same.push(first.get(key));
        this.keys.push(key);
        if (entry[0] === "s") this.again.add(this.names.length);
        this.names.push(type + "." + name);
        this.packages.push(pkg);
        this.kinds.push(kind);
        this.pages.push(page && "source/" + page + (place ? "#L" + place : ""));
      }
    });
  }

  // Reports whether a record is a rest: sums of contexts that are not loaded, or not in this report.
  isRest(node) {
    return this.method[node] === ContextTree.REST;
  }

  add(chunk, groups) {
    groups.forEach((text, group) => {
      const key = chunk + " " + group;
      if (chunk === 0 || this.waiting.has(key)) this.read(text, chunk === 0 ? 0 : this.waiting.get(key));
      else this.texts.set(key, text);
    });
    this.version++;
  }

  // Reads a group, which takes the place of a rest; that of 0 is the first of all.
  read(text, rest) {
    const number = unpacker(text);
    const { self, total, parent, columns } = this;
    const base = parent[rest];
    const first = this.count;
    const path = [];
    const roots = [];
    const later = [];
    let depth = -1;
    while (number.left()) {
      const head = number();
      depth += 1 - (head >>> 4);
      const node = this.count++;
      const up = depth ? path[depth - 1] : base;
      path[depth] = node;
      parent[node] = up;
      this.next[node] = this.child[up];
      this.child[up] = node;
      if (!depth) roots.push(node);
      if (head & 2) {
        this.method[node] = ContextTree.REST;
        const hidden = { contexts: number(), chunk: number(), group: 0 };
        if (hidden.chunk) {
          hidden.group = number();
          later.push([hidden.chunk + " " + hidden.group, node]);
        }
        this.hidden.set(node, hidden);
      } else {
        const method = (this.method[node] = number());
        this.inside[node] = this.inside[up] || this.kinds[method] === 0 || this.threads[method - this.names.length] === "(beyond the limit)" ? 1 : 0;
        if (head & 4) this.line[node] = number();
      }
      const has = number();
      for (let m = 0; m < columns; m++) {
        if (has & (1 << m)) self[m][node] = total[m][node] = number();
      }
      if (head & 8) this.lines.set(node, Array.from({ length: number() }, () => [number(), number(), number(), number()]));
      if (head & 1) {
        const n = number();
        this.madeAt[node] = this.made.length;
        this.made.push(n);
        for (let i = 0; i < n; i++) {
          const type = number();
          this.made.push(type, number(), this.types[type].endsWith("[]") ? number() : 0);
        }
      }
    }
    for (let node = this.count - 1; node >= first; node--) {
      if (parent[node] < first && rest) continue; // its caller has the sums of the rest already
      for (let m = 0; m < columns; m++) total[m][parent[node]] += total[m][node];
    }
    if (rest) this.replace(rest, roots);
    for (const [key, node] of later) {
      const waits = this.texts.get(key);
      if (waits === undefined) {
        this.waiting.set(key, node);
      } else {
        this.texts.delete(key);
        this.read(waits, node);
      }
    }
  }

  // Takes a rest out of the callees of its caller.
  replace(rest, roots) {
    const up = this.parent[rest];
    let before = 0;
    for (let c = this.child[up]; c !== rest; c = this.next[c]) before = c;
    if (before) this.next[before] = this.next[rest];
    else this.child[up] = this.next[rest];
    this.roots.set(rest, roots);
    this.hidden.delete(rest);
  }

  // Loads a chunk.
  load(chunk) {
    if (!this.loads.has(chunk)) {
      this.loads.set(chunk, loadScript(this.folder + chunk + ".js"));
    }
    return this.loads.get(chunk);
  }

  // Loads all chunks that are missing, and tells progress which share is there.
  async loadAll(progress) {
    for (let chunk = 1; chunk < this.chunks; chunk++) {
      if (this.loads.has(chunk)) {
        await this.loads.get(chunk);
        continue;
      }
      progress(chunk / this.chunks);
      await this.load(chunk);
    }
  }

  // Reports whether all chunks are there.
  get complete() {
    return this.loads.size === this.chunks - 1;
  }

  // Passes on the allocations of a node: calls take(type, objects or arrays, elements).
  eachMade(node, take) {
    const at = this.madeAt[node];
    for (let i = 0, k = at + 1; at && i < this.made[at]; i++, k += 3) take(this.made[k], this.made[k + 1], this.made[k + 2]);
  }

  // Returns the bytes that a node has made of a type, and the number of objects of unknown size: as Layout.Of of report/contexts/cct.
  bytesOf(type, made, elements) {
    const size = this.sizes[type];
    if (!this.types[type].endsWith("[]")) return size ? [made * size, 0] : [0, made];
    return made ? [made * 8 * Math.ceil((16 + Math.ceil((elements * size) / made)) / 8), 0] : [0, 0];
  }

  // Calls visit for a node and all below it, until visit returns true: then what is below that node is left out.
  walk(from, visit) {
    const stack = [from];
    while (stack.length) {
      const node = stack.pop();
      if (visit(node)) continue;
      for (let c = this.child[node]; c; c = this.next[c]) stack.push(c);
    }
  }

  // Returns the name of what a context is folded into, "" for nothing: frameworks are all that is above the first method of the project.
  foldOf(node) {
    const method = this.method[node];
    if (!this.folds || method < 0 || method >= this.names.length) return "";
    if (this.folds === "packages") return this.kinds[method] && this.packages[method].slice(0, -1);
    return this.inside[node] ? "" : "frameworks";
  }

  // Reports whether trees have frameworks: a method of the project, and another.
  get hasFrameworks() {
    return this.kinds.includes(0) && this.kinds.some((kind) => kind > 0);
  }

  // Returns the name of a method, a thread or all of them.
  title(method) {
    if (method === ContextTree.ALL) return "all threads";
    if (method === ContextTree.REST) return "…";
    if (method >= this.names.length) return this.threads[method - this.names.length];
    return this.packages[method] + this.names[method];
  }

  // The same as short as possible: Class.method, and (bridge) where it is one.
  label(method) {
    if (method < 0 || method >= this.names.length) return this.title(method);
    return this.names[method].replace(/\([^)]*\)/, "");
  }

  // In words whose code a method is.
  kind(method) {
    if (method < 0) return "";
    return method >= this.names.length ? "thread" : ["project", "library", "JDK"][this.kinds[method]];
  }
}
ContextTree.ALL = -1;
ContextTree.REST = -2;
ContextTree.FOLD = -3;

function jprofHead(view, head) {
  jprofTrees[view] = new ContextTree(head, "contexts/" + (view ? view + "-" : ""));
}

function jprofChunk(view, chunk, groups) {
  jprofTrees[view].add(chunk, groups);
}
