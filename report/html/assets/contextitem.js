// Contexts that are shown together, for flame.js and contexttree.js.
"use strict";

// Contexts that are shown together: a cell of the flame graph, a row of the tree. Those of all callees of one method below the caller
// (up is false), or of all callers of one method above the callee (up is true). A rest has those that are too few to be shown.
class ContextItem {
  // at are the nodes. With up, of[i] is the node whose own numbers are those of at[i], and up has these numbers. fold is the name of what is
  // folded into the item, "" for nothing: at are then the nodes next to the caller.
  constructor(tree, caller, method, at, up, of, fold) {
    Object.assign(this, { tree, caller, method, at, up: up || null, of: of || at, fold: fold || "" });
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
    if (!this.isRest) for (const node of this.nodes) sum += this.tree.self[m][node];
    return sum;
  }

  // Returns the nodes with the exclusive numbers: of a fold all that are folded.
  get nodes() {
    return this.fold && !this.up ? this.folded.nodes : this.of;
  }

  // Returns what a fold holds: all nodes, and the packages on the ways to other items.
  get folded() {
    this.groups();
    return this.inFold;
  }

  // Returns the name of the item, as long as it needs to be.
  get title() {
    if (!this.fold) return this.tree.title(this.method);
    if (this.tree.folds === "packages") return "package " + this.fold;
    const { packages } = this.folded;
    const names = Array.from(packages);
    const rest = names.length - 4;
    return "frameworks: " + names.slice(0, 4).join(", ") + (rest > 0 ? " and " + rest + " more" : "");
  }

  // Returns the same as short as possible: Class.method.
  get label() {
    if (!this.fold) return this.tree.label(this.method);
    return "⋮ " + (this.tree.folds === "packages" ? this.fold : this.title);
  }

  get isRest() {
    return this.method === ContextTree.REST;
  }

  // Returns the number of its contexts; of a rest with all below them.
  get contexts() {
    if (!this.isRest) return this.nodes.length;
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

  // The items below, by method or by what is folded.
  groups() {
    if (this.known === this.tree.version + this.tree.folds) return this.byMethod;
    this.known = this.tree.version + this.tree.folds;
    const { tree } = this;
    const byMethod = (this.byMethod = new Map());
    const add = (node, of) => {
      const fold = tree.foldOf(node);
      const key = fold || tree.method[node];
      const item = byMethod.get(key);
      if (!item) {
        byMethod.set(key, new ContextItem(tree, this, fold ? ContextTree.FOLD : key, [node], this.up, this.up ? [of] : null, fold));
        return;
      }
      item.at.push(node);
      if (this.up) item.of.push(of);
    };
    if (this.fold) this.unfold(add);
    else this.at.forEach((node, i) => this.next(node, this.of[i], add));
    return byMethod;
  }

  // Passes on the nodes next to one of the item, with the node that has the numbers.
  next(node, of, take) {
    const { tree } = this;
    if (this.isRest && tree.roots.has(node)) tree.roots.get(node).forEach((root) => take(root, root));
    else if (this.isRest) take(node, of);
    else if (this.up) {
      if (tree.parent[node]) take(tree.parent[node], of);
    } else for (let c = tree.child[node]; c; c = tree.next[c]) take(c, c);
  }

  // Passes on the nodes next to all that is folded, and notes what that is.
  unfold(take) {
    const { tree, fold } = this;
    const nodes = [], leading = new Set(); // leading: those on the ways to something else
    for (let row = this.at.map((node, i) => [node, this.of[i]]); row.length; ) {
      const deeper = [];
      for (const [node, of] of row) {
        nodes.push(node);
        this.next(node, of, (n, o) => {
          if (tree.foldOf(n) === fold) {
            deeper.push([n, o]);
            return;
          }
          for (let on = node; tree.foldOf(on) === fold && !leading.has(on); on = tree.parent[on]) leading.add(on);
          take(n, o);
        });
      }
      row = deeper;
    }
    const shown = this.up || !leading.size ? nodes : leading;
    const packages = new Set(Array.from(shown, (node) => tree.packages[tree.method[node]].split(".").slice(0, 3).filter(Boolean).join(".")));
    this.inFold = { nodes, packages };
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
    shown.sort((a, b) => a.method - b.method || (a.fold < b.fold ? -1 : 1));
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
    if (this.known === tree.version + tree.folds) return this.byMethod;
    this.known = tree.version + tree.folds;
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
