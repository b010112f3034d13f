// Test Explorer's coverage, loaded from the newest run of a folder without running anything.
import * as vscode from 'vscode';
import { details, fileCoverage } from './mapping';
import type { Coverage, Details, Place, RunTest } from './protocol';
import type { Server } from './server';

/** Builds runs a build again: all of it, or the tests that executed a place. */
export type Builds = (folder: vscode.WorkspaceFolder, place?: Place) => Promise<void>;

/** TestCoverage shows the newest run of each folder in Test Explorer. */
export class TestCoverage implements vscode.Disposable {
  private readonly controller = vscode.tests.createTestController('jprof', 'jprof');
  private readonly profile: vscode.TestRunProfile;
  private readonly shown = new Map<string, string>(); // folder to ID of the run

  constructor(private readonly server: Server, private readonly builds: Builds) {
    this.profile = this.controller.createRunProfile('jprof: Count', vscode.TestRunProfileKind.Coverage,
      (request) => this.build(request), true);
    this.profile.loadDetailedCoverage = (_, file, token) => this.load(file.uri, undefined, token);
    this.profile.loadDetailedCoverageForTest = (_, file, test, token) => this.load(file.uri, test.id, token);
  }

  private async load(uri: vscode.Uri, test: string | undefined, token: vscode.CancellationToken):
    Promise<vscode.FileCoverageDetail[]> {
    const counts = await this.server.request<Details>('jprof/coverageDetails', { uri: uri.toString(), test }, token);
    return counts ? details(counts) : [];
  }

  /** show loads the newest run of a folder, unless it is shown already; always shows it again. */
  async show(folder: vscode.WorkspaceFolder, always = false): Promise<void> {
    const key = folder.uri.toString();
    const status = await this.server.status(folder);
    if (!status?.run || (!always && this.shown.get(key) === status.run.id)) return;
    this.shown.set(key, status.run.id);
    const coverage = await this.server.request<Coverage>('jprof/coverage', { workspace: key });
    if (!coverage || coverage.files.length === 0) return;
    const root = this.controller.createTestItem(key, `jprof: ${folder.name}`, folder.uri);
    const tests = this.items(root, coverage.tests);
    this.controller.items.add(root);
    const request = new vscode.TestRunRequest([root], [], this.profile, false, true);
    const run = this.controller.createTestRun(request, `jprof: ${status.run.label || status.run.id}`, false);
    for (const file of coverage.files) run.addCoverage(fileCoverage(file, tests));
    run.end();
  }

  // Creates the items of tests, below those of their classes: a test is called class#method.
  private items(root: vscode.TestItem, tests: RunTest[]): vscode.TestItem[] {
    const classes = new Map<string, vscode.TestItem>();
    const all = tests.map((test) => {
      const [name = '', method] = test.name.split('#');
      const uri = test.uri ? vscode.Uri.parse(test.uri) : undefined;
      const item = this.controller.createTestItem(test.id, method ?? name, uri);
      if (test.line !== undefined) item.range = new vscode.Range(test.line, 0, test.line, 0);
      if (method === undefined) {
        root.children.add(item);
        return item;
      }
      const parent = classes.get(name) ?? this.controller.createTestItem(name, name.replace(/^.*\./, ''), uri);
      parent.description = name;
      classes.set(name, parent);
      parent.children.add(item);
      return item;
    });
    classes.forEach((item) => root.children.add(item));
    return all;
  }

  /** forget makes show load the newest run of a folder again, where a folder or the program is another one. */
  forget(): void {
    this.shown.clear();
    this.controller.items.replace([]);
  }

  // A click on "Run with Coverage": counts are shown when the build has ended, as those of any other run.
  private async build(request: vscode.TestRunRequest): Promise<void> {
    const item = request.include?.length === 1 ? request.include[0] : undefined;
    const folders = vscode.workspace.workspaceFolders ?? [];
    const folder = folders.find((f) => f.uri.toString() === rootOf(item)?.id) ?? folders[0];
    if (!folder) return;
    const place = item?.uri && item.range
      ? { textDocument: { uri: item.uri.toString() }, position: item.range.start } : undefined;
    await this.builds(folder, place);
  }

  dispose(): void {
    this.controller.dispose();
  }
}

function rootOf(item: vscode.TestItem | undefined): vscode.TestItem | undefined {
  return item?.parent ? rootOf(item.parent) : item;
}
