// The data of the tests of a run for pages: names, numbers and pages of all, loaded when they are needed. See testdata.go for the form of lines.
"use strict";

const jprofTests = (() => {
  const inChunk = 1000;
  const statuses = ["passed", "failed", "aborted", "skipped", "unfinished"];
  const kinds = { t: "test", u: "set-up", o: "outside", m: "several" };
  const chunks = new Map(); // number of a chunk -> promise
  const tests = []; // by number: the line, and what precedes it; get reads it
  let total = 0;

  const chunk = (i) => {
    if (!chunks.has(i)) chunks.set(i, loadScript("tests/" + i + ".js"));
    return chunks.get(i);
  };

  function read(n) {
    const [line, step, class_, page] = tests[n];
    const [text, seconds, executions, regions, only, status, attempt, back, alike] = line.split("\t");
    const kind = kinds[text[0]];
    const method = text.slice(1);
    return {
      n, kind, step, class: class_, method, seconds: Number(seconds), executions: Number(executions || 0), regions: Number(regions || 0),
      only: Number(only || 0), status: statuses[Number(status || 0)], attempt: Number(attempt || 0) + 1, group: n - Number(back || 0),
      alike: Number(alike || 0), href: "tests/" + page + ".html#t" + n,
      name: { test: class_ + "#" + method, "set-up": "set-up of " + class_, outside: "outside of tests", several: "several tests at once" }[kind],
    };
  }

  return {
    // Returns the number of tests, known once a chunk is loaded.
    get length() {
      return total;
    },

    // Loads what get needs for these tests, or for all. It fails with a message for users.
    async load(numbers) {
      if (numbers) {
        await Promise.all(Array.from(new Set(numbers.map((n) => Math.floor(n / inChunk))), chunk));
        return;
      }
      await chunk(0);
      await Promise.all(Array.from({ length: Math.ceil(total / inChunk) }, (_, i) => chunk(i)));
    },

    // A test that has been loaded.
    get(n) {
      if (Array.isArray(tests[n])) tests[n] = read(n);
      return tests[n];
    },

    // Scripts with data call it.
    add(first, all, text) {
      total = all;
      let [step, class_, page] = ["", "", ""];
      let n = first;
      for (const line of text.split("\n")) {
        if (line[0] === "s") step = line.slice(1);
        else if (line[0] === "c") {
          [class_, page] = line.slice(1).split("\t");
          page = page || class_;
        } else if (line) tests[n++] = [line, step, class_, page];
      }
    },
  };
})();
