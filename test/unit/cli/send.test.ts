import { describe, expect, test } from 'vitest';
import { readOptions } from '../../../src-main/cli/options.ts';
import { type CliOutcome, endingOfState, exitCodes, outcomeOf, readSale } from '../../../src-main/cli/outcome.ts';
import { isToken, sendReceipt } from '../../../src-main/cli/send-receipt.ts';
import type { Fetch } from '../../../src-main/ports.ts';
import { createManualClock } from '../../fakes/manual-clock.ts';

const json = 'application/json; charset=utf-8';
const problemJson = 'application/problem+json; charset=utf-8';

test('the exit codes are those of the document', () => {
  expect(exitCodes).toEqual({
    accepted: 0,
    failed: 1,
    usage: 2,
    refused: 3,
    'not-reachable': 4,
    'storage-full': 5,
    'not-paired': 6,
    'needs-person': 7,
  });
});

test.each<[number, CliOutcome]>([
  [400, 'refused'],
  [401, 'not-paired'],
  [403, 'refused'],
  [409, 'refused'],
  [413, 'refused'],
  [422, 'refused'],
  [500, 'failed'],
  [502, 'failed'],
  [429, 'not-reachable'],
  [503, 'not-reachable'],
  [507, 'storage-full'],
])('a problem with status %i ends as %s, with the words of the app', (status, ending) => {
  const body = JSON.stringify({ type: 't', status });
  expect(outcomeOf({ status, contentType: problemJson, body }, readSale)).toEqual({ ending, body, value: null });
});

test('a Sale is accepted', () => {
  const body = '{"id":"s","state":"queued"}';
  expect(outcomeOf({ status: 202, contentType: json, body }, readSale)).toEqual({
    ending: 'accepted',
    body,
    value: { id: 's', state: 'queued', isRepeat: false },
  });
});

test.each([
  ['a step that there is not', { do: 'sell', id: 's' }, 'found "sell" at /do, expected one of open, basket, change'],
  ['a step of no sale', { do: 'printed', reference: '0001' }, 'found no text at /id, expected the id of the Sale'],
])('%s is asked of nobody, and says what is expected', async (_what, file, detail) => {
  const fetch = () => Promise.reject(new Error('asked'));
  const content = new TextEncoder().encode(JSON.stringify(file));
  const sent = await sendReceipt({ port: 1, token: 't', content, wait: false }, { fetch, clock: createManualClock() });
  expect([sent.ending, JSON.parse(sent.body).detail]).toEqual(['usage', expect.stringContaining(detail)]);
});

test('a step goes on as it is written: a long number keeps its digits, a member that nobody knows stays', async () => {
  const asked: string[] = [];
  const fetch: Fetch = (url, { method, body }) => {
    asked.push(`${method} ${new URL(url).pathname} ${new TextDecoder().decode(body as Uint8Array)}`);
    return Promise.resolve(Response.json({ id: 's', state: 'queued' }));
  };
  const content = new TextEncoder().encode(
    '{"id":"s/1","do":"bill","bill":{"n":12345678901234567890,"x":1.10},"more":null}',
  );
  await sendReceipt({ port: 1, token: 't', content, wait: false }, { fetch, clock: createManualClock() });
  expect(asked).toEqual(['PUT /v1/sales/s%2F1/bill {"bill":{"n":12345678901234567890,"x":1.10},"more":null}']);
});

test.each([
  ['a page', { status: 200, contentType: 'text/html', body: '<html>' }],
  ['a page that says no', { status: 404, contentType: 'text/html', body: 'no' }],
  ['JSON that is no Sale', { status: 200, contentType: json, body: '{"ok":true}' }],
  ['what calls itself JSON', { status: 200, contentType: json, body: '<html>' }],
  ['a redirect', { status: 302, contentType: '', body: '' }],
])('%s is not the answer of the app', (_what, reply) => {
  expect(outcomeOf(reply, readSale)).toMatchObject({ ending: 'not-reachable', value: null });
});

test.each([
  ['open', null],
  ['queued', null],
  ['delivered', 'accepted'],
  ['attention', 'needs-person'],
  ['cancelled', 'needs-person'],
])('waiting for a sale that is %s ends as %s', (state, ending) => {
  expect(endingOfState({ id: 's', state, isRepeat: false })).toBe(ending);
});

test('waiting for a sale that was closed because its receipt had been accepted before ends at once', () => {
  const body = '{"id":"s","state":"cancelled","acceptedAs":"t"}';
  const { value } = outcomeOf({ status: 202, contentType: json, body }, readSale);
  expect(value === null ? null : endingOfState(value)).toBe('accepted');
});

describe('the command line', () => {
  const read = (argv: readonly string[], env = {}) => readOptions('send', argv, env);

  test('takes a file and the token of the environment', () => {
    expect(read(['sale.json', '--wait'], { RECEIPT_COMPANION_POS_TOKEN: 'secret' })).toEqual({
      ...{ file: 'sale.json', port: null, dataDir: null, token: 'secret', tokenFile: null },
      ...{ wait: true, end: false },
    });
  });

  test('takes - as the standard input, and a token file before the environment', () => {
    const env = { RECEIPT_COMPANION_POS_TOKEN: 'secret' };
    expect(read(['-', '--pos-port', '8080', '--token-file', 'token'], env)).toMatchObject({
      ...{ file: '-', port: 8080, token: null, tokenFile: 'token', wait: false },
    });
  });

  test.each([
    [[], 'found 0 files'],
    [['a', 'b'], 'found 2 files'],
    [['a', '--pos-port', '0'], '--pos-port: found "0", expected a number from 1 to 65535'],
    [['a', '--pos-port', '65536'], '--pos-port: found "65536"'],
    [['a', '--end'], '--end is no option of this command'],
    [['a', '--token', 'x'], '--token is no option of this command'],
  ])('%j is refused: %s', (argv, message) => {
    expect(() => read(argv)).toThrow(message);
  });

  test.each([
    [['a', 'b'], 'found 2 files, expected at most one FILE'],
    [['a', '--end'], 'found 1 files, expected none with --end'],
    [['a', '--wait'], '--wait is no option of this command'],
  ])('onboard %j is refused: %s', (argv, message) => {
    expect(() => readOptions('onboard', argv, {})).toThrow(message);
  });

  test('onboard takes a file, --end, or nothing', () => {
    for (const [argv, options] of [
      [['-'], { file: '-', end: false }],
      [['--end'], { file: null, end: true }],
      [[], { file: null, end: false }],
    ] as const)
      expect(readOptions('onboard', argv, {})).toMatchObject(options);
  });

  test('helps', () => {
    expect(read(['--help'])).toBeNull();
  });
});

test.each([
  ['abc-_.~+/=', true],
  ['two words', false],
  ['line\nbreak', false],
  ['', false],
])('%j is a token: %s', (text, is) => {
  expect(isToken(text)).toBe(is);
});

test('an app that never answers is given up after 30 s', async () => {
  const clock = createManualClock();
  const hangs = (_url: string, { signal }: RequestInit): Promise<Response> =>
    new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  const sent = sendReceipt({ port: 1, token: 't', content: new Uint8Array(), wait: false }, { fetch: hangs, clock });
  expect(clock.pendingMs()).toEqual([30_000]);
  clock.advance(30_000);
  expect(await sent).toMatchObject({ ending: 'not-reachable', body: expect.stringContaining('within 30 s') });
});
