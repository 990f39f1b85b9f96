import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { publisherConfig, readPublisher } from '../../scripts/publisher.ts';
import { projectText, root } from '../fakes/project-files.ts';
import { tempFolder } from '../fakes/temp-folder.ts';

const env = {
  RECEIPT_COMPANION_PUBLISHER: 'Corner Shop Systems',
  RECEIPT_COMPANION_PUBLISHER_EMAIL: 'till@shop.example',
  RECEIPT_COMPANION_HOMEPAGE: 'https://shop.example/till',
  RECEIPT_COMPANION_UPDATES: 'https://shop.example/updates',
};

describe('the publisher of an installer', () => {
  test('comes completely from the environment: name, address, homepage, updates', () => {
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

  test('may be missing or without an address for updates: packing works and nothing is published', () => {
    const found = readPublisher({ ...env, RECEIPT_COMPANION_UPDATES: '' });
    expect(publisherConfig(found, 2026)).toMatchObject({ publish: null });
    expect(readPublisher({})).toBeNull();
    expect(publisherConfig(null, 2026)).toEqual({ publish: null });
  });

  test.each([
    ['a missing home page', { ...env, RECEIPT_COMPANION_HOMEPAGE: '' }, 'RECEIPT_COMPANION_HOMEPAGE: is not set'],
    [
      'an invalid e-mail address',
      { ...env, RECEIPT_COMPANION_PUBLISHER_EMAIL: 'nobody' },
      'RECEIPT_COMPANION_PUBLISHER_EMAIL',
    ],
    ['updates over HTTP', { ...env, RECEIPT_COMPANION_UPDATES: 'http://shop.example' }, 'RECEIPT_COMPANION_UPDATES'],
  ])('is refused with a message: %s', (_what, given, sentence) => {
    expect(() => readPublisher(given)).toThrow(sentence);
  });

  test('is required before an installer is built', () => {
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

  test('is packed with a new build: the script builds before it packs', () => {
    const place = tempFolder();
    for (const name of ['scripts/installers.ts', 'scripts/publisher.ts']) cpSync(join(root, name), join(place, name));
    mkdirSync(join(place, 'node_modules/electron-builder'), { recursive: true });
    symlinkSync(join(root, 'node_modules/zod'), join(place, 'node_modules/zod'), 'junction');
    writeFileSync(join(place, 'package.json'), '{"type":"module"}');
    writeFileSync(join(place, 'scripts/notices.ts'), 'export const writeNotices = () => undefined;');
    const says = (word: string) =>
      `process.getBuiltinModule('node:fs').appendFileSync(${JSON.stringify(join(place, 'ran'))}, '${word} ');`;
    writeFileSync(join(place, 'scripts/build.ts'), `export const buildApp = async () => ${says('build')}`);
    writeFileSync(join(place, 'node_modules/electron-builder/cli.js'), says('pack'));
    const { stderr } = spawnSync(process.execPath, [join(place, 'scripts/installers.ts'), '--linux', 'deb'], {
      env: { ...process.env, ...env },
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(readFileSync(join(place, 'ran'), 'utf8')).toBe('build pack ');
  });

  test('has no placeholder address in package.json or electron-builder.yml', () => {
    for (const file of ['package.json', 'electron-builder.yml'])
      expect(projectText(file)).not.toMatch(/\.invalid\b|example\.(com|org)/);
  });
});
