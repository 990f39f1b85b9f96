import diagnostics from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import type { CDPSession, Page } from 'playwright-core';
import { actionsIn } from '../e2e/cashier-hands.ts';
import { openTillApp } from '../e2e/open-till.ts';
import { manyReceipts } from '../fixtures/receipts/valid-bills.ts';
import { type Figure, ms, spreadOf, spreadText } from './figures.ts';

/** Customer service in a real window, with very many receipts of one customer. */

const designSizes = { receipts: 10_000, firstPages: 10, pagesBefore: 10, pagesForward: 100 };

/** When the service sent its last list, in milliseconds since the epoch. */
function watchAnswers(): { readonly lastAt: () => number } {
  let lastAt = 0;
  diagnostics.subscribe('http.server.response.finish', (message) => {
    const { request } = message as { request: IncomingMessage };
    if (request.method === 'GET' && /\/receipts\b(?!\/)/.test(request.url ?? ''))
      lastAt = performance.timeOrigin + performance.now();
  });
  return { lastAt: () => lastAt };
}

/** Records when the first receipt of the list was painted. */
const watchPaints = (page: Page): Promise<void> =>
  page.evaluate(() => {
    let before = '';
    const painted: [string, number][] = [];
    Object.assign(window, { painted });
    new MutationObserver(() => {
      const first = document.querySelector('.customers [aria-busy] li')?.textContent ?? '';
      if (first === before) return;
      before = first;
      requestAnimationFrame(() => setTimeout(() => painted.push([first, performance.timeOrigin + performance.now()])));
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });

async function paintedAt(page: Page): Promise<number> {
  const found = await page.waitForFunction(
    () => {
      const { painted } = window as unknown as { painted: [string, number][] };
      const last = painted.at(-1);
      return last === undefined || last[0] === '' ? null : last[1];
    },
    null,
    { polling: 5 },
  );
  return (await found.jsonValue()) ?? 0;
}

const forgetPaints = (page: Page): Promise<void> =>
  page.evaluate(() => {
    (window as unknown as { painted: unknown[] }).painted.length = 0;
  });

async function held(cdp: CDPSession): Promise<{ readonly heapMb: number; readonly nodes: number }> {
  for (let turn = 0; turn < 3; turn += 1) await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  const { nodes } = await cdp.send('Memory.getDOMCounters');
  return { heapMb: usedSize / 2 ** 20, nodes };
}

export async function customerServiceRows(sizes = designSizes): Promise<Figure[]> {
  const { receipts, firstPages, pagesBefore, pagesForward } = sizes;
  const customerService = await openTillApp({ hasPartner: true });
  try {
    const { cashier } = customerService.app;
    const { press, openTab, fill } = actionsIn(() => cashier);
    const sees = (words: string | RegExp) => cashier.getByText(words).filter({ visible: true }).first().waitFor();
    const answers = watchAnswers();
    const open = async (): Promise<void> => {
      await fill('Customer number', 'customer-1');
      await press('Open or create');
    };
    await openTab('Customer service');
    await open();
    await sees('No receipts yet.');
    const created = customerService.simulator.ledger().partner.find((action) => action.kind === 'userCreated');
    customerService.simulator.addReceipts(created?.userId ?? '', manyReceipts(receipts));
    await watchPaints(cashier);

    const first: number[] = [];
    // The first round is a warm-up.
    for (let round = -1; round < firstPages; round += 1) {
      await press('Close and clear the screen');
      await sees('Find or create a customer');
      await forgetPaints(cashier);
      await open();
      const at = await paintedAt(cashier);
      if (round >= 0) first.push(at - answers.lastAt());
    }

    const cdp = await cashier.context().newCDPSession(cashier);
    await cdp.send('HeapProfiler.enable');
    const turned: number[] = [];
    const forward = async (from: number, count: number): Promise<void> => {
      for (let page = from + 1; page <= from + count; page += 1) {
        await forgetPaints(cashier);
        await press('Next page');
        turned.push((await paintedAt(cashier)) - answers.lastAt());
        await sees(new RegExp(`Page ${page}$`));
      }
    };
    await forward(1, pagesBefore);
    const before = await held(cdp);
    turned.length = 0;
    await forward(1 + pagesBefore, pagesForward);
    const after = await held(cdp);
    const grownMb = after.heapMb - before.heapMb;
    const grownNodes = after.nodes - before.nodes;
    const [spread, turnedSpread] = [spreadOf(first), spreadOf(turned)];
    const most = Math.max(...first);
    return [
      {
        name: `${receipts.toLocaleString('en')} receipts of one customer: answer -> painted`,
        figure: `${spreadText(spread)}, most ${ms(most)}`,
        target: 'all < 300 ms',
        met: most < 300,
        measured: { ...spread, most },
      },
      {
        name: `the same, each of the next ${pagesForward} pages`,
        figure: spreadText(turnedSpread),
        target: 'median < 300 ms',
        met: turnedSpread.p50 < 300,
        measured: { ...turnedSpread },
      },
      {
        name: `memory of the window after ${pagesForward} pages forward`,
        figure: `${before.heapMb.toFixed(2)} -> ${after.heapMb.toFixed(2)} MB, ${before.nodes} -> ${after.nodes} nodes`,
        target: '+ < 1 MB, + < 100 nodes',
        met: grownMb < 1 && grownNodes < 100,
        measured: { ...after, grownMb, grownNodes },
      },
    ];
  } finally {
    await customerService.close();
  }
}
