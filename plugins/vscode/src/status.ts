// The item in the status bar: counts of the line and the file, and whether they move. A click shows the menu.
import * as vscode from 'vscode';
import { type Counts, isJava } from './counts';
import { covered, exact, lineAt, percent, plural, short, times, title, when } from './format';
import type { FileCounts, Status } from './protocol';
import type { Server } from './server';

/** Text of the item: as it is seen, as it is heard, and of the tooltip. */
export interface StatusText {
  text: string;
  label: string;
  tooltip: string;
}

/** describe returns the text for a line of a file. */
export function describe(counts: FileCounts | undefined, status: Status | undefined, line: number,
  shorten: boolean): StatusText {
  const icon = counts?.live || status?.live ? '$(sync~spin)' : '$(flame)';
  if (!counts || counts.lines.length === 0) {
    const message = counts?.note || status?.message || 'no counts for this file';
    return { text: `${icon} ${status?.run ? 'no counts' : 'no run'}`, label: `jprof: ${message}`, tooltip: message };
  }
  const [at, ratio] = [lineAt(counts, line), covered(counts)];
  const seen = at ? `${shorten ? short(at.count) : exact(at.count)}×  ` : '';
  const heard = at ? `${at.state === 'partly' ? 'partly ' : ''}${times(at.count)}` : 'no count';
  const file = `${percent(ratio)} of ${plural(ratio[1], 'line')} of this file executed`;
  const live = counts.live ? ', counts are live' : '';
  const run = status?.run;
  const facts = [
    `Line ${line + 1}: ${heard}`, ...(at?.outcomes ?? []), file, counts.note,
    ...(run ? [`Run: ${title(run)}, ${when(run.started)}`, `Project: ${percent(run.lines)} of lines executed`] : []),
    status?.message ?? '',
  ].filter((s) => s !== '');
  return {
    text: `${icon} ${seen}${percent(ratio)}`,
    label: `jprof: line ${line + 1} ${heard}; ${file}${live}`,
    tooltip: facts.join('\n\n'),
  };
}

/** StatusItem is shown beside Java files, and where there is no program to ask. */
export class StatusItem implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem('jprof.counts', vscode.StatusBarAlignment.Right, 90);
  private readonly subscriptions: vscode.Disposable[];

  constructor(private readonly server: Server, private readonly counts: Counts) {
    this.item.name = 'jprof: Counts';
    this.item.command = 'jprof.menu';
    this.subscriptions = [
      this.item,
      server.onChanged(() => void this.update()),
      counts.onUpdated(() => void this.update()),
      vscode.window.onDidChangeActiveTextEditor(() => void this.update()),
      vscode.window.onDidChangeTextEditorSelection(() => void this.update()),
    ];
  }

  private async update(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    if (!editor || !isJava(editor.document)) {
      this.item.hide();
      return;
    }
    const folder = vscode.workspace.getWorkspaceFolder(editor.document.uri);
    if (this.server.state === 'ready' && folder) {
      const status = await this.server.status(folder);
      if (vscode.window.activeTextEditor !== editor) return;
      const shorten = vscode.workspace.getConfiguration('jprof').get('short', false);
      this.show(describe(this.counts.of(editor.document), status, editor.selection.active.line, shorten));
    } else {
      const message = messages[this.server.state];
      this.show({ text: `${this.server.state === 'starting' ? '$(flame)' : '$(warning)'} jprof`, label: message,
        tooltip: message });
    }
  }

  private show({ text, label, tooltip }: StatusText): void {
    this.item.text = text;
    this.item.tooltip = new vscode.MarkdownString(tooltip);
    this.item.accessibilityInformation = { label, role: 'button' };
    this.item.show();
  }

  dispose(): void {
    this.subscriptions.forEach((s) => s.dispose());
  }
}

const messages = {
  starting: 'jprof starts',
  ready: 'jprof: this file is in no folder of the workspace',
  missing: 'The program jprof was not found: click for how to get it',
  failed: 'The program jprof did not start as a server: click for what to do',
};
