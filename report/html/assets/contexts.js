// The calling context tree of a page: reads the scripts that report/contexts/flame has cut, and loads more of them when asked. contexts/head.js calls
// jprofHead, contexts/N.js calls jprofChunk. See report/contexts/flame/doc.go for the text. flame.js and contexttree.js show the tree.
"use strict";

const jprofTrees = []; // the trees of the page: that of all test steps, and one of each

class ContextTree {
  constructor(head, folder) {
    Object.assign(this, head); // see flameHead in flame.go
    this.compares = head.columns > head.metrics.length; // two runs: all metrics before, then all after
    this.folder = folder;
    this.side = 0; // the side of a comparison that is drawn: 1 before, 2 after, 0 both
    this.readNames(head.names);
    this.count = 0; // records so far; record 0 is all threads together
    this.version = 0; // changes with each chunk
    const n = head.records + 1;
    this.parent = new Int32Array(n);
    this.method = new Int32Array(n);
    this.child = new Int32Array(n); // the first one; 0 for none
    this.next = new Int32Array(n); // of the same caller; 0 for none
    this.line = head.lines ? new Int32Array(n) : null;
    this.madeAt = new Int32Array(n); // in this.made, 0 for nothing
    this.made = [0];
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
      depth += 1 - (head >>> 3);
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
        this.method[node] = number();
        if (head & 4) this.line[node] = number();
      }
      const has = number();
      for (let m = 0; m < columns; m++) {
        if (has & (1 << m)) self[m][node] = total[m][node] = number();
      }
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

function jprofHead(view, head) {
  jprofTrees[view] = new ContextTree(head, "contexts/" + (view ? view + "-" : ""));
}

function jprofChunk(view, chunk, groups) {
  jprofTrees[view].add(chunk, groups);
}

// Contexts that are shown together: a cell of the flame graph, a row of the tree. Those of all callees of one method below the caller
// (up is false), or of all callers of one method above the callee (up is true). A rest has those that are too few to be shown.
class ContextItem {
  // at are the nodes. With up, of[i] is the node whose own numbers are those of at[i], and weigh selects the numbers.
  constructor(tree, caller, method, at, up, of) {
    Object.assign(this, { tree, caller, method, at, up: up || null, of: of || at });
    this.sums = [];
    this.level = caller ? caller.level + 1 : 0;
  }

  // Returns the shown number of a column: the inclusive one; with up, that of the methods where the contexts end.
  value(m) {
    if (this.sums[m] === undefined) {
      const numbers = (this.up || this.tree.total)[m];
      let sum = 0;
      for (const node of this.of) sum += numbers[node];
      this.sums[m] = sum;
    }
    return this.sums[m];
  }

  // A mark in front of inclusive numbers that lack what calls beyond the limit of contexts did.
  get mark() {
    return this.tree.beyond && this.method !== ContextTree.ALL && (!this.up || this.up === this.tree.total) ? "≥" : "";
  }

  // Returns the number behind the width of a cell: of two runs that of both together, or that of the chosen one.
  width(m) {
    const { compares, side, metrics } = this.tree;
    if (!compares || side === 1) return this.value(m);
    const after = this.value(m + metrics.length);
    return side === 2 ? after : this.value(m) + after;
  }

  // The exclusive numbers of the nodes, those of other columns than the shown one as well.
  own(m) {
    let sum = 0;
    if (!this.isRest) for (const node of this.of) sum += this.tree.self[m][node];
    return sum;
  }

  get isRest() {
    return this.method === ContextTree.REST;
  }

  // Returns the number of its contexts; of a rest with all below them.
  get contexts() {
    if (!this.isRest) return this.of.length;
    const { hidden, roots } = this.tree;
    let sum = 0;
    for (const node of this.of) {
      for (const root of roots.get(node) || [node]) this.tree.walk(root, (n) => void (sum += hidden.has(n) ? hidden.get(n).contexts : 1));
    }
    return sum;
  }

  // The chunks that are to be loaded before all of its contexts are known.
  chunks() {
    const set = new Set();
    for (const node of this.at) {
      const hidden = this.tree.hidden.get(node);
      if (hidden && hidden.chunk) set.add(hidden.chunk);
    }
    return set;
  }

  // The items below, by method.
  groups() {
    if (this.known === this.tree.version) return this.byMethod;
    this.known = this.tree.version;
    const { tree } = this;
    const byMethod = (this.byMethod = new Map());
    const add = (node, of) => {
      const method = tree.method[node];
      const item = byMethod.get(method);
      if (!item) {
        byMethod.set(method, new ContextItem(tree, this, method, [node], this.up, this.up ? [of] : null));
        return;
      }
      item.at.push(node);
      if (this.up) item.of.push(of);
    };
    this.at.forEach((node, i) => {
      if (this.isRest && tree.roots.has(node)) tree.roots.get(node).forEach((root) => add(root, root));
      else if (this.isRest) add(node, this.of[i]);
      else if (this.up) {
        if (tree.parent[node]) add(tree.parent[node], this.of[i]);
      } else for (let c = tree.child[node]; c; c = tree.next[c]) add(c, c);
    });
    return byMethod;
  }

  // The items below with at least that much in column m, by name, and a rest of the others.
  below(m, least) {
    const shown = [];
    const others = [];
    for (const item of this.groups().values()) {
      const value = item.width(m);
      if (!item.isRest && value >= least && value > 0) shown.push(item);
      else if (value > 0 || item.isRest) others.push(item);
    }
    return this.split(shown, others);
  }

  // The largest items below, by name, and a rest of the others.
  largest(m, count) {
    const items = Array.from(this.groups().values()).filter((item) => item.width(m) > 0 || item.isRest);
    items.sort((a, b) => Number(a.isRest) - Number(b.isRest) || b.width(m) - a.width(m) || a.method - b.method);
    const n = items.findIndex((item, i) => item.isRest || i === count);
    return this.split(n < 0 ? items : items.slice(0, n), n < 0 ? [] : items.slice(n));
  }

  split(shown, others) {
    shown.sort((a, b) => a.method - b.method);
    if (!others.length) return { shown, rest: null };
    const at = [];
    const of = [];
    for (const item of others) {
      for (const node of item.at) at.push(node);
      if (this.up) for (const node of item.of) of.push(node);
    }
    return { shown, rest: new ContextItem(this.tree, this, ContextTree.REST, at, this.up, this.up ? of : null) };
  }
}

// The contexts of all threads (root is 0) or of one, from callers to callees.
function allCallees(tree, root) {
  return new ContextItem(tree, null, tree.method[root], [root]);
}

// All methods below a root by their own numbers, each with its callers: all contexts must be loaded.
function allCallers(tree, root) {
  const top = new ContextItem(tree, null, tree.method[root], [root], tree.self, []);
  top.groups = function () {
    if (this.known === tree.version) return this.byMethod;
    this.known = tree.version;
    this.byMethod = new Map();
    tree.walk(root, (node) => {
      if (node === root) return false;
      const method = tree.method[node];
      if (method >= tree.names.length) return false; // a thread
      const item = this.byMethod.get(method);
      if (item) item.at.push(node);
      else this.byMethod.set(method, new ContextItem(tree, this, method, [node], tree.self, null));
      return false;
    });
    for (const item of this.byMethod.values()) item.of = item.at.slice();
    return this.byMethod;
  };
  top.value = (m) => tree.total[m][root];
  top.own = () => 0;
  return top;
}

// A method below a root with all that it calls (up is false), or all that calls it, by its inclusive numbers. Recursive calls are in those of
// the first one. All contexts must be loaded.
function methodItem(tree, root, method, up) {
  const at = [];
  tree.walk(root, (node) => {
    if (tree.same[tree.method[node]] !== method) return false;
    at.push(node);
    return true;
  });
  return new ContextItem(tree, null, method, at, up ? tree.total : null, up ? at.slice() : null);
}
