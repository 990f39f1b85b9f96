import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { commands } from '../../../src-main/lib/commands.ts';
import { noticeCodes } from '../../../src-main/lib/notices.ts';
import { appErrorCodes } from '../../../src-main/lib/result.ts';
import { settingsSchema, windowSettings } from '../../../src-main/lib/settings.ts';
import { keyFor } from '../../../src-renderer/text/i18n.ts';
import { customerScreens } from '../../fakes/sample-screens.ts';
import { tableOf } from '../../fakes/texts.ts';

/** What the compiler cannot name: a row that nobody uses is complete in itself. */

const folder = join(import.meta.dirname, '../../../src-renderer');
const source = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => readFileSync(join(folder, name), 'utf8'))
  .join('\n');
/** Under the code of an error or a notice, and under the kind of a screen. */
const ofCodes = new Set<string>([
  ...appErrorCodes.map((code) => keyFor('error', code)),
  ...noticeCodes.map((code) => keyFor('notice', code)),
  ...Object.values(customerScreens).flatMap(({ kind }) => [keyFor('screen', kind), `${kind}Title`, `${kind}Text`]),
]);
const ofSettings = Object.entries(settingsSchema.shape).flatMap(([section, schema]) =>
  Object.entries(schema instanceof z.ZodPrefault ? (schema.unwrap() as z.ZodObject).shape : {}).flatMap(
    ([key, setting]) => (windowSettings.has(setting as z.ZodType) ? [`${section}.${key}`] : []),
  ),
);
/** Under the key of its setting stand its name, its hint, its rule and its choices. */
const isOfSetting = (name: string): boolean => ofSettings.some((key) => `${name}.`.startsWith(`${key}.`));
const isSaid = (name: string): boolean => source.includes(`'${name}'`) || ofCodes.has(name) || isOfSetting(name);

test('every command of the table is sent by a window', () => {
  expect(Object.keys(commands).filter((name) => !isSaid(name))).toEqual([]);
});

test.each(['cashier', 'customer'] as const)('every sentence of the %s window is said somewhere', (window) => {
  const keys = new Set(Object.keys(tableOf(window, 'en')).map((key) => key.replace(/_(one|many|other)$/, '')));
  expect([...keys].filter((key) => !isSaid(key))).toEqual([]);
});
