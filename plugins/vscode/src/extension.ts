// The extension: connects the editor with `jprof lsp`.
import * as vscode from 'vscode';
import { argument, currentFolder, show } from './commands';
import { Counts } from './counts';
import { TestCoverage } from './coverage';
import { Gutter } from './gutter';
import { choosePath, showMenu, switchHints } from './menu';
import type { CommandLine } from './protocol';
import { Server } from './server';
import { StatusItem } from './status';
import { runCommand, Tasks } from './tasks';
import { hotList, uncoveredList } from './trees';

export function activate(context: vscode.ExtensionContext): void {
  const server: Server = new Server(context, {
    executeCommand: async (command, given: object[]) => {
      const args = given[0] ?? (await argument(server, command));
      const result = args && (await server.execute<unknown>(command, args));
      if (args && result !== undefined) await show(server, command, args, result);
    },
    provideCodeActions: () => [], // they are in menus: a light bulb at each line would be in the way
  });
  const counts = new Counts(server);
  const [hot, uncovered] = [hotList(server), uncoveredList(server)];
  const coverage = new TestCoverage(server, (folder) => build(server, folder));
  const refresh = () => {
    hot.refresh();
    uncovered.refresh();
    if (vscode.workspace.getConfiguration('jprof').get('testCoverage', true)) void showAll(server, coverage);
  };
  const on = (name: string, call: () => unknown) => vscode.commands.registerCommand(`jprof.${name}`, call);
  context.subscriptions.push(
    server, counts, new Gutter(counts), new StatusItem(server, counts), coverage,
    vscode.window.createTreeView('jprof.hot', { treeDataProvider: hot, showCollapseAll: false }),
    vscode.window.createTreeView('jprof.uncovered', { treeDataProvider: uncovered, showCollapseAll: true }),
    vscode.tasks.registerTaskProvider('jprof', new Tasks(server)),
    server.onChanged((changed) => {
      if (!changed) coverage.forget();
      if (!changed?.live) refresh();
      void updateContext(server);
    }),
    vscode.workspace.onDidChangeWorkspaceFolders(refresh),
    vscode.workspace.onDidChangeConfiguration((e) => {
      void server.configure(e);
      if (e.affectsConfiguration('jprof.short') || e.affectsConfiguration('jprof.testCoverage')) refresh();
    }),
    on('menu', () => showMenu(server)),
    on('hints', switchHints),
    on('choosePath', choosePath),
    on('refresh', refresh),
    on('restart', () => server.start()),
    on('showOutput', () => server.showOutput()),
    on('showCoverage', async () => {
      const folder = await currentFolder();
      if (folder) await coverage.show(folder, true);
      await vscode.commands.executeCommand('workbench.view.testCoverage.focus');
    }),
    on('walkthrough', () => vscode.commands.executeCommand('workbench.action.openWalkthrough',
      `${context.extension.id}#start`)),
  );
  void server.start();
}

/** showAll shows the newest runs of all folders in Test Explorer. */
async function showAll(server: Server, coverage: TestCoverage): Promise<void> {
  if (server.state !== 'ready') return;
  for (const folder of vscode.workspace.workspaceFolders ?? []) await coverage.show(folder);
}

/** updateContext sets the context key jprof.counts: a folder has a run. */
async function updateContext(server: Server): Promise<void> {
  const all = await Promise.all((vscode.workspace.workspaceFolders ?? []).map((folder) => server.status(folder)));
  await vscode.commands.executeCommand('setContext', 'jprof.counts', all.some((status) => status?.run));
}

/** build runs what the newest run of a folder ran. */
async function build(server: Server, folder: vscode.WorkspaceFolder): Promise<void> {
  const line = await server.execute<CommandLine>('jprof.run', { workspace: folder.uri.toString() });
  if (line) await runCommand(folder, 'run again', line);
}
