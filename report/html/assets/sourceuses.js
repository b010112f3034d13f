// The tests of a source, as the page of the source reads them: see sourcetests.go for what the strings are.
"use strict";

// Reads the data of the tests of a source. Sums are lists of columns with their factors, and the number of tests that executed any of them.
class SourceTests {
  constructor(data) {
    this.exact = data.big ? BigInt : Number; // the type of counts
    this.more = data.more || 0;
    this.cases = Array.from(numbersIn(data.cases));
    const rows = this.readRows(data);
    let last = 0;
    this.tests = [];
    this.rows = new Map(); // by test
    let fresh = 0;
    const read = unpacker(data.tests);
    while (read.left()) {
      last += read();
      const row = read();
      this.tests.push(last);
      this.rows.set(last, rows[row ? row - 1 : fresh++]);
    }
    const others = Array.from(numbersIn(data.others));
    this.kinds = new Map(others.flatMap((n, i) => (i % 2 ? [] : [[n, others[i + 1]]])));
    this.regions = this.columns(data.regions);
    this.blocks = this.columns(data.blocks);
    this.counts = this.columns(data.counts);
    this.outcomes = this.columns(data.outcomes);
    this.invocations = this.columns(data.invocations); // of each method
    this.lines = new Map();
    const lines = this.sums(data.lines);
    for (let n = 0; lines.left(); ) {
      n += lines.number();
      this.lines.set(n, lines.next());
    }
    const methods = this.sums(data.methods);
    this.methods = [];
    while (methods.left()) this.methods.push(methods.next());
    this.file = this.sums(data.file).next();
  }

  readRows(data) {
    const read = data.big ? bigUnpacker(data.rows) : unpacker(data.rows);
    const rows = [];
    while (read.left()) {
      const row = new Map();
      let column = 0;
      let count = this.exact(1);
      for (let left = Number(read()); left > 0; left--) {
        const head = Number(read());
        column += Math.floor(head / 2);
        if (head % 2) count = this.exact(read());
        row.set(column, count);
      }
      rows.push(row);
    }
    return rows;
  }

  // A list of columns, undefined where nothing executed a part.
  columns(text) {
    let last = 0;
    return Array.from(numbersIn(text), (n) => (n ? (last += signed(n - 1)) : undefined));
  }

  // Reads sums.
  sums(text) {
    const number = unpacker(text);
    let column = 0;
    let last = null;
    const next = () => {
      const n = number();
      if (n === 0) return { of: [], cases: 0 };
      if (n === 2) return last;
      last = { of: [], cases: 0 };
      if (n === 1) {
        column += signed(number());
        last.of.push([column, 1]);
        last.cases = this.cases[column];
        return last;
      }
      for (let i = 2; i < n; i++) {
        column += signed(number());
        last.of.push([column, number()]);
      }
      last.cases = number();
      return last;
    };
    return { number, next, left: number.left };
  }

  // The sum of a single column.
  one(column) {
    return column === undefined ? { of: [], cases: 0 } : { of: [[column, 1]], cases: this.cases[column] };
  }

  // The count of a test, undefined if it executed nothing of the sum.
  count(test, sum) {
    const row = this.rows.get(test) || new Map();
    let count;
    for (const [column, times] of sum.of) {
      const n = row.get(column);
      if (n !== undefined) count = (count === undefined ? this.exact(0) : count) + n * this.exact(times);
    }
    return count;
  }

  // All that executed a sum: tests with the most executions first, then other owners of counts.
  uses(sum) {
    const uses = [];
    for (const test of this.tests) {
      const count = this.count(test, sum);
      if (count !== undefined) uses.push({ test, count, kind: this.kinds.get(test) || 0 });
    }
    return uses.sort((a, b) => a.kind - b.kind || (a.count < b.count ? 1 : a.count > b.count ? -1 : a.test - b.test));
  }
}

function* numbersIn(text) {
  const read = unpacker(text);
  while (read.left()) yield read();
}

// As unpacker, for numbers of any size.
function bigUnpacker(text) {
  let at = 0;
  const next = () => {
    let n = 0n;
    for (let shift = 0n; ; shift += 5n) {
      const d = unpacker.digits[text.charCodeAt(at++)];
      n += BigInt(d % 32) << shift;
      if (d < 32) return n;
    }
  };
  next.left = () => at < text.length;
  return next;
}
