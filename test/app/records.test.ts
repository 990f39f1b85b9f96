import { readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { numberedBill } from './small-bill.ts';
import { openPooledSale, openTestApp, smallBill, type TestApp, test, unwrap } from './test-app.ts';

const day = '2026-01-05';

const refusedSale = (testApp: TestApp, reference = 'refused', status = 400) =>
  testApp.refused(
    { title: 'Bill invalid', errors: { 'Bill.Head.Seller': ['Seller is missing.'] } },
    { reference, status },
  );

describe('a refused receipt', () => {
  test('is counted in the badge until its customer has paper, and stays in the list until a person decides', async () => {
    const testApp = await openTestApp({ settings: { cashier: { undoSeconds: 5 } } });
    const id = await refusedSale(testApp);
    const other = await refusedSale(testApp, 'other');
    const badge = () => testApp.view.status.attention;
    expect(badge()).toBe(2);
    unwrap(await testApp.cashier['sale.print']({ saleId: id }));
    testApp.clock.advance(5_000);
    await testApp.until(() => badge() === 1);
    const listed = async () => unwrap(await testApp.cashier['attention.list']({ cursor: null })).rows;
    expect((await listed()).map((row) => [row.id, row.printed])).toEqual([
      [other, null],
      [id, 'queued'],
    ]);
    expect(testApp.till.status().outbox.attention).toBe(2);
    await testApp.restart();
    expect(badge()).toBe(1);
    unwrap(await testApp.cashier['attention.resend']({ saleId: id }));
    await testApp.sale(id, ({ state, printed }) => state === 'delivered' && printed === 'done');
    expect(badge()).toBe(1);
  });

  test('is sent together with all others that have the same reason, or is cancelled, and then never sent again', async ({
    testApp,
  }) => {
    const first = await refusedSale(testApp, 'first', 403);
    const second = await refusedSale(testApp, 'second', 403);
    const other = await refusedSale(testApp, 'other', 400);
    const { id: cancelled } = await openPooledSale(testApp, 'cancelled');
    testApp.simulator.faults.add({ route: 'cancel', effect: { kind: 'status', status: 403 } });
    unwrap(testApp.till.cancelSale(cancelled));
    await testApp.sale(cancelled, ({ attention }) => attention?.status === 403);
    expect(unwrap(await testApp.cashier['attention.resendAll']({ status: 403 }))).toEqual({ count: 3 });
    for (const id of [first, second]) await testApp.delivered(id);
    await testApp.sale(cancelled, (sale) => sale.cancelled === 'done');
    expect(testApp.till.findSale(other)?.state).toBe('attention');
    unwrap(testApp.till.cancelSale(other));
    await testApp.sale(other, (sale) => sale.cancelled === 'done');
    expect(testApp.till.status().outbox).toMatchObject({ queued: 0, attention: 0 });
    expect(testApp.simulator.ledger().bills).toHaveLength(2);
  });
});

describe('the day', () => {
  test('counts every sale in exactly one group, the list of a group has only its sales, and a currency in any letter case has one total', async ({
    testApp,
  }) => {
    const delivered = await openPooledSale(testApp, 'delivered');
    const both = await openPooledSale(testApp, 'both');
    const cancelled = await openPooledSale(testApp, 'cancelled');
    await openPooledSale(testApp, 'open');
    for (const { id } of [delivered, both]) {
      unwrap(testApp.till.showSale(id));
      await testApp.paint();
      await testApp.pay(id);
    }
    unwrap(testApp.till.markPrinted(both.id));
    unwrap(testApp.till.cancelSale(cancelled.id));
    await testApp.delivered(delivered.id);
    await testApp.sale(both.id, ({ printed }) => printed === 'done');
    await refusedSale(testApp);
    await testApp.poolHas(5);
    testApp.network.down = true;
    const neither = await openPooledSale(testApp, 'neither');
    const printed = await openPooledSale(testApp, 'printed');
    await testApp.pay(printed.id);
    const { data, ...bill } = smallBill();
    await testApp.pay(neither.id, { ...bill, data: { ...(data as object), currency: 'eur' } });
    unwrap(testApp.till.markPrinted(printed.id));
    expect(unwrap(await testApp.cashier['day.get']({ day }))).toMatchObject({
      counts: { delivered: 1, both: 1, cancelled: 1, open: 1, attention: 1, neither: 1, printed: 1 },
      totals: [{ amount: 99.5, currency: 'EUR' }],
    });
    expect(unwrap(await testApp.cashier['day.get']({ day: '2026-01-04' }))).toMatchObject({
      counts: { delivered: 0, open: 0 },
    });
    const ask = { search: '', state: null, day, cursor: null } as const;
    for (const place of ['delivered', 'both', 'open', 'neither', 'printed'] as const) {
      const { rows } = unwrap(await testApp.cashier['receipts.list']({ ...ask, place }));
      expect(rows.map(({ reference }) => reference)).toEqual([place]);
    }
  });

  test('counts a delivered receipt as digital only if its code was shown or it is in an account', async () => {
    const customerDisplay = { isOn: true, changed: () => {} };
    const simulator = { switches: { knownExternalIds: ['customer-1'] } };
    const testApp = await openTestApp({ customerDisplay, simulator });
    const counted = async () => {
      const { counts } = unwrap(await testApp.cashier['day.get']({ day })) as { counts: Record<string, number> };
      return [counts.delivered, counts.both, counts.printed, counts.neither];
    };
    const unseen = await testApp.sold('unseen');
    expect(await counted()).toEqual([0, 0, 0, 1]);
    const { id } = unwrap(
      await testApp.till.acceptReceipt({
        reference: 'account',
        bill: smallBill(),
        customer: { externalId: 'customer-1' },
      }),
    );
    await testApp.delivered(id);
    expect(await counted()).toEqual([1, 0, 0, 1]);
    unwrap(testApp.till.markPrinted(unseen.id));
    expect(await counted()).toEqual([1, 0, 1, 0]);
    // The customer returns and sees the code, so the receipt counts as digital.
    unwrap(testApp.till.showSale(unseen.id));
    await testApp.paint();
    expect(await counted()).toEqual([1, 1, 0, 0]);
    // A code that was painted before its display was connected counts from then on.
    customerDisplay.isOn = false;
    const next = await openPooledSale(testApp, 'next');
    unwrap(testApp.till.showSale(next.id));
    await testApp.paint();
    customerDisplay.isOn = true;
    customerDisplay.changed();
    await testApp.pay(next.id);
    await testApp.delivered(next.id);
    expect(await counted()).toEqual([2, 1, 0, 0]);
  });

  test.each([
    ['de', 'EUR', ';', '1234,50', 'Eröffnet', 'Nicht bezahlt'],
    ['fr', 'EUR', ';', '1234,50', 'Ouverte le', 'Non payé'],
    ['en', 'EUR', ',', '1234.50', 'Opened', 'Not paid'],
    ['de', 'CHF', ';', '1234.50', 'Eröffnet', 'Nicht bezahlt'],
  ] as const)(
    'is exported as CSV for a spreadsheet in %s with %s, where a reference that looks like a formula stays text, and as JSON with the plain values',
    async (language, currency, between, amount, heading, place) => {
      const testApp = await openTestApp({ settings: { cashier: { language, currency } } });
      unwrap(await testApp.till.openSale({ reference: '=cmd|calc;"x", 1', amount: 1234.5, currency, show: false }));
      const csv = unwrap(await testApp.cashier['day.export']({ day, format: 'csv' })) as { path: string };
      const [mark, ...text] = readFileSync(csv.path, 'utf8');
      expect(mark).toBe('\uFEFF');
      const [head = '', row = ''] = text.join('').split('\r\n');
      expect(head.split(between)).toHaveLength(20);
      expect(head.split(between)[0]).toBe(heading);
      expect(row).toContain(
        `${between}"'=cmd|calc;""x"", 1"${between}${between}${amount}${between}${currency}${between}`,
      );
      expect(row).toContain(`${between}${place}${between}`);
      expect(row.startsWith(`${new Date(testApp.clock.now()).toLocaleString('sv-SE')}${between}`)).toBe(true);
      const json = unwrap(await testApp.cashier['day.export']({ day, format: 'json' })) as { path: string };
      const sales = [{ reference: '=cmd|calc;"x", 1', amount: 1234.5, state: 'open' }];
      expect(JSON.parse(readFileSync(json.path, 'utf8'))).toMatchObject({ day, sales });
    },
  );
});

test('receipts are found by reference, number and amount, newest first, page by page', async ({ testApp }) => {
  for (let count = 0; count < 60; count += 1)
    unwrap(await testApp.till.openSale({ reference: `till-${count}`, amount: count + 0.5, show: false }));
  const sale = await openPooledSale(testApp, 'with-bill');
  await testApp.pay(sale.id, numberedBill('Z-4711', 3.33));
  const list = async (search: string, cursor: number | null = null) =>
    unwrap(await testApp.cashier['receipts.list']({ search, state: null, day: null, cursor })) as {
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
