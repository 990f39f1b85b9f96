import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../../.github/workflows');
const root = join(folder, '../..');
const files = readdirSync(folder).filter((name) => name.endsWith('.yml'));
const textOf = (name: string): string => readFileSync(join(folder, name), 'utf8');

test('there are the three workflows', () => {
  expect(files.sort()).toEqual(['check.yml', 'electron.yml', 'release.yml']);
});

test.each(files)('%s takes actions by their hash alone, and says which version that is', (name) => {
  const uses = [...textOf(name).matchAll(/uses: *(.*)/g)].map(([, what = '']) => what);
  expect(uses.length).toBeGreaterThan(0);
  for (const what of uses) expect(what).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

test.each(files)('%s may read and nothing else, keeps no credentials and knows no secret', (name) => {
  const text = textOf(name);
  expect(text.match(/^ *permissions:\n(?: +.*\n)+/gm)).toEqual(['permissions:\n  contents: read\n']);
  expect(text).not.toMatch(/secrets\.|pull_request_target|write-all/);
  expect(text.match(/actions\/checkout@/g)?.length).toBe(text.match(/persist-credentials: false/g)?.length);
  expect(text.match(/^ {4}timeout-minutes: \d+$/gm)?.length).toBe(text.match(/^ {4}runs-on:/gm)?.length);
});

test.each(files)('%s hands nothing that strangers write to a shell', (name) => {
  expect(textOf(name)).not.toMatch(/\$\{\{ *github\.(event|head_ref)/);
});

test.each(files)('%s runs files that are there', (name) => {
  const named = [...textOf(name).matchAll(/\b((?:scripts|test|\.ci)\/[\w./-]+)/g)].map(([, path = '']) => path);
  for (const path of named) expect(readFileSync(join(root, path)).length).toBeGreaterThan(0);
});
