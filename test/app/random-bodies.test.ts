import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { type Dispatcher, Pool } from 'undici';
import { expect, test } from 'vitest';
import { posRoutes } from '../../src-main/api/routes/table.ts';
import { seed, volume } from '../fakes/drawn.ts';
import { tempFolder } from '../fakes/temp-folder.ts';
import { validBill, validNames } from '../fixtures/receipts/valid-bills.ts';
import { posToken, startProgram } from './processes.ts';

const bodies = volume(100_000, 20);
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

const nobody = '00000000-0000-4000-8000-000000000000';
// A wrong code ends the connection, so pairing is left out.
const routes = posRoutes.filter(({ body, path }) => body !== undefined && path !== '/v1/pair');

test(`${bodies} random bodies are each answered with 2xx or 4xx, and the memory of the app stays flat`, async () => {
  const dataDir = tempFolder();
  // High limits, so that each body is read.
  const posApi = { requestsPerMinute: 10_000_000, megabytesPerMinute: 100_000 };
  writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ posApi, delivery: { maxOpen: 100_000 } }));
  const app = await startProgram(
    ['--training', '--data-dir', dataDir, '--pos-port', '0', '--pool-size', '0'],
    // A small heap is collected often, so that growth shows leaks and not garbage. Young objects have the usual space,
    // because finished bodies would otherwise become old.
    { RECEIPT_COMPANION_POS_TOKEN: posToken, NODE_OPTIONS: '--max-old-space-size=128 --max-semi-space-size=16' },
  );
  const base = new URL(app.ready.posApi ?? '');
  const connections = new Pool(base.origin, { connections: clients, pipelining: inFlight });
  const nextBody = bodyMaker();
  const failures: string[] = [];
  const statuses = new Map<number, number>();
  const residentMb = (): number =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${app.pid}/status`, 'utf8'))?.[1]) / 1_024;
  let sent = 0;
  const residentMbs: number[] = [];

  const headers = { authorization: `Bearer ${posToken}`, 'content-type': 'application/json' };
  const send = async (method: Dispatcher.HttpMethod, path: string, body: string): Promise<number> => {
    // undici pipelines only idempotent requests. It repeats none of these, so each may be marked as idempotent.
    const answer = await connections.request({
      method,
      path: path.replace(/\{\w+\}/g, nobody),
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
  const bugs = app
    .stderr()
    .split('\n')
    .filter((line) => line.includes('"level":"error"'));
  expect({ failures, bugs }).toEqual({ failures: [], bugs: [] });
  expect([...statuses.values()].reduce((sum, count) => sum + count, 0)).toBe(bodies);
  // In a soak a leak of one kilobyte per body would be 50 MB from the middle to the end.
  expect((residentMbs.at(-1) ?? 0) - (residentMbs[4] ?? 0)).toBeLessThan(40);
});
