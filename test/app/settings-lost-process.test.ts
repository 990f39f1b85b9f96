import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tempFolder } from '../fakes/temp-folder.ts';
import { openShop, type Place, type Shop } from './moved-data.ts';
import { smallBill } from './small-bill.ts';

interface Accident {
  happen(path: string): void;
  /** The repair by a person: by options of the next start, or by the file. */
  mend(path: string, shop: Shop): 'options' | 'file';
  readonly notices: readonly string[];
}

const write = (path: string, value: unknown): void => writeFileSync(path, JSON.stringify(value));

/** The possible states of the settings file of a live till at the next start of its process. */
const accidents: Readonly<Record<string, Accident>> = {
  'cut in half': {
    happen: (path) => writeFileSync(path, readFileSync(path, 'utf8').slice(0, 40)),
    mend: () => 'options',
    notices: ['settingsUnreadable'],
  },
  gone: {
    happen: (path) => rmSync(path),
    mend(path, shop) {
      write(path, shop.liveSettings);
      return 'file';
    },
    notices: [],
  },
};

async function expectNothingAccepted(place: Place, saleId: unknown): Promise<void> {
  for (const [method, path, body] of [
    ['POST', '/sales', { reference: 'lost', amount: 1 }],
    ['GET', `/sales/${saleId}`, undefined],
    ['PUT', `/sales/${saleId}/bill`, { bill: smallBill() }],
    ['POST', '/receipts', { reference: 'lost', bill: smallBill() }],
  ] as const) {
    const answer = await place.pos.call(method, path, body);
    expect([method, path, answer.status]).toEqual([method, path, 503]);
    expect(await answer.json()).toMatchObject({
      type: 'not-configured',
      detail: expect.stringMatching(/^This till was live, .*No receipt is accepted/),
    });
  }
}

describe('the settings file of a live till on which receipts wait is', () => {
  test.each(Object.entries(accidents))(
    '%s: nothing is accepted or sent and no training starts; after the repair everything is delivered once under its own address',
    async (_, { happen, mend, notices }) => {
      const shop = await openShop();
      const dataDir = tempFolder();
      const path = join(dataDir, 'settings.json');
      write(path, shop.liveSettings);
      // The account of the environment applies to addresses given with it. After that the addresses in the file are
      // known to be the same.
      const first = await shop.startProcess(dataDir, { connection: 'options' });
      expect(await first.pos.json('GET', '/status')).toMatchObject({ mode: 'live', notices: [] });
      await first.pos.untilPoolHas(5);
      const openSale = await first.open('open');
      await first.pos.untilPoolHas(5);
      const serviceUp = shop.serviceDown();
      // Five sales have an address, and two wait for one.
      const waiting = Array.from({ length: 7 }, (__, index) => `waiting-${index}`);
      const shown = new Set<unknown>([openSale.billId]);
      for (const reference of waiting) shown.add((await first.sell(reference)).billId);
      await first.program.end('SIGKILL');
      serviceUp();
      happen(path);

      const asked = shop.simulator.ledger().requests.length;
      const second = await shop.startProcess(dataDir, { connection: 'file' });
      await expectNothingAccepted(second, openSale.id);
      const status = await second.pos.json('GET', '/status');
      expect(status).toMatchObject({ mode: 'live', outbox: { queued: 7 } });
      expect((status.notices as string[]).toSorted()).toEqual(
        ['setupRequired', 'otherConnectionWaits', ...notices].toSorted(),
      );
      expect(second.program.stderr()).toContain('setup-required');
      await second.stop();
      expect(shop.simulator.ledger().requests).toHaveLength(asked);
      expect(readdirSync(dataDir).filter((name) => name === 'training')).toEqual([]);

      const third = await shop.startProcess(dataDir, { connection: mend(path, shop) });
      await third.bill(openSale, 'open');
      for (const reference of ['after-0', 'after-1', 'after-2']) {
        await third.pos.untilPoolHas(1);
        const { billId } = await third.sell(reference);
        expect(shown.has(billId)).toBe(false);
        shown.add(billId);
      }
      await third.settled();
      expect(Object.fromEntries(shop.stored())).toEqual(
        Object.fromEntries(['open', ...waiting, 'after-0', 'after-1', 'after-2'].map((reference) => [reference, 1])),
      );
      const delivered = shop.simulator.ledger().bills.map(({ billId }) => billId);
      expect([...shown].filter((billId) => billId !== null && !delivered.includes(String(billId)))).toEqual([]);
      expect(await third.pos.json('GET', `/sales/${openSale.id}`)).toMatchObject({ billId: openSale.billId });
      expect((await third.status()).notices).toEqual(notices);
      await third.stop();
      expect(readdirSync(dataDir).filter((name) => name === 'training')).toEqual([]);
    },
  );
});
