import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sayWhoWeAre } from '../../../src-main/shell/desktop.ts';

const idsSet = (platform: 'win32' | 'linux' | 'darwin'): readonly string[] => {
  const names: string[] = [];
  sayWhoWeAre(platform, { setAppUserModelId: (id) => void names.push(id) });
  return names;
};

test('the running program uses the name that its installer gave to the Windows shortcut', () => {
  const builder = readFileSync(join(import.meta.dirname, '../../../electron-builder.yml'), 'utf8');
  expect(idsSet('win32')).toEqual([/^appId: (.*)$/m.exec(builder)?.[1]]);
});

test.each(['linux', 'darwin'] as const)('%s sets no such name', (platform) => {
  expect(idsSet(platform)).toEqual([]);
});
