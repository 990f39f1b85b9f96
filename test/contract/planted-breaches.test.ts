import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { breaches } from './planted-breaches.ts';

/**
 * A developer who adds a command or a state must not forget a place that handles it. These tests make such incomplete
 * additions in a copy of the source, and one run of the compiler must report each forgotten place.
 */
const root = join(import.meta.dirname, '..', '..');
const copies: string[] = [];
afterAll(() => {
  for (const copy of copies) rmSync(copy, { recursive: true, force: true });
});

const options = {
  extends: './tsconfig.base.json',
  compilerOptions: {
    lib: ['es2024', 'dom', 'dom.iterable', 'esnext.disposable'],
    types: ['node', 'vite/client'],
    jsx: 'react-jsx',
    module: 'esnext',
    moduleResolution: 'bundler',
    composite: false,
    declaration: false,
    emitDeclarationOnly: false,
    noEmit: true,
  },
  include: ['src-main', 'src-renderer'],
};

interface Plant {
  readonly what: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** The errors of the compiler for a copy of the source with these additions. */
function compile(plants: readonly Plant[]): string {
  const copy = mkdtempSync(join(tmpdir(), 'planted-'));
  copies.push(copy);
  for (const name of [
    'src-main',
    'src-renderer',
    'assets',
    'docs/openapi.json',
    'package.json',
    'tsconfig.base.json',
  ]) {
    cpSync(join(root, name), join(copy, name), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
  writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify(options));
  for (const { file, from, to } of plants) {
    const text = readFileSync(join(copy, file), 'utf8');
    writeFileSync(join(copy, file), text.replace(from, to));
  }
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  // With more checkers each would read the whole source.
  const args = ['-p', copy, '--pretty', 'false', '--checkers', '1'];
  const run = spawnSync(process.execPath, [tsc, ...args], { cwd: copy, encoding: 'utf8' });
  return run.stdout.replaceAll('\\', '/');
}

/** Reads the additions from a text: each diff block adds lines to a file, a sentence to all languages. */
const recipes = (text: string): readonly Plant[] =>
  [...text.matchAll(/^```diff (\S+)\n (.*)\n((?:\+.*\n)+)```$/gm)].flatMap(([, file = '', line = '', added = '']) => {
    const lines = added.replace(/^\+/gm, '').trimEnd();
    const what = `CONTRIBUTING.md, ${file}`;
    if (!file.startsWith('assets/locales/en/')) return [{ what, file, from: `${line}\n`, to: `${line}\n${lines}\n` }];
    const [key = ''] = /"[^"]+":/.exec(line) ?? [];
    const languages = readdirSync(join(root, 'assets/locales')).filter((name) => !name.includes('.'));
    return languages.map((name) => ({
      what,
      file: file.replace('/en/', `/${name}/`),
      from: key,
      to: `${lines.trim()}\n  ${key}`,
    }));
  });

const contributing = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');

test.each(breaches)('the source contains the line to replace exactly once: $what', ({ file, from }) => {
  expect(readFileSync(join(root, file), 'utf8').split(from).length - 1, `${from} in ${file}`).toBe(1);
});

let output = '';

test('the compiler refuses a copy of the source with all the incomplete additions', () => {
  // Only the first step of each recipe, so that the compiler must report the other steps.
  const begun = contributing.split(/^### /m).flatMap((section) => recipes(section).slice(0, 1));
  output = compile([...begun, ...breaches]);
  expect(output).toMatch(/error TS/);
});

test.each([
  ...["'dockIsPale|\\.dockIsPale", '\'"program\\.hello"\' is missing', 'closedTitle', '"closed"', '"drawerOpen"'],
])('the compiler reports a recipe of CONTRIBUTING.md of which only the first step is done: %s', (words) => {
  expect(output).toMatch(new RegExp(words));
});

test.each(breaches)('$what does not compile until every place handles it', ({ named }) => {
  // Errors are lines without indentation, followed by indented explanations.
  const errors = output.split(/\n(?=\S)/);
  for (const [path, words] of named) {
    const there = errors.filter((error) => error.startsWith(`${path}(`));
    expect(there.join('\n'), path).toMatch(words);
  }
});

test('the recipes of CONTRIBUTING.md name every place, and their result compiles', () => {
  const plants = recipes(contributing);
  expect(new Set(plants.map(({ what }) => what)).size).toBeGreaterThan(7);
  expect(plants.length).toBeGreaterThan(contributing.match(/^```diff/gm)?.length ?? 0);
  for (const { file, from } of plants) expect(readFileSync(join(root, file), 'utf8'), file).toContain(from);
  expect(compile(plants)).toBe('');
});
