// The few classes of the module vscode that unit tests construct; the editor has the real ones.

export class Uri {
  private constructor(private readonly text: string) {}
  static parse(text: string): Uri {
    return new Uri(text);
  }
  toString(): string {
    return this.text;
  }
}

export class Range {
  constructor(readonly startLine: number, readonly startCharacter: number, readonly endLine: number,
    readonly endCharacter: number) {}
}

export class TestCoverageCount {
  constructor(readonly covered: number, readonly total: number) {}
}

export class FileCoverage {
  constructor(readonly uri: Uri, readonly statementCoverage: TestCoverageCount,
    readonly branchCoverage?: TestCoverageCount, readonly declarationCoverage?: TestCoverageCount,
    readonly includesTests: unknown[] = []) {}
}

export class StatementCoverage {
  constructor(readonly executed: number, readonly location: Range, readonly branches: BranchCoverage[] = []) {}
}

export class BranchCoverage {
  constructor(readonly executed: number, readonly location?: Range, readonly label?: string) {}
}

export class DeclarationCoverage {
  constructor(readonly name: string, readonly executed: number, readonly location: Range) {}
}
