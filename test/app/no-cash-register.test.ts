import { expect, test } from 'vitest';
import type { AttentionView } from '../../src-main/shared/record-views.ts';
import { codeOf, openTestApp, smallBill, type TestApp, unwrap } from './test-app.ts';

/** The app is not a cash register: tills record sales and sign receipts. */

const type = (testApp: TestApp) => testApp.cashier['sale.new']({ amount: 5 });

test('where receipts need fiscal data, a cashier can enter live sales and refunds only after a manager allows it', async () => {
  const testApp = await openTestApp({ settings: { cashier: { country: 'DE' } } });
  const off = { ok: false, error: { code: 'typedOff' } };
  expect(await type(testApp)).toMatchObject(off);
  const pay = { vatPercent: 19, payment: 'Cash' } as const;
  const refund = { of: null, amount: 5, ...pay };
  expect(await testApp.cashier['sale.refund'](refund)).toMatchObject(off);
  expect(testApp.view.sale).toBeNull();
  // A sale without an amount is allowed, because it only shows a trial code. It cannot be paid.
  const { saleId } = unwrap(await testApp.cashier['sale.new']({ amount: null }));
  expect(await testApp.cashier['sale.pay']({ ...pay, saleId })).toMatchObject(off);
  unwrap(await testApp.cashier['sale.cancel']({ saleId }));
  unwrap(await testApp.cashier['setting.set']({ key: 'cashier.typedSales', value: true }));
  unwrap(await type(testApp));
});

test('if no rule requires fiscal data, a cashier can enter sales from the start', async () => {
  unwrap(await type(await openTestApp({ settings: { cashier: { country: 'CH' } } })));
});

test('a repair of a signed receipt can change an unsigned field, but not the amount, date, number or signature', async () => {
  const testApp = await openTestApp();
  const fiscalization = { type: 'Tse', serialNumber: 'tse-1', signature: 'c2ln' };
  const plain = smallBill(4) as { head: object; data: object };
  const signed = { ...plain, security: { fiscalization } };
  const errors = {
    'Bill.Data.FullAmountInclVat': ['1'],
    'Bill.Head.Number': ['2'],
    'Bill.Head.DeliveryPeriodEnd': ['3'],
  };
  const saleId = await testApp.refused({ title: 'Validation failed', errors }, { bill: signed });
  const { problems } = unwrap(await testApp.cashier['attention.get']({ saleId })) as AttentionView;
  expect(problems.map(({ path, canChange, isSigned }) => ({ path, canChange, isSigned }))).toEqual([
    { path: '/data/fullAmountInclVat', canChange: false, isSigned: true },
    { path: '/head/number', canChange: false, isSigned: true },
    { path: '/head/deliveryPeriodEnd', canChange: true, isSigned: false },
  ]);
  const repair = (values: Record<string, string>) => testApp.repair(saleId, values);
  for (const values of [
    { '/data/fullAmountInclVat': '5' },
    { '/head/date': '2026-01-05T08:11:00+01:00' },
    { '/head/number': 'other' },
    { '/security/fiscalization/signature': 'c2lo' },
  ])
    expect(codeOf(await repair(values))).toBe('signed');
  unwrap(await repair({ '/head/deliveryPeriodEnd': '08:11:00' }));
  await testApp.delivered(saleId);
});
