import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectText, root } from '../fakes/project-files.ts';
import { tempFolder } from '../fakes/temp-folder.ts';

/**
 * A developer who follows a recipe of CONTRIBUTING.md must not forget a place. These tests add the code of the recipes
 * to a copy of the source. The compiler must report each forgotten place, and accept the complete recipes.
 */
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

type Step = ReturnType<typeof recipes>[number];

function compile(steps: readonly Step[]): string {
  const copy = tempFolder();
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
  for (const { file, from, to } of steps) {
    const text = readFileSync(join(copy, file), 'utf8');
    writeFileSync(join(copy, file), text.replace(from, to));
  }
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  // With more checkers each would read the whole source.
  const args = ['-p', copy, '--pretty', 'false', '--checkers', '1'];
  const run = spawnSync(process.execPath, [tsc, ...args], { cwd: copy, encoding: 'utf8' });
  return run.stdout.replaceAll('\\', '/');
}

/** Each diff block adds lines to the file it names. A block for an English text adds them for every language. */
const recipes = (text: string) =>
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

const contributing = projectText('CONTRIBUTING.md');

test('the compiler reports each recipe of CONTRIBUTING.md of which only the first step is done', () => {
  const output = compile(contributing.split(/^### /m).flatMap((section) => recipes(section).slice(0, 1)));
  for (const words of [
    /'dockIsPale|\.dockIsPale/,
    /'"program\.hello"' is missing/,
    /closedTitle/,
    /"closed"/,
    /"drawerOpen"/,
  ])
    expect(output).toMatch(words);
});

test('the recipes of CONTRIBUTING.md name every place, and their result compiles', () => {
  const steps = recipes(contributing);
  expect(new Set(steps.map(({ what }) => what)).size).toBeGreaterThan(7);
  expect(steps.length).toBeGreaterThan(contributing.match(/^```diff/gm)?.length ?? 0);
  for (const { file, from } of steps) expect(projectText(file), file).toContain(from);
  expect(compile(steps)).toBe('');
});
