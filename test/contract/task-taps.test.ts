import { expect, test } from 'vitest';
import { projectFiles } from '../fakes/project-files.ts';
import { taskTaps } from '../gallery/task-taps.ts';

test('exactly one spec counts the taps of each task in the table of docs/screens.md', () => {
  const specs = projectFiles('test/e2e/*.test.ts');
  const counts = Object.keys(taskTaps).map((task) => {
    const found = specs.filter(({ text }) => text.includes(`expectTaps('${task}', `)).length;
    return [task, found] as const;
  });
  expect(counts.filter(([, found]) => found !== 1)).toEqual([]);
});
