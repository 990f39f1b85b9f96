import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { CommandInput } from '../../src-main/lib/commands.ts';
import { good, type House, liveFolder, openHouse, openPooledSale } from './house.ts';
import { inTime, passTime } from './pass-time.ts';

/** What the settings say now, to be saved once more. */
async function sameConnection(house: House): Promise<CommandInput<'connection.save'>> {
  const { connection } = good(await house.cashier['connection.get'](null));
  return { connection, credentials: null };
}

test('two changes of the connection at once follow each other: one session is left, and a stop ends it whole', async () => {
  const house = await openHouse();
  const same = await sameConnection(house);
  const save = () => house.cashier['connection.save'](same);
  for (const saved of await Promise.all([save(), save()])) expect(good(saved).ok).toBe(true);
  await house.sold();
  await house.stop();
  expect(house.clock.pendingMs()).toEqual([]);
});

/** To training and its other receipts, to be saved. */
async function otherConnection(house: House): Promise<CommandInput<'connection.save'>> {
  const { connection } = await sameConnection(house);
  return { connection: { ...connection, mode: 'training' }, credentials: null };
}

test('a new password, also of a queue that waits for it, leaves database, inbox and windows open: nobody is told to try again', async () => {
  const house = await openHouse();
  const sale = await openPooledSale(house);
  house.simulator.setSwitches({ acceptsSignIn: false });
  house.simulator.revokeAccessTokens();
  await house.pay(sale.id);
  await house.until(() => house.till.status().service === 'signInNeeded');
  house.simulator.setSwitches({ acceptsSignIn: true });
  let isSaved = false;
  let gaps = 0;
  const { username, password } = house.simulator.account;
  const saving = house.cashier['connection.save']({
    ...(await sameConnection(house)),
    credentials: { username, password },
  }).finally(() => {
    isSaved = true;
  });
  await house.until(() => {
    gaps += house.app.snapshot('cashier') === null ? 1 : 0;
    return isSaved;
  });
  expect(good(await saving).ok).toBe(true);
  await house.delivered(sale.id);
  expect(gaps).toBe(0);
  expect(house.log.lines.filter(({ event }) => event === 'connection-opened')).toHaveLength(1);
});

test('while the connection is changed, a window is told to try again and a wake is no fault', async () => {
  const house = await openHouse();
  await openPooledSale(house);
  const saving = house.cashier['connection.save'](await otherConnection(house));
  await house.until(() => house.app.snapshot('cashier') === null);
  house.app.wake('resumed');
  expect(await house.cashier['sale.show']({ saleId: crypto.randomUUID() })).toMatchObject({
    ok: false,
    error: { code: 'shuttingDown' },
  });
  good(await saving);
  const { sale } = good(await house.till.openSale({ reference: 'next' }));
  good(await house.cashier['sale.show']({ saleId: sale.id }));
});

test('a stop while the connection is changed leaves no session behind', async () => {
  const house = await openHouse();
  await openPooledSale(house);
  const saving = house.cashier['connection.save'](await otherConnection(house));
  await house.until(() => house.app.snapshot('cashier') === null);
  await house.stop();
  await saving;
  expect(house.clock.pendingMs()).toEqual([]);
  await house.start();
});

/** What keeps training from being opened, and how it passes. */
const obstacles: Readonly<Record<string, (house: House) => () => void>> = {
  'a file where its folder should be': ({ dataDir }) => {
    writeFileSync(join(dataDir, 'training'), '');
    return () => rmSync(join(dataDir, 'training'));
  },
  'a database of a newer version': ({ dataDir }) => {
    mkdirSync(join(dataDir, 'training'));
    const newer = new DatabaseSync(join(dataDir, 'training', 'receipts.db'));
    newer.exec('create table later (one text) strict; pragma user_version = 999');
    newer.close();
    return () => rmSync(join(dataDir, 'training'), { recursive: true });
  },
};

test.each(Object.keys(obstacles))(
  'behind %s the connection of before goes on, also after a restart; the reason is told, and once it is gone the change is made',
  async (name) => {
    const house = await openHouse();
    const sale = await openPooledSale(house);
    const practise = await otherConnection(house);
    const remove = obstacles[name]?.(house) ?? (() => undefined);
    const refused = await house.cashier['connection.save'](practise);
    expect(refused).toMatchObject({ ok: false, error: { code: 'refused', said: expect.any(String) } });
    await house.pay(sale.id);
    await house.delivered(sale.id);
    await house.restart();
    expect(house.till.status().mode).toBe('live');
    await house.sold('next');
    remove();
    expect(good(await house.cashier['connection.save'](practise)).ok).toBe(true);
    expect(house.till.status().mode).toBe('training');
  },
);

test('while another program holds the database nothing is said to be at work; once it lets go all goes on by itself', async () => {
  const house = await openHouse();
  const sale = await openPooledSale(house);
  const live = await sameConnection(house);
  const practise = await otherConnection(house);
  good(await house.cashier['connection.save'](practise));
  good(await house.cashier['connection.save'](live));
  const others = [liveFolder(house.dataDir), join(house.dataDir, 'training')].map((folder) => {
    const other = new DatabaseSync(join(folder, 'receipts.db'));
    other.exec('begin immediate');
    return other;
  });
  const saved = inTime(house, house.cashier['connection.save'](practise), 10 * 60_000);
  expect(await saved).toMatchObject({ ok: false });
  expect(house.till.status().service).not.toBe('online');
  for (const other of others) {
    other.exec('rollback');
    other.close();
  }
  await passTime(house, 60_000, () => house.app.snapshot('cashier') !== null);
  await house.pay(sale.id);
  await house.delivered(sale.id);
});
