import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { asWindow } from './command-callers.ts';
import {
  type FakeReply,
  type PartnerCall,
  type ReplyScript,
  receiptId,
  startPartner,
  userId,
} from './partner-test-app.ts';
import { openService } from './service.ts';
import { openShop } from './shop.ts';
import { unwrap } from './test-app.ts';

/** A long PDF is passed on in pieces. A removed till gets neither the rest nor a new transfer. */

const pdf = `/users/${userId}/receipts/${receiptId}/pdf`;
const pdfAtPartner = `GET /partner/api/v3/user/${userId}/receipts/${receiptId}/pdf`;
const listAtPartner = `GET /partner/api/v3/user/${userId}/receipts`;
const MiB = 1024 * 1024;
const piece = Buffer.alloc(65_536, 'x');
piece.write('%PDF-1.7\n');

/** A PDF of up to `most` bytes, sent as fast as it is read. With `hasLength`, its length is in the header. */
function longPdf(most = Number.POSITIVE_INFINITY, hasLength = false) {
  const state = { isGivenUp: false, sent: 0 };
  const answer = (_request: PartnerCall, response: ServerResponse): null => {
    response.once('close', () => {
      state.isGivenUp = true;
    });
    response.writeHead(200, {
      'content-type': 'application/pdf',
      ...(hasLength && { 'content-length': String(most) }),
    });
    const more = (): void => {
      while (state.sent < most && !response.destroyed) {
        state.sent += piece.length;
        if (!response.write(piece)) return void response.once('drain', more);
      }
      response.end();
    };
    more();
    return null;
  };
  return { state, answer };
}

/** Waits until the buffers are full and sending stops, because the client does not read. */
async function untilStopped(state: { readonly sent: number }): Promise<void> {
  for (let before = -1; before !== state.sent; ) {
    before = state.sent;
    for (let turn = 0; turn < 500; turn += 1) await nextTurn();
  }
}

/** The whole app with a real disk, Node's fetch, this partner and a till for Customer service. */
async function openCustomerService(answers: Record<string, ReplyScript>) {
  const partner = await startPartner(answers);
  const { typed } = await openService();
  const shop = await openShop();
  const window = asWindow(shop.app);
  const connection = { ...typed.connection, partnerUrl: partner.url };
  unwrap(await window['connection.save']({ ...typed, connection }));
  unwrap(await window['partner.saveAccess']({ partnerUrl: partner.url, key: 'key-1' }));
  const { code } = unwrap(await window['pairing.start']({ partner: true }));
  const api = shop.app.snapshot('cashier')?.view.status.posApi.url ?? '';
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ code, name: 'Customer service' });
  const { token } = await (await fetch(`${api}/pair`, { method: 'POST', headers, body })).json();
  return {
    shop,
    window,
    async ask(path: string): Promise<IncomingMessage> {
      const asking = request(`${api}${path}`, { headers: { authorization: `Bearer ${token}` } });
      asking.end();
      return (await once(asking, 'response'))[0];
    },
    async remove(): Promise<void> {
      const [till] = unwrap(await window['pairing.list'](null));
      unwrap(await window['pairing.revoke']({ id: till?.id ?? '' }));
    },
  };
}

/** Reads everything that has arrived; true if the answer ended regularly. */
async function readsToItsEnd(reply: IncomingMessage): Promise<boolean> {
  const gone = new Promise((resolve) => reply.once('close', resolve));
  reply.on('error', () => undefined).resume();
  await gone;
  return reply.complete;
}

test.each([
  ['announces its length', true, 32],
  ['does not announce its length', false, 64 + 32],
])(
  'a PDF of 285 MiB that %s is discarded, no part of it stays on disk, and the cashier reads the reason',
  async (_what, hasLength, most) => {
    const { state, answer } = longPdf(285 * MiB, hasLength);
    const { shop, window } = await openCustomerService({ [pdfAtPartner]: answer });
    const saved = await window['partner.savePdf']({ userId, receiptId });
    expect(saved).toMatchObject({ ok: false, error: { code: 'tooLarge' } });
    expect(state.sent).toBeLessThan(most * MiB);
    expect(readdirSync(shop.dataDir, { recursive: true }).filter((path) => String(path).includes('.pdf'))).toEqual([]);
  },
);

test('a PDF of 64 MiB, the limit, is passed to a slow reader piece by piece, and no more is fetched than is read', async () => {
  const { state, answer } = longPdf(64 * MiB, true);
  const customerService = await openCustomerService({ [pdfAtPartner]: answer });
  const reply = await customerService.ask(pdf);
  expect(reply.headers['content-length']).toBe(String(64 * MiB));
  await untilStopped(state);
  expect(state.sent).toBeGreaterThan(0);
  expect(state.sent).toBeLessThan((64 - 16) * MiB);
  let read = 0;
  for await (const part of reply) read += part.length;
  expect(read).toBe(64 * MiB);
});

test('the transfer of a PDF ends at once when its till is removed, also for a reader that has stopped, and no more is fetched', async () => {
  const { state, answer } = longPdf();
  const customerService = await openCustomerService({ [pdfAtPartner]: answer });
  const reply = await customerService.ask(pdf);
  await untilStopped(state);
  expect(state.isGivenUp).toBe(false);
  await customerService.remove();
  await customerService.shop.until(() => state.isGivenUp);
  expect(await readsToItsEnd(reply)).toBe(false);
});

/** An answer that waits: `asked` resolves when the request arrives, and `go` releases the answer. */
function held(answer: Exclude<ReplyScript, FakeReply>) {
  const arrived = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const late: ReplyScript = async (one, response) => {
    arrived.resolve();
    await go.promise;
    return answer(one, response);
  };
  return { arrived: arrived.promise, go: go.resolve, late };
}

async function isRefusedAfterRemoval(
  customerService: Awaited<ReturnType<typeof openCustomerService>>,
  { path, arrived, go }: { readonly path: string; readonly arrived: Promise<void>; readonly go: () => void },
): Promise<void> {
  const replied = customerService.ask(path);
  await arrived;
  await customerService.remove();
  go();
  const reply = await replied;
  expect(reply.statusCode).toBe(401);
  expect(await readsToItsEnd(reply)).toBe(true);
}

test('a PDF that arrives after the removal of the till that asked for it is not passed on, and no more is fetched', async () => {
  const { state, answer } = longPdf();
  const { arrived, go, late } = held(answer);
  const customerService = await openCustomerService({ [pdfAtPartner]: late });
  await isRefusedAfterRemoval(customerService, { path: pdf, arrived, go });
  await customerService.shop.until(() => state.isGivenUp);
});

test('a page of receipts that arrives after the removal of the till that asked for it is not passed on', async () => {
  const { arrived, go, late } = held(() => ({ body: [{ receiptId, imageResource: null, vendorAddress: {} }] }));
  const customerService = await openCustomerService({ [listAtPartner]: late });
  await isRefusedAfterRemoval(customerService, { path: `/users/${userId}/receipts`, arrived, go });
});
