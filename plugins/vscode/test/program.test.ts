import assert from 'node:assert/strict';
import { delimiter, join } from 'node:path';
import { test } from 'node:test';
import { find, type Surroundings } from '../src/program';

// surroundings returns those of a system on which the given files are programs.
function surroundings(programs: string[], changed: Partial<Surroundings> = {}): Surroundings {
  return {
    setting: '', extension: '/ext', folder: '/project', path: ['/usr/bin', '', '/opt/bin'].join(delimiter),
    windows: false, executable: (file) => programs.includes(file), ...changed,
  };
}

test('the program of the extension comes before that of the PATH', () => {
  const inPath = join('/opt/bin', 'jprof');
  assert.equal(find(surroundings([inPath])), inPath);
  assert.equal(find(surroundings([inPath, join('/ext', 'bin', 'jprof')])), join('/ext', 'bin', 'jprof'));
  assert.equal(find(surroundings([])), undefined);
});

test('the setting decides, also where it names no program', () => {
  const inPath = join('/opt/bin', 'jprof');
  assert.equal(find(surroundings([inPath, '/my/jprof'], { setting: '/my/jprof' })), '/my/jprof');
  assert.equal(find(surroundings([inPath], { setting: '/my/jprof' })), undefined);
  assert.equal(find(surroundings([join('/my', 'jprof')], { setting: '/my' })), join('/my', 'jprof'));
  assert.equal(find(surroundings(['/project/bin/jprof'], { setting: '${workspaceFolder}/bin/jprof' })),
    '/project/bin/jprof');
});

test('Windows has other names', () => {
  const program = join('/opt/bin', 'jprof.exe');
  assert.equal(find(surroundings([program], { windows: true })), program);
});
