import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commands } from '../../../src-main/contract/commands.ts';
import { appErrorCodes } from '../../../src-main/kernel/result.ts';
import { errorWords } from '../../../src-renderer/cashier/error-words.ts';
import { tableOf } from '../../fakes/texts.ts';

/** What the compiler cannot name: a row that nobody uses is complete in itself. */

const folder = join(import.meta.dirname, '../../../src-renderer');
const source = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => readFileSync(join(folder, name), 'utf8'))
  .join('\n');
const ofErrors = new Set<string>(appErrorCodes.map(errorWords));
const isSaid = (name: string): boolean => source.includes(`'${name}'`) || ofErrors.has(name);

test('every command of the table is sent by a window', () => {
  expect(Object.keys(commands).filter((name) => !isSaid(name))).toEqual([]);
});

test.each(['cashier', 'customer'] as const)('every sentence of the %s window is said somewhere', (window) => {
  const keys = new Set(Object.keys(tableOf(window, 'en')).map((key) => key.replace(/_(one|many|other)$/, '')));
  expect([...keys].filter((key) => !isSaid(key))).toEqual([]);
});
