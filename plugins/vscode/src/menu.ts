// The menu of the status bar: what can be done here, and where there is no program yet, how to get it.
import * as vscode from 'vscode';
import type { Server } from './server';

interface Entry extends vscode.QuickPickItem {
  command?: string;
  args?: string[];
}

const counting: Entry[] = [
  { label: '$(arrow-down) Next code that was not executed', command: 'jprof.nextUncovered' },
  { label: '$(flame) Next hot spot', command: 'jprof.nextHot' },
  { label: '$(beaker) Tests that executed this line', command: 'jprof.showTests' },
  { label: '$(run-coverage) Run the tests of this line', command: 'jprof.runTests' },
  { label: '$(link-external) Open this place in the report', command: 'jprof.openReport' },
  { label: 'Run', kind: vscode.QuickPickItemKind.Separator },
  { label: '$(play) Run again', command: 'jprof.run' },
  { label: '$(git-compare) Compare with another run', command: 'jprof.compare' },
  { label: '$(coverage) Show in Test Explorer', command: 'jprof.showCoverage' },
  { label: 'View', kind: vscode.QuickPickItemKind.Separator },
  { label: '$(symbol-number) Counts in code: off, methods, all lines', command: 'jprof.hints' },
  { label: '$(list-tree) Lists of hot spots and of what was not executed', command: 'jprof.hot.focus' },
];

const always: Entry[] = [
  { label: '$(gear) Settings', command: 'workbench.action.openSettings', args: ['jprof.'] },
  { label: '$(output) Output of the server', command: 'jprof.showOutput' },
];

const missing: Entry[] = [
  { label: '$(cloud-download) How to get jprof', command: 'jprof.walkthrough' },
  { label: '$(folder-opened) Choose the program jprof', command: 'jprof.choosePath' },
  { label: '$(refresh) Try again', command: 'jprof.restart' },
];

/** showMenu lets the user choose a command. */
export async function showMenu(server: Server): Promise<void> {
  const picked = await vscode.window.showQuickPick([...(server.state === 'ready' ? counting : missing), ...always], {
    title: 'jprof', placeHolder: server.state === 'ready' ? 'What to do' : 'jprof does not run',
  });
  if (picked?.command) await vscode.commands.executeCommand(picked.command, ...(picked.args ?? []));
}

/** switchHints goes from no counts in code to those of methods, to those of all lines, and back. */
export async function switchHints(): Promise<void> {
  const config = vscode.workspace.getConfiguration('jprof');
  const [modes, names] = [['off', 'methods', 'all'], ['off', 'at methods', 'at all lines']];
  const next = (modes.indexOf(config.get('hints', 'methods')) + 1) % modes.length;
  const own = config.inspect('hints')?.workspaceValue !== undefined;
  const { Global, Workspace } = vscode.ConfigurationTarget;
  await config.update('hints', modes[next], own ? Workspace : Global);
  vscode.window.setStatusBarMessage(`jprof: counts in code are ${names[next]}`, 5000);
}

/** choosePath lets the user choose the program, and keeps its path in the settings. */
export async function choosePath(): Promise<void> {
  const [file] = (await vscode.window.showOpenDialog({ title: 'The program jprof', openLabel: 'Use' })) ?? [];
  if (file) {
    await vscode.workspace.getConfiguration('jprof').update('path', file.fsPath, vscode.ConfigurationTarget.Global);
  }
}
