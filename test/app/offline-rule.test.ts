import { describe, expect, test } from 'vitest';
import type { SettingsPatch, WindowSettingKey, WindowSettings } from '../../src-main/lib/settings.ts';
import { good, type House, openHouse, openPooledSale, smallBill } from './house.ts';

/** The receipt that a shop hands out while the service does not answer, with and without a configured country. */

const set = <Key extends WindowSettingKey>(house: House, key: Key, value: WindowSettings[Key]) =>
  house.cashier['setting.set']({ key, value }).then(good);

/** A full pool, and an app that knows that the service does not answer. */
async function offline(settings: SettingsPatch): Promise<House> {
  const house = await openHouse({ settings });
  const isFull = () => house.till.status().pool.available === 5;
  await house.until(isFull);
  const sale = await openPooledSale(house, 'before');
  await house.until(isFull);
  house.network.down = true;
  await house.pay(sale.id);
  await house.until(() => house.till.status().service === 'offline');
  return house;
}

let sales = 0;

/** The screen for the customer of the next sale. */
async function nextScreen(house: House): Promise<string | undefined> {
  sales += 1;
  const { sale } = good(await house.till.openSale({ reference: `r-${sales}`, amount: 5 }));
  const kind = house.screen.kind;
  await house.pay(sale.id, smallBill(5));
  return kind;
}

describe('a shop without a setting for sales without the network', () => {
  test.each<[string, SettingsPatch, string]>([
    ['a shop that has said nothing lets the digital receipt follow', {}, 'qr'],
    ['a shop under Austria’s rules hands out paper', { consent: { country: 'AT' } }, 'paper'],
    ['a shop that is in Austria hands out paper', { cashier: { country: 'AT' } }, 'paper'],
    ['a shop in Switzerland lets the digital receipt follow', { cashier: { country: 'CH' } }, 'qr'],
    ['a shop under other rules lets the digital receipt follow', { consent: { country: 'other' } }, 'qr'],
  ])('%s', async (_who, settings, screen) => {
    expect(await nextScreen(await offline(settings))).toBe(screen);
  });

  test('a changed country applies from the next sale, in either of the two settings', async () => {
    const house = await offline({});
    expect(await nextScreen(house)).toBe('qr');
    await set(house, 'consent.country', 'AT');
    expect(await nextScreen(house)).toBe('paper');
    await set(house, 'consent.country', 'DE');
    expect(await nextScreen(house)).toBe('qr');
    await set(house, 'cashier.country', 'AT');
    expect(await nextScreen(house)).toBe('paper');
    await set(house, 'cashier.country', null);
    expect(await nextScreen(house)).toBe('qr');
  });
});

describe('a setting of the shop for sales without the network', () => {
  test('wins over its country, both ways', async () => {
    const austrian = await offline({ consent: { country: 'AT' }, cashier: { country: 'AT' } });
    await set(austrian, 'delivery.offlineRule', 'digital');
    expect(await nextScreen(austrian)).toBe('qr');
    await set(austrian, 'delivery.offlineRule', 'byCountry');
    expect(await nextScreen(austrian)).toBe('paper');
    const german = await offline({});
    await set(german, 'delivery.offlineRule', 'paper');
    expect(await nextScreen(german)).toBe('paper');
  });

  test('survives a change of country and a restart', async () => {
    const house = await openHouse();
    await set(house, 'delivery.offlineRule', 'digital');
    await set(house, 'consent.country', 'AT');
    await house.restart();
    expect(house.settings().delivery.offlineRule).toBe('digital');
  });
});

test('with the network a shop in Austria shows the code', async () => {
  const house = await openHouse({ settings: { consent: { country: 'AT' } } });
  await house.poolHas(5);
  expect(await nextScreen(house)).toBe('qr');
});
