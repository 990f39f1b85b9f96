import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { publisherConfig, readPublisher } from '../../scripts/publisher.ts';
import { tempFolder } from '../fakes/temp-folder.ts';

const root = join(import.meta.dirname, '../..');
const env = {
  RECEIPT_COMPANION_PUBLISHER: 'Corner Shop Systems',
  RECEIPT_COMPANION_PUBLISHER_EMAIL: 'till@shop.example',
  RECEIPT_COMPANION_HOMEPAGE: 'https://shop.example/till',
  RECEIPT_COMPANION_UPDATES: 'https://shop.example/updates',
};

describe('whose an installer is', () => {
  test('comes from the environment, whole: name, address, homepage, updates', () => {
    expect(publisherConfig(readPublisher(env), 2026)).toEqual({
      copyright: 'Copyright © 2026 Corner Shop Systems',
      extraMetadata: {
        author: { name: 'Corner Shop Systems', email: 'till@shop.example' },
        homepage: 'https://shop.example/till',
      },
      linux: { maintainer: 'Corner Shop Systems <till@shop.example>', vendor: 'Corner Shop Systems' },
      publish: [{ provider: 'generic', url: 'https://shop.example/updates' }],
    });
  });

  test('may be said without an address for updates: the program looks for none', () => {
    const found = readPublisher({ ...env, RECEIPT_COMPANION_UPDATES: '' });
    expect(publisherConfig(found, 2026)).toMatchObject({ publish: null });
  });

  test('stays open where nothing is set: that is enough to pack, and nothing is published', () => {
    expect(readPublisher({})).toBeNull();
    expect(publisherConfig(null, 2026)).toEqual({ publish: null });
  });

  test.each([
    ['half of it', { ...env, RECEIPT_COMPANION_HOMEPAGE: '' }, 'RECEIPT_COMPANION_HOMEPAGE: is not set'],
    [
      'no address of a person',
      { ...env, RECEIPT_COMPANION_PUBLISHER_EMAIL: 'nobody' },
      'RECEIPT_COMPANION_PUBLISHER_EMAIL',
    ],
    ['updates in the clear', { ...env, RECEIPT_COMPANION_UPDATES: 'http://shop.example' }, 'RECEIPT_COMPANION_UPDATES'],
  ])('ends with a sentence: %s', (_what, given, sentence) => {
    expect(() => readPublisher(given)).toThrow(sentence);
  });

  test('is asked for before an installer is made', () => {
    const without = Object.fromEntries(Object.entries(process.env).filter(([name]) => !(name in env)));
    const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts/installers.ts'), '--linux', 'deb'], {
      env: without,
      encoding: 'utf8',
    });
    expect({ status, stderr }).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('RECEIPT_COMPANION_PUBLISHER'),
    });
  });

  test('is nobody who does not exist: no address of the project leads nowhere', () => {
    for (const file of ['package.json', 'electron-builder.yml']) {
      expect(readFileSync(join(root, file), 'utf8')).not.toMatch(/\.invalid\b|example\.(com|org)/);
    }
  });
});

describe('the lists of later versions of two processors', () => {
  const written = (arch: string, version = '1.2.0') =>
    `version: ${version}\nfiles:\n  - url: a-${arch}.zip\n    sha512: ${arch}zip\n    size: 1\n  - url: a-${arch}.dmg\n    sha512: ${arch}dmg\n    size: 2\npath: a-${arch}.zip\nsha512: ${arch}zip\nreleaseDate: '2026-11-22T00:00:00.000Z'\n`;
  const joined = (one: string, other: string): string => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'one'), one);
    writeFileSync(join(folder, 'other'), other);
    return execFileSync(
      process.execPath,
      [join(root, 'scripts/update-files.ts'), join(folder, 'one'), join(folder, 'other')],
      { encoding: 'utf8', stdio: 'pipe' },
    );
  };

  test('become one, with the files of both', () => {
    const urls = [...joined(written('arm64'), written('x64')).matchAll(/url: (.*)/g)].map(([, url]) => url);
    expect(urls).toEqual(['a-arm64.zip', 'a-arm64.dmg', 'a-x64.zip', 'a-x64.dmg']);
  });

  test('do not when they are of two versions', () => {
    expect(() => joined(written('arm64'), written('x64', '1.3.0'))).toThrow('not of one version');
  });
});
