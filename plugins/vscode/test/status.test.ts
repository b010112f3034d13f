import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FileCounts, Status } from '../src/protocol';
import { describe } from '../src/status';

const status: Status = {
  run: { id: 'a', label: 'base', command: 'jprof mvn verify', started: '', result: 'passed', byTest: true,
    lines: [8826, 9786] },
  live: false, message: '',
};
const counts: FileCounts = {
  run: 'a', live: false, note: '', methods: [],
  lines: [{ line: 9, count: 50353, state: 'partly', outcomes: ['T 50,353 / F 0'] },
    { line: 10, count: 0, state: 'notExecuted' }],
};

test('the item has the line and the file, and says them in words', () => {
  const { text, label, tooltip } = describe(counts, status, 9, false);
  assert.equal(text, '$(flame) 50,353×  50 %');
  assert.equal(label, 'jprof: line 10 partly executed 50,353 times; 50 % of 2 lines of this file executed');
  assert.match(tooltip, /Line 10: partly executed 50,353 times\n\nT 50,353 \/ F 0\n\n50 % of 2 lines/);
  assert.match(tooltip, /Run: base · jprof mvn verify · passed[^]*Project: 90.2 % of lines executed/);
});

test('short numbers are exact in words', () => {
  const { text, tooltip } = describe(counts, status, 9, true);
  assert.equal(text, '$(flame) 50.3k×  50 %');
  assert.match(tooltip, /50,353 times/);
});

test('a line without a count shows the file only; live counts spin', () => {
  const { text, label } = describe({ ...counts, live: true }, status, 3, false);
  assert.equal(text, '$(sync~spin) 50 %');
  assert.match(label, /line 4 no count; .*, counts are live$/);
});

test('without counts the item says why', () => {
  assert.equal(describe({ ...counts, lines: [], note: 'excluded' }, status, 0, false).label, 'jprof: excluded');
  const none = describe(undefined, { run: null, live: false, message: 'no run yet' }, 0, false);
  assert.deepEqual([none.text, none.tooltip], ['$(flame) no run', 'no run yet']);
});
