import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSimulator, type Simulator } from '../../src-main/simulator/server.ts';
import { systemClock, systemRandom } from '../../src-main/system-ports.ts';
import { posToken, till } from '../app/program.ts';
import { smallBill } from '../app/small-bill.ts';
import { decodeQr } from '../electron/decode-qr.ts';
import { type Launched, launch } from '../electron/launch.ts';
import { drawn } from '../fakes/drawn.ts';
import { createKeptLog } from '../fakes/kept-log.ts';
import { handsOn } from './cashier-hands.ts';

/**
 * A live till whose settings file comes to harm while it is off; its cashier settles it with one tap. By which accident is drawn:
 * without windows every one is held (test/app/settings-lost.test.ts).
 */

const dataDir = mkdtempSync(join(tmpdir(), 'companion-lost-'));
const stateHome = mkdtempSync(join(tmpdir(), 'companion-state-'));
let simulator: Simulator;
let app: Launched;
const references: string[] = [];
const urls: unknown[] = [];

const start = async (): Promise<void> => {
  const env = { XDG_STATE_HOME: stateHome, RECEIPT_COMPANION_POS_TOKEN: posToken };
  app = await launch({ dataDir, env, args: ['--pos-port', '0'] });
};
const pos = () => till(app.posApiUrl.replace(/\/$/, ''));
const { press, openTab, choose, fill, sees, training } = handsOn(() => app.cashier);
const gone = (words: string) => app.cashier.getByText(words, { exact: true }).waitFor({ state: 'detached' });

async function sell(reference: string): Promise<unknown> {
  await pos().untilPoolHas(1);
  const sale = await pos().json('POST', '/sales', { reference, amount: 19.9 });
  await pos().json('PUT', `/sales/${sale.id}/bill`, {
    bill: smallBill(19.9, { head: { number: reference, date: '2026-01-05T10:00:00+01:00' } }),
  });
  references.push(reference);
  urls.push(sale.url);
  return sale.id;
}

beforeAll(async () => {
  simulator = createSimulator(
    { account: { storeIds: ['store-a'] } },
    { clock: systemClock, random: systemRandom, log: createKeptLog() },
  );
  const { baseUrl, authUrl } = await simulator.start();
  await start();
  await press('Later');
  await openTab('Settings');
  await openTab('Service');
  await choose('Live');
  await fill('Address of the service', baseUrl);
  await fill('Address for signing in', authUrl);
  const { clientId, scopeBase, username, password } = simulator.account;
  await fill('Client ID', clientId);
  await fill('Scope base', scopeBase);
  await fill('Store ID', 'store-a');
  await fill('User name', username);
  await fill('Password', password);
  await press('Save');
  await training().waitFor({ state: 'detached' });
  await sees('5 codes ready');
});
afterAll(async () => {
  await app.close();
  await simulator.stop();
  for (const folder of [dataDir, stateHome]) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const settings = join(dataDir, 'settings.json');
const accidents: Readonly<Record<string, () => void>> = {
  'cut in half': () => writeFileSync(settings, readFileSync(settings, 'utf8').slice(0, 60)),
  gone: () => rmSync(settings),
  'of a mode that does not exist': () =>
    writeFileSync(settings, JSON.stringify({ ...JSON.parse(readFileSync(settings, 'utf8')), mode: 'liev' })),
};

describe('the settings file is', () => {
  test.each(drawn(Object.entries(accidents)))(
    '%s: both windows show that nothing is accepted; one tap, and what waited is delivered once',
    async (kind, happen) => {
      simulator.faults.add({ route: 'bill', times: 'forever', effect: { kind: 'status', status: 503 } });
      const waits = await sell(`waits ${kind}`);
      await app.close();
      simulator.faults.clear();
      happen();
      const asked = simulator.ledger().requests.length;

      await start();
      await app.cashier
        .getByRole('heading', { name: 'Live or training? Nothing is accepted until you choose' })
        .waitFor();
      await sees('This till was live, and its settings no longer say so.');
      await sees('Nothing is accepted yet');
      expect(await training().count()).toBe(0);
      const answer = await pos().call('POST', '/sales', { reference: 'lost', amount: 1 });
      expect(answer.status).toBe(503);
      expect(await answer.json()).toMatchObject({
        type: 'not-configured',
        detail: expect.stringContaining('was live'),
      });
      expect(await pos().json('GET', '/status')).toMatchObject({
        mode: 'live',
        outbox: { queued: 1 },
        notices: expect.arrayContaining(['connectionUnsettled', 'otherConnectionWaits']),
      });
      expect(await decodeQr(await app.customer.screenshot())).toEqual({ jsqr: null, zxing: null });
      expect(simulator.ledger().requests).toHaveLength(asked);

      await press('Go on live');
      await gone('Live or training? Nothing is accepted until you choose');
      for (const id of [waits, await sell(`after ${kind}`)]) {
        await pos().sale(id, ({ state }) => state === 'delivered');
      }
      await sees('All sent');
      const stored = simulator
        .ledger()
        .bills.map(({ body }) => (body as { bill: { head: { number: string } } }).bill.head.number);
      expect(stored.toSorted()).toEqual(references.toSorted());
      expect(new Set(urls).size).toBe(urls.length);
      expect((await pos().json('GET', '/status')).notices).not.toContain('connectionUnsettled');
      expect(readdirSync(dataDir).filter((name) => name.startsWith('live'))).toHaveLength(1);
    },
  );
});
