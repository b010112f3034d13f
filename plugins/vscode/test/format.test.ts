import assert from 'node:assert/strict';
import { test } from 'node:test';
import { covered, exact, lineAt, percent, plural, short, simple, times, title } from '../src/format';
import type { FileCounts } from '../src/protocol';

test('exact numbers have all digits, in groups', () => {
  assert.deepEqual([0, 999, 1000, 50353, 9007199254740991].map(exact),
    ['0', '999', '1,000', '50,353', '9,007,199,254,740,991']);
});

test('short numbers keep three digits and never show a thousand of a unit', () => {
  const counts = [0, 7, 999, 1000, 1249, 1250, 50353, 99949, 99950, 999499, 999999, 1000000, 1.25e9, 9007199254740991];
  assert.deepEqual(counts.map(short), ['0', '7', '999', '1k', '1.24k', '1.25k', '50.3k', '99.9k', '99.9k', '999k',
    '999k', '1M', '1.25G', '9P']);
});

test('only nothing is 0 %, and only all is 100 %', () => {
  assert.equal(percent([0, 3]), '0 %');
  assert.equal(percent([1, 100000]), '0.1 %');
  assert.equal(percent([1, 3]), '33.3 %');
  assert.equal(percent([99999, 100000]), '99.9 %');
  assert.equal(percent([3, 3]), '100 %');
  assert.equal(percent([0, 0]), '-');
});

test('texts agree with their numbers', () => {
  assert.equal(plural(1, 'test'), '1 test');
  assert.equal(plural(1200, 'test'), '1,200 tests');
  assert.equal(times(0), 'not executed');
  assert.equal(times(1), 'executed 1 time');
  const run = { id: 'a', label: '', command: 'mvn verify', started: '', result: 'succeeded' };
  assert.equal(title(run), 'mvn verify · succeeded');
  assert.equal(title({ ...run, label: 'base' }), 'base · mvn verify · succeeded');
});

test('counts of a file are those of its lines, and invocations at declarations', () => {
  const at = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
  const counts: FileCounts = {
    run: 'a', live: false, note: '',
    methods: [{ name: 'm', line: 2, count: 7, state: 'counted', range: at }, { name: 'n', line: 8, count: 0,
      state: 'changed', range: at }],
    lines: [{ line: 3, count: 2, state: 'executed' }, { line: 4, count: 2, state: 'partly' },
      { line: 9, count: 0, state: 'notExecuted' }],
  };
  assert.deepEqual(covered(counts), [2, 3]);
  assert.equal(lineAt(counts, 4)?.state, 'partly');
  assert.equal(lineAt(counts, 5), undefined);
  assert.equal(lineAt(counts, 2)?.count, 7);
  assert.equal(lineAt(counts, 8), undefined);
});

test('titles of methods lose their package', () => {
  assert.equal(simple('org.jsoup.parser.HtmlTreeBuilder.State::next(int)'), 'HtmlTreeBuilder.State::next(int)');
  assert.equal(simple('Main::main(String[])'), 'Main::main(String[])');
});
