import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { breaches } from './planted-breaches.ts';

/**
 * The promises about the compiler, proven: everything that must not be forgotten is forgotten at once in a copy of the
 * source, and one run of the compiler has to name every place.
 */
const root = join(import.meta.dirname, '..', '..');
const copy = mkdtempSync(join(tmpdir(), 'planted-'));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

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

function compile(): string {
  for (const name of ['src-main', 'src-renderer', 'assets/locales', 'package.json', 'tsconfig.base.json']) {
    cpSync(join(root, name), join(copy, name), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
  writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify(options));
  for (const { what, file, from, to } of breaches) {
    const text = readFileSync(join(copy, file), 'utf8');
    expect(text.split(from).length - 1, `${what}: ${from} stands once in ${file}`).toBe(1);
    writeFileSync(join(copy, file), text.replace(from, to));
  }
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const run = spawnSync(process.execPath, [tsc, '-p', copy, '--pretty', 'false'], { cwd: copy, encoding: 'utf8' });
  return run.stdout.replaceAll('\\', '/');
}

let said = '';

test('a breach can be planted, and the compiler refuses the whole', () => {
  said = compile();
  expect(said).toMatch(/error TS/);
  // One run for all of them, and it reads the whole source.
}, 180_000);

test.each(breaches)('$what does not compile before every place has a word for it', ({ named }) => {
  // An error is a line that starts at the margin, and what explains it is indented.
  const errors = said.split(/\n(?=\S)/);
  for (const [path, words] of named) {
    const there = errors.filter((error) => error.startsWith(`${path}(`));
    expect(there.join('\n'), path).toMatch(words);
  }
});
