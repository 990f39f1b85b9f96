import type { Fetch } from '../../../src-main/ports.ts';
import type { Answer, Ok } from '../../../src-main/service/answers.ts';
import { createVendorClient, type VendorClient } from '../../../src-main/service/vendor.ts';
import { createManualClock } from '../../fakes/manual-clock.ts';
import { createTestLog } from '../../fakes/test-log.ts';

export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: string | null;
  readonly redirect: string | undefined;
  readonly freshConnection: boolean;
}

export type Script = (request: SentRequest, count: number) => Response | Promise<Response>;

/** Answers by a script and records requests; `count` starts at 1. */
export function scriptedFetch(script: Script): { readonly fetch: Fetch; readonly sent: readonly SentRequest[] } {
  const sent: SentRequest[] = [];
  const fetch: Fetch = async (url, init) => {
    const { method = 'GET', headers, body, redirect, freshConnection = false } = init;
    const text = body == null ? null : String(body);
    const request = { method, url, headers: new Headers(headers), body: text, redirect, freshConnection };
    sent.push(request);
    return script(request, sent.length);
  };
  return { fetch, sent };
}

const answer = (body: string | null, status: number, type: string): Response =>
  new Response(body, { status, headers: { 'content-type': type } });

export const json = (body: unknown, status = 200): Response =>
  answer(JSON.stringify(body), status, 'application/json; charset=utf-8');

export const plain = (body: string, status = 200): Response => answer(body, status, 'text/plain; charset=utf-8');

export const page = (status = 200): Response =>
  answer('<!DOCTYPE html><html><body>This store is closed. Sign in.</body></html>', status, 'text/html');

/** Many servers call an empty body HTML. */
export const emptyPage = (status: number): Response => answer(null, status, 'text/html');

export const asProblem = (status: number, body: Readonly<Record<string, unknown>>): Response =>
  answer(JSON.stringify({ status, ...body }), status, 'application/problem+json');

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
    rejected: (token: string, isSure = true) => rejected.push(isSure ? token : `${token}, perhaps`),
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
