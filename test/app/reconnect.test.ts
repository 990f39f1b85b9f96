import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import type { CommandInput } from '../../src-main/lib/commands.ts';
import { listen } from './event-stream.ts';
import { good, type House, liveFolder, openHouse, openPooledSale } from './house.ts';
import { inTime, passTime, withClock } from './pass-time.ts';

/** A change of connection stops one app and opens another; a new password does not. */

const posToken = 'test-token-0123456789-0123456789-0123456789';

/** The current settings, to be saved once more. */
async function sameConnection(house: House): Promise<CommandInput<'connection.save'>> {
  const { connection } = good(await house.cashier['connection.get'](null));
  return { connection, credentials: null };
}

/** To training and its other receipts, to be saved. */
async function toTraining(house: House): Promise<CommandInput<'connection.save'>> {
  const { connection } = await sameConnection(house);
  return { connection: { ...connection, mode: 'training' }, credentials: null };
}

const isRestarting = async (house: House): Promise<boolean> => {
  const shown = await house.cashier['sale.show']({ saleId: crypto.randomUUID() });
  return !shown.ok && shown.error.code === 'restarting';
};

const timesOpened = (house: House): number =>
  house.log.lines.filter(({ event }) => event === 'connection-opened').length;

/** A change that takes as long as a stop may: the old app still waits for the answer to a bill. */
async function startSlowChange(house: House) {
  const sale = await openPooledSale(house);
  house.network.meets = (url, { signal }) =>
    url.endsWith('/bill')
      ? new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
      : null;
  await house.pay(sale.id);
  await house.until(() => house.network.underWay > 0);
  let isSaved = false;
  const saving = house.cashier['connection.save']({ ...(await toTraining(house)), keepWaiting: true }).finally(() => {
    isSaved = true;
  });
  await house.until(() => house.screen.kind === 'idle');
  expect([await isRestarting(house), isSaved]).toEqual([true, false]);
  return { sale, saving };
}

test('two changes of the connection at once follow each other: one app is left, and a stop ends it whole', async () => {
  const house = await openHouse();
  const inputs = [await toTraining(house), await sameConnection(house), await toTraining(house)];
  for (const saved of await Promise.all(inputs.map((input) => house.cashier['connection.save'](input)))) {
    expect(good(saved).ok).toBe(true);
  }
  expect(house.till.status().mode).toBe('training');
  await house.stop();
  expect(house.clock.pendingMs()).toEqual([]);
});

test('a new password for a queue that waits for it restarts nothing: the customer keeps the QR code, and no request is refused', async () => {
  const house = await openHouse();
  const sale = await openPooledSale(house);
  house.simulator.setSwitches({ acceptsSignIn: false });
  house.simulator.revokeAccessTokens();
  await house.pay(sale.id);
  await house.until(() => house.till.status().service === 'signInNeeded');
  const next = good(await house.till.openSale({ reference: 'next' })).sale;
  house.simulator.setSwitches({ acceptsSignIn: true });
  let isSaved = false;
  let gaps = 0;
  const { username, password } = house.simulator.account;
  const shown = house.shown.customer.length;
  const saving = house.cashier['connection.save']({
    ...(await sameConnection(house)),
    credentials: { username, password },
  }).finally(() => {
    isSaved = true;
  });
  await house.until(() => {
    gaps += house.till.findSale(next.id) === null ? 1 : 0;
    return isSaved;
  });
  expect(good(await saving).ok).toBe(true);
  await house.delivered(sale.id);
  expect([gaps, timesOpened(house)]).toEqual([0, 1]);
  expect(house.shown.customer.slice(shown).map(({ view }) => view.screen.kind)).not.toContain('idle');
});

test('a change to another folder is refused with a message during a sale, and succeeds after its end', async () => {
  const house = await openHouse();
  const sale = await openPooledSale(house);
  expect(await house.cashier['connection.save'](await toTraining(house))).toMatchObject({
    ok: false,
    error: { code: 'customerServed' },
  });
  expect([house.till.status().mode, timesOpened(house)]).toEqual(['live', 1]);
  good(house.till.cancelSale(sale.id));
  const training = { ...(await toTraining(house)), keepWaiting: true };
  expect(good(await house.cashier['connection.save'](training)).ok).toBe(true);
  expect(house.till.status().mode).toBe('training');
});

test('while no app runs, a till gets 503 with Retry-After, its stream stays open, and both windows say so; afterwards it reads again', async () => {
  const house = await openHouse({ posToken });
  const port = Number(new URL(house.posApiUrl ?? '').port);
  const stream = await listen({ port, token: posToken });
  expect(await stream.next()).toMatchObject({ name: 'status', data: { mode: 'live' } });
  const { saving } = await startSlowChange(house);
  const headers = { authorization: `Bearer ${posToken}`, 'content-type': 'application/json' };
  const till = (path: string, init: RequestInit = {}) => fetch(`${house.posApiUrl}${path}`, { headers, ...init });

  const refused = await till('/sales', { method: 'POST', body: JSON.stringify({ reference: 'r' }) });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
  expect(await refused.json()).toMatchObject({ type: 'restarting' });
  expect(await (await till('/status')).json()).toMatchObject({ type: 'restarting' });
  expect((await till('/health')).status).toBe(200);
  expect(house.view.unsettled).toBeNull();
  house.clock.advance(500);
  expect(house.view.unsettled).toBe('restarting');

  good(await withClock(house, saving, 100));
  for (let event = await stream.next(); event?.name !== 'reset'; event = await stream.next()) {
    expect(event).not.toBeNull();
  }
  expect(await stream.next()).toMatchObject({ name: 'status', data: { mode: 'training' } });
  expect(house.view.unsettled).toBeNull();
  const { sale } = good(await inTime(house, house.till.openSale({ reference: 'next' })));
  good(await house.cashier['sale.show']({ saleId: sale.id }));
});

test('both windows get a view of the new app even if it equals the last one, with a later revision', async () => {
  const house = await openHouse();
  good(await house.cashier['connection.save'](await toTraining(house)));
  const before = house.app.snapshot('customer')?.rev ?? 0;
  const live = { ...(await toTraining(house)).connection, mode: 'live' as const };
  good(await house.cashier['connection.save']({ connection: live, credentials: null }));
  await house.until(() => (house.app.snapshot('customer')?.rev ?? 0) > before);
  good(await house.customer['screen.painted']({ rev: house.app.snapshot('customer')?.rev ?? 0 }));
  await house.until(() => house.view.status.display.current);
  expect(house.view.training).toBe(false);
});

test('what has just been accepted by the old app is delivered after the change back', async () => {
  const house = await openHouse();
  const { sale, saving } = await startSlowChange(house);
  good(await withClock(house, saving, 100));
  house.network.meets = () => null;
  const live = { ...(await toTraining(house)).connection, mode: 'live' as const };
  good(await house.cashier['connection.save']({ connection: live, credentials: null }));
  await passTime(house, 600_000, () => house.till.findSale(sale.id)?.state === 'delivered');
  expect(house.simulator.ledger().bills.map(({ billId }) => billId)).toEqual([sale.billId]);
});

test('a stop while the connection is changed leaves no app behind', async () => {
  const house = await openHouse();
  const { saving } = await startSlowChange(house);
  await house.stop();
  await saving;
  expect(house.clock.pendingMs()).toEqual([]);
  await house.start();
});

/** A database of ours that has nothing but the value that proves the key. */
function makeHollow(folder: string, live: string): void {
  const source = new DatabaseSync(join(live, 'receipts.db'), { readOnly: true });
  const version = Number(source.prepare('pragma user_version').get()?.user_version);
  const kept = source.prepare(`select sql from sqlite_schema where name = 'kept'`).get()?.sql;
  source.close();
  const hollow = new DatabaseSync(join(folder, 'receipts.db'));
  hollow.exec(`${kept}; pragma application_id = ${0x52637043}; pragma user_version = ${version}`);
  hollow.close();
}

interface Obstacle {
  /** Whether the old app keeps running, because the change fails before the stop. */
  readonly isBeforeStop: boolean;
  readonly put: (house: House) => () => void;
}

/** Faults that prevent the start of training at each step, and their repair. */
const obstacles: Readonly<Record<string, Obstacle>> = {
  'a file where its folder should be': {
    isBeforeStop: true,
    put({ dataDir }) {
      writeFileSync(join(dataDir, 'training'), '');
      return () => rmSync(join(dataDir, 'training'));
    },
  },
  'a database of another version': {
    isBeforeStop: true,
    put({ dataDir }) {
      mkdirSync(join(dataDir, 'training'));
      const newer = new DatabaseSync(join(dataDir, 'training', 'receipts.db'));
      newer.exec(
        `create table later (one text) strict; pragma application_id = ${0x52637043}; pragma user_version = 999`,
      );
      newer.close();
      return () => rmSync(join(dataDir, 'training'), { recursive: true });
    },
  },
  'a database of another program': {
    isBeforeStop: true,
    put({ dataDir }) {
      mkdirSync(join(dataDir, 'training'));
      const foreign = new DatabaseSync(join(dataDir, 'training', 'receipts.db'));
      foreign.exec('create table theirs (one text)');
      foreign.close();
      return () => rmSync(join(dataDir, 'training'), { recursive: true });
    },
  },
  'a disk that does not take the settings': {
    isBeforeStop: false,
    put({ dataDir }) {
      const file = join(dataDir, 'settings.json');
      mkdirSync(file, { recursive: true });
      return () => rmSync(file, { recursive: true });
    },
  },
  'a database without its tables': {
    isBeforeStop: false,
    put({ dataDir }) {
      mkdirSync(join(dataDir, 'training'));
      makeHollow(join(dataDir, 'training'), liveFolder(dataDir));
      return () => renameSync(join(dataDir, 'training'), join(dataDir, 'hollow'));
    },
  },
};

describe('a change of connection that meets', () => {
  test.each(Object.keys(obstacles))(
    '%s leaves the old connection, also after a restart; it reports the reason, and succeeds once the obstacle is removed',
    async (name) => {
      const house = await openHouse();
      await house.sold('before');
      const training = await toTraining(house);
      const obstacle = obstacles[name];
      const remove = obstacle?.put(house) ?? (() => undefined);
      const refused = await inTime(house, house.cashier['connection.save'](training));
      expect(refused).toMatchObject({ ok: false, error: { code: 'refused', said: expect.any(String) } });
      expect(timesOpened(house)).toBe(obstacle?.isBeforeStop ? 1 : 2);
      await house.sold('after');
      if (name !== 'a disk that does not take the settings') await house.restart();
      expect(house.till.status().mode).toBe('live');
      await house.sold('next');
      remove();
      expect(good(await house.cashier['connection.save'](training)).ok).toBe(true);
      expect(house.till.status().mode).toBe('training');
    },
  );

  test('a database locked by another process leaves the old connection running without a gap', async () => {
    const house = await openHouse();
    await house.sold('before');
    const [live, training] = [await sameConnection(house), await toTraining(house)];
    good(await house.cashier['connection.save'](training));
    good(await house.cashier['connection.save'](live));
    const release = hold(join(house.dataDir, 'training'));
    expect(await inTime(house, house.cashier['connection.save'](training))).toMatchObject({
      error: { code: 'refused' },
    });
    expect(timesOpened(house)).toBe(3);
    await house.sold('meanwhile');
    release();
    expect(good(await house.cashier['connection.save'](training)).ok).toBe(true);
  });

  test('while another process locks both databases the reason is reported, and the old app opens after their release', async () => {
    const house = await openHouse({ posToken });
    await house.sold('before');
    const [live, training] = [await sameConnection(house), await toTraining(house)];
    good(await house.cashier['connection.save'](training));
    good(await house.cashier['connection.save'](live));
    const { sale, saving } = await startSlowChange(house);
    const holds = [hold(join(house.dataDir, 'training'))];
    // The old app has ended by now, and the new one waits for its database.
    await passTime(house, 5_000);
    holds.push(hold(liveFolder(house.dataDir)));
    expect(await inTime(house, saving, 10 * 60_000)).toMatchObject({ ok: false });
    expect(house.till.status().service).toBe('unknown');
    const headers = { authorization: `Bearer ${posToken}` };
    const answer = await fetch(`${house.posApiUrl}/sales`, { headers });
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({
      type: 'restarting',
      detail: expect.stringContaining('another program'),
    });
    expect(house.view.unsettled).toBe('notOpened');
    for (const release of holds) release();
    house.network.meets = () => null;
    await passTime(house, 60_000, () => house.till.findSale(sale.id) !== null);
    await passTime(house, 600_000, () => house.till.findSale(sale.id)?.state === 'delivered');
    expect(house.view.unsettled).toBeNull();
  });
});

/** Another program that holds the database in this folder. */
function hold(folder: string): () => void {
  const other = new DatabaseSync(join(folder, 'receipts.db'));
  other.exec('begin immediate');
  return () => other.close();
}
