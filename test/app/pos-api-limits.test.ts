import { expect, onTestFinished } from 'vitest';
import { listen } from './event-stream.ts';
import { openWithTill } from './paired-till.ts';
import { head, type PosTill, posTills, postHead } from './pos-api-till.ts';
import { openTestApp, smallBill, unwrap } from './test-app.ts';

const { openPosTill, test } = posTills();

test('buyerInformation of up to 16 KiB is accepted, and more is refused with its size', async ({ till }) => {
  const open = (note: string) =>
    till.call('POST', '/v1/sales', { body: { reference: `r-${note.length}`, buyerInformation: { note } } });
  expect(await open('x'.repeat(16 * 1024 - 11))).toMatchObject({ status: 201 });
  const refused = await open('x'.repeat(16 * 1024 - 10));
  expect(refused).toMatchObject({ status: 422, body: { errors: [{ path: '/buyerInformation' }] } });
  expect(refused.text).toContain('at most 16384 bytes');
});

test('a page of large sales ends early, and all pages together contain every sale once', async () => {
  const testApp = await openTestApp({ settings: { pool: { target: 0 } } });
  const pos = testApp.till;
  testApp.network.down = true;
  const buyerInformation = { note: 'x'.repeat(16_000) };
  const opened: string[] = [];
  for (let count = 0; count < 150; count += 1) {
    opened.unshift(unwrap(await pos.openSale({ reference: `r-${count}`, amount: 1, buyerInformation })).sale.id);
  }
  const pages: string[][] = [];
  for (let cursor: string | undefined = undefined as string | undefined; ; ) {
    const page = pos.listSales({ limit: 200, cursor });
    pages.push(page.items.map(({ id }) => id));
    if (page.next === null) break;
    cursor = page.next;
  }
  expect(pages.length).toBeGreaterThan(1);
  expect(pages.flat()).toEqual(opened);
});

test('a list can be narrowed by reference, state and time', async () => {
  const { testApp, till } = await openWithTill();
  await till.receipt('old', smallBill());
  await testApp.until(() => testApp.till.listSales({ limit: 1 }).items[0]?.state === 'delivered');
  testApp.clock.advance(3_600_000);
  await till.open('new');
  const between = new Date(testApp.clock.now() - 1_000).toISOString();
  for (const [query, found] of [
    ['reference=old', 'old'],
    ['state=delivered', 'old'],
    [`from=${between}`, 'new'],
    [`to=${between}`, 'old'],
  ])
    expect((await till.call('GET', `/sales?${query}`)).sale, query).toMatchObject({ items: [{ reference: found }] });
});

test('requests without a token log at most twenty lines a minute, and the number of omitted ones', async () => {
  const testApp = await openTestApp();
  const knock = async () => expect((await fetch(`${testApp.posApiUrl}/status`)).status).toBe(401);
  const refusals = () => testApp.log.lines.filter(({ event }) => event === 'pos-api-refused');
  for (let count = 0; count < 30; count += 1) await knock();
  expect(refusals()).toHaveLength(20);
  testApp.clock.advance(60_000);
  await knock();
  expect(refusals().at(-1)?.fields).toMatchObject({ notLogged: 10 });
});

/** A till with faulty software must not take resources from others. */

const second = (till: PosTill) => till.issue('Till 2', ['sale']);
const as = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

test('a till that sends too many bytes is refused before its next body is read, and the other till is served', async () => {
  const till = await openPosTill({ quota: { megabytesPerMinute: 1 } });
  const other = second(till);
  const big = (token: string) =>
    till.call('POST', '/v1/receipts/check', { body: { bill: 'x'.repeat(900_000) }, ...as(token) });
  expect((await big(till.token)).status).toBe(200);
  expect((await big(till.token)).status).toBe(200);
  const { socket, all } = await till.connect(postHead('/v1/receipts/check', 900_000));
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

test('a till that is removed while its body arrives is refused', async ({ till }) => {
  const words = ['Content-Type: application/json', 'Content-Length: 17', 'Expect: 100-continue', 'Connection: close'];
  const { socket, all } = await till.connect(
    head('POST /v1/sales HTTP/1.1', 'Host: HOST', 'Authorization: Bearer TOKEN', ...words),
  );
  await new Promise((resolve) => socket.once('data', resolve));
  till.revoke();
  socket.write('{"reference":"a"}');
  expect(String(await all)).toContain('HTTP/1.1 401');
});

test('a removed till loses its idle connections at once, and a busy connection after the answer', async ({ till }) => {
  const stream = await listen(till);
  await stream.next();
  const idle = await till.connect(head('GET /v1/status HTTP/1.1', 'Host: HOST', 'Authorization: Bearer TOKEN'));
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
