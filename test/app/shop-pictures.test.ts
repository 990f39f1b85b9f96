import { readdirSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { otherWebp, smallWebp } from '../fakes/webp.ts';
import { codeOf, openTestApp, type TestApp, test, unwrap } from './test-app.ts';

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

test('a logo appears in both windows at once, is replaced by the next one, and disappears with its file', async () => {
  const testApp = await openTestApp();
  unwrap(await keep(testApp, 'logo', smallWebp));
  const first = brand(testApp)?.logo;
  expect(first).toMatch(/^own\/[0-9a-f]{32}\.webp$/);
  expect(testApp.view.brand.logo).toBe(first);
  expect(readFileSync(join(testApp.dataDir, 'pictures', nameIn(first)))).toEqual(smallWebp);
  unwrap(await keep(testApp, 'logo', otherWebp));
  expect(files(testApp)).toEqual([nameIn(brand(testApp)?.logo)]);
  unwrap(await remove(testApp, 'logo'));
  expect(brand(testApp)?.logo).toBeNull();
  expect(files(testApp)).toEqual([]);
});

test('the start screen shows eight pictures in order, a ninth is refused, and each can be removed', async () => {
  const testApp = await openTestApp();
  for (const picture of many.slice(0, 8)) unwrap(await keep(testApp, 'idle', picture));
  const before = brand(testApp)?.pictures ?? [];
  expect(before).toHaveLength(8);
  expect(codeOf(await keep(testApp, 'idle', many[8] ?? otherWebp))).toBe('wrongState');
  unwrap(await remove(testApp, 'idle', nameIn(before[2])));
  expect(brand(testApp)?.pictures).toEqual(before.filter((_each, at) => at !== 2));
  expect(files(testApp)).toHaveLength(7);
  expect(codeOf(await remove(testApp, 'idle', nameIn(before[2])))).toBe('notFound');
});

test('a file that is not a picture is refused and changes nothing', async ({ testApp }) => {
  unwrap(await keep(testApp, 'logo', smallWebp));
  const before = brand(testApp);
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
  for (const bad of [svg, Buffer.alloc(0), Buffer.concat([smallWebp, svg])])
    expect(codeOf(await keep(testApp, 'logo', bad))).toBe('invalid');
  expect(brand(testApp)).toEqual(before);
  expect(files(testApp)).toHaveLength(1);
});

test('a damaged or missing picture is not shown and does not prevent a start', async ({ testApp }) => {
  unwrap(await keep(testApp, 'logo', smallWebp));
  unwrap(await keep(testApp, 'idle', many[3] ?? otherWebp));
  unwrap(await keep(testApp, 'idle', many[4] ?? otherWebp));
  const [torn, whole] = brand(testApp)?.pictures ?? [];
  truncateSync(join(testApp.dataDir, 'pictures', nameIn(torn)), 12);
  truncateSync(join(testApp.dataDir, 'pictures', nameIn(brand(testApp)?.logo)), 0);
  await testApp.restart();
  expect(brand(testApp)).toMatchObject({ logo: null, pictures: [whole] });
});
