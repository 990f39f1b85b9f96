import { readdirSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { otherWebp, smallWebp } from '../fakes/webp.ts';
import { codeOf, openTestApp, type TestApp, unwrap } from './test-app.ts';

const keep = (testApp: TestApp, place: 'logo' | 'idle', webp: Uint8Array) =>
  testApp.cashier['picture.keep']({ place, webp: Buffer.from(webp).toString('base64') });
const remove = (testApp: TestApp, place: 'logo' | 'idle', name = '') =>
  testApp.cashier['picture.remove']({ place, name });
const files = (testApp: TestApp) => readdirSync(join(testApp.dataDir, 'pictures')).sort();
const brand = (testApp: TestApp) => testApp.app.snapshot('customer')?.view.brand;
const nameIn = (address: string | null | undefined) => address?.split('/')[1] ?? '';

/** Different pictures, one more than the limit. */
const many = Array.from({ length: 9 }, (_unused, at) => {
  const picture = Buffer.from(smallWebp);
  picture.writeUInt8(at, 21);
  return picture;
});

test('a logo appears in both windows at once, is replaced by the next one but not by a file that is no picture, and disappears with its file', async () => {
  const testApp = await openTestApp();
  unwrap(await keep(testApp, 'logo', smallWebp));
  const first = brand(testApp)?.logo;
  expect(first).toMatch(/^own\/[0-9a-f]{32}\.webp$/);
  expect(testApp.view.brand.logo).toBe(first);
  expect(readFileSync(join(testApp.dataDir, 'pictures', nameIn(first)))).toEqual(smallWebp);
  expect(codeOf(await keep(testApp, 'logo', Buffer.from('<svg/>')))).toBe('invalid');
  expect(brand(testApp)?.logo).toBe(first);
  unwrap(await keep(testApp, 'logo', otherWebp));
  expect(files(testApp)).toEqual([nameIn(brand(testApp)?.logo)]);
  unwrap(await remove(testApp, 'logo'));
  expect(brand(testApp)?.logo).toBeNull();
  expect(files(testApp)).toEqual([]);
});

test('the start screen shows eight pictures in order, a ninth is refused, each can be removed, and a damaged one is left out', async () => {
  const testApp = await openTestApp();
  for (const picture of many.slice(0, 8)) unwrap(await keep(testApp, 'idle', picture));
  const before = brand(testApp)?.pictures ?? [];
  expect(before).toHaveLength(8);
  expect(codeOf(await keep(testApp, 'idle', many[8] ?? otherWebp))).toBe('wrongState');
  unwrap(await remove(testApp, 'idle', nameIn(before[2])));
  expect(brand(testApp)?.pictures).toEqual(before.filter((_each, at) => at !== 2));
  expect(files(testApp)).toHaveLength(7);
  expect(codeOf(await remove(testApp, 'idle', nameIn(before[2])))).toBe('notFound');
  truncateSync(join(testApp.dataDir, 'pictures', nameIn(before[0])), 12);
  await testApp.restart();
  expect(brand(testApp)?.pictures).toEqual(before.filter((_each, at) => at !== 0 && at !== 2));
});
