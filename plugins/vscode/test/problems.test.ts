import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

interface Pattern { name: string; regexp: string; severity: number; file: number; line: number; column?: number;
  message: number }
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as { contributes: { problemPatterns: Pattern[] } };

// problem returns the parts of a line that the pattern of a name matches, or undefined.
function problem(name: string, line: string): (string | undefined)[] | undefined {
  const p = manifest.contributes.problemPatterns.find((pattern) => pattern.name === name);
  assert.ok(p);
  const found = new RegExp(p.regexp).exec(line);
  return found ? [found[p.severity], found[p.file], found[p.line], found[p.column ?? 99], found[p.message]] : undefined;
}

test('errors of Maven have the paths of the project; those in copies are left out', () => {
  const rest = 'calc/Formula.java:[51,17] incompatible types: java.lang.String cannot be converted to int';
  assert.deepEqual(problem('jprof-maven', `[ERROR] /home/me/my project/src/main/java/${rest}`),
    ['ERROR', '/home/me/my project/src/main/java/calc/Formula.java', '51', '17', rest.replace(/^.*\] /, '')]);
  assert.equal(problem('jprof-maven', `[ERROR] /home/me/.cache/jprof/work/ce266a94c375/shadow/a+main/0/${rest}`),
    undefined);
  assert.equal(problem('jprof-maven', '[ERROR] Failed to execute goal'), undefined);
});

test('errors of javac and of Gradle have no column', () => {
  assert.deepEqual(problem('jprof-javac', "C:\\me\\src\\A.java:28: error: ';' expected"),
    ['error', 'C:\\me\\src\\A.java', '28', undefined, "';' expected"]);
  assert.deepEqual(problem('jprof-javac', '/me/src/A.java:3: warning: [removal] old() is deprecated')?.[0], 'warning');
  assert.equal(problem('jprof-javac', "/me/.cache/jprof/work/57a17d007a54/shadow/0/A.java:28: error: ';' expected"),
    undefined);
  assert.equal(problem('jprof-javac', '    at acme.Shop.total(Shop.java:12)'), undefined);
});
