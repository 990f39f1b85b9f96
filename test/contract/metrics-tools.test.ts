import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { unpackKnown } from '../../scripts/metrics-tools.ts';
import { tempFolder } from '../fakes/temp-folder.ts';

/** Downloads outside the package manager are used only if their hash is the recorded one. */

function packageOf(program: string, folder: string): Readonly<Record<string, string>> {
  const content = tempFolder();
  mkdirSync(join(content, 'DEBIAN'));
  mkdirSync(join(content, 'usr/bin'), { recursive: true });
  writeFileSync(join(content, 'usr/bin', program), `this is ${program}`);
  const about = `Package: ${program}\nVersion: 1\nArchitecture: all\nMaintainer: Nobody <nobody@example.org>\nDescription: one\n`;
  writeFileSync(join(content, 'DEBIAN/control'), about);
  const name = `${program}_1_all.deb`;
  const built = spawnSync('dpkg-deb', ['--build', '--root-owner-group', content, join(folder, name)]);
  expect(built.status, String(built.stderr)).toBe(0);
  return {
    [name]: createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex'),
  };
}

function brought() {
  const [folder, to] = [tempFolder(), tempFolder()];
  const known = { ...packageOf('victoria-metrics', folder), ...packageOf('promtool', folder) };
  return { folder, to, known };
}

test('packages with a known hash are unpacked', () => {
  const { folder, to, known } = brought();
  unpackKnown(folder, to, known);
  expect(readdirSync(to).toSorted()).toEqual(['promtool', 'victoria-metrics']);
  expect(readFileSync(join(to, 'promtool'), 'utf8')).toBe('this is promtool');
});

test('a package with another hash is refused, and no package is opened', () => {
  const { folder, to, known } = brought();
  const [name = ''] = Object.keys(known);
  writeFileSync(join(folder, name), Buffer.concat([readFileSync(join(folder, name)), Buffer.from('\n')]));
  expect(() => unpackKnown(folder, to, known)).toThrow(
    new RegExp(`^${name} is not the package that is known: expected SHA-256 ${known[name]}, found [0-9a-f]{64}$`),
  );
  expect(readdirSync(to)).toEqual([]);
});

test('a newer package under another name is refused, and the existing ones are listed', () => {
  const { folder, to, known } = brought();
  const [name = '', second = ''] = Object.keys(known);
  expect(() => unpackKnown(folder, to, { [name.replace('_1_', '_2_')]: known[name] ?? '', [second]: '' })).toThrow(
    /^found no victoria-metrics_2_all\.deb in .*; there are: .*victoria-metrics_1_all\.deb/,
  );
  expect(existsSync(join(to, 'victoria-metrics'))).toBe(false);
});
