import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

interface Line {
  readonly reader: string;
  readonly kind: string;
  readonly measure: 'steps' | 'walked' | 'allocated';
  readonly perByte: number;
}

/**
 * Each limit is at least twice the work of the most expensive reader. A reader with quadratic time needs over a
 * thousand steps per byte.
 */
const most: Readonly<Record<Line['measure'], number>> = { steps: 300, walked: 150, allocated: 1_500 };

test('the work for the most expensive answers, policies, settings and scanned texts has a limit per byte', () => {
  // The count runs in its own process, because V8 counts only functions that were compiled after its start.
  const program = fileURLToPath(new URL('../fakes/read-worst-texts.ts', import.meta.url));
  const output = execFileSync(process.execPath, [program], { encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 });
  const lines: readonly Line[] = output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
  expect(new Set(lines.map(({ reader }) => reader)).size).toBeGreaterThan(20);
  expect(lines.filter(({ measure, perByte }) => perByte > most[measure])).toEqual([]);
});
