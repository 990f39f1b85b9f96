import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createUpdates, firstLookMs } from '../../src-main/diagnostics/update-watch.ts';
import { openPolicy } from '../../src-main/settings/policy.ts';
import { openSettings } from '../../src-main/settings/settings.ts';
import { confStore } from '../../src-main/settings/settings-file.ts';
import { createKeptLog } from '../fakes/kept-log.ts';
import { createManualClock } from '../fakes/manual-clock.ts';
import { tempFolder } from '../fakes/temp-folder.ts';
import { policyFolder } from './policy-file.ts';

const dayMs = 86_400_000;

/** A till under a policy file, and a server that has a version that came out on the first day. */
function openTill(policyText: object | string | null, shop: object = {}) {
  const administrator = policyFolder();
  const write = (policy: object | string): void =>
    administrator.write((typeof policy === 'string' ? policy : { locked: { updates: policy } }) as never);
  if (policyText !== null) write(policyText);
  const dataDir = tempFolder();
  writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ updates: shop }));
  const clock = createManualClock();
  const log = createKeptLog();
  const policy = openPolicy({
    places: { machine: [], given: administrator.file },
    log,
    dataDir,
    computer: 'till-1',
    platform: process.platform,
    uid: process.getuid?.() ?? null,
  });
  const settings = openSettings(confStore(dataDir, 0), log, {}, {}, policy.current().layer);
  const did: string[] = [];
  const releasedAt = clock.now();
  const updates = createUpdates({
    clock,
    log,
    source: async () => ({
      installsByItself: false,
      newest: async (channel) => {
        did.push(channel);
        return { version: '1.1.0', releasedAt, opens: null };
      },
      fetch: async () => void did.push('fetch'),
      install: () => did.push('install'),
    }),
    choice: () => settings.current().updates,
    situation: () => ({ saleOpen: false, unsent: 0 }),
    ours: { database: 1, documents: 1 },
  });
  updates.start();
  onTestFinished(() => void updates.atEnd());
  return {
    did,
    settings,
    updates,
    faults: () => policy.current().faults.map(({ field, expected }) => `${field}: ${expected}`),
    async after(days: number): Promise<void> {
      clock.advance(firstLookMs + days * dayMs);
      for (let turns = 0; turns < 3; turns += 1) await turn();
    },
    rewrite(next: object | string): void {
      write(next);
      policy.look();
      settings.adopt(policy.current().layer);
    },
  };
}

test('without a policy the shop’s own choice of versions counts', async () => {
  const till = openTill(null, { channel: 'beta' });
  await till.after(0);
  expect(till.did).toEqual(['beta', 'fetch']);
});

test('a policy rules which versions are taken and when, whatever the shop has chosen', async () => {
  const till = openTill({ channel: 'stable', delayDays: 7, off: false }, { channel: 'beta', off: true });
  await till.after(6);
  expect(till.did).toEqual(['stable']);
  await till.after(1);
  expect(till.did.slice(1)).toEqual(['stable', 'fetch']);
  expect(() => till.settings.update({ updates: { delayDays: 0 } })).toThrow(/updates/);
});

test('off in a policy keeps a till from asking, and from installing what it has fetched already', async () => {
  const till = openTill({ off: true });
  await till.after(30);
  expect(till.did).toEqual([]);
  till.rewrite({ off: false });
  await till.after(1);
  expect(till.did).toEqual(['stable', 'fetch']);
  till.rewrite({ off: true });
  expect(till.updates.waiting()).toBeNull();
  till.updates.atEnd()();
  expect(till.did).toEqual(['stable', 'fetch']);
});

test('a value that does not fit is named by its field, and the policy of before rules on', async () => {
  const till = openTill({ channel: 'beta', delayDays: 3 });
  till.rewrite({ channel: 'nightly', delayDays: 91, off: 'no', chanel: 'beta' });
  expect(till.faults()).toEqual([
    '/locked/updates/channel: one of stable, beta',
    '/locked/updates/delayDays: a whole number from 0 to 90',
    '/locked/updates/off: true or false',
    '/locked/updates/chanel: one of the fields of docs/policy.schema.json',
  ]);
  expect(till.settings.current().updates).toEqual({ channel: 'beta', delayDays: 3, off: false });
  till.rewrite({ delayDays: -1 });
  expect(till.faults()).toEqual(['/locked/updates/delayDays: a whole number from 0 to 90']);
  await till.after(3);
  expect(till.did).toEqual(['beta', 'fetch']);
});
