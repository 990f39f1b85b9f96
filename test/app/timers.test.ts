import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'vitest';
import { listen } from './event-stream.ts';
import { atReceipts, holdReceipts, otherProgram } from './other-program.ts';
import { pairTill } from './paired-till.ts';
import { openPooledSale, openTestApp, openWithSale, smallBill, type TestApp, test, unwrap } from './test-app.ts';

const events = (testApp: TestApp, event: string): number =>
  testApp.log.lines.filter((line) => line.event === event).length;

test('the check for abandoned sales survives a database that cannot be written, and cancels them later', async () => {
  const testApp = await openTestApp({ settings: { delivery: { abandonAfterHours: 1 } } });
  const first = await openPooledSale(testApp, 'first');
  const second = await openPooledSale(testApp, 'second');
  const release = holdReceipts(testApp);
  testApp.clock.advance(3_700_000);
  expect(testApp.till.findSale(first.id)).toMatchObject({ state: 'open' });
  expect(events(testApp, 'abandoned-sale-not-cancelled')).toBeGreaterThan(0);
  release();
  testApp.clock.advance(60_000);
  for (const { id } of [first, second]) await testApp.sale(id, ({ state }) => state === 'cancelled');
});

test('a status that cannot be read stops no window, and the cashier window shows it again later', async () => {
  const { testApp, sale } = await openWithSale();
  const other = atReceipts(testApp);
  other.exec('alter table outbox_counts rename to elsewhere');
  testApp.clock.advance(1);
  testApp.app.wake('resumed');
  unwrap(await testApp.customer['screen.canTouch']({ touch: true }));
  await nextTurn();
  const rev = testApp.shown.customer.at(-1)?.rev ?? 0;
  unwrap(await testApp.customer['language.set']({ rev, language: 'sv' }));
  await nextTurn();
  expect(events(testApp, 'windows-not-refreshed')).toBeGreaterThan(0);
  // The customer display must not depend on data of the cashier window.
  expect(testApp.shown.customer.at(-1)?.view.language).toBe('sv');
  const shownToCashier = testApp.shown.cashier.length;
  testApp.cashier['sale.select']({ saleId: sale.id });
  await nextTurn();
  expect(testApp.shown.cashier).toHaveLength(shownToCashier);
  other.exec('alter table elsewhere rename to outbox_counts');
  testApp.clock.advance(2_000);
  await nextTurn();
  expect(testApp.shown.cashier.length).toBeGreaterThan(shownToCashier);
  await testApp.pay(sale.id);
});

test('an event stream continues while the paired tills cannot be read', async ({ testApp }) => {
  const stream = await listen(await pairTill(testApp, 'Till 1'));
  await stream.next();
  const other = otherProgram(join(testApp.dataDir, 'tills.db'));
  other.exec('alter table tokens rename to elsewhere');
  testApp.clock.advance(30_000);
  expect(await stream.block()).toBe(': still here');
  other.exec('alter table elsewhere rename to tokens');
});

test('the watched folder works again after it was replaced by a file for a while', async ({ testApp }) => {
  const folder = join(testApp.dataDir, 'inbox');
  rmSync(folder, { recursive: true });
  writeFileSync(folder, '');
  testApp.clock.advance(30_000);
  await testApp.until(() => events(testApp, 'inbox-not-read') > 0);
  rmSync(folder);
  testApp.clock.advance(30_000);
  writeFileSync(join(folder, 'a.json'), JSON.stringify({ reference: 'r', bill: smallBill() }));
  testApp.clock.advance(30_000);
  await testApp.until(() => testApp.till.listSales({ limit: 1 }).items.length === 1);
});

test('old receipt content is removed within an hour after the database can be written again, not a day later', async () => {
  const testApp = await openTestApp({ settings: { retention: { days: 1 }, delivery: { abandonAfterHours: null } } });
  await testApp.sold();
  testApp.clock.advance(1_000);
  const other = atReceipts(testApp);
  const bodies = (): number => other.prepare('select sale from bills').all().length;
  testApp.clock.advance(1.5 * 86_400_000);
  other.exec('begin exclusive');
  testApp.clock.advance(86_400_000);
  expect(bodies()).toBe(1);
  other.exec('rollback');
  testApp.clock.advance(3_600_000);
  expect(bodies()).toBe(0);
});

test('an idle program sets no timer below half a minute and writes no file', async ({ testApp }) => {
  await testApp.sold();
  const passes = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 10_000) {
      testApp.clock.advance(10_000);
      for (let turn = 0; turn < 20; turn += 1) await nextTurn();
    }
  };
  await passes(120_000);
  const files = () =>
    readdirSync(testApp.dataDir, { recursive: true, encoding: 'utf8' }).map((name) => {
      const { mtimeMs, size } = statSync(join(testApp.dataDir, name));
      return { name, mtimeMs, size };
    });
  const before = files();
  const delays: number[] = [];
  const { setTimer } = testApp.clock;
  testApp.clock.setTimer = (delayMs, run) => {
    delays.push(delayMs);
    return setTimer(delayMs, run);
  };
  await passes(600_000);
  expect(delays.length).toBeGreaterThan(0);
  expect(delays.filter((delayMs) => delayMs < 30_000)).toEqual([]);
  expect(files()).toEqual(before);
});
