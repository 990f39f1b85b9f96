import type { Answer, Ok } from '../../../src-main/service/answers.ts';
import { createVendorClient, type VendorClient } from '../../../src-main/service/vendor.ts';
import { createManualClock } from '../../fakes/manual-clock.ts';
import { createTestLog } from '../../fakes/test-log.ts';
import { type Script, scriptedFetch } from './scripted-fetch.ts';

export const billId = '0c1f7f0e-5a52-4c5e-9f50-8a6d1b2c3d4e';
export const otherId = '11111111-2222-4333-8444-555555555555';
export const bill = { storeId: 'shop-1', bill: { id: billId } };
export const url = 'https://receipts.invalid/r/1';

export function client(script: Script, baseUrl = 'https://service.invalid') {
  const { fetch, sent } = scriptedFetch(script);
  const clock = createManualClock();
  const log = createTestLog();
  const rejected: string[] = [];
  const tokens = {
    accessToken: async (): Promise<Ok<string>> => ({ kind: 'ok', value: `token-${rejected.length + 1}` }),
    rejected: (token: string) => rejected.push(token),
  };
  const settings = () => ({ baseUrl, connectTimeoutMs: 5_000, totalTimeoutMs: 15_000 });
  return { vendor: createVendorClient({ fetch, clock, log, tokens, settings }), sent, clock, log, rejected };
}

export const calls: readonly (readonly [string, (vendor: VendorClient) => Promise<Answer<unknown>>])[] = [
  ['registerReceipt', (vendor) => vendor.registerReceipt({ storeId: 'shop-1' })],
  ['addBill', (vendor) => vendor.addBill(bill)],
  ['cancelReceipt', (vendor) => vendor.cancelReceipt(billId)],
  ['markPrinted', (vendor) => vendor.markPrinted(billId)],
  ['startLoyalty', (vendor) => vendor.startLoyalty('C-1')],
  ['cancelLoyalty', (vendor) => vendor.cancelLoyalty('T-1')],
];
