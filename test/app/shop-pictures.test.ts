import { readdirSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { otherWebp, smallWebp } from '../fakes/webp.ts';
import { good, type House, openHouse } from './house.ts';

/** The logo and the pictures of a shop, from the window's command to the customer's view. */

const keep = (house: House, place: 'logo' | 'idle', webp: Uint8Array) =>
  house.cashier['picture.keep']({ place, webp: Buffer.from(webp).toString('base64') });
const remove = (house: House, place: 'logo' | 'idle', name = '') => house.cashier['picture.remove']({ place, name });
const files = (house: House) => readdirSync(join(house.dataDir, 'pictures')).sort();
const brand = (house: House) => house.app.snapshot('customer')?.view.brand;
const nameIn = (address: string | null | undefined) => address?.split('/')[1] ?? '';

/** Different pictures, one more than the limit. */
const many = Array.from({ length: 9 }, (_unused, at) => {
  const picture = Buffer.from(smallWebp);
  picture.writeUInt8(at, 21);
  return picture;
});

test('a logo appears in both windows at once, is replaced by the next one, and disappears with its file', async () => {
  const house = await openHouse();
  good(await keep(house, 'logo', smallWebp));
  const first = brand(house)?.logo;
  expect(first).toMatch(/^own\/[0-9a-f]{32}\.webp$/);
  expect(house.view.brand.logo).toBe(first);
  expect(readFileSync(join(house.dataDir, 'pictures', nameIn(first)))).toEqual(smallWebp);
  good(await keep(house, 'logo', otherWebp));
  expect(files(house)).toEqual([nameIn(brand(house)?.logo)]);
  good(await remove(house, 'logo'));
  expect(brand(house)?.logo).toBeNull();
  expect(files(house)).toEqual([]);
});

test('the start screen shows eight pictures in order, a ninth is refused, and each can be removed', async () => {
  const house = await openHouse();
  for (const picture of many.slice(0, 8)) good(await keep(house, 'idle', picture));
  const before = brand(house)?.pictures ?? [];
  expect(before).toHaveLength(8);
  expect(await keep(house, 'idle', many[8] ?? otherWebp)).toMatchObject({ error: { code: 'wrongState' } });
  good(await remove(house, 'idle', nameIn(before[2])));
  expect(brand(house)?.pictures).toEqual(before.filter((_each, at) => at !== 2));
  expect(files(house)).toHaveLength(7);
  expect(await remove(house, 'idle', nameIn(before[2]))).toMatchObject({ error: { code: 'notFound' } });
});

test('a file that is not a picture is refused and changes nothing', async () => {
  const house = await openHouse();
  good(await keep(house, 'logo', smallWebp));
  const before = brand(house);
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
  for (const bad of [svg, Buffer.alloc(0), Buffer.concat([smallWebp, svg])])
    expect(await keep(house, 'logo', bad)).toMatchObject({ error: { code: 'invalid' } });
  expect(brand(house)).toEqual(before);
  expect(files(house)).toHaveLength(1);
});

test('a damaged or missing picture is not shown and does not prevent a start', async () => {
  const house = await openHouse();
  good(await keep(house, 'logo', smallWebp));
  good(await keep(house, 'idle', many[3] ?? otherWebp));
  good(await keep(house, 'idle', many[4] ?? otherWebp));
  const [torn, whole] = brand(house)?.pictures ?? [];
  truncateSync(join(house.dataDir, 'pictures', nameIn(torn)), 12);
  truncateSync(join(house.dataDir, 'pictures', nameIn(brand(house)?.logo)), 0);
  await house.restart();
  expect(brand(house)).toMatchObject({ logo: null, pictures: [whole] });
});
