// Tasks that run jprof: builds of the folder with counts, and command lines that the server returns.
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { CommandLine } from './protocol';
import type { Server } from './server';

const matchers = ['$jprof-maven', '$jprof-javac'];

/** Builds that are offered, by the files that a folder must have one of. */
const builds: [files: string[], args: string[]][] = [
  [['pom.xml'], ['mvn', 'verify']],
  [['pom.xml'], ['mvn', '--by-test', 'verify']],
  [['build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts'], ['gradle', 'build']],
  [['build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts'], ['gradle', '--by-test', 'build']],
];

/** Tasks offers the builds of each folder, and resolves tasks of the type jprof in tasks.json. */
export class Tasks implements vscode.TaskProvider {
  constructor(private readonly server: Server) {}

  async provideTasks(): Promise<vscode.Task[]> {
    const program = this.server.program();
    if (program === undefined) return [];
    const lists = await Promise.all((vscode.workspace.workspaceFolders ?? []).map(async (folder) => {
      const own: vscode.Task[] = [];
      for (const [files, args] of builds) {
        if (await hasOne(folder, files)) {
          own.push(task(folder, args.join(' '), { type: 'jprof', args }, [program, ...args]));
        }
      }
      return own;
    }));
    return lists.flat();
  }

  resolveTask(asked: vscode.Task): vscode.Task | undefined {
    const program = this.server.program();
    const { args } = asked.definition as vscode.TaskDefinition & { args?: string[] };
    const scope = asked.scope;
    if (program === undefined || !args || typeof scope !== 'object') return undefined;
    return task(scope, asked.name || args.join(' '), asked.definition, [program, ...args]);
  }
}

/**
 * runCommand runs a command line of the server as a task, and reports whether it has ended. The folder has to be
 * trusted: a build is its code.
 */
export async function runCommand(folder: vscode.WorkspaceFolder, name: string, line: CommandLine): Promise<boolean> {
  if (!vscode.workspace.isTrusted) {
    const manage = 'Manage Trust';
    const message = 'jprof runs a build only in a trusted folder, as a build runs the code of the folder.';
    if ((await vscode.window.showWarningMessage(message, manage)) === manage) {
      await vscode.commands.executeCommand('workbench.trust.manage');
    }
    return false;
  }
  const definition = { type: 'jprof', args: line.command.slice(1) };
  const made = task(folder, name, definition, line.command, line.cwd);
  const execution = await vscode.tasks.executeTask(made);
  return new Promise((done) => {
    const waiting = vscode.tasks.onDidEndTask((e) => {
      if (e.execution !== execution) return;
      waiting.dispose();
      done(true);
    });
  });
}

function task(folder: vscode.WorkspaceFolder, name: string, definition: vscode.TaskDefinition, command: string[],
  cwd = folder.uri.fsPath): vscode.Task {
  const [program = '', ...args] = command;
  const made = new vscode.Task(definition, folder, name, 'jprof', new vscode.ProcessExecution(program, args, { cwd }),
    matchers);
  made.group = vscode.TaskGroup.Test;
  made.presentationOptions = { reveal: vscode.TaskRevealKind.Always, clear: true, focus: false };
  return made;
}

async function hasOne(folder: vscode.WorkspaceFolder, files: string[]): Promise<boolean> {
  for (const file of files) {
    try {
      await access(join(folder.uri.fsPath, file));
      return true;
    } catch {
      // Another one may be there.
    }
  }
  return false;
}
