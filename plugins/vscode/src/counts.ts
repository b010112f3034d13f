// Counts of the Java documents that are visible, kept up to date while text and runs change.
import * as vscode from 'vscode';
import type { FileCounts } from './protocol';
import type { Server } from './server';

const pause = 150; // milliseconds between a keystroke and the request

/** Counts holds the counts of visible documents, and says when those of a document are new. */
export class Counts implements vscode.Disposable {
  private readonly files = new Map<string, FileCounts>();
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private readonly updates = new vscode.EventEmitter<vscode.TextDocument>();
  private readonly subscriptions: vscode.Disposable[];

  /** Fires with a document whose counts were read again. */
  readonly onUpdated = this.updates.event;

  constructor(private readonly server: Server) {
    this.subscriptions = [
      server.onChanged(() => this.readVisible()),
      vscode.window.onDidChangeVisibleTextEditors(() => this.readVisible()),
      vscode.workspace.onDidChangeTextDocument((e) => this.soon(e.document)),
      vscode.workspace.onDidCloseTextDocument((d) => this.files.delete(d.uri.toString())),
    ];
  }

  /** of returns the counts of a document as far as they are known. */
  of(document: vscode.TextDocument): FileCounts | undefined {
    return this.files.get(document.uri.toString());
  }

  private readVisible(): void {
    const visible = new Set(vscode.window.visibleTextEditors.map((e) => e.document));
    for (const document of visible) if (isJava(document)) void this.read(document);
  }

  private soon(document: vscode.TextDocument): void {
    const key = document.uri.toString();
    if (!isJava(document) || !this.files.has(key)) return;
    clearTimeout(this.timers.get(key));
    this.timers.set(key, setTimeout(() => {
      this.timers.delete(key);
      void this.read(document);
    }, pause));
  }

  // An answer for a text that has changed meanwhile is dropped: the next request is on its way.
  private async read(document: vscode.TextDocument): Promise<void> {
    const version = document.version;
    const key = document.uri.toString();
    const counts = await this.server.request<FileCounts | null>('jprof/file', { textDocument: { uri: key } });
    if (document.version !== version || document.isClosed) return;
    if (counts) this.files.set(key, counts);
    else this.files.delete(key);
    this.updates.fire(document);
  }

  dispose(): void {
    this.timers.forEach((timer) => clearTimeout(timer));
    this.subscriptions.forEach((s) => s.dispose());
    this.updates.dispose();
  }
}

/** isJava reports whether a document is one that the server knows. */
export function isJava(document: vscode.TextDocument): boolean {
  return document.languageId === 'java' && document.uri.scheme === 'file';
}
