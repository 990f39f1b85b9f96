import { expect, test } from 'vitest';
import { good, type House } from './house.ts';
import { callTill, key, openPartnerHouse, type SmallAnswer, startPartner, userId } from './partner-house.ts';
import { withClock } from './pass-time.ts';

/** The pictures of a customer's receipts: addresses that the service wrote, and that may lead anywhere. */

const list = `GET /partner/api/v3/user/${userId}/receipts`;
const be32 = (value: number): Buffer =>
  Buffer.from([value >>> 24, value >>> 16, value >>> 8, value].map((byte) => byte & 255));
const pngOf = (width: number, height: number): Buffer<ArrayBuffer> =>
  Buffer.concat([
    Buffer.from('\u{89}PNG\r\n\u{1a}\n\0\0\0\rIHDR', 'latin1'),
    be32(width),
    be32(height),
    Buffer.from('and so on'),
  ]);
const png = pngOf(320, 200);
const asPng = { 'content-type': 'image/png' };
const shownPng = `data:image/png;base64,${png.toString('base64')}`;
const mostBytes = 512 * 1_024;
const item = (imageResource: string) => ({ receiptId: imageResource, imageResource });

const showPage = async (house: House, continuation: string | null = null) =>
  good(await house.cashier['partner.receipts']({ userId, continuation, take: null }));
const pictureAt = async (house: House, address: string) =>
  good(await house.cashier['partner.picture']({ address })).picture;

/** A customer whose one receipt has its picture at `/picture` of the partner's own address. */
async function openPicture(answer: SmallAnswer) {
  const { house, partner } = await openPartnerHouse({ answers: { 'GET /picture': answer } });
  const address = new URL('/picture', partner.url).href;
  partner.answers[list] = { body: [item(address)] };
  await showPage(house);
  const asked = () => partner.asked.filter(({ path }) => path === '/picture');
  return { house, partner, address, asked };
}

test('a picture is shown, and nothing that authenticates went with the question for it', async () => {
  const { house, address, asked } = await openPicture({ headers: asPng, body: png });
  expect(await pictureAt(house, address)).toBe(shownPng);
  const [{ headers } = { headers: {} }] = asked();
  expect(headers).not.toHaveProperty('authorization');
  expect(headers).not.toHaveProperty('x-api-key');
  expect(headers).not.toHaveProperty('cookie');
  expect(JSON.stringify(headers)).not.toContain(key);
});

test('only the page that was listed last by the window opens its pictures', async () => {
  const { house, partner } = await openPartnerHouse({ answers: { '*': { headers: asPng, body: png } } });
  const [first, second, never] = ['/1', '/2', '/3'].map((path) => new URL(path, partner.url).href) as [
    string,
    ...string[],
  ];
  partner.answers[list] = ({ path }) =>
    path.includes('continuation')
      ? { body: [item(second ?? '')] }
      : { headers: { continuationtoken: 'x' }, body: [item(first)] };
  const pictures = async () => Promise.all([first, second, never].map((address) => pictureAt(house, address ?? '')));
  expect(await pictures()).toEqual([null, null, null]);
  await showPage(house);
  expect(await pictures()).toEqual([shownPng, null, null]);
  await showPage(house, 'x');
  expect(await pictures()).toEqual([null, shownPng, null]);

  // What a till reads is not on this screen.
  partner.answers[list] = { body: [item(never ?? '')] };
  expect((await callTill(house, 'GET', `/users/${userId}/receipts`)).status).toBe(200);
  expect(await pictures()).toEqual([null, shownPng, null]);

  // A page that did not come leaves none behind.
  partner.answers[list] = { status: 403 };
  await house.cashier['partner.receipts']({ userId, continuation: null, take: null });
  expect(await pictures()).toEqual([null, null, null]);
  expect(partner.asked.filter(({ path }) => path === '/3')).toEqual([]);
});

test('elsewhere it is asked for over https only', async () => {
  const elsewhere = await startPartner({ '*': { headers: asPng, body: png } });
  const { house, partner } = await openPartnerHouse();
  const plain = new URL('/p.png', elsewhere.url).href;
  const safe = 'https://pictures.example/p.png';
  const sent: RequestInit[] = [];
  house.network.meets = (url, init) => {
    if (url !== safe) return null;
    sent.push(init);
    return Promise.resolve(new Response(png, { headers: asPng }));
  };
  partner.answers[list] = { body: [item(plain), item(safe)] };
  await showPage(house);
  expect(await pictureAt(house, plain)).toBeNull();
  expect(elsewhere.asked).toEqual([]);
  expect(await pictureAt(house, safe)).toBe(shownPng);
  expect(sent).toHaveLength(1);
  expect(Object.keys(sent[0]?.headers ?? {})).toEqual(['Accept']);
});

test('an address with a user part is not asked', async () => {
  const { house, partner } = await openPartnerHouse({ answers: { '*': { headers: asPng, body: png } } });
  const { host } = new URL(partner.url);
  const addresses = [`http://user:secret@${host}/p`, `http://user@${host}/p`, `http://:secret@${host}/p`];
  partner.answers[list] = { body: addresses.map(item) };
  await showPage(house);
  // Looked at before the network: Node's refuses such an address by itself, Chromium's signs in with it.
  const sent: string[] = [];
  house.network.meets = (url) => {
    sent.push(url);
    return null;
  };
  for (const address of addresses) expect(await pictureAt(house, address)).toBeNull();
  expect(sent).toEqual([]);
  expect(partner.asked).toHaveLength(1);
});

test.each<[string, SmallAnswer]>([
  ['an SVG', { headers: { 'content-type': 'image/svg+xml' }, body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }],
  ['a web page', { headers: { 'content-type': 'text/html' }, body: '<h1>Sign in</h1>' }],
  ['no known type', { body: png }],
  ['no picture, whatever its type says', { headers: asPng, body: 'GIF8' }],
  ['no picture of its type', { headers: { 'content-type': 'image/jpeg' }, body: png }],
  // A few kilobytes of one colour, and gigabytes once it is drawn.
  ['wider than a screen', { headers: asPng, body: pngOf(30_000, 1) }],
  ['higher than a screen', { headers: asPng, body: pngOf(1, 30_000) }],
  ['more than 512 KiB', { headers: asPng, body: Buffer.concat([png, Buffer.alloc(mostBytes)]) }],
  ['a redirect', { status: 302, headers: { location: '/elsewhere', ...asPng } }],
  ['not there', { status: 404, headers: asPng, body: png }],
  ['an error of the server', { status: 500, headers: asPng, body: png }],
  ['nothing', { status: 204 }],
])('what is %s is no picture, and no error', async (_what, answer) => {
  const { house, partner, address, asked } = await openPicture(answer);
  partner.answers['GET /elsewhere'] = { headers: asPng, body: png };
  expect(await pictureAt(house, address)).toBeNull();
  expect(asked()).toHaveLength(1);
  expect(partner.asked.some(({ path }) => path === '/elsewhere')).toBe(false);
});

const le16 = (value: number): number[] => [value & 255, value >> 8];
const jpeg = (width: number, height: number): Buffer =>
  Buffer.from([
    255,
    216,
    255,
    224,
    0,
    4,
    1,
    2,
    255,
    192,
    0,
    11,
    8,
    height >> 8,
    height & 255,
    width >> 8,
    width & 255,
    0,
  ]);
const webp = (kind: string, content: readonly number[]): Buffer =>
  Buffer.concat([Buffer.from(`RIFF\0\0\0\0WEBP${kind}\0\0\0\0`, 'latin1'), Buffer.from(content)]);

test.each([
  ['JPEG', 'image/jpeg', jpeg(800, 600), jpeg(5_000, 600)],
  [
    'GIF',
    'image/gif',
    Buffer.from(['G', 'I', 'F', '8', '9', 'a'].map((c) => c.charCodeAt(0)).concat(le16(9), le16(9))),
    Buffer.from(['G', 'I', 'F', '8', '9', 'a'].map((c) => c.charCodeAt(0)).concat(le16(9), le16(9_999))),
  ],
  ['WebP', 'image/webp', webp('VP8X', [0, 0, 0, 0, 31, 3, 0, 87, 2, 0]), webp('VP8X', [0, 0, 0, 0, 0, 0, 1, 87, 2, 0])],
  [
    'lossy WebP',
    'image/webp',
    webp('VP8 ', [0, 0, 0, 157, 1, 42, ...le16(800), ...le16(600)]),
    webp('VP8 ', [0, 0, 0, 157, 1, 42, ...le16(16_000), ...le16(600)]),
  ],
  ['lossless WebP', 'image/webp', webp('VP8L', [47, 31, 3, 0, 0, 0]), webp('VP8L', [47, 255, 63, 0, 0, 0])],
])('a %s is one by its own first bytes, unless it is larger than a screen', async (_what, type, small, large) => {
  const headers = { 'content-type': type };
  const shown = await openPicture({ headers, body: small });
  expect(await pictureAt(shown.house, shown.address)).toBe(`data:${type};base64,${small.toString('base64')}`);
  const refused = await openPicture({ headers, body: large });
  expect(await pictureAt(refused.house, refused.address)).toBeNull();
});

test('a picture of 512 KiB is one', async () => {
  const { house, address } = await openPicture({
    headers: asPng,
    body: Buffer.concat([png, Buffer.alloc(mostBytes - png.length)]),
  });
  expect((await pictureAt(house, address))?.length).toBeGreaterThan(mostBytes);
});

test.each<[string, SmallAnswer]>([
  ['no answer', () => null],
  [
    'the beginning of a picture',
    (_asked, response) => {
      response.writeHead(200, asPng);
      response.write(png);
      return null;
    },
  ],
])('silence after %s is given up in time, and is no error', async (_what, answer) => {
  const { house, address, asked } = await openPicture(answer);
  const waiting = pictureAt(house, address);
  await house.until(() => asked().length === 1);
  const startedAt = house.clock.now();
  expect(await withClock(house, waiting, 1_000)).toBeNull();
  expect(house.clock.now() - startedAt).toBeLessThanOrEqual(60_000);
});

test('a picture that breaks off is none', async () => {
  const { house, address } = await openPicture((_asked, response) => {
    response.writeHead(200, { ...asPng, 'content-length': '100000' });
    response.write(png, () => setImmediate(() => response.destroy()));
    return null;
  });
  expect(await pictureAt(house, address)).toBeNull();
});

test('the customer’s window may not ask for one', async () => {
  const { house, address, asked } = await openPicture({ headers: asPng, body: png });
  const answer = await house.customer['partner.picture']({ address });
  expect(answer).toMatchObject({ ok: false, error: { code: 'notAllowed' } });
  expect(asked()).toEqual([]);
});
