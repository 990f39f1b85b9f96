import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { SettingsPatch } from '../../src-main/lib/settings.ts';
import { mainWords } from '../../src-main/words.ts';
import { good, type House, openHouse, openPooledSale } from './house.ts';
import { paint } from './paint.ts';

/** The consent to the digital receipt and the time of its handover are recorded and survive a restart. */

const day = '2026-01-05';

const dayOf = async (house: House) => good(await house.cashier['day.get']({ day }));
const saleInHand = (house: House) => house.view.sale;

/** As the table writes a time: by the clock of this computer. */
const inTable = (at: number): string => new Date(at).toLocaleString('sv-SE');

async function exported(house: House): Promise<{ row: Record<string, string>; sale: Record<string, unknown> }> {
  const pathOf = async (format: 'csv' | 'json') => good(await house.cashier['day.export']({ day, format })).path;
  const [head = '', line = ''] = readFileSync(await pathOf('csv'), 'utf8')
    .slice(1)
    .split('\r\n');
  const cells = line.split(',');
  const words = Object.entries(mainWords.en.dayTable.columns);
  const columnOf = (heading: string): string => words.find(([, says]) => says === heading)?.[0] ?? heading;
  const row = Object.fromEntries(head.split(',').map((name, place) => [columnOf(name), cells[place] ?? '']));
  const json = JSON.parse(readFileSync(await pathOf('json'), 'utf8')) as { sales: Record<string, unknown>[] };
  return { row, sale: json.sales[0] ?? {} };
}

async function paidAndPainted(settings: SettingsPatch = {}) {
  const house = await openHouse({ settings });
  const sale = await openPooledSale(house, 'till-1');
  await paint(house);
  await house.pay(sale.id);
  await house.delivered(sale.id);
  return { house, saleId: sale.id };
}

test('a withdrawn agreement ends and stays in the log with both times, in the day and in both exports', async () => {
  const house = await openHouse();
  const { id: saleId } = await openPooledSale(house, 'till-1');
  good(await house.cashier['sale.consent']({ saleId }));
  expect(saleInHand(house)).toMatchObject({ consented: true, can: { consent: false, takeBackConsent: true } });
  house.clock.advance(60_000);
  const takenBackAt = house.clock.now();
  good(await house.cashier['sale.takeBackConsent']({ saleId }));
  expect(saleInHand(house)).toMatchObject({ consented: false, can: { consent: true, takeBackConsent: false } });
  await house.restart();
  expect((await dayOf(house)).consents.map(({ what, how }) => `${what} ${how}`)).toEqual([
    'agreementTakenBack cashier',
    'agreed cashier',
  ]);
  const { row, sale } = await exported(house);
  expect(row).toMatchObject({
    consentAt: '',
    consentHow: '',
    consentTakenBackAt: inTable(takenBackAt),
  });
  expect(sale).toMatchObject({
    consentAt: null,
    handover: [
      { what: 'agreed', how: 'cashier' },
      { what: 'agreementTakenBack', how: 'cashier' },
    ],
  });
  const again = await house.cashier['sale.takeBackConsent']({ saleId });
  expect(again).toMatchObject({ ok: false, error: { code: 'wrongState' } });
});

test('in Germany a paid sale asks for the customer’s agreement once', async () => {
  const { house, saleId } = await paidAndPainted();
  expect(saleInHand(house)).toMatchObject({ needsConsent: true });
  expect(await dayOf(house)).toMatchObject({ counts: { delivered: 1 }, agreed: 0 });
  good(await house.cashier['sale.consent']({ saleId }));
  expect(saleInHand(house)).toMatchObject({ needsConsent: false });
  expect(await dayOf(house)).toMatchObject({ agreed: 1, issues: [] });
  // A digital receipt with consent is a sale for which no paper was handed out.
  good(await house.cashier['sale.print']({ saleId }));
  expect(await dayOf(house)).toMatchObject({ counts: { delivered: 0, both: 1 }, agreed: 0 });
});

test('in Austria the day has issue and acceptance with their times', async () => {
  const { house, saleId } = await paidAndPainted({ consent: { country: 'AT' } });
  const issuedAt = house.clock.now();
  house.clock.advance(5_000);
  good(await house.cashier['sale.consent']({ saleId }));
  const { issues, consents } = await dayOf(house);
  expect(issues).toEqual([{ reference: 'till-1', till: null, at: issuedAt, what: 'issued', how: 'code' }]);
  expect(consents).toMatchObject([{ at: issuedAt + 5_000, what: 'agreed', how: 'cashier' }]);
  const { row } = await exported(house);
  expect(row).toMatchObject({ issuedAt: inTable(issuedAt), issuedHow: 'QR code', consentHow: 'cashier' });
});

test('an unseen code does not count as issuing the receipt, but the paper does', async () => {
  const house = await openHouse({ settings: { consent: { country: 'AT' } } });
  const { id: saleId } = await house.sold('till-1');
  expect((await dayOf(house)).issues).toEqual([]);
  good(await house.cashier['sale.print']({ saleId }));
  expect((await dayOf(house)).issues).toMatchObject([{ what: 'issued', how: 'paper' }]);
});

test('an agreement that the shop does not record is not offered, and refused if it is sent', async () => {
  const house = await openHouse({ settings: { consent: { counts: ['touch'] } } });
  const { id: saleId } = await openPooledSale(house, 'till-1');
  expect(saleInHand(house)?.can.consent).toBe(false);
  const refused = await house.cashier['sale.consent']({ saleId });
  expect(refused).toMatchObject({ ok: false, error: { code: 'notAllowed' } });
  expect((await dayOf(house)).consents).toEqual([]);
});
