import { expect, onTestFinished, test } from 'vitest';
import { listen } from './event-stream.ts';
import { openPosTill, type PosTill } from './pos-api-till.ts';
import { unwrap } from './test-app.ts';

/** A till with faulty software must not take resources from others. */

const second = (till: PosTill) => unwrap(till.tokens.issue('Till 2', ['sale'])).token;
const as = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

test('a till that sends endless requests gets Retry-After, and the other till is answered', async () => {
  const till = await openPosTill({ quota: { requestsPerMinute: 60 } });
  const other = second(till);
  for (let count = 0; count < 60; count += 1) expect((await till.call('GET', '/v1/status')).status).toBe(200);
  const refused = await till.call('GET', '/v1/status');
  expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '1' }, body: { type: 'too-many-requests' } });
  expect((await till.call('GET', '/v1/status', as(other))).status).toBe(200);
  till.clock.advance(1_000);
  expect((await till.call('GET', '/v1/status')).status).toBe(200);
});

test('a till that sends too many bytes is refused before its next body is read, and the other till is served', async () => {
  const till = await openPosTill({ quota: { megabytesPerMinute: 1 } });
  const other = second(till);
  const big = (token: string) =>
    till.call('POST', '/v1/receipts/check', { body: { bill: 'x'.repeat(900_000) }, ...as(token) });
  expect((await big(till.token)).status).toBe(200);
  expect((await big(till.token)).status).toBe(200);
  const { socket, all } = await till.connect(
    `POST /v1/receipts/check HTTP/1.1\r\nhost: 127.0.0.1:${till.port}\r\nauthorization: Bearer ${till.token}\r\ncontent-type: application/json\r\ncontent-length: 900000\r\n\r\n`,
  );
  onTestFinished(() => void socket.destroy());
  // Only the head was sent: the answer must not wait for the announced body.
  const answered = new Promise((resolve) => socket.once('data', (data) => resolve(String(data))));
  expect(await answered).toMatch(/^HTTP\/1\.1 429 [\s\S]*retry-after: \d+/i);
  socket.destroy();
  await all;
  expect((await big(other)).status).toBe(200);
});

test('a till that uses all its connections is refused another one, and other tills are not', async () => {
  const till = await openPosTill({ limits: { connectionsOfTill: 2 } });
  const other = second(till);
  for (let count = 0; count < 2; count += 1) await (await listen(till)).next();
  expect(await till.call('GET', '/v1/status')).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
  expect((await till.call('GET', '/v1/status', as(other))).status).toBe(200);
});

test('a removed till loses its idle connections at once, and a busy connection after the answer', async () => {
  const till = await openPosTill();
  const stream = await listen(till);
  await stream.next();
  const idle = await till.connect(
    `GET /v1/status HTTP/1.1\r\nhost: 127.0.0.1:${till.port}\r\nauthorization: Bearer ${till.token}\r\n\r\n`,
  );
  await new Promise((resolve) => idle.socket.once('data', resolve));
  const held = till.app.hold();
  const waiting = till.call('POST', '/v1/sales', { body: { reference: 'a' } });
  await held.reached;
  till.revoke();
  till.endRevoked();
  expect(await stream.next()).toBeNull();
  await idle.all;
  held.release();
  expect((await waiting).status).toBe(201);
});
