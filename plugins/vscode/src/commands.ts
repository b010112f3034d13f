// Commands of the server: the place is that of the cursor if none is given, and results are shown here.
import * as vscode from 'vscode';
import { isJava } from './counts';
import { exact, plural, title, when } from './format';
import type { CommandLine, Comparison, Found, Place, Report, Run, Status, TestsOfLine } from './protocol';
import type { Server } from './server';
import { runCommand } from './tasks';

/** Commands of the server that take a place. */
const placed = ['jprof.nextUncovered', 'jprof.nextHot', 'jprof.openReport', 'jprof.showTests', 'jprof.runTests'];

/** argument returns what a command needs that was called without one, or undefined if the user has chosen nothing. */
export async function argument(server: Server, command: string): Promise<object | undefined> {
  if (placed.includes(command)) return currentPlace();
  const folder = await currentFolder();
  if (!folder) return undefined;
  const workspace = folder.uri.toString();
  if (command !== 'jprof.compare') return { workspace };
  const run = await chooseRun(server, workspace);
  return run === undefined ? undefined : { workspace, run };
}

/** currentPlace returns the place of the cursor, or undefined where no Java file is open: then it says so. */
function currentPlace(): Place | undefined {
  const editor = vscode.window.activeTextEditor;
  if (!editor || !isJava(editor.document)) {
    say('Open a Java file first: jprof starts at the place of the cursor.');
    return undefined;
  }
  const { line, character } = editor.selection.active;
  return { textDocument: { uri: editor.document.uri.toString() }, position: { line, character } };
}

/** currentFolder returns the folder of the active editor, or the only one, or the one that the user chooses. */
export async function currentFolder(): Promise<vscode.WorkspaceFolder | undefined> {
  const uri = vscode.window.activeTextEditor?.document.uri;
  const folder = uri && vscode.workspace.getWorkspaceFolder(uri);
  const all = vscode.workspace.workspaceFolders ?? [];
  if (folder || all.length < 2) return folder ?? all[0];
  return vscode.window.showWorkspaceFolderPick({ placeHolder: 'Folder whose runs jprof reads' });
}

async function chooseRun(server: Server, workspace: string): Promise<string | undefined> {
  const runs = (await server.request<Run[]>('jprof/runs', { workspace })) ?? [];
  const shown = (await server.request<Status>('jprof/status', { workspace }))?.run?.id;
  const items = runs.filter((run) => run.id !== shown).map((run) => ({
    label: title(run), description: when(run.started), detail: run.id, id: run.id,
  }));
  const end = { label: '$(close) End the comparison', description: '', detail: '', id: '' };
  const picked = await vscode.window.showQuickPick([...items, end], {
    title: 'jprof: compare the counts with those of', matchOnDescription: true, matchOnDetail: true,
    placeHolder: items.length === 0 ? 'There is no other run yet' : 'Run',
  });
  return picked?.id;
}

/** show shows the result of a command of the server. */
export async function show(server: Server, command: string, args: object, result: unknown): Promise<void> {
  switch (command) {
    case 'jprof.nextUncovered':
      return go(result as Found, 'All code of the newest run was executed.');
    case 'jprof.nextHot':
      return go(result as Found, 'The newest run has no hot spots.');
    case 'jprof.compare':
      return say((result as Comparison | null)?.text);
    case 'jprof.openReport':
      return openReport((result as Report | null)?.uri);
    case 'jprof.showTests':
      return showTests(result as TestsOfLine | null);
    case 'jprof.run':
    case 'jprof.runTests':
      return runBuild(server, command, args, result as CommandLine | null);
  }
}

async function go(found: Found, otherwise: string): Promise<void> {
  if (!found) return say(otherwise);
  const { start } = found.range;
  await open(found.uri, start.line, start.character);
}

async function open(uri: string, line: number, character = 0): Promise<void> {
  const selection = new vscode.Range(line, character, line, character);
  const editor = await vscode.window.showTextDocument(vscode.Uri.parse(uri), { selection });
  editor.revealRange(selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

function say(text: string | undefined): void {
  if (text) void vscode.window.showInformationMessage(text);
}

async function showTests(result: TestsOfLine | null): Promise<void> {
  if (!result || result.tests.length === 0) return say(result?.text || 'No test executed this line.');
  const items = result.tests.map((test) => ({ label: test.name, description: `${exact(test.count)}×`, test }));
  const picked = await vscode.window.showQuickPick(items, {
    title: `${plural(items.length, 'test')} executed this line`, placeHolder: 'Test to open', matchOnDescription: true,
  });
  if (picked?.test.uri) await open(picked.test.uri, picked.test.line ?? 0);
}

async function openReport(uri: string | undefined): Promise<void> {
  if (!uri) return;
  const report = vscode.Uri.parse(uri);
  if (vscode.env.remoteName === undefined && vscode.env.uiKind === vscode.UIKind.Desktop) {
    await vscode.env.openExternal(report);
  } else {
    say(`The report is on the machine of the project: ${report.fsPath}. There, jprof ui shows it in a browser.`);
  }
}

async function runBuild(server: Server, command: string, args: object, line: CommandLine | null): Promise<void> {
  const folder = folderOf(args);
  if (!line || line.command.length === 0 || !folder) return say('There is no run whose command could run again.');
  const part = command === 'jprof.runTests';
  const ended = await runCommand(folder, part ? 'tests of this line' : 'run again', line);
  if (ended && part) await offerPart(server, folder.uri.toString());
}

// A run of a part of the tests does not replace the counts of all tests: it can be compared with them.
async function offerPart(server: Server, workspace: string): Promise<void> {
  const [run] = (await server.request<Run[]>('jprof/runs', { workspace })) ?? [];
  const shown = (await server.request<Status>('jprof/status', { workspace }))?.run?.id;
  if (!run || run.id === shown) return;
  const compare = 'Compare';
  const message = `The tests ended as run ${run.id}: ${run.result}. The counts shown are still those of all tests.`;
  if ((await vscode.window.showInformationMessage(message, compare)) === compare) {
    await vscode.commands.executeCommand('jprof.compare', { workspace, run: run.id });
  }
}

// The folder that an argument of a command names, or the one of its document.
function folderOf(args: object): vscode.WorkspaceFolder | undefined {
  const { workspace, textDocument } = args as { workspace?: string } & Partial<Place>;
  const uri = workspace ?? textDocument?.uri;
  return uri === undefined ? undefined : vscode.workspace.getWorkspaceFolder(vscode.Uri.parse(uri));
}
