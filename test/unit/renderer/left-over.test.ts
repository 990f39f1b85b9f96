import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commands } from '../../../src-main/contract/commands.ts';
import { en as cashier } from '../../../src-renderer/text/cashier/en.ts';
import { en as customer } from '../../../src-renderer/text/customer/en.ts';
import { en as setup } from '../../../src-renderer/text/setup/en.ts';

/** What the compiler cannot name: a row that nobody uses is complete in itself. */

const folder = join(import.meta.dirname, '../../../src-renderer');
const source = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => /\.tsx?$/.test(name) && !/^text\/(cashier|customer|setup)\//.test(name))
  .map((name) => readFileSync(join(folder, name), 'utf8'))
  .join('\n');
const isSaid = (name: string): boolean => source.includes(`'${name}'`);

test('every command of the table is sent by a window', () => {
  expect(Object.keys(commands).filter((name) => !isSaid(name))).toEqual([]);
});

test.each(Object.entries({ cashier, customer, setup }))(
  'every sentence of the %s window is said somewhere',
  (_name, table) => {
    const keys = new Set(Object.keys(table).map((key) => key.replace(/_(one|many|other)$/, '')));
    expect([...keys].filter((key) => !isSaid(key))).toEqual([]);
  },
);
