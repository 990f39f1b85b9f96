import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { examples } from '../../scripts/described-routes.ts';
import type { tillClient } from '../../src-main/api/client-module.ts';
import { posClient, posToken, spawnProgram, type TestProgram } from '../app/program.ts';

/**
 * Pages in a browser on the till's computer attack the real POS API. All foreign names lead to this computer, so that
 * Chromium blocks nothing that the app must block.
 */

const secret = 'canary-reference';
let browser: Browser;
let app: TestProgram;
let pos: ReturnType<typeof posClient>;
let api = '';
const servers: Server[] = [];
const folder = mkdtempSync(join(tmpdir(), 'cross-site-'));

async function openSite(name: string): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>a page</title><body>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  return `http://${name}:${(server.address() as AddressInfo).port}`;
}

async function startApp(): Promise<void> {
  app = spawnProgram('src-main/headless.ts', ['--training', '--pos-port', '0', '--data-dir', folder], {
    RECEIPT_COMPANION_POS_TOKEN: posToken,
    RECEIPT_COMPANION_DATA_KEY: Buffer.alloc(32, 7).toString('base64'),
  });
  api = (await app.ready).posApi ?? '';
  pos = posClient(api);
}

const startBrowser = (...more: readonly string[]): Promise<Browser> =>
  chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
      ...['--disable-component-update', '--disable-sync', ...more],
      '--host-resolver-rules=MAP evil.example 127.0.0.1,MAP till.example 127.0.0.1,MAP rebound.example 127.0.0.1',
    ],
  });

let evil = '';
let allowed = '';

beforeAll(async () => {
  evil = await openSite('evil.example');
  allowed = await openSite('till.example');
  writeFileSync(join(folder, 'settings.json'), JSON.stringify({ posApi: { allowedOrigins: [allowed] } }));
  await startApp();
  await pos.json('POST', '/sales', { reference: secret, amount: 19.9 });
  // Some browsers lack this check, so the app must be safe without it.
  browser = await startBrowser('--disable-features=LocalNetworkAccessChecks');
  page = await browser.newPage();
});

afterAll(async () => {
  await browser?.close();
  await app?.end('SIGTERM');
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true, force: true });
});

const sales = async (): Promise<string> => JSON.stringify((await pos.json('GET', '/sales?limit=200')).items);

/** `status type` of each refused request, oldest first. */
const refusals = (): readonly string[] =>
  app
    .stderr()
    .split('\n')
    .filter((line) => line.includes('"pos-api-refused"'))
    .map((line) => JSON.parse(line) as { readonly fields: { readonly status: number; readonly type: string } })
    .map(({ fields }) => `${fields.status} ${fields.type}`);

let page: Page;

interface Knock {
  readonly api: string;
  readonly token: string;
  readonly path: string;
  readonly init: object;
}

interface Attack {
  readonly name: string;
  /** Runs in the page, which even knows the token. Returns everything that the page learned. */
  readonly run: (knock: Knock) => Promise<unknown>;
  readonly path?: string;
  readonly init?: object;
  /** The page may learn only that its request failed. */
  readonly learns: unknown;
  readonly refusedWith: string;
}

const body = '{"reference":"evil"}';
const authorization = `Bearer ${posToken}`;
const json = { 'content-type': 'application/json' };

const requests: readonly Attack[] = (
  [
    ['reads the sales with a simple request', '/sales', {}],
    ['reads the sales with the token', '/sales', { headers: { authorization } }],
    ['opens a sale with JSON and the token', '/sales', { method: 'POST', headers: { authorization, ...json }, body }],
    ['opens a sale with a body that needs no preflight', '/sales', { method: 'POST', body }],
    ['opens a sale without wanting an answer', '/sales', { method: 'POST', mode: 'no-cors', body }],
    ['guesses the pairing code', '/pair', { method: 'POST', mode: 'no-cors', body: '{"code":"00000000"}' }],
  ] as const
).map(([name, path, init]) => ({
  ...{ name, path, init, learns: 'TypeError: Failed to fetch', refusedWith: '403 origin-not-allowed' },
  run: ({ api, path: to, init: how }) => fetch(api + to, how).then((answer) => answer.text(), String),
}));

const attacks: readonly Attack[] = [
  ...requests,
  {
    name: 'leaves a beacon',
    run: async ({ api }) => navigator.sendBeacon(`${api}/receipts`, '{"reference":"evil"}'),
    learns: true,
    refusedWith: '403 origin-not-allowed',
  },
  {
    name: 'follows the events',
    run: async ({ api }) =>
      new Promise((resolve) => {
        const events = new EventSource(`${api}/events`);
        events.onopen = () => resolve('open');
        events.onerror = () => resolve(events.readyState === EventSource.CLOSED ? 'closed' : 'tries again');
      }),
    learns: 'closed',
    refusedWith: '403 origin-not-allowed',
  },
  {
    name: 'shows the sales in a frame',
    run: async ({ api }) => {
      const frame = document.createElement('iframe');
      const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
      frame.src = `${api}/sales`;
      document.body.append(frame);
      await loaded;
      return frame.contentDocument?.body.textContent ?? 'nothing';
    },
    learns: 'nothing',
    refusedWith: '401 not-paired',
  },
  {
    name: 'asks from a sandbox without an origin',
    run: async ({ api, token }) => {
      const headers = JSON.stringify({ authorization: `Bearer ${token}` });
      const frame = document.createElement('iframe');
      frame.setAttribute('sandbox', 'allow-scripts');
      const message = new Promise((resolve) =>
        addEventListener('message', ({ data }) => resolve(data), { once: true }),
      );
      frame.srcdoc = `<script>fetch('${api}/sales', { headers: ${headers} })
        .then((answer) => answer.text(), String).then((text) => parent.postMessage(text, '*'))</script>`;
      document.body.append(frame);
      return message;
    },
    learns: 'TypeError: Failed to fetch',
    refusedWith: '403 origin-not-allowed',
  },
  {
    name: 'opens a socket',
    run: async ({ api }) =>
      new Promise((resolve) => {
        const socket = new WebSocket(`${api.replace('http', 'ws')}/events`);
        socket.onopen = () => resolve('open');
        socket.onerror = () => resolve('error');
      }),
    learns: 'error',
    refusedWith: '403 origin-not-allowed',
  },
];

describe('a page of another site', () => {
  beforeEach(async () => {
    // The log has at most twenty warnings of this interface a minute.
    const warnings = app.stderr().split('"level":"warn"').length - 1;
    if (warnings < 10) return;
    await app.end('SIGTERM');
    await startApp();
  });

  test.each(attacks)(
    'is refused and changes nothing when it $name',
    async ({ run, learns, refusedWith, path = '', init = {} }) => {
      const before = await sales();
      const refusedBefore = refusals().length;
      await page.goto(evil);
      expect(await page.evaluate(run, { api, token: posToken, path, init })).toEqual(learns);
      // The app itself must have refused the request, not only the browser.
      for (let tries = 0; tries < 1_000 && refusals().length === refusedBefore; tries++) await wait(5);
      expect(new Set(refusals().slice(refusedBefore))).toEqual(new Set([refusedWith]));
      expect(await sales()).toBe(before);
    },
  );

  test('cannot send a form to the API or read the answer', async () => {
    const before = await sales();
    await page.goto(evil);
    await page.evaluate((to) => {
      document.body.innerHTML = `<form method="post" action="${to}/sales"><input name="reference" value="evil"></form>`;
      document.querySelector('form')?.submit();
    }, api);
    await page.waitForURL(`${api}/sales`);
    expect(await page.textContent('body')).toContain('origin-not-allowed');
    expect(await sales()).toBe(before);
  });
});

test('a page whose host name later leads to this computer (DNS rebinding) gets nothing, even with the token', async () => {
  const before = await sales();
  const foreign = api.replace('127.0.0.1', 'rebound.example');
  // The page comes from the attacker's computer. Later requests to the same name go to this one.
  await page.route(`${new URL(foreign).origin}/`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>a page</title>' }),
  );
  await page.goto(new URL(foreign).origin);
  const asks = [
    ['/health', {}],
    ['/sales', {}],
    ['/sales', { headers: { authorization } }],
    ['/sales', { method: 'POST', headers: { authorization, ...json }, body }],
    ['/pair', { method: 'POST', headers: json, body: '{"code":"0"}' }],
  ] as const;
  const learned = await page.evaluate(
    ([to, all]) =>
      Promise.all(
        all.map(async ([path, init]) => {
          const answer = await fetch(to + path, init);
          return `${answer.status} ${await answer.text()}`;
        }),
      ),
    [foreign, asks] as const,
  );
  // The page has read the app's answers, which proves that the app got all requests. The log does not contain all of
  // them.
  expect(learned).toHaveLength(5);
  for (const answer of learned) {
    expect(answer).toMatch(/^403 .*"wrong-host"/);
    expect(answer).not.toContain(secret);
  }
  expect(await sales()).toBe(before);
});

/** A text, because the test runner would change an `import` in a function. */
const loadModule = () =>
  `import('${api}/client.js').then(({ connect }) => { globalThis.connect = connect; return 'loaded' }, String)`;

/** A whole sale with the module that allowed origins get from the app. */
const sellInPage = async ({
  token,
  bill,
  reference,
}: {
  readonly token: string;
  readonly bill: typeof examples.bill;
  readonly reference: string;
}) => {
  const { connect } = globalThis as unknown as {
    readonly connect: (access: { readonly token: string }) => ReturnType<typeof tillClient>;
  };
  const till = connect({ token });
  const events = till.events();
  await events.next();
  const { id, url } = await till.openSale({ reference: `${reference}/1`, amount: 5 });
  const { amount } = await till.change(id, { amount: 19.9 });
  await till.sendBill(id, { ...bill, head: { ...bill.head, number: reference } });
  await till.printed(id);
  let state = '';
  while (state !== 'delivered') state = (await events.next()).value?.data.state;
  const second = await till.openSale({ reference: `${reference}/2` });
  const { state: end } = await till.cancel(second.id);
  const stranger = await connect({ token: 'x' })
    .status()
    .then(String, (error: Error) => error.message);
  return [url.startsWith('http'), amount, state, end, stranger.split(':')[0]];
};

test('a page of an allowed origin sells with the module of the app, and a page of another origin cannot load the module', async () => {
  await page.goto(evil);
  expect(await page.evaluate(loadModule())).toContain('Failed to fetch');
  await page.goto(allowed);
  expect(await page.evaluate(loadModule())).toBe('loaded');
  const sold = await page.evaluate(sellInPage, { token: posToken, bill: examples.bill, reference: 'browser-till' });
  expect(sold).toEqual([true, 19.9, 'delivered', 'cancelled', '401 not-paired']);
});

test('a secure page of the internet can sell after its browser permits requests to this computer (Local Network Access)', async () => {
  const fromInternet = [
    `--ip-address-space-overrides=127.0.0.1:${new URL(allowed).port}=public`,
    `--unsafely-treat-insecure-origin-as-secure=${allowed}`,
  ];
  const checking = await startBrowser(...fromInternet);
  try {
    const till = await checking.newPage();
    await till.goto(allowed);
    expect(await till.evaluate(loadModule())).toContain('Failed to fetch');
    await till.context().grantPermissions(['local-network-access'], { origin: allowed });
    await till.reload();
    expect(await till.evaluate(loadModule())).toBe('loaded');
    const sold = await till.evaluate(sellInPage, { token: posToken, bill: examples.bill, reference: 'internet-till' });
    expect(sold).toEqual([true, 19.9, 'delivered', 'cancelled', '401 not-paired']);
  } finally {
    await checking.close();
  }
});
