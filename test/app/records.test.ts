import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { CommandInput, CommandName } from '../../src-main/lib/commands.ts';
import type { DaysView } from '../../src-main/lib/record-views.ts';
import { good, type House, openHouse, openPooledSale, smallBill } from './house.ts';
import { paint } from './paint.ts';

const day = '2026-01-05';

async function refusedSale(house: House, reference = 'refused', status = 400): Promise<string> {
  const body = JSON.stringify({
    title: 'Bill invalid',
    status,
    errors: { 'Bill.Head.Seller': ['Seller is missing.'] },
    traceId: 't-1',
  });
  house.simulator.faults.add({
    route: 'bill',
    effect: { kind: 'status', status, body, headers: { 'content-type': 'application/problem+json' } },
  });
  const sale = await openPooledSale(house, reference);
  await house.pay(sale.id);
  await house.sale(sale.id, ({ state }) => state === 'attention');
  return sale.id;
}

const command = <Name extends CommandName>(house: House, name: Name, input: CommandInput<Name>) =>
  house.cashier[name](input);

describe('a refused receipt', () => {
  test('is repaired by a person and delivered with the repair, and an invalid repair changes nothing', async () => {
    const house = await openHouse();
    const id = await refusedSale(house);
    const { billText } = good(await command(house, 'attention.bill', { saleId: id })) as { billText: string };
    expect(JSON.parse(billText)).toEqual(smallBill());
    expect(await command(house, 'attention.resend', { saleId: id, billText: '{ no json' })).toMatchObject({
      ok: false,
      error: { code: 'invalid' },
    });
    expect(await command(house, 'attention.resend', { saleId: id, billText: '{}' })).toMatchObject({
      ok: false,
      error: { code: 'invalid', fields: expect.arrayContaining([expect.objectContaining({ path: '/bill/head' })]) },
    });
    expect(house.till.findSale(id)?.state).toBe('attention');
    good(await command(house, 'attention.resend', { saleId: id, billText: billText.replaceAll('19.9', '7.5') }));
    expect(await house.delivered(id)).toMatchObject({ amount: 7.5, attention: null });
  });

  test('counts as open until its customer has paper, and stays in the list until it is decided', async () => {
    const house = await openHouse({ settings: { cashier: { undoSeconds: 5 } } });
    const id = await refusedSale(house);
    const other = await refusedSale(house, 'other');
    const badge = () => house.view.status.attention;
    expect(badge()).toBe(2);
    good(await command(house, 'sale.print', { saleId: id }));
    house.clock.advance(5_000);
    await house.until(() => badge() === 1);
    const listed = async () => good(await command(house, 'attention.list', { cursor: null })).rows;
    expect((await listed()).map((row) => [row.id, row.printed])).toEqual([
      [other, null],
      [id, 'queued'],
    ]);
    expect(house.till.status().outbox.attention).toBe(2);
    await house.restart();
    expect(badge()).toBe(1);
    good(await command(house, 'attention.resend', { saleId: id, billText: null }));
    await house.sale(id, ({ state, printed }) => state === 'delivered' && printed === 'done');
    expect(badge()).toBe(1);
  });

  test('is sent together with all others that have the same reason', async () => {
    const house = await openHouse();
    const first = await refusedSale(house, 'first', 403);
    const second = await refusedSale(house, 'second', 403);
    const other = await refusedSale(house, 'other', 400);
    expect(good(await command(house, 'attention.resendAll', { status: 403 }))).toEqual({ count: 2 });
    for (const id of [first, second]) await house.delivered(id);
    expect(house.till.findSale(other)?.state).toBe('attention');
  });

  test('can be cancelled, and its bill is never sent again', async () => {
    const house = await openHouse();
    const id = await refusedSale(house);
    good(house.till.cancelSale(id));
    await house.sale(id, ({ cancelled }) => cancelled === 'done');
    expect(house.till.status().outbox).toMatchObject({ queued: 0, attention: 0 });
    expect(house.simulator.ledger().bills).toEqual([]);
  });
});

describe('the day', () => {
  test('counts every sale in exactly one place', async () => {
    const house = await openHouse();
    const delivered = await openPooledSale(house, 'delivered');
    const both = await openPooledSale(house, 'both');
    const cancelled = await openPooledSale(house, 'cancelled');
    await openPooledSale(house, 'open');
    for (const { id } of [delivered, both]) {
      good(house.till.showSale(id));
      await paint(house);
      await house.pay(id);
    }
    good(house.till.markPrinted(both.id));
    good(house.till.cancelSale(cancelled.id));
    await house.delivered(delivered.id);
    await house.sale(both.id, ({ printed }) => printed === 'done');
    await refusedSale(house);
    await house.poolHas(5);
    house.network.down = true;
    const neither = await openPooledSale(house, 'neither');
    const printed = await openPooledSale(house, 'printed');
    for (const { id } of [neither, printed]) await house.pay(id);
    good(house.till.markPrinted(printed.id));
    expect(good(await command(house, 'day.get', { day }))).toMatchObject({
      counts: { delivered: 1, both: 1, cancelled: 1, open: 1, attention: 1, neither: 1, printed: 1 },
      totals: [{ amount: 99.5, currency: 'EUR' }],
    });
    expect(good(await command(house, 'day.get', { day: '2026-01-04' }))).toMatchObject({
      counts: { delivered: 0, open: 0 },
    });
  });

  test('counts a delivered receipt as digital only when its code was shown or it is in an account', async () => {
    const house = await openHouse({ simulator: { switches: { knownExternalIds: ['customer-1'] } } });
    const counted = async () => {
      const { counts } = good(await command(house, 'day.get', { day })) as { counts: Record<string, number> };
      const { days } = good(await command(house, 'day.row', { until: day })) as DaysView;
      return [counts.delivered, counts.both, counts.printed, counts.neither, days.at(-1)?.digital, days.at(-1)?.paper];
    };
    const unseen = await house.sold('unseen');
    expect(await counted()).toEqual([0, 0, 0, 1, 0, 0]);
    const { id } = good(
      await house.till.acceptReceipt({
        reference: 'account',
        bill: smallBill(),
        customer: { externalId: 'customer-1' },
      }),
    );
    await house.delivered(id);
    expect(await counted()).toEqual([1, 0, 0, 1, 1, 0]);
    good(house.till.markPrinted(unseen.id));
    expect(await counted()).toEqual([1, 0, 1, 0, 1, 1]);
    // The customer returns and sees the code: the receipt counts as digital from now on.
    good(house.till.showSale(unseen.id));
    await paint(house);
    expect(await counted()).toEqual([1, 1, 0, 0, 2, 1]);
  });

  test('logs each agreement once, by sale and time', async () => {
    const house = await openHouse();
    const sale = await openPooledSale(house, 'agreed');
    const at = house.clock.now();
    good(await command(house, 'sale.consent', { saleId: sale.id }));
    house.clock.advance(60_000);
    good(await command(house, 'sale.consent', { saleId: sale.id }));
    expect(good(await command(house, 'day.get', { day }))).toMatchObject({ consents: [{ reference: 'agreed', at }] });
  });

  test.each([
    ['de', 'EUR', ';', '1234,50', 'Eröffnet', 'Nicht bezahlt'],
    ['fr', 'EUR', ';', '1234,50', 'Ouverte le', 'Non payé'],
    ['en', 'EUR', ',', '1234.50', 'Opened', 'Not paid'],
    ['de', 'CHF', ';', '1234.50', 'Eröffnet', 'Nicht bezahlt'],
  ] as const)(
    'is exported as a table that a spreadsheet opens in %s with %s, without a formula from a till',
    async (language, currency, between, amount, heading, place) => {
      const house = await openHouse({ settings: { cashier: { language, currency } } });
      good(await house.till.openSale({ reference: '=cmd|calc;"x", 1', amount: 1234.5, currency, show: false }));
      const csv = good(await command(house, 'day.export', { day, format: 'csv' })) as { path: string };
      const [mark, ...text] = readFileSync(csv.path, 'utf8');
      expect(mark).toBe('\uFEFF');
      const [head = '', row = ''] = text.join('').split('\r\n');
      expect(head.split(between)).toHaveLength(20);
      expect(head.split(between)[0]).toBe(heading);
      expect(row).toContain(
        `${between}"'=cmd|calc;""x"", 1"${between}${between}${amount}${between}${currency}${between}`,
      );
      expect(row).toContain(`${between}${place}${between}`);
      expect(row.startsWith(`${new Date(house.clock.now()).toLocaleString('sv-SE')}${between}`)).toBe(true);
    },
  );

  test('is exported as JSON with the plain values', async () => {
    const house = await openHouse();
    await openPooledSale(house, '=cmd|calc;"x"', 12.5);
    const json = good(await command(house, 'day.export', { day, format: 'json' })) as { path: string };
    expect(JSON.parse(readFileSync(json.path, 'utf8'))).toMatchObject({
      day,
      sales: [{ reference: '=cmd|calc;"x"', amount: 12.5, state: 'open' }],
    });
  });

  test('is shown with the previous thirteen days, and its parts are lists of receipts', async () => {
    const house = await openHouse();
    const sale = await openPooledSale(house, 'delivered');
    await paint(house);
    await house.pay(sale.id);
    good(house.till.markPrinted(sale.id));
    await house.sale(sale.id, ({ printed }) => printed === 'done');
    await openPooledSale(house, 'open');
    const { days } = good(await command(house, 'day.row', { until: '2026-01-07' })) as DaysView;
    expect(days).toHaveLength(14);
    expect(days.map((one) => one.day).slice(-3)).toEqual(['2026-01-05', '2026-01-06', '2026-01-07']);
    expect(days.at(-3)).toEqual({ day, digital: 1, paper: 1, sales: 1 });
    const ask = { search: '', state: null, day, cursor: null } as const;
    const references = async (place: 'both' | 'delivered' | 'open') =>
      good(await command(house, 'receipts.list', { ...ask, place })).rows.map(({ reference }) => reference);
    expect(await references('both')).toEqual(['delivered']);
    expect(await references('delivered')).toEqual([]);
    expect(await references('open')).toEqual(['open']);
  });
});

test('receipts are found by reference, number and amount, newest first, page by page', async () => {
  const house = await openHouse();
  for (let count = 0; count < 60; count += 1)
    good(await house.till.openSale({ reference: `till-${count}`, amount: count + 0.5, show: false }));
  const sale = await openPooledSale(house, 'with-bill');
  good(
    await house.till.acceptBill(sale.id, {
      bill: smallBill(3.33, { head: { number: 'Z-4711', date: '2026-01-05T10:00:00+01:00' } }),
    }),
  );
  const list = async (search: string, cursor: number | null = null) =>
    good(await command(house, 'receipts.list', { search, state: null, day: null, cursor })) as {
      rows: readonly { readonly reference: string }[];
      next: number | null;
    };
  const references = async (search: string) => (await list(search)).rows.map(({ reference }) => reference);
  expect(await references('TILL-42')).toEqual(['till-42']);
  expect(await references('z-47')).toEqual(['with-bill']);
  expect(await references('7,50')).toEqual(['till-7']);
  expect(await references('%')).toEqual([]);
  const first = await list('');
  expect(first.rows).toHaveLength(50);
  const second = await list('', first.next);
  expect(second).toMatchObject({ next: null });
  expect(second.rows.at(-1)?.reference).toBe('till-0');
});
