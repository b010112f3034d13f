import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestItem } from 'vscode';
import { details, fileCoverage } from '../src/mapping';

const at = (line: number) => ({ start: { line, character: 4 }, end: { line, character: 9 } });
const tests = ['a', 'b', 'c'].map((id) => ({ id }) as TestItem);

test('totals of a file, and the tests that executed it', () => {
  const mapped = fileCoverage(
    { uri: 'file:///p/A.java', lines: [3, 4], branches: [0, 0], methods: [1, 2], tests: [2, 0] }, tests);
  assert.equal(mapped.uri.toString(), 'file:///p/A.java');
  assert.deepEqual({ ...mapped.statementCoverage }, { covered: 3, total: 4 });
  assert.equal(mapped.branchCoverage, undefined);
  assert.deepEqual({ ...mapped.declarationCoverage }, { covered: 1, total: 2 });
  assert.deepEqual(mapped.includesTests?.map((t) => t.id), ['c', 'a']);
});

test('statements have their exact counts and branches, methods their names', () => {
  const mapped = details({
    statements: [{ range: at(5), count: 50353, branches: [{ label: 'true', count: 3 }, { label: 'false', count: 0 }] },
      { range: at(6), count: 0 }],
    methods: [{ name: 'parse', range: at(4), count: 7 }],
  });
  assert.deepEqual(mapped.map((d) => d.executed), [7, 50353, 0]);
  const branches = (mapped[1] as { branches?: { executed: number | boolean; label?: string }[] }).branches;
  assert.deepEqual(branches?.map((b) => [b.label, b.executed]), [['true', 3], ['false', 0]]);
  assert.equal((mapped[0] as { name?: string }).name, 'parse');
});
