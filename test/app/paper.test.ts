import type { Worker } from 'node:worker_threads';
import { expect, onTestFinished } from 'vitest';
import { cut, codedReceipt as receipt } from '../fakes/coded-receipt.ts';
import { startPrinter } from '../fakes/start-printer.ts';
import { connectTill, printJob } from '../fakes/till-port.ts';
import { openTestApp, type TestApp, test, unwrap } from './test-app.ts';

const saleOf = async ({ app }: TestApp, saleId: string) =>
  unwrap(await app.dispatch({ kind: 'till', till: 'printer', scopes: ['sale'] }, 'till.getSale', { saleId }));
const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');

/** Expects a value while the customer display paints every screen. */
const whilePainting = <T>(testApp: TestApp, value: () => T) =>
  expect.poll(() => {
    testApp.paint();
    return value();
  });

async function openPapers(printerSettings: object = {}, settings: object = {}) {
  const { printer, target } = await startPrinter();
  const started: Worker[] = [];
  const see = (worker: Worker): void => void started.push(worker);
  process.on('worker', see);
  onTestFinished(() => void process.off('worker', see));
  const display = { isOn: true, changed: (): void => undefined };
  const testApp = await openTestApp({
    customerDisplay: display,
    settings: {
      ...settings,
      screen: { touch: 'yes' },
      printer: { listen: '127.0.0.1:0', target, paperOnRequest: true, paperSeconds: 60, ...printerSettings },
    },
  });
  await testApp.poolHas(1);
  const address = async () => (await testApp.app.printerAddress()) ?? '';
  const papers = () =>
    printer
      .jobs()
      .flatMap((job) => [...job.bytes.toString('latin1').matchAll(/AT1_KASSE-1_(\d+)_/g)].map(([, n]) => n));
  const asking = () => testApp.view.printer.papers.find(({ state }) => state === 'asking') ?? null;
  let last = 0;
  /**
   * Prints receipts until the app keeps one back, and the customer display paints its code. On a busy computer the app
   * decides too late, and the paper comes out.
   */
  async function deferred(): Promise<{ readonly id: string; readonly saleId: string; readonly number: string }> {
    for (;;) {
      last += 1;
      const number = String(last);
      const printed = printJob(await address(), bytes(receipt(number, testApp.clock.now())));
      await whilePainting(testApp, () => asking() !== null || papers().includes(number)).toBe(true);
      expect((await printed).ended).toBe('closed');
      const { id, saleId } = asking() ?? {};
      if (id !== undefined) return { id, saleId: saleId ?? '', number };
    }
  }
  const outcomes = () =>
    testApp.log.lines.filter(({ event }) => event === 'print-released').map(({ fields }) => fields?.reason);
  function plugDisplay(isOn: boolean): void {
    display.isOn = isOn;
    display.changed();
  }
  /** Ends the relay thread. After a second, `testApp.clock` starts another one. */
  async function endRelay(): Promise<void> {
    await started.find(({ threadName }) => threadName === 'printer-relay')?.terminate();
    await testApp.clock.untilTimerIn(1_000);
  }
  return { printer, testApp, address, papers, deferred, outcomes, plugDisplay, endRelay };
}

test('a bill that the service refuses after the customer chose Digital raises a notice even after a new start of the relay thread, and its paper can be printed', async () => {
  const { testApp, papers, deferred, endRelay } = await openPapers();
  const refusal = Promise.withResolvers<void>();
  // Each bill gets its own answer, because an earlier paper may have come out on a busy computer.
  const refused = () => Response.json({ title: 'Validation failed', status: 400 }, { status: 400 });
  const isBill = (url: string, { method }: RequestInit): boolean => method === 'POST' && /\/v3\/bill(?:\?|$)/.test(url);
  testApp.network.meets = (url, init) => (isBill(url, init) ? refusal.promise.then(refused) : null);
  const { saleId, number } = await deferred();
  unwrap(await testApp.customer['receipt.scanned']({ rev: revOf(testApp) }));
  await expect.poll(() => testApp.view.printer.declined).toEqual([saleId]);
  refusal.resolve();
  await expect.poll(() => testApp.till.status().notices).toContain('paperNotPrinted');
  await endRelay();
  await expect.poll(() => testApp.view.printer.declined).toEqual([]);
  testApp.clock.advance(1_000);
  await expect.poll(() => testApp.view.printer.declined).toEqual([saleId]);
  expect(testApp.till.status().notices).toContain('paperNotPrinted');
  unwrap(await testApp.cashier['printer.printDeclined']({ saleId }));
  await expect.poll(papers).toContain(number);
  await expect.poll(() => testApp.till.status().notices).not.toContain('paperNotPrinted');
});

test('a paper that waits while the relay thread ends is printed late after the restart, and its sale is marked as printed', async () => {
  const { testApp, papers, deferred, outcomes, endRelay } = await openPapers();
  const { saleId, number } = await deferred();
  await endRelay();
  await expect.poll(() => testApp.view.printer.papers).toEqual([]);
  testApp.clock.advance(1_000);
  await expect.poll(papers).toContain(number);
  await expect.poll(() => testApp.view.printer.papers).toMatchObject([{ saleId, state: 'late' }]);
  await expect.poll(async () => (await saleOf(testApp, saleId)).printed).not.toBeNull();
  expect(outcomes()).toEqual(['late']);
  expect(papers().filter((one) => one === number)).toEqual([number]);
});

const notDeferred: readonly (readonly [string, (at: number) => string])[] = [
  ['a kitchen slip', () => `KUECHE\n2x Melange\n${cut}`],
  ['a receipt without a code', () => `Cafe\nMelange 12,90\nSumme 12,90\nBar 12,90\n${cut}`],
  ['an old receipt', (at) => receipt('1', at - 3_600_000)],
  ['a code that contradicts the text', (at) => receipt('1', at).replaceAll('20,35', '30,35')],
  ['a receipt and its voucher', (at) => `${receipt('1', at)}GUTSCHEIN\n5,00\n${cut}`],
  ['a receipt that ends without a cut, by silence', (at) => receipt('1', at, '')],
];

test('the paper of a print that is no receipt with an undoubted code is never deferred', async () => {
  const { testApp, address, printer, outcomes } = await openPapers();
  let printed = 0;
  for (const [name, job] of notDeferred) {
    const till = await connectTill(await address());
    const sent = bytes(job(testApp.clock.now()));
    printed += sent.length;
    till.socket.write(sent);
    const onPaper = () => printer.jobs().reduce((sum, { bytes: { length } }) => sum + length, 0);
    await whilePainting(testApp, onPaper).toBe(printed);
    till.socket.end();
    expect(await till.ended, name).toBe('closed');
    // A receipt before a voucher may wait until the voucher begins.
    expect([name, ...outcomes()].filter((outcome) => outcome !== 'next-job')).toEqual([name]);
  }
});

type Papers = Awaited<ReturnType<typeof openPapers>>;
type Waiting = Awaited<ReturnType<Papers['deferred']>>;
const revOf = ({ app }: TestApp): number => app.snapshot('customer')?.rev ?? 0;

type Decision = readonly [
  outcome: string,
  isPrinted: boolean,
  act: (house: Papers, paper: Waiting) => unknown,
  after?: (house: Papers, paper: Waiting) => unknown,
];

/** Each decides about a deferred paper while the app runs. `after` lets the next paper wait again. */
const decisions: readonly Decision[] = [
  [
    'cashier-paper',
    true,
    ({ testApp }, { id }) => testApp.cashier['printer.paper']({ id, answer: 'print' }),
    ({ testApp }, { saleId }) => expect.poll(async () => (await saleOf(testApp, saleId)).printed).not.toBeNull(),
  ],
  [
    'cashier-digital',
    false,
    ({ testApp }, { id }) => testApp.cashier['printer.paper']({ id, answer: 'digital' }),
    async ({ testApp, papers }, { saleId, number }) => {
      unwrap(await testApp.cashier['printer.printDeclined']({ saleId }));
      await expect.poll(papers).toContain(number);
      await expect.poll(() => testApp.view.printer.declined).toEqual([]);
    },
  ],
  ['customer-paper', true, ({ testApp }) => testApp.customer['receipt.paperPlease']({ rev: revOf(testApp) })],
  ['customer-digital', false, ({ testApp }) => testApp.customer['receipt.scanned']({ rev: revOf(testApp) })],
  ['next-job', true, async ({ address }) => await printJob(await address(), bytes(`KUECHE\n2x Melange\n${cut}`))],
  ['doubt', true, ({ testApp }, { saleId }) => testApp.cashier['sale.cancel']({ saleId })],
  ['doubt', true, (house) => house.plugDisplay(false), (house) => house.plugDisplay(true)],
  [
    'offline',
    true,
    async ({ testApp }) => {
      testApp.network.down = true;
      await testApp.till.openSale({ reference: 'next', amount: 5 });
      for (let times = 0; times < 30; times += 1) testApp.clock.advance(10_000);
    },
    async ({ testApp }) => {
      testApp.reconnect();
      await testApp.until(() => testApp.till.status().service === 'online');
    },
  ],
  ['print-everything', true, ({ testApp }) => testApp.cashier['printer.printEverything'](null)],
];

/** Lets a paper wait until `act` decides about it, and expects that it is decided once and as the row says. */
async function decide(house: Papers, [outcome, isPrinted, act, after]: Decision): Promise<void> {
  const before = house.outcomes().length;
  const paper = await house.deferred();
  expect(house.testApp.view.printer.papers, outcome).toMatchObject([{ total: { amount: 20.35, currency: 'EUR' } }]);
  expect(house.papers(), outcome).not.toContain(paper.number);
  await act(house, paper);
  await expect.poll(() => house.outcomes().slice(before)).toEqual([outcome]);
  if (isPrinted) await expect.poll(house.papers).toContain(paper.number);
  else await expect.poll(() => house.testApp.view.printer.declined).toContain(paper.saleId);
  expect(house.outcomes().slice(before), outcome).toEqual([outcome]);
  expect(house.papers().includes(paper.number), outcome).toBe(isPrinted);
  await after?.(house, paper);
}

test('a paper waits until the cashier, the customer, the next print, doubt, an outage or a setting decides, and a declined one can still be printed', async () => {
  const house = await openPapers();
  for (const decision of decisions) await decide(house, decision);
});

test.each<[string, Decision[2]]>([
  ['a changed setting', ({ testApp }) => testApp.cashier['setting.set']({ key: 'printer.paperSeconds', value: 20 })],
  ['the sleep of the computer', ({ testApp }) => testApp.app.sleep()],
  ['the end of the program', ({ testApp }) => testApp.app.stop()],
])('a deferred paper is printed by %s', async (_what, act) => {
  await decide(await openPapers(), ['app-stop', true, act]);
});

test('the countdown decides about a deferred paper as the setting says', async () => {
  // Each countdown lasts five seconds of real time.
  await Promise.all(
    (['print', 'keep'] as const).map(async (paperAtTimeout) => {
      const { papers, deferred, outcomes, testApp } = await openPapers({ paperSeconds: 5, paperAtTimeout });
      const { number, saleId } = await deferred();
      await expect.poll(outcomes).toEqual(['time-over']);
      if (paperAtTimeout === 'print') await expect.poll(papers).toEqual([number]);
      else await expect.poll(() => testApp.view.printer.declined).toEqual([saleId]);
      expect(papers().includes(number)).toBe(paperAtTimeout === 'print');
    }),
  );
});
