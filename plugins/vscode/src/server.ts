// The connection to `jprof lsp`: one server for all folders of the window.
import * as vscode from 'vscode';
import { CloseAction, ErrorAction, LanguageClient, State, type Middleware } from 'vscode-languageclient/node';
import { executable, find } from './program';
import type { Changed, Status } from './protocol';

/** State of the server; the context key jprof.state has it. */
export type ServerState = 'starting' | 'ready' | 'missing' | 'failed';

/** Server starts the program, starts it again when the setting changes, and says when counts are new. */
export class Server implements vscode.Disposable {
  private client: LanguageClient | undefined;
  private readonly output = vscode.window.createOutputChannel('jprof', { log: true });
  private readonly changes = new vscode.EventEmitter<Changed | undefined>();
  private readonly statuses = new Map<string, Status>();
  private starting: Promise<void> = Promise.resolve();
  private ends: number[] = []; // times at which it has ended by itself
  state: ServerState = 'starting';

  /** Fires when counts are new, for a folder; or for all of them, when the server was started or has ended. */
  readonly onChanged = this.changes.event;

  constructor(
    private readonly extension: vscode.ExtensionContext,
    private readonly middleware: Middleware,
  ) {}

  /** program returns the path of jprof, or undefined if there is none. */
  program(): string | undefined {
    return find({
      setting: vscode.workspace.getConfiguration('jprof').get('path', '').trim(),
      extension: this.extension.extensionPath,
      folder: vscode.workspace.workspaceFolders?.[0]?.uri.fsPath,
      path: process.env.PATH ?? '',
      windows: process.platform === 'win32',
      executable,
    });
  }

  /** start ends a server that runs and starts a new one. Calls that come meanwhile wait for their turn. */
  start(): Promise<void> {
    this.starting = this.starting.then(() => this.restart());
    return this.starting;
  }

  private async restart(): Promise<void> {
    await this.stop();
    const program = this.program();
    if (program === undefined) {
      this.become('missing');
      return;
    }
    this.become('starting');
    this.output.info(`starting ${program} lsp`);
    const client = new LanguageClient('jprof', 'jprof', { command: program, args: ['lsp'] }, {
      documentSelector: [{ scheme: 'file', language: 'java' }],
      outputChannel: this.output,
      initializationOptions: { ...settings(), client: 'vscode' },
      middleware: this.middleware,
      initializationFailedHandler: () => false,
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue, handled: true }),
        closed: () => ({ action: this.ended(), handled: true }),
      },
    });
    this.client = client;
    client.onDidChangeState((e) => {
      if (this.client !== client || this.state === 'starting') return;
      if (e.newState === State.Stopped) this.become('failed');
      if (e.newState === State.Running && e.oldState !== State.Running) this.become('ready');
    });
    client.onNotification('jprof/changed', (changed: Changed) => {
      this.statuses.clear();
      this.changes.fire(changed);
    });
    try {
      await client.start();
      this.become('ready');
    } catch (error) {
      this.output.error(`${program} lsp did not start: ${String(error)}`);
      this.become('failed');
    }
  }

  // A server that ends is started again, unless it did not start at all, or ends again and again.
  private ended(): CloseAction {
    this.output.error('jprof lsp has ended');
    const now = Date.now();
    this.ends = [...this.ends.filter((time) => now - time < 180_000), now];
    return this.state === 'starting' || this.ends.length > 3 ? CloseAction.DoNotRestart : CloseAction.Restart;
  }

  private async stop(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    this.statuses.clear();
    try {
      await client?.dispose();
    } catch {
      // A server that has ended, or did not start, cannot be stopped.
    }
  }

  private become(state: ServerState): void {
    this.state = state;
    void vscode.commands.executeCommand('setContext', 'jprof.state', state);
    this.changes.fire(undefined);
  }

  /** request asks the server. It returns undefined if none runs, or if it answers with an error, which is logged. */
  async request<T>(method: string, params: object, token?: vscode.CancellationToken): Promise<T | undefined> {
    if (this.state !== 'ready' || !this.client) return undefined;
    try {
      // A token that is undefined would become a second parameter.
      return await this.client.sendRequest<T>(method, params, ...(token ? [token] : []));
    } catch (error) {
      if (!token?.isCancellationRequested) this.output.warn(`${method}: ${String(error)}`);
      return undefined;
    }
  }

  /** execute calls a command of the server. What the server says of an error is shown, and the result is undefined. */
  async execute<T>(command: string, argument: object): Promise<T | undefined> {
    try {
      return await this.client?.sendRequest<T>('workspace/executeCommand', { command, arguments: [argument] });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      void vscode.window.showWarningMessage(`jprof: ${message}`);
      return undefined;
    }
  }

  /** status returns the newest run of a folder; it is asked for once for each change. */
  async status(folder: vscode.WorkspaceFolder): Promise<Status | undefined> {
    const key = folder.uri.toString();
    const known = this.statuses.get(key);
    if (known) return known;
    const status = await this.request<Status>('jprof/status', { workspace: key });
    if (status) this.statuses.set(key, status);
    return status;
  }

  /** configure hands changed settings to the server; another program means another server. */
  async configure(e: vscode.ConfigurationChangeEvent): Promise<void> {
    if (e.affectsConfiguration('jprof.path')) {
      await this.start();
    } else if (e.affectsConfiguration('jprof') && this.state === 'ready') {
      await this.client?.sendNotification('workspace/didChangeConfiguration', { settings: { jprof: settings() } });
    }
  }

  showOutput(): void {
    this.output.show();
  }

  dispose(): void {
    void this.stop();
    this.output.dispose();
    this.changes.dispose();
  }
}

/** settings returns those that the server knows. */
function settings(): object {
  const config = vscode.workspace.getConfiguration('jprof');
  return Object.fromEntries(['hints', 'lenses', 'diagnostics', 'short'].map((key) => [key, config.get(key)]));
}
