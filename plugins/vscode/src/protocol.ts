// Types of what the language server `jprof lsp` speaks beyond LSP. Lines and characters are 0-based, in UTF-16.
import type { Location, Position, Range } from 'vscode-languageclient';

/** A place in a document, the argument of most commands. */
export interface Place {
  textDocument: { uri: string };
  position: Position;
}

/** Covered units, and all of them. */
export type Ratio = [covered: number, total: number];

export interface Run {
  id: string;
  label: string;
  command: string;
  started: string;
  result: string;
}

export interface Status {
  run: (Run & { byTest: boolean; lines: Ratio }) | null;
  live: boolean;
  message: string;
}

export type LineState = 'executed' | 'notExecuted' | 'partly';

export interface Line {
  line: number;
  count: number;
  state: LineState;
  outcomes?: string[];
}

export interface Method {
  name: string;
  line: number;
  range: Range;
  count: number;
  tests?: number;
  state: 'counted' | 'changed' | 'new' | 'excluded';
}

/** Counts of an open document, at the places of its text as it is now. */
export interface FileCounts {
  run: string;
  live: boolean;
  note: string;
  lines: Line[];
  methods: Method[];
}

export interface CoveredFile {
  uri: string;
  lines: Ratio;
  branches: Ratio;
  methods: Ratio;
  tests: number[] | null; // those that executed the file, as indexes of the list of tests
}

export interface RunTest {
  id: string;
  name: string; // class#method
}

export interface Coverage {
  run: string;
  files: CoveredFile[];
  tests: RunTest[];
}

/** Counts of a file as it is saved, for Test Explorer. */
export interface Details {
  statements: { range: Range; count: number; branches?: { label: string; count: number }[] }[];
  methods: { name: string; range: Range; count: number }[];
}

export interface HotSpot {
  title: string;
  uri: string;
  line: number;
  count: number;
  share: number; // of all executions, between 0 and 1
}

export interface UncoveredFile {
  uri: string;
  path: string;
  methods: { title: string; line: number; lines: number }[];
}

export interface Changed {
  workspace: string;
  run: string;
  live: boolean;
}

/** Results of the commands of the server. */
export interface CommandLine {
  command: string[];
  cwd: string;
}

export interface TestsOfLine {
  tests: { name: string; count: number; uri?: string; line?: number }[];
  text: string;
}

export interface Comparison {
  run: string;
  text: string;
}

export interface Report {
  uri: string;
}

export type Found = Location | null;
