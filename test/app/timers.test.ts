import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from './event-stream.ts';
import { good, type House, liveFolder, openHouse, openPooledSale, smallBill } from './house.ts';
import { pairTill } from './paired-till.ts';

const events = (house: House, event: string): number => house.log.lines.filter((line) => line.event === event).length;

/** Another hand in the app's files. */
function otherHand(house: House, file: string): DatabaseSync {
  const database = new DatabaseSync(join(house.dataDir, file));
  onTestFinished(() => {
    if (database.isOpen) database.close();
  });
  return database;
}

test('the check for abandoned sales survives a database that cannot be written, and cancels them later', async () => {
  const house = await openHouse({ settings: { delivery: { abandonAfterHours: 1 } } });
  const first = await openPooledSale(house, 'first');
  const second = await openPooledSale(house, 'second');
  const other = otherHand(house, `${basename(liveFolder(house.dataDir))}/receipts.db`);
  other.exec('begin exclusive');
  house.clock.advance(3_700_000);
  expect(house.till.findSale(first.id)).toMatchObject({ state: 'open' });
  expect(events(house, 'abandoned-not-cancelled')).toBeGreaterThan(0);
  other.exec('rollback');
  house.clock.advance(60_000);
  for (const { id } of [first, second]) await house.sale(id, ({ state }) => state === 'cancelled');
});

test('a status that cannot be read stops no window, and the cashier window shows it again later', async () => {
  const house = await openHouse();
  const sale = await openPooledSale(house);
  const other = otherHand(house, `${basename(liveFolder(house.dataDir))}/receipts.db`);
  other.exec('alter table outbox_counts rename to elsewhere');
  house.clock.advance(1);
  house.app.wake('resumed');
  good(await house.customer['screen.canTouch']({ touch: true }));
  await nextTurn();
  const rev = house.shown.customer.at(-1)?.rev ?? 0;
  good(await house.customer['language.set']({ rev, language: 'sv' }));
  await nextTurn();
  expect(events(house, 'windows-not-refreshed')).toBeGreaterThan(0);
  // The customer display must not depend on data that only the cashier window needs.
  expect(house.shown.customer.at(-1)?.view.language).toBe('sv');
  const shownToCashier = house.shown.cashier.length;
  house.cashier['sale.select']({ saleId: sale.id });
  await nextTurn();
  expect(house.shown.cashier).toHaveLength(shownToCashier);
  other.exec('alter table elsewhere rename to outbox_counts');
  house.clock.advance(2_000);
  await nextTurn();
  expect(house.shown.cashier.length).toBeGreaterThan(shownToCashier);
  await house.pay(sale.id);
});

test('an event stream continues while the paired tills cannot be read', async () => {
  const house = await openHouse();
  const stream = await listen(await pairTill(house, 'Till 1'));
  await stream.next();
  const other = otherHand(house, 'tills.db');
  other.exec('alter table tokens rename to elsewhere');
  house.clock.advance(30_000);
  expect(await stream.block()).toBe(': still here');
  other.exec('alter table elsewhere rename to tokens');
});

test('the pool fills up again after its table could not be written for a moment', async () => {
  const house = await openHouse({ settings: { pool: { target: 3 } } });
  await house.poolHas(3);
  const other = otherHand(house, `${basename(liveFolder(house.dataDir))}/receipts.db`);
  house.simulator.faults.add({ route: 'register', effect: { kind: 'none' }, answerDelayMs: 1_000 });
  good(await house.till.openSale({ reference: 'sale-1' }));
  await house.clock.untilTimerIn(1_000);
  other.exec('begin exclusive');
  house.clock.advance(1_000);
  await house.until(() => events(house, 'pool-not-filled') > 0);
  other.exec('rollback');
  house.clock.advance(1_000);
  await house.poolHas(3);
});

test('the watched folder works again after it was replaced by a file for a while', async () => {
  const house = await openHouse();
  const folder = join(house.dataDir, 'inbox');
  rmSync(folder, { recursive: true });
  writeFileSync(folder, '');
  house.clock.advance(30_000);
  await house.until(() => events(house, 'inbox-not-read') > 0);
  rmSync(folder);
  house.clock.advance(30_000);
  writeFileSync(join(folder, 'a.json'), JSON.stringify({ reference: 'r', bill: smallBill() }));
  house.clock.advance(30_000);
  await house.until(() => house.till.listSales({ limit: 1 }).items.length === 1);
});

test('old receipt content is removed soon after a database that could not be written, not a day later', async () => {
  const house = await openHouse({ settings: { retention: { days: 1 }, delivery: { abandonAfterHours: null } } });
  await house.sold();
  house.clock.advance(1_000);
  const other = otherHand(house, `${basename(liveFolder(house.dataDir))}/receipts.db`);
  const bodies = (): number => other.prepare('select sale_id from bills').all().length;
  house.clock.advance(1.5 * 86_400_000);
  other.exec('begin exclusive');
  house.clock.advance(86_400_000);
  expect(bodies()).toBe(1);
  other.exec('rollback');
  house.clock.advance(3_600_000);
  expect(bodies()).toBe(0);
});

test('an idle program sets no timer below half a minute and writes no file', async () => {
  const house = await openHouse();
  await house.sold();
  const passes = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 10_000) {
      house.clock.advance(10_000);
      for (let turn = 0; turn < 20; turn += 1) await nextTurn();
    }
  };
  await passes(120_000);
  const files = () =>
    readdirSync(house.dataDir, { recursive: true, encoding: 'utf8' }).map((name) => {
      const { mtimeMs, size } = statSync(join(house.dataDir, name));
      return { name, mtimeMs, size };
    });
  const before = files();
  const delays: number[] = [];
  const { setTimer } = house.clock;
  house.clock.setTimer = (delayMs, run) => {
    delays.push(delayMs);
    return setTimer(delayMs, run);
  };
  await passes(600_000);
  expect(delays.length).toBeGreaterThan(0);
  expect(delays.filter((delayMs) => delayMs < 30_000)).toEqual([]);
  expect(files()).toEqual(before);
});
