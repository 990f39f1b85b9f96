import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { fuses, items, type Sources } from './checklist.ts';

/** Prints how each of Electron's 20 security items and each fuse is enforced, and the test that proves it. */

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const texts = (...patterns: readonly string[]) =>
  globSync(patterns, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted()
    .map((path) => ({ path, text: read(path) }));

const sources: Sources = {
  shell: texts('src-main/shell/*.ts', 'src-main/main.ts'),
  main: read('src-main/main.ts'),
  preloads: texts('src-main/preload/*.ts'),
  renderer: texts('src-renderer/**/*.tsx', 'src-renderer/*.html'),
  builder: read('electron-builder.yml'),
  lockedElectron: JSON.parse(read('package-lock.json')).packages['node_modules/electron'].version,
};
const printed: string[] = [];

describe('Electron’s security checklist in the sources:', () => {
  test.each(items)('item $number is followed: $title', ({ number, title, spec, look }) => {
    expect(look?.(sources) ?? []).toEqual([]);
    // A renamed or removed test enforces nothing any more.
    expect(read(spec.file)).toContain(`'${spec.title}'`);
    printed.push(`${String(number).padStart(2)}. ${title.padEnd(46)} ${spec.file}: ${spec.title}`);
  });

  test('Electron’s security checklist has twenty items', () => {
    expect(items.map(({ number }) => number)).toEqual([...Array(20).keys()].map((index) => index + 1));
  });
});

describe('the packed program:', () => {
  const configured = sources.builder.split(/^electronFuses:$/m)[1] ?? '';

  test.each(Object.entries(fuses))('fuse %s is %s', (name, on) => {
    expect(configured).toMatch(new RegExp(`^ {2}${name}: ${on}$`, 'm'));
    printed.push(
      `    ${name.padEnd(46)} ${on ? 'on' : 'off'}, read back by \`npm run package\` where there is a binary`,
    );
  });

  test('electron-builder.yml sets exactly the listed fuses', () => {
    expect([...configured.matchAll(/^ {2}(\w+): (?:true|false)$/gm)].map(([, name]) => name)).toEqual(
      Object.keys(fuses),
    );
  });

  test('the packed program installs no update on Windows that its publisher has not signed', () => {
    expect(sources.builder).toMatch(/^win:\n(?: .*\n)* {2}verifyUpdateCodeSignature: true$/m);
  });

  test('the packed program also offers released versions in the beta channel', () => {
    expect(sources.builder).toMatch(/^generateUpdatesFilesForAllChannels: true$/m);
  });
});

afterAll(() => console.log(printed.join('\n')));
