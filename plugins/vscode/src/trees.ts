// The lists in the side bar: hot spots, and methods that were not executed, of the newest run of each folder.
import * as vscode from 'vscode';
import { exact, percent, plural, short, simple } from './format';
import type { HotSpot, UncoveredFile } from './protocol';
import type { Server } from './server';

const limit = 100; // hot spots of a folder

/** Node is a row of a list, with the rows below it, which may have to be asked for. */
export interface Node {
  item: vscode.TreeItem;
  children?: () => Node[] | Promise<Node[]>;
}

/** List shows rows that the server is asked for when they are needed, and again when counts are new. */
export class List implements vscode.TreeDataProvider<Node> {
  private readonly changes = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changes.event;

  constructor(private readonly rows: (folder: vscode.WorkspaceFolder) => Promise<Node[]>) {}

  refresh(): void {
    this.changes.fire();
  }

  getTreeItem(node: Node): vscode.TreeItem {
    return node.item;
  }

  async getChildren(node?: Node): Promise<Node[]> {
    if (node) return (await node.children?.()) ?? [];
    const folders = vscode.workspace.workspaceFolders ?? [];
    const lists = await Promise.all(folders.map((folder) => this.rows(folder)));
    if (folders.length === 1) return lists[0] ?? [];
    return folders.flatMap((folder, i) => {
      const rows = lists[i] ?? [];
      const item = new vscode.TreeItem(folder.name, vscode.TreeItemCollapsibleState.Expanded);
      item.iconPath = vscode.ThemeIcon.Folder;
      return rows.length === 0 ? [] : [{ item, children: () => rows }];
    });
  }
}

/** hotList returns the list of the methods whose statements were executed most often. */
export function hotList(server: Server): List {
  return new List(async (folder) => {
    const spots = await server.request<HotSpot[]>('jprof/hot', { workspace: folder.uri.toString(), limit });
    const shorten = vscode.workspace.getConfiguration('jprof').get('short', false);
    return (spots ?? []).map((spot) => ({ item: hotItem(spot, shorten) }));
  });
}

/** hotItem returns the row of a hot spot. */
export function hotItem(spot: HotSpot, shorten: boolean): vscode.TreeItem {
  const item = new vscode.TreeItem(`${shorten ? short(spot.count) : exact(spot.count)}× ${simple(spot.title)}`);
  const share = percent([spot.share, 1]);
  item.description = share;
  const label = `${spot.title}, line ${spot.line + 1}: ${exact(spot.count)} statement executions, ${share} of all`;
  item.tooltip = label;
  item.accessibilityInformation = { label };
  item.iconPath = new vscode.ThemeIcon('flame', new vscode.ThemeColor('jprof.heat4'));
  item.command = opening(spot.uri, spot.line);
  return item;
}

/** uncoveredList returns the list of files with methods that were not executed. */
export function uncoveredList(server: Server): List {
  return new List(async (folder) => {
    const files = await server.request<UncoveredFile[]>('jprof/uncovered', { workspace: folder.uri.toString() });
    return (files ?? []).map((file) => ({ item: fileItem(file), children: () => methodsOf(file) }));
  });
}

function methodsOf(file: UncoveredFile): Node[] {
  return file.methods.map((method) => {
    const item = new vscode.TreeItem(method.title);
    item.description = plural(method.lines, 'line');
    item.tooltip = `${method.title}: ${plural(method.lines, 'line')}, not executed`;
    item.accessibilityInformation = { label: `${method.title}, line ${method.line + 1}, not executed, ` +
      plural(method.lines, 'line') };
    item.iconPath = new vscode.ThemeIcon('circle-slash', new vscode.ThemeColor('jprof.notExecuted'));
    item.command = opening(file.uri, method.line);
    return { item };
  });
}

/** fileItem returns the row of a file with methods that were not executed. */
export function fileItem(file: UncoveredFile): vscode.TreeItem {
  const item = new vscode.TreeItem(file.path.replace(/^.*\//, ''), vscode.TreeItemCollapsibleState.Collapsed);
  item.resourceUri = vscode.Uri.parse(file.uri);
  item.iconPath = vscode.ThemeIcon.File;
  item.description = plural(file.methods.length, 'method');
  item.tooltip = file.path;
  item.accessibilityInformation = { label: `${file.path}: ${plural(file.methods.length, 'method')} not executed` };
  return item;
}

/** opening returns the command that opens a line of a file. */
function opening(uri: string, line: number): vscode.Command {
  const selection = new vscode.Range(line, 0, line, 0);
  return { command: 'vscode.open', title: 'Open', arguments: [vscode.Uri.parse(uri), { selection }] };
}
