import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { posClient, posToken } from '../app/program.ts';
import { launch } from '../electron/launch.ts';
import { type Figure, ms, spreadOf, spreadText } from './figures.ts';

/** The time from the till's request until the customer's screen is painted, in real windows. */
export async function windowRows(sales = 100): Promise<Figure[]> {
  const app = await launch({ env: { RECEIPT_COMPANION_POS_TOKEN: posToken } });
  try {
    const pos = posClient(app.posApiUrl);
    await app.customer.evaluate(() => {
      const painted: [string, number][] = [];
      Object.assign(window, { painted });
      new MutationObserver(() => {
        const text = document.body.innerText;
        requestAnimationFrame(() => setTimeout(() => painted.push([text, performance.timeOrigin + performance.now()])));
      }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
    });
    const shown: number[] = [];
    const wiped: number[] = [];
    // The floor, below which the app cannot get, is an empty answer plus the next frame of an unchanged page.
    const floors: number[] = [];
    let before = '';
    for (let count = 0; count < sales + 5; count += 1) {
      await pos.untilPoolHas(1);
      const startedAt = performance.now();
      await (await pos.call('GET', '/health')).text();
      const echo = performance.now() - startedAt;
      const frame = await app.customer.evaluate(async () => {
        const from = performance.now();
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
        return performance.now() - from;
      });
      const start = Date.now();
      const sale = await pos.json('POST', '/sales', { reference: `bench-${count}`, amount: 10 + count / 100 });
      const shortId = String(sale.billId).slice(0, 8).toUpperCase();
      const seen = await app.customer.waitForFunction(
        ({ shortId, before }) => {
          const { painted } = window as unknown as { painted: [string, number][] };
          const compact = painted.map(([text, at]) => [text.replaceAll(/\s/g, '').toUpperCase(), at] as const);
          const isShown = compact.find(([text]) => text.includes(shortId));
          const isWiped = before === '' ? isShown : compact.find(([text]) => !text.includes(before));
          return isShown === undefined || isWiped === undefined ? null : { shown: isShown[1], wiped: isWiped[1] };
        },
        { shortId, before },
        { polling: 5 },
      );
      const at = await seen.jsonValue();
      // The first sales are a warm-up and are not measured.
      if (at !== null && count >= 5) {
        floors.push(echo + frame);
        shown.push(at.shown - start);
        if (before !== '') wiped.push(at.wiped - start);
      }
      before = shortId;
      await app.customer.evaluate(() => {
        (window as unknown as { painted: unknown[] }).painted.length = 0;
      });
    }
    const floor = spreadOf(floors);
    const rowOf = (name: string, samples: readonly number[]): Figure => {
      const spread = spreadOf(samples);
      const [more, more99] = [spread.p50 - floor.p50, spread.p99 - floor.p99];
      return {
        name,
        figure: `floor + ${ms(more)}, p99 + ${ms(more99)}; ${spreadText(spread)}`,
        target: 'p50 <= floor + 8 ms, p99 <= floor + 20 ms',
        met: more <= 8 && more99 <= 20,
        measured: { ...spread, more, more99, floorMs: floor.p50 },
      };
    };
    return [
      rowOf('POST /v1/sales -> QR painted on the customer screen', shown),
      rowOf('the next sale wipes the screen of the customer before', wiped),
    ];
  } finally {
    await app.close();
  }
}

/** The compressed scripts of each window's first paint. */
export function bundleRows(folder: string): Figure[] {
  return [
    ['customer', 105],
    ['cashier', 160],
  ].map(([role, limit]) => {
    const page = readFileSync(join(folder, `${role}.html`), 'utf8');
    const names = [...page.matchAll(/(?:src|href)="\.?\/?([^"]+\.js)"/g)].map((found) => found[1] ?? '');
    const kb = names.reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name))).byteLength / 1_000, 0);
    return {
      name: `first-load script of the ${role} window`,
      figure: `${kb.toFixed(1)} kB gzip in ${names.length} of ${readdirSync(join(folder, 'assets')).length} files`,
      target: `<= ${limit} kB`,
      met: kb > 0 && kb <= Number(limit),
      measured: { kb },
    };
  });
}
