// Test Explorer's coverage, loaded from the newest run of a folder without running anything.
import * as vscode from 'vscode';
import { details, fileCoverage } from './mapping';
import type { Coverage, Details, RunTest } from './protocol';
import type { Server } from './server';

/** Builds runs the newest run's command of a folder again. */
export type Builds = (folder: vscode.WorkspaceFolder) => Promise<void>;

/** TestCoverage shows the newest run of each folder in Test Explorer. */
export class TestCoverage implements vscode.Disposable {
  private readonly controller = vscode.tests.createTestController('jprof', 'jprof');
  private readonly profile: vscode.TestRunProfile;
  private readonly whole = new vscode.TestTag('whole'); // only folders can be run here: their whole build
  private readonly shown = new Map<string, string>(); // folder to ID of the run

  constructor(private readonly server: Server, private readonly builds: Builds) {
    this.profile = this.controller.createRunProfile('jprof: Count', vscode.TestRunProfileKind.Coverage,
      (request) => this.build(request), true, this.whole);
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
    root.tags = [this.whole];
    const tests = this.items(root, coverage.tests);
    this.controller.items.add(root);
    const request = new vscode.TestRunRequest([root], [], this.profile, false, true);
    const run = this.controller.createTestRun(request, `jprof: ${status.run.label || status.run.id}`, false);
    for (const file of coverage.files) run.addCoverage(fileCoverage(file, tests));
    run.end();
  }

  // Creates the items of tests, below those of their classes: a test is called class#method.
  private items(root: vscode.TestItem, tests: RunTest[]): vscode.TestItem[] {
    return tests.map((test) => {
      const [name = '', method] = test.name.split('#');
      const item = this.controller.createTestItem(test.id, method ?? name);
      const parent = method === undefined ? root : root.children.get(name) ?? this.classItem(root, name);
      parent.children.add(item);
      return item;
    });
  }

  private classItem(root: vscode.TestItem, name: string): vscode.TestItem {
    const dot = name.lastIndexOf('.');
    const item = this.controller.createTestItem(name, name.slice(dot + 1));
    item.description = name.slice(0, Math.max(dot, 0));
    root.children.add(item);
    return item;
  }

  /** forget makes show load the newest run of a folder again, where a folder or the program is another one. */
  forget(): void {
    this.shown.clear();
    this.controller.items.replace([]);
  }

  // A click on "Run with Coverage": counts are shown when the build has ended, as those of any other run.
  private async build(request: vscode.TestRunRequest): Promise<void> {
    const asked = new Set(request.include?.map((item) => item.id) ?? [...this.controller.items].map(([id]) => id));
    for (const folder of vscode.workspace.workspaceFolders ?? []) {
      if (asked.has(folder.uri.toString())) await this.builds(folder);
    }
  }

  dispose(): void {
    this.controller.dispose();
  }
}
