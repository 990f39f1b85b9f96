import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { type Dispatcher, Pool } from 'undici';
import { expect, test } from 'vitest';
import { posRoutes } from '../../src-main/api/routes/table.ts';
import { isoDate } from '../../src-main/receipts/fields.ts';
import { drawn, isSoak, seed, volume } from '../fakes/drawn.ts';
import { dropFile } from '../fakes/drop-file.ts';
import { tempFolder } from '../fakes/temp-folder.ts';
import type { Work } from '../fakes/work-counter.ts';
import { worstBills, worstObjects } from '../fakes/worst-json.ts';
import { validBill, validNames } from '../fixtures/receipts/valid-bills.ts';
import { posToken, startProgram } from './processes.ts';

/** A soak sends the largest allowed bodies. A tenth already shows a quadratic reader. */
const sizes = isSoak ? [250_000, 1_000_000] : [100_000];
const [routeSize = 0] = sizes;

/** The limit of work for one byte of a body: at least twice the work for the most expensive body. */
const most: Omit<Work, 'patterns'> = { steps: 40, walked: 220, allocated: 800 };

const id = '00000000-0000-4000-8000-000000000000';
const withoutBraces = (object: string): string => object.slice(1, -1);

const ordinaryBody = (reference: string, part: string): string =>
  `{${withoutBraces(part)},"reference":"${reference}","bill":{"misc":${part}},"userIdentification":${part}}`;

/** A body for each route. Members of `part` are slow to read. `part` also replaces inner objects and list entries. */
const bodyOf: Readonly<Record<string, (reference: string, part: string) => string>> = {
  'PUT /v1/sales/{id}/basket': (_reference, part) =>
    `{${withoutBraces(part)},"total":1,"currency":"EUR","lines":[${part}]}`,
  'POST /v1/users': (reference, part) =>
    `{${withoutBraces(part)},"externalId":"${reference}","loyaltyCards":[{"code":"1",${withoutBraces(part)}}]}`,
  'POST /v1/onboarding': (_reference, part) =>
    `{${withoutBraces(part)},"vendorCustomer":${part},"stores":[${part}],"invoicingDetails":{}}`,
  'POST /v1/users/{id}/receipts': (reference, part) => `{${withoutBraces(part)},"receiptId":"${reference}"}`,
  'POST /v1/pair': (reference, part) => `{${withoutBraces(part)},"name":"${reference}","code":"00000000"}`,
  'PUT /v1/sales/{id}/loyalty': (reference, part) => `{${withoutBraces(part)},"externalUserId":"${reference}"}`,
  'POST /v1/sales': (reference, part) =>
    `{${withoutBraces(part)},"reference":"${reference}","customer":${part},"buyerInformation":${part}}`,
};

const withBodies = posRoutes.filter(({ method }) => method !== 'GET');
/** The ways to send a bill; `file` is the watched folder. */
const waysOfBills = ['file', 'PUT /v1/sales/{id}/bill', 'POST /v1/receipts', 'POST /v1/receipts/check'];

const smallBill =
  '{"head":{"date":"2026-01-05T10:00:00+01:00"},"data":{"currency":"EUR","fullAmountInclVat":1},"security":{}';
const bills: readonly (readonly [kind: string, make: (size: number) => string])[] = [
  ...Object.entries(worstBills),
  ...Object.entries(worstObjects).map(
    ([kind, make]) => [kind, (size: number) => `${smallBill},"misc":${make(size)}}`] as const,
  ),
];

/** Every regular expression for long texts. Each one takes linear time; review this before you add another one. */
const linearPatterns: readonly string[] = [
  isoDate,
  /(?:^|[:[,])\s*-?(?:[\d.]{16}|[\d.]+[eE]|\d+\.\d*0(?!\d)|0\.0{6}|(?<=-)0(?![.\d]))/,
  /[-.]/g,
  /[:[,]\s*-?(?:[\d.]{16}|[\d.]+[eE])/,
  /__proto__|constructor|\\u00/i,
  /e/i,
  // This pattern is linear, because it is anchored and has one repetition.
  /^\s*</,
].map(String);
const isOfZod = (pattern: string): boolean => pattern.includes('[02468][048]00') || pattern.includes('T(?:[01]');

const headers = { authorization: `Bearer ${posToken}`, 'content-type': 'application/json' };

/** Starts the program with high limits, so that each body is read. */
async function startReader(dataDir: string, env: Readonly<Record<string, string>>) {
  const posApi = { requestsPerMinute: 10_000_000, megabytesPerMinute: 100_000 };
  const settings = { posApi, delivery: { maxOpen: 100_000, maxWaiting: 100_000 } };
  writeFileSync(join(dataDir, 'settings.json'), JSON.stringify(settings));
  const program = await startProgram(['--training', '--data-dir', dataDir, '--pos-port', '0', '--pool-size', '0'], {
    RECEIPT_COMPANION_POS_TOKEN: posToken,
    ...env,
  });
  const bugs = () =>
    program
      .stderr()
      .split('\n')
      .filter((line) => line.includes('"level":"error"'));
  return { ...program, bugs };
}

async function startCountedProgram() {
  const dataDir = tempFolder();
  const inbox = join(dataDir, 'inbox');
  const counter = join(dataDir, 'work.sock');
  const preload = pathToFileURL(join(import.meta.dirname, '../fakes/work-counter.ts')).href;
  const { ready, bugs } = await startReader(dataDir, { NODE_OPTIONS: `--import ${preload}`, WORK_COUNTER: counter });
  const ask = async (method: string, path: string, body?: string) => {
    const answer = await fetch(`${ready.posApi}${path.replace(/^\/v1/, '')}`, {
      method,
      headers,
      ...(body !== undefined && { body }),
    });
    return { status: answer.status, text: await answer.text() };
  };
  return {
    bugs,
    call: async (method: string, path: string, body: string) => (await ask(method, path, body)).status,
    /** Resolves when the file was accepted or refused. */
    async drop(name: string, content: string): Promise<number> {
      dropFile(inbox, name, content);
      const answers = [`done/${name}.result.json`, `failed/${name}.problem.json`].map((path) => join(inbox, path));
      while (!answers.some(existsSync)) await wait(20);
      return 200;
    },
    async openSale(reference: string): Promise<string> {
      const { text } = await ask('POST', '/sales', JSON.stringify({ reference, show: false }));
      return String(JSON.parse(text).id);
    },
    /** A bill is also read when it is sent, so this waits for an empty outbox. */
    async untilIdle(): Promise<void> {
      while (JSON.parse((await ask('GET', '/status')).text).outbox.queued > 0) await wait(20);
    },
    takeWork: () =>
      new Promise<Work>((resolve, reject) => {
        request({ socketPath: counter }, (response) => {
          textOf(response).then((body) => resolve(JSON.parse(body)), reject);
        })
          .on('error', reject)
          .end();
      }),
  };
}

test('the work for the most expensive bodies grows linearly with their size, on every route and in the watched folder', async () => {
  const program = await startCountedProgram();
  const found: string[] = [];
  const patterns = new Set<string>();
  const bugs: string[] = [];
  let count = 0;

  const send = async (route: string, body: (reference: string) => string): Promise<number> => {
    count += 1;
    const reference = `worst ${count}`;
    const [method = '', path = ''] = route.split(' ');
    const saleId = path.includes('/sales/{id}') ? await program.openSale(reference) : id;
    const content = body(reference);
    const status =
      path === ''
        ? await program.drop(reference, content)
        : await program.call(method, path.replace(/\{\w+\}/g, saleId), content);
    // The training service does not know these users, so 502 and 503 are right.
    if (status >= 500 && status !== 502 && status !== 503) bugs.push(`${status} ${route}`);
    return content.length;
  };
  const judge = async (kind: string, bytes: number): Promise<void> => {
    await program.untilIdle();
    const { patterns: given, ...work } = await program.takeWork();
    for (const pattern of given) patterns.add(pattern);
    const perByte = Object.entries(work).map(([measure, total]) => [measure, Math.round(total / bytes)] as const);
    for (const [measure, each] of perByte) {
      if (each > most[measure as keyof typeof most]) found.push(`${kind}: ${each} ${measure} per byte`);
    }
  };

  await program.takeWork();
  for (const [kind, make] of drawn(bills, 6)) {
    for (const size of sizes) {
      const bill = make(size);
      const body = (reference: string): string => `{"reference":"${reference}","bill":${bill}}`;
      let bytes = 0;
      for (const route of waysOfBills) bytes += await send(route, body);
      await judge(`${kind} in a bill of ${size} bytes`, bytes);
    }
  }
  for (const [kind, make] of drawn(Object.entries(worstObjects), 6)) {
    const part = make(routeSize / 3);
    let bytes = 0;
    for (const { method, path } of withBodies) {
      const route = `${method} ${path}`;
      const body = bodyOf[route] ?? ordinaryBody;
      bytes += await send(route, (reference) => body(reference, part));
    }
    await judge(`${kind} on every route`, bytes);
  }
  expect(found).toEqual([]);
  expect(bugs).toEqual([]);
  expect([...patterns].filter((pattern) => !isOfZod(pattern) && !linearPatterns.includes(pattern))).toEqual([]);
  expect(program.bugs()).toEqual([]);
});

const bodies = volume(100_000, 40);
const clients = 8;
/** The parallel requests of one connection. Several in one packet need less processor time. */
const inFlight = 8;

/** Creates random JSON, and real receipts in which one value is replaced by random JSON. */
function bodyMaker(): () => string {
  const values = fc
    .sample(fc.jsonValue({ maxDepth: 4, noUnicodeString: false }), { numRuns: 5_000, seed })
    .map((value) => JSON.stringify(value));
  const receipts = validNames.map((name) => {
    const text = JSON.stringify({ reference: name, bill: validBill(name) });
    // A value after a colon is replaced, up to the next comma or bracket.
    return { text, colons: [...text.matchAll(/:(?:"[^"]*"|[\d.-]+|true|false|null)(?=[,}\]])/g)] };
  });
  // The first value depends on the seed, so that short runs differ.
  let count = seed % 1_000_003;
  return () => {
    count += 1;
    const value = values[(count * 31) % values.length] ?? 'null';
    if (count % 3 === 0) return value;
    const receipt = receipts[count % receipts.length];
    const hit = receipt?.colons[(count * 17) % receipt.colons.length];
    if (receipt === undefined || hit === undefined) return value;
    return `${receipt.text.slice(0, hit.index)}:${value}${receipt.text.slice(hit.index + hit[0].length)}`;
  };
}

// A wrong code ends the connection, so pairing is left out.
const routes = posRoutes.filter(({ body, path }) => body !== undefined && path !== '/v1/pair');

test(`${bodies} random bodies are each answered with 2xx or 4xx, and the memory of the app stays flat`, async () => {
  const app = await startReader(tempFolder(), {
    // A small heap is collected often, so that growth shows leaks and not garbage. Young objects have the usual space,
    // because finished bodies would otherwise become old.
    NODE_OPTIONS: '--max-old-space-size=128 --max-semi-space-size=16',
  });
  const base = new URL(app.ready.posApi ?? '');
  const connections = new Pool(base.origin, { connections: clients, pipelining: inFlight });
  const nextBody = bodyMaker();
  const failures: string[] = [];
  const statuses = new Map<number, number>();
  const residentMb = (): number =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${app.pid}/status`, 'utf8'))?.[1]) / 1_024;
  let sent = 0;
  const residentMbs: number[] = [];

  const send = async (method: Dispatcher.HttpMethod, path: string, body: string): Promise<number> => {
    // undici pipelines only idempotent requests. It repeats none of these, so each may be marked as idempotent.
    const answer = await connections.request({
      method,
      path: path.replace(/\{\w+\}/g, id),
      headers,
      body,
      idempotent: true,
    });
    await answer.body.dump();
    return answer.statusCode;
  };
  const client = async (): Promise<void> => {
    while (sent < bodies) {
      const { method = 'POST', path = '' } = routes[sent % routes.length] ?? {};
      sent += 1;
      if (sent % (bodies / 10) === 0) residentMbs.push(Math.round(residentMb()));
      const body = nextBody();
      const status = await send(method, path, body);
      if (status >= 500) failures.push(`${status} ${method} ${path} ${body.slice(0, 2_000)}`);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: clients * inFlight }, client));
  await connections.destroy();
  console.log(`${JSON.stringify(Object.fromEntries(statuses))}; resident MB: ${residentMbs.join(', ')}`);
  expect({ failures, bugs: app.bugs() }).toEqual({ failures: [], bugs: [] });
  expect([...statuses.values()].reduce((sum, count) => sum + count, 0)).toBe(bodies);
  // In a soak a leak of one kilobyte per body would be 50 MB from the middle to the end.
  expect((residentMbs.at(-1) ?? 0) - (residentMbs[4] ?? 0)).toBeLessThan(40);
});
