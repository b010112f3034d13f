import assert from 'node:assert/strict';
import { test } from 'node:test';
import { level, spans } from '../src/heat';
import type { Line } from '../src/protocol';

test('levels are equal steps of the logarithm, and the hottest line has the highest', () => {
  assert.deepEqual([1, 10, 11, 100, 101, 1000, 1001, 10000].map((n) => level(n, 10000)), [1, 1, 2, 2, 3, 3, 4, 4]);
  assert.equal(level(1, 1), 1);
  assert.equal(level(2, 2), 4);
});

test('adjacent lines of a kind are one span', () => {
  const lines: Line[] = [
    { line: 1, count: 1, state: 'executed' }, { line: 2, count: 1, state: 'executed' },
    { line: 4, count: 1, state: 'executed' }, { line: 5, count: 0, state: 'notExecuted' },
    { line: 6, count: 100, state: 'executed' }, { line: 7, count: 100, state: 'partly' },
  ];
  const heat = spans(lines, true);
  assert.deepEqual(heat.get('heat1'), [[1, 2], [4, 4]]);
  assert.deepEqual(heat.get('heat4'), [[6, 6]]);
  assert.deepEqual(heat.get('partly'), [[7, 7]]);
  assert.deepEqual(heat.get('notExecuted'), [[5, 5]]);
  assert.deepEqual(heat.get('heat2'), []);
  assert.deepEqual(spans(lines, false).get('heat2'), [[1, 2], [4, 4], [6, 6]]);
});
