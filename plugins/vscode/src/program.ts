// Finds the program jprof: the one of the setting, the one that the extension brings, or that of the PATH.
import { accessSync, constants, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

/** Facts that finding depends on, so that tests can set them. */
export interface Surroundings {
  setting: string; // jprof.path
  extension: string; // folder of the extension
  folder: string | undefined; // first folder of the workspace
  path: string; // the variable PATH
  windows: boolean;
  executable: (file: string) => boolean;
}

/** executable reports whether a file is there and may be started. */
export function executable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/**
 * find returns the path of the program, or undefined where there is none. A path in the setting may begin with ~ or
 * ${workspaceFolder}; if it is no program, nothing else is taken in its place.
 */
export function find(s: Surroundings): string | undefined {
  const names = s.windows ? ['jprof.exe', 'jprof.cmd'] : ['jprof'];
  if (s.setting !== '') {
    const path = s.setting.replace(/^~(?=[/\\])/, homedir()).replaceAll('${workspaceFolder}', s.folder ?? '');
    return [path, ...names.map((name) => join(path, name))].find(s.executable);
  }
  const folders = [join(s.extension, 'bin'), ...s.path.split(delimiter).filter((folder) => folder !== '')];
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(s.executable);
}
