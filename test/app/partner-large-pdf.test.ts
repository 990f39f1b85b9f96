import { once } from 'node:events';
import { request } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { asWindow } from './asking.ts';
import { good } from './house.ts';
import { receiptId, startPartner, userId } from './partner-house.ts';
import { openService, openShop } from './shop.ts';

const MiB = 1024 * 1024;
const sizeBytes = 300 * MiB;

test('a PDF of 300 MiB goes to a slow reader piece by piece: no more is fetched than is read', async () => {
  let sent = 0;
  const partner = await startPartner({
    '*': (_asked, response) => {
      response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': String(sizeBytes) });
      const piece = Buffer.alloc(MiB, 'x');
      piece.write('%PDF-1.7\n');
      const more = (): void => {
        while (sent < sizeBytes) {
          sent += MiB;
          if (!response.write(piece)) return void response.once('drain', more);
        }
        response.end();
      };
      more();
      return null;
    },
  });
  const service = await openService();
  const shop = await openShop();
  good(
    await asWindow(shop.app)['connection.save'](
      { ...service.typed, connection: { ...service.typed.connection, partnerUrl: partner.url } },
      'cashier',
    ),
  );
  good(await asWindow(shop.app)['partner.saveAccess']({ partnerUrl: partner.url, key: 'key-1' }, 'cashier'));
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
  while (before !== sent) {
    before = sent;
    for (let turn = 0; turn < 500; turn += 1) await nextTurn();
  }
  expect(sent).toBeGreaterThan(0);
  expect(sent).toBeLessThan(64 * MiB);
  let read = 0;
  for await (const piece of reply) read += piece.length;
  expect(read).toBe(sizeBytes);
});
