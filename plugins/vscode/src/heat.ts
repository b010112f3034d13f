// Which bar a line gets: by its state, and by its count in relation to the hottest line.
import type { Line } from './protocol';

/** Kinds of bars, each with a style of its own. */
export const kinds = ['heat1', 'heat2', 'heat3', 'heat4', 'partly', 'notExecuted'] as const;
export type Kind = (typeof kinds)[number];

/** level returns the heat of a count, from 1 to 4, in equal steps of its logarithm up to that of the hottest line. */
export function level(count: number, hottest: number): 1 | 2 | 3 | 4 {
  if (count <= 1 || hottest <= 1) return 1;
  const step = Math.ceil((4 * Math.log(count)) / Math.log(hottest));
  return Math.min(4, Math.max(1, step)) as 1 | 2 | 3 | 4;
}

/** kindOf returns the bar of a line; without heat, all executed lines have the same. */
export function kindOf(line: Line, hottest: number, heat: boolean): Kind {
  if (line.state !== 'executed') return line.state;
  return heat ? `heat${level(line.count, hottest)}` : 'heat2';
}

/** spans returns the lines of each kind as runs of adjacent lines: [first, last]. Lines come in ascending order. */
export function spans(lines: Line[], heat: boolean): Map<Kind, [number, number][]> {
  const all = new Map<Kind, [number, number][]>(kinds.map((kind) => [kind, []]));
  const hottest = lines.reduce((max, line) => Math.max(max, line.count), 0);
  for (const line of lines) {
    const list = all.get(kindOf(line, hottest, heat)) ?? [];
    const last = list.at(-1);
    if (last && last[1] === line.line - 1) last[1] = line.line;
    else list.push([line.line, line.line]);
  }
  return all;
}
