import { describe, expect, test } from 'vitest';
import { readOptions } from '../../../src-main/cli/options.ts';
import { exitCodes, sendReceipt } from '../../../src-main/cli/send-receipt.ts';
import type { Fetch } from '../../../src-main/ports.ts';
import { isToken } from '../../../src-main/shared/till-names.ts';
import { hashToken, proofOf } from '../../../src-main/tills/token-store.ts';
import { createManualClock } from '../../fakes/manual-clock.ts';

const json = 'application/json; charset=utf-8';
const problemJson = 'application/problem+json; charset=utf-8';

/** Proves the token `t` like a real app, and answers other requests with `answers`. */
const appThat =
  (answers: Fetch): Fetch =>
  async (url, init) => {
    const { pathname, searchParams, host } = new URL(url);
    if (pathname !== '/v1/proof') return answers(url, init);
    expect(init.headers).toBeUndefined();
    return Response.json({ proofs: ['other', proofOf(hashToken('t'), searchParams.get('nonce') ?? '', host)] });
  };

const send = (fetch: Fetch, content = '', { wait = false, clock = createManualClock() } = {}) =>
  sendReceipt({ port: 1, token: 't', content: new TextEncoder().encode(content), wait }, { fetch, clock });

const sentTo = (status: number, contentType: string, body: string, waiting = {}, content = '') =>
  send(
    appThat(async () => new Response(body === '' ? null : body, { status, headers: { 'content-type': contentType } })),
    content,
    waiting,
  );

test.each([
  ...[400, 403, 409, 413, 422].map((status) => [status, 'refused', 3] as const),
  [401, 'not-paired', 6],
  ...[500, 502].map((status) => [status, 'failed', 1] as const),
  [429, 'not-reachable', 4],
  [503, 'not-reachable', 4],
  [507, 'storage-full', 5],
] as const)(
  'an answer with status %i ends the command as %s (%i), and its body is printed',
  async (status, ending, code) => {
    const body = JSON.stringify({ type: 't', status });
    expect(await sentTo(status, problemJson, body)).toEqual({ ending, body, value: null });
    expect(exitCodes[ending]).toBe(code);
  },
);

test('a request that may have been done needs a person, because the same file could do it twice', async () => {
  const body = JSON.stringify({ type: 'outcome-unknown', status: 502, outcome: 'unknown' });
  expect(await sentTo(502, problemJson, body)).toEqual({ ending: 'needs-person', body, value: null });
  const noAnswer = appThat(() => Promise.reject(new TypeError('fetch failed')));
  const start = JSON.stringify({ do: 'loyalty', id: 's', externalUserId: 'card' });
  expect(await send(noAnswer, start)).toMatchObject({ ending: 'needs-person' });
});

test.each([
  ['an unknown step', { do: 'sell', id: 's' }, 'Found "sell" at /do, expected one of open, basket, change'],
  ['a step without an id', { do: 'printed', reference: '0001' }, 'Found no text at /id, expected the id of the sale'],
])('the command refuses %s before it sends a request, and prints the expected form', async (_what, file, detail) => {
  const sent = await send(() => Promise.reject(new Error('asked')), JSON.stringify(file));
  expect([sent.ending, JSON.parse(sent.body).detail]).toEqual(['usage', expect.stringContaining(detail)]);
});

test('a step is sent unchanged, with every digit and unknown member, and an answer with a sale is accepted', async () => {
  const requests: string[] = [];
  const fetch = appThat((url, { method, body }) => {
    requests.push(`${method} ${new URL(url).pathname} ${new TextDecoder().decode(body as Uint8Array)}`);
    return Promise.resolve(Response.json({ id: 's', state: 'queued' }));
  });
  const step = '{"id":"s/1","do":"bill","bill":{"n":12345678901234567890,"x":1.10},"more":null}';
  expect(await send(fetch, step)).toMatchObject({ ending: 'accepted', body: '{"id":"s","state":"queued"}' });
  expect(requests).toEqual(['PUT /v1/sales/s%2F1/bill {"bill":{"n":12345678901234567890,"x":1.10},"more":null}']);
});

test.each([
  ['a web page', 200, 'text/html', '<html>'],
  ['a web page with 404', 404, 'text/html', 'no'],
  ['JSON that is no Sale', 200, json, '{"ok":true}'],
  ['HTML labelled as JSON', 200, json, '<html>'],
  ['a redirect', 302, '', ''],
])('%s is not accepted as the answer of the app', async (_what, status, contentType, body) => {
  expect(await sentTo(status, contentType, body)).toMatchObject({ ending: 'not-reachable', value: null });
});

test.each([
  ['delivered', 'accepted'],
  ['attention', 'needs-person'],
  ['cancelled', 'needs-person'],
  ['cancelled","acceptedAs":"another', 'accepted'],
  ['open', 'accepted', 'change'],
  ['cancelled', 'accepted', 'cancel'],
])('waiting for a sale that is %s ends as %s after the step %j', async (state, ending, step = 'bill') => {
  const file = JSON.stringify({ do: step, id: 's' });
  expect(await sentTo(202, json, `{"id":"s","state":"${state}"}`, { wait: true }, file)).toMatchObject({ ending });
});

test.each(['open', 'queued'])('sending waits for a sale that is %s', async (state) => {
  const clock = createManualClock();
  void sentTo(202, json, `{"id":"s","state":"${state}"}`, { wait: true, clock });
  await expect.poll(() => clock.pendingMs()).toEqual([500]);
});

describe('the command line', () => {
  const read = (argv: readonly string[], env = {}) => readOptions('send', argv, env);

  test('uses a file and the token of the environment, and means the help if it contains --help', () => {
    expect(read(['--help'])).toBeNull();
    expect(read(['sale.json', '--wait'], { RECEIPT_COMPANION_POS_TOKEN: 'secret' })).toEqual({
      ...{ file: 'sale.json', port: null, dataDir: null, token: 'secret', tokenFile: null },
      ...{ wait: true, end: false },
    });
  });

  test('reads standard input for -, and prefers a token file to the environment', () => {
    const env = { RECEIPT_COMPANION_POS_TOKEN: 'secret' };
    expect(read(['-', '--pos-port', '8080', '--token-file', 'token'], env)).toMatchObject({
      ...{ file: '-', port: 8080, token: null, tokenFile: 'token', wait: false },
    });
  });

  test.each([
    ['send', [], 'Found 0 files'],
    ['send', ['a', 'b'], 'Found 2 files'],
    ['send', ['a', '--pos-port', '0'], '--pos-port: found "0", expected a number from 1 to 65535'],
    ['send', ['a', '--pos-port', '65536'], '--pos-port: found "65536"'],
    ['send', ['a', '--end'], '--end is no option of this command'],
    ['send', ['a', '--token', 'x'], '--token is no option of this command'],
    ['onboard', ['a', 'b'], 'Found 2 files, expected at most one FILE'],
    ['onboard', ['a', '--end'], 'Found 1 files, expected none with --end'],
    ['onboard', ['a', '--wait'], '--wait is no option of this command'],
  ] as const)('%s %j is refused: %s', (command, argv, message) => {
    expect(() => readOptions(command, argv, {})).toThrow(message);
  });

  test('onboard accepts a file, --end, or nothing', () => {
    for (const [argv, options] of [
      [['-'], { file: '-', end: false }],
      [['--end'], { file: null, end: true }],
      [[], { file: null, end: false }],
    ] as const)
      expect(readOptions('onboard', argv, {})).toMatchObject(options);
  });
});

test('a token has only characters that a header can contain without quotes, and is not empty', () => {
  expect(['abc-_.~+/=', 'two words', 'line\nbreak', ''].map(isToken)).toEqual([true, false, false, false]);
});

test('a request to an app that never answers ends after 30 s', async () => {
  const clock = createManualClock();
  const hangs = (_url: string, { signal }: RequestInit): Promise<Response> =>
    new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  const sent = send(hangs, '', { clock });
  expect(clock.pendingMs()).toEqual([30_000]);
  clock.advance(30_000);
  expect(await sent).toMatchObject({ ending: 'not-reachable', body: expect.stringContaining('within 30 s') });
});

test.each([
  ['no proof', { proofs: [] }, 'not-paired'],
  ['a proof for another address', { proofs: [proofOf(hashToken('t'), 'nonce', '[::1]:1')] }, 'not-paired'],
  ['another answer', { ok: true }, 'not-reachable'],
] as const)(
  'a program on the port that gives %s gets neither the token nor the receipt',
  async (_what, answer, ending) => {
    const requests: string[] = [];
    const fetch: Fetch = async (url, init) => {
      requests.push(`${new URL(url).pathname} ${JSON.stringify(init.headers ?? null)} ${init.body ?? null}`);
      return Response.json(answer);
    };
    expect(await send(fetch, '{"reference":"r"}')).toMatchObject({ ending });
    expect(requests).toEqual(['/v1/proof null null']);
  },
);
