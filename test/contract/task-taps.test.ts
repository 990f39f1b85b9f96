import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { taskTaps } from '../gallery/task-taps.ts';

const folder = join(import.meta.dirname, '../e2e');

test('exactly one spec counts the taps of each task in the table of docs/screens.md', () => {
  const specs = globSync('*.test.ts', { cwd: folder }).map((name) => readFileSync(join(folder, name), 'utf8'));
  const counts = Object.keys(taskTaps).map((task) => {
    const found = specs.filter((text) => text.includes(`expectTaps('${task}', `)).length;
    return [task, found] as const;
  });
  expect(counts.filter(([, found]) => found !== 1)).toEqual([]);
});
