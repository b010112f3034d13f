// Bars at the left edge of the text, and marks in the overview ruler. The margin with breakpoints has nothing of jprof.
import * as vscode from 'vscode';
import { type Counts, isJava } from './counts';
import { type Kind, kinds, spans } from './heat';

// The style of the bar says the same as its color, for those who do not see the difference.
const styles: Record<Kind, string> = {
  heat1: 'solid', heat2: 'solid', heat3: 'solid', heat4: 'solid', partly: 'dashed', notExecuted: 'double',
};
const marked: Kind[] = ['heat4', 'partly', 'notExecuted'];

/** Gutter draws the bars of all visible editors. */
export class Gutter implements vscode.Disposable {
  private types = new Map<Kind, vscode.TextEditorDecorationType>();
  private readonly subscriptions: vscode.Disposable[];

  constructor(private readonly counts: Counts) {
    this.create();
    this.subscriptions = [
      counts.onUpdated((document) => this.draw((e) => e.document === document)),
      vscode.window.onDidChangeVisibleTextEditors(() => this.draw()),
      vscode.workspace.onDidChangeConfiguration((e) => {
        if (e.affectsConfiguration('jprof.gutter') || e.affectsConfiguration('jprof.overviewRuler')) this.create();
      }),
    ];
  }

  private create(): void {
    this.types.forEach((type) => type.dispose());
    const ruler = vscode.workspace.getConfiguration('jprof').get('overviewRuler', true);
    this.types = new Map(kinds.map((kind) => {
      const color = new vscode.ThemeColor(`jprof.${kind}`);
      return [kind, vscode.window.createTextEditorDecorationType({
        isWholeLine: true,
        borderStyle: styles[kind],
        borderColor: color,
        borderWidth: kind === 'notExecuted' ? '0 0 0 4px' : '0 0 0 3px',
        rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
        ...(ruler && marked.includes(kind)
          ? { overviewRulerColor: color, overviewRulerLane: vscode.OverviewRulerLane.Left } : {}),
      })];
    }));
    this.draw();
  }

  private draw(which: (e: vscode.TextEditor) => boolean = () => true): void {
    const mode = vscode.workspace.getConfiguration('jprof').get<string>('gutter', 'heat');
    for (const editor of vscode.window.visibleTextEditors) {
      if (!isJava(editor.document) || !which(editor)) continue;
      const lines = mode === 'off' ? [] : this.counts.of(editor.document)?.lines ?? [];
      for (const [kind, list] of spans(lines, mode === 'heat')) {
        const ranges = list.map(([first, last]) => new vscode.Range(first, 0, last, 0));
        const type = this.types.get(kind);
        if (type) editor.setDecorations(type, ranges);
      }
    }
  }

  dispose(): void {
    this.types.forEach((type) => type.dispose());
    this.subscriptions.forEach((s) => s.dispose());
  }
}
