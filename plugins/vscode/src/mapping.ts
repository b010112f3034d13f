// Counts of jprof in the form that Test Explorer has.
import * as vscode from 'vscode';
import type { CoveredFile, Details, Ratio } from './protocol';

/** fileCoverage returns the totals of a file; tests are those that executed it. */
export function fileCoverage(file: CoveredFile, tests: vscode.TestItem[]): vscode.FileCoverage {
  const optional = (ratio: Ratio) => (ratio[1] > 0 ? count(ratio) : undefined);
  const own = (file.tests ?? []).flatMap((i) => tests[i] ?? []);
  return new vscode.FileCoverage(vscode.Uri.parse(file.uri), count(file.lines), optional(file.branches),
    optional(file.methods), own);
}

function count([covered, total]: Ratio): vscode.TestCoverageCount {
  return new vscode.TestCoverageCount(covered, total);
}

/** details returns the counts of a file: its statements with their branches, and its methods. */
export function details(counts: Details): vscode.FileCoverageDetail[] {
  const statements = counts.statements.map((s) => new vscode.StatementCoverage(s.count, range(s.range),
    (s.branches ?? []).map((b) => new vscode.BranchCoverage(b.count, range(s.range), b.label))));
  const methods = counts.methods.map((m) => new vscode.DeclarationCoverage(m.name, m.count, range(m.range)));
  return [...methods, ...statements];
}

function range(r: Details['methods'][number]['range']): vscode.Range {
  return new vscode.Range(r.start.line, r.start.character, r.end.line, r.end.character);
}
