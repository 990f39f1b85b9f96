import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { asWindow } from './asking.ts';
import { good } from './house.ts';
import { receiptId, type SmallAnswer, startPartner, userId } from './partner-house.ts';
import { openService, openShop } from './shop.ts';

const MiB = 1024 * 1024;
/** As long as a PDF may be. */
const sizeBytes = 64 * MiB;

/** A partner that sends so much of a PDF as long as somebody takes it; `told`: and says before how much it is. */
const endless = (most: number, told: boolean) => {
  const came = { sent: 0 };
  const answer: SmallAnswer = (_asked, response) => {
    const length = told ? { 'content-length': String(most) } : {};
    response.writeHead(200, { 'content-type': 'application/pdf', ...length });
    const piece = Buffer.alloc(MiB, 'x');
    piece.write('%PDF-1.7\n');
    const more = (): void => {
      while (came.sent < most && !response.destroyed) {
        came.sent += MiB;
        if (!response.write(piece)) return void response.once('drain', more);
      }
      response.end();
    };
    more();
    return null;
  };
  return { came, answer };
};

/** The whole program, whose receipts are on real disk and whose fetch is Node's own, with this partner. */
async function openDesk(answer: SmallAnswer) {
  const partner = await startPartner({ '*': answer });
  const service = await openService();
  const shop = await openShop();
  const connection = { ...service.typed.connection, partnerUrl: partner.url };
  good(await asWindow(shop.app)['connection.save']({ ...service.typed, connection }, 'cashier'));
  good(await asWindow(shop.app)['partner.saveAccess']({ partnerUrl: partner.url, key: 'key-1' }, 'cashier'));
  return shop;
}

test.each([
  ['says before how long it is', true],
  ['goes on and on', false],
])('a PDF of 285 MiB that %s is given up, nothing of it is kept, and the cashier reads why', async (_what, told) => {
  const { came, answer } = endless(285 * MiB, told);
  const shop = await openDesk(answer);
  const saved = await asWindow(shop.app)['partner.savePdf']({ userId, receiptId }, 'cashier');
  expect(saved).toMatchObject({ ok: false, error: { code: 'tooLarge' } });
  expect(came.sent).toBeLessThan(told ? 32 * MiB : sizeBytes + 32 * MiB);
  expect(readdirSync(shop.dataDir, { recursive: true }).filter((path) => String(path).includes('.pdf'))).toEqual([]);
});

test('a PDF of 64 MiB goes to a slow reader piece by piece: no more is fetched than is read', async () => {
  const { came, answer } = endless(sizeBytes, true);
  const shop = await openDesk(answer);
  const { code } = good(await asWindow(shop.app)['pairing.start']({ desk: true }, 'cashier'));
  const api = shop.app.snapshot('cashier')?.view.status.posApi.url ?? '';
  const paired = await fetch(`${api}/pair`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, name: 'Desk' }),
  });
  const { token } = (await paired.json()) as { token: string };

  const asking = request(`${api}/users/${userId}/receipts/${receiptId}/pdf`, {
    headers: { authorization: `Bearer ${token}` },
  });
  asking.end();
  const [reply] = await once(asking, 'response');
  expect(reply.headers['content-length']).toBe(String(sizeBytes));
  // Nobody reads yet: what is on its way fills the buffers between three sockets, and then stands still.
  let before = -1;
  while (before !== came.sent) {
    before = came.sent;
    for (let turn = 0; turn < 500; turn += 1) await nextTurn();
  }
  expect(came.sent).toBeGreaterThan(0);
  expect(came.sent).toBeLessThan(sizeBytes - 16 * MiB);
  let read = 0;
  for await (const piece of reply) read += piece.length;
  expect(read).toBe(sizeBytes);
});
