import { once } from 'node:events';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { asWindow } from './asking.ts';
import { good } from './house.ts';
import { type AskedPartner, receiptId, type Said, type SmallAnswer, startPartner, userId } from './partner-house.ts';
import { openService, openShop } from './shop.ts';

/** A till that is removed gets nothing more of what it was reading of a customer: not the rest, and not the beginning. */

const pdf = `/users/${userId}/receipts/${receiptId}/pdf`;
const pdfAtPartner = `GET /partner/api/v3/user/${userId}/receipts/${receiptId}/pdf`;
const listAtPartner = `GET /partner/api/v3/user/${userId}/receipts`;
const piece = Buffer.alloc(65_536, 'x');
piece.write('%PDF-1.7\n');

/** A file without an end, as fast as it is read; `isGivenUp` once nobody takes it any more. */
function endlessPdf() {
  const state = { isGivenUp: false, sent: 0 };
  const answer = (_asked: AskedPartner, response: ServerResponse): null => {
    response.once('close', () => {
      state.isGivenUp = true;
    });
    response.writeHead(200, { 'content-type': 'application/pdf' });
    const more = (): void => {
      while (!response.destroyed) {
        state.sent += 1;
        if (!response.write(piece)) return void response.once('drain', more);
      }
    };
    more();
    return null;
  };
  return { state, answer };
}

/** A shop with a partner interface, and a till of the customer desk that is paired with it. */
async function openDesk(answers: Record<string, SmallAnswer>) {
  const partner = await startPartner(answers);
  const { typed } = await openService();
  const shop = await openShop();
  const window = asWindow(shop.app);
  const connection = { ...typed.connection, partnerUrl: partner.url };
  good(await window['connection.save']({ ...typed, connection }, 'cashier'));
  good(await window['partner.saveAccess']({ partnerUrl: partner.url, key: 'key-1' }, 'cashier'));
  const { code } = good(await window['pairing.start']({ desk: true }, 'cashier'));
  const api = shop.app.snapshot('cashier')?.view.status.posApi.url ?? '';
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ code, name: 'Desk' });
  const { token } = await (await fetch(`${api}/pair`, { method: 'POST', headers, body })).json();
  return {
    until: shop.until,
    async ask(path: string): Promise<IncomingMessage> {
      const asking = request(`${api}${path}`, { headers: { authorization: `Bearer ${token}` } });
      asking.end();
      return (await once(asking, 'response'))[0];
    },
    async remove(): Promise<void> {
      const [till] = good(await window['pairing.list'](null, 'cashier'));
      good(await window['pairing.revoke']({ id: till?.id ?? '' }, 'cashier'));
    },
  };
}

/** Whatever came before is read; true when the answer came to its own end. */
async function readsToItsEnd(reply: IncomingMessage): Promise<boolean> {
  const gone = new Promise((resolve) => reply.once('close', resolve));
  reply.on('error', () => undefined).resume();
  await gone;
  return reply.complete;
}

test('a PDF under way breaks off at once, also for a reader that has stopped to read, and is fetched no further', async () => {
  const { state, answer } = endlessPdf();
  const desk = await openDesk({ [pdfAtPartner]: answer });
  const reply = await desk.ask(pdf);
  // Nobody reads: what is on its way fills the buffers between three sockets, and then stands still.
  for (let before = -1; before !== state.sent; ) {
    before = state.sent;
    for (let turn = 0; turn < 500; turn += 1) await nextTurn();
  }
  expect(state.isGivenUp).toBe(false);
  await desk.remove();
  await desk.until(() => state.isGivenUp);
  expect(await readsToItsEnd(reply)).toBe(false);
});

test('a PDF breaks off under a reader that goes on reading', async () => {
  const { state, answer } = endlessPdf();
  const desk = await openDesk({ [pdfAtPartner]: answer });
  const reply = await desk.ask(pdf);
  const isWhole = readsToItsEnd(reply);
  await desk.remove();
  expect(await isWhole).toBe(false);
  await desk.until(() => state.isGivenUp);
});

/** The partner answers once it is told to. */
function held(said: Exclude<SmallAnswer, Said>) {
  const asked = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const late: SmallAnswer = async (one, response) => {
    asked.resolve();
    await go.promise;
    return said(one, response);
  };
  return { asked: asked.promise, go: go.resolve, late };
}

/** The till is removed while its question is with the partner, which answers then. */
async function isRefusedAfterRemoval(
  desk: Awaited<ReturnType<typeof openDesk>>,
  { path, asked, go }: { readonly path: string; readonly asked: Promise<void>; readonly go: () => void },
): Promise<void> {
  const replied = desk.ask(path);
  await asked;
  await desk.remove();
  go();
  const reply = await replied;
  expect(reply.statusCode).toBe(401);
  expect(await readsToItsEnd(reply)).toBe(true);
}

test('a PDF that comes after the till was removed is not handed on, and is fetched no further', async () => {
  const { state, answer } = endlessPdf();
  const { asked, go, late } = held(answer);
  const desk = await openDesk({ [pdfAtPartner]: late });
  await isRefusedAfterRemoval(desk, { path: pdf, asked, go });
  await desk.until(() => state.isGivenUp);
});

test('a page of receipts that comes after the till was removed is not handed on', async () => {
  const { asked, go, late } = held(() => ({ body: [{ receiptId, imageResource: null, vendorAddress: {} }] }));
  const desk = await openDesk({ [listAtPartner]: late });
  await isRefusedAfterRemoval(desk, { path: `/users/${userId}/receipts`, asked, go });
});
