import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { setAppId } from '../../../src-main/shell/desktop.ts';

const idsSet = (platform: 'win32' | 'linux' | 'darwin'): readonly string[] => {
  const names: string[] = [];
  setAppId(platform, { setAppUserModelId: (id) => void names.push(id) });
  return names;
};

test('on Windows the program sets the application id that its installer gave to the shortcut', () => {
  const builder = readFileSync(join(import.meta.dirname, '../../../electron-builder.yml'), 'utf8');
  expect(idsSet('win32')).toEqual([/^appId: (.*)$/m.exec(builder)?.[1]]);
});

test.each(['linux', 'darwin'] as const)('on %s the program sets no application id', (platform) => {
  expect(idsSet(platform)).toEqual([]);
});
