import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openTestApp, smallBill, type TestApp, unwrap } from './test-app.ts';

/** A bar closes after midnight. Its evening is one business day in every count, list and file. */

const startsAtHour = 6;
const bar = { delivery: { dayStartsAtHour: startsAtHour } };

const goTo = (testApp: TestApp, day: number, hour: number, minute = 0): void =>
  testApp.clock.advance(new Date(2026, 0, day, hour, minute).getTime() - testApp.clock.now());

async function sell(testApp: TestApp, reference: string): Promise<void> {
  const { id } = unwrap(await testApp.till.acceptReceipt({ reference, bill: smallBill(3) }));
  await testApp.delivered(id);
}

/** The evening of the fifth, its end in the morning of the sixth, and the first guest of the sixth. */
async function anEvening(testApp: TestApp): Promise<void> {
  goTo(testApp, 5, 22);
  await sell(testApp, 'evening');
  goTo(testApp, 6, 2, 30);
  await sell(testApp, 'small-hours');
  goTo(testApp, 6, startsAtHour - 1, 59);
  await sell(testApp, 'last');
  goTo(testApp, 6, startsAtHour);
  await sell(testApp, 'morning');
}

test('sales after midnight are in the day, the list and the files of the evening before', async () => {
  const testApp = await openTestApp({ settings: bar });
  await anEvening(testApp);
  const count = async (day: string) => unwrap(await testApp.cashier['day.get']({ day })).counts.neither;
  expect([await count('2026-01-05'), await count('2026-01-06')]).toEqual([3, 1]);
  const all = { search: '', state: null, cursor: null } as const;
  const listed = async (day: string) =>
    unwrap(await testApp.cashier['receipts.list']({ ...all, day })).rows.map(({ reference }) => reference);
  expect(await listed('2026-01-05')).toEqual(['last', 'small-hours', 'evening']);
  expect(await listed('2026-01-06')).toEqual(['morning']);
  const atTime = async (search: string, day: string | null) =>
    unwrap(await testApp.cashier['receipts.list']({ ...all, search, day })).rows.map(({ reference }) => reference);
  expect(await atTime('2:30', '2026-01-05')).toEqual(['small-hours']);
  expect(await atTime('22:00', '2026-01-05')).toEqual(['evening']);
  // If no day is chosen, the search is about today.
  expect(await atTime('06:00', null)).toEqual(['morning']);
  expect(await atTime('22:00', null)).toEqual([]);
  for (const format of ['csv', 'json'] as const) {
    const { path } = unwrap(await testApp.cashier['day.export']({ day: '2026-01-05', format }));
    const content = readFileSync(path, 'utf8');
    expect(['evening', 'small-hours', 'last', 'morning'].map((reference) => content.includes(reference))).toEqual([
      ...[true, true, true],
      false,
    ]);
  }
});

test('the list of today continues after midnight and restarts at the configured hour, also after a change of that hour', async () => {
  const testApp = await openTestApp({ settings: bar });
  const today = () => testApp.view.recent.map(({ reference }) => reference);
  await anEvening(testApp);
  // After a restart the app has read only the current day, so the longer lists below need data from disk.
  await testApp.restart();
  expect(today()).toEqual(['morning']);
  unwrap(await testApp.cashier['setting.set']({ key: 'delivery.dayStartsAtHour', value: 2 }));
  expect(today()).toEqual(['morning', 'last', 'small-hours']);
  unwrap(await testApp.cashier['setting.set']({ key: 'delivery.dayStartsAtHour', value: 7 }));
  expect(today()).toEqual(['morning', 'last', 'small-hours', 'evening']);
});

test('the list of today begins with the newest sale also after the clock was turned back', async () => {
  const testApp = await openTestApp({ settings: bar });
  goTo(testApp, 5, 20);
  await sell(testApp, 'ahead');
  testApp.clock.jumpTo(testApp.clock.now() - 3 * 3_600_000);
  await sell(testApp, 'right');
  expect(testApp.view.recent.map(({ reference }) => reference)).toEqual(['right', 'ahead']);
});
