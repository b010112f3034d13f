// Numbers and texts as users read them.
import type { FileCounts, Line, Ratio, Run } from './protocol';

const grouped = new Intl.NumberFormat('en-US');

/** exact returns all digits of a count: 50,353. */
export function exact(count: number): string {
  return grouped.format(count);
}

/** short returns the first three digits of a count, as the server does, never rounded up: 1.25k, 50.3k, 999k, 1.3M. */
export function short(count: number): string {
  const digits = BigInt(count).toString();
  if (digits.length <= 3) return digits;
  const whole = ((digits.length - 1) % 3) + 1;
  const rest = digits.slice(whole, 3).replace(/0+$/, '');
  return digits.slice(0, whole) + (rest && `.${rest}`) + ' kMGTPE'.charAt((digits.length - whole) / 3);
}

/** simple returns the title of a method without its package: Parser.State::next(int). */
export function simple(title: string): string {
  return title.replace(/^(?:[a-z_][\w$]*\.)+(?=[A-Z])/, '');
}

/** percent returns the share of a ratio with a digit after the point; only nothing is 0 %, and only all is 100 %. */
export function percent([covered, total]: Ratio): string {
  if (total === 0) return '-';
  const share = (100 * covered) / total;
  if (covered > 0 && share < 0.1) return '0.1 %';
  if (covered < total && share > 99.9) return '99.9 %';
  return share.toFixed(1).replace(/\.0$/, '') + ' %';
}

/** plural returns the number and the noun: 1 test, 2 tests. */
export function plural(count: number, noun: string): string {
  return `${exact(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** times returns how often something was executed, for people who hear it. */
export function times(count: number): string {
  return count === 0 ? 'not executed' : `executed ${plural(count, 'time')}`;
}

/** title returns a run as a line of a list: its label if it has one, its command and its result. */
export function title(run: Run): string {
  return [run.label, run.command, run.result].filter((s) => s !== '').join(' · ');
}

/** when returns the time of a run in the user's own form. */
export function when(started: string): string {
  const time = new Date(started);
  return isNaN(time.valueOf()) ? started : time.toLocaleString();
}

/** covered returns the executed lines of a file, and all of its lines that have counts. */
export function covered(counts: FileCounts): Ratio {
  return [counts.lines.filter((l) => l.state !== 'notExecuted').length, counts.lines.length];
}

/** lineAt returns the counts of a line, at the declaration of a method its invocations; undefined where it has none. */
export function lineAt(counts: FileCounts, line: number): Line | undefined {
  const method = counts.methods.find((m) => m.line === line && m.state === 'counted');
  return counts.lines.find((l) => l.line === line) ??
    (method && { line, count: method.count, state: method.count > 0 ? 'executed' : 'notExecuted' });
}
