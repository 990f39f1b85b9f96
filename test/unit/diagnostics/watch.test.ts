import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { UpdateChoice, UpdateSource } from '../../../src-main/diagnostics/update-rules.ts';
import { betweenChecksMs, createUpdates, firstCheckMs } from '../../../src-main/diagnostics/update-watch.ts';
import { createManualClock } from '../../fakes/manual-clock.ts';
import { createTestLog } from '../../fakes/test-log.ts';

function watched({ installs = true, hasSource = true } = {}) {
  const clock = createManualClock();
  const log = createTestLog();
  const did: string[] = [];
  const now = {
    offered: '1.1.0' as string | null,
    choice: { channel: 'stable', off: false } as UpdateChoice,
    serving: false,
    dayUnused: false,
    locked: false,
    failing: '' as '' | 'newest' | 'fetch' | 'install',
  };
  const doing = (what: 'newest' | 'fetch' | 'install', done: string): void => {
    did.push(done);
    if (now.failing === what) throw new Error(`no ${what}`);
  };
  const source: UpdateSource = {
    installs,
    newest: async (channel) => {
      doing('newest', `newest ${channel}`);
      return now.offered;
    },
    fetch: async () => doing('fetch', 'fetch'),
    install: installs ? (startsAgain) => doing('install', startsAgain ? 'install and start' : 'install') : null,
  };
  const updates = createUpdates({
    clock,
    log,
    source: async () => (hasSource ? source : null),
    choice: () => now.choice,
    isServing: () => {
      if (now.locked) throw new Error('database is locked');
      return now.serving;
    },
    isDayUnused: () => now.dayUnused,
  });
  updates.start();
  const pass = async (ms: number): Promise<void> => {
    clock.advance(ms);
    for (let turns = 0; turns < 3; turns += 1) await turn();
  };
  return {
    now,
    did,
    log,
    updates,
    clock,
    firstCheck: () => pass(firstCheckMs),
    nextCheck: () => pass(betweenChecksMs),
  };
}

test('an update is downloaded, reported and installed after the program has closed everything', async () => {
  const { did, updates, firstCheck } = watched();
  expect(updates.waiting()).toBeNull();
  await firstCheck();
  expect(updates.waiting()).toEqual({ version: '1.1.0', installs: true });
  const install = updates.atEnd();
  expect(did).toEqual(['newest stable', 'fetch']);
  install();
  expect(did).toEqual(['newest stable', 'fetch', 'install']);
});

test('an AppImage reports a newer version and neither downloads nor installs it', async () => {
  const { did, updates, firstCheck } = watched({ installs: false });
  await firstCheck();
  expect(updates.waiting()).toEqual({ version: '1.1.0', installs: false });
  updates.atEnd()();
  expect(did).toEqual(['newest stable']);
});

test('the server is asked 20 seconds after the start and then every six hours', async () => {
  const { did, clock, firstCheck, nextCheck } = watched();
  clock.advance(firstCheckMs - 1);
  expect(did).toEqual([]);
  await firstCheck();
  await nextCheck();
  await nextCheck();
  expect(did).toEqual(['newest stable', 'fetch', 'newest stable', 'newest stable']);
  expect(clock.pendingMs()).toEqual([betweenChecksMs]);
});

test('an update is installed only once, at a start before the first sale of the day', async () => {
  const { now, did, firstCheck, nextCheck } = watched();
  now.dayUnused = true;
  await firstCheck();
  expect(did).toEqual(['newest stable', 'fetch', 'install and start']);
  // The user refused the update, so this version continues and does not ask again.
  await nextCheck();
  expect(did.filter((what) => what.startsWith('install'))).toHaveLength(1);
});

test('an update that was found on a day with sales is installed before the first sale of a later day', async () => {
  const { now, did, firstCheck, nextCheck } = watched();
  await firstCheck();
  expect(did).toEqual(['newest stable', 'fetch']);
  now.dayUnused = true;
  await nextCheck();
  expect(did.at(-1)).toBe('install and start');
});

test.each([
  ['after the server withdrew it', { offered: null }],
  ['after updates were switched off', { choice: { channel: 'stable', off: true } }],
  ['after a change of the channel', { choice: { channel: 'beta', off: false } }],
] as const)(
  'a downloaded update is neither reported nor installed at the end of the program %s',
  async (_when, change) => {
    const { now, did, updates, firstCheck, nextCheck } = watched();
    await firstCheck();
    Object.assign(now, change);
    if ('offered' in change) await nextCheck();
    expect(updates.waiting()).toBeNull();
    updates.atEnd()();
    expect(did).not.toContain('install');
  },
);

test.each(['serving', 'locked'] as const)(
  'a downloaded update is not installed at the end of the program during a sale or a database lock: %s',
  async (state) => {
    const { now, did, log, updates, firstCheck } = watched();
    await firstCheck();
    now[state] = true;
    updates.atEnd()();
    expect(did).not.toContain('install');
    expect(log.lines.at(-1)).toMatchObject({ event: 'update-postponed', fields: { version: '1.1.0' } });
  },
);

test('a downloaded update is used again after the return to its channel', async () => {
  const { now, updates, firstCheck } = watched();
  await firstCheck();
  now.choice = { channel: 'beta', off: false };
  expect(updates.waiting()).toBeNull();
  now.choice = { channel: 'stable', off: false };
  expect(updates.waiting()?.version).toBe('1.1.0');
});

test('while updates are switched off no server is asked, and checks start again afterwards', async () => {
  const { now, did, firstCheck, nextCheck } = watched();
  now.choice = { ...now.choice, off: true };
  await firstCheck();
  expect(did).toEqual([]);
  now.choice = { channel: 'beta', off: false };
  await nextCheck();
  expect(did).toEqual(['newest beta', 'fetch']);
});

test('a newer update replaces the downloaded one, even if the first download of the newer one fails', async () => {
  const { now, updates, firstCheck, nextCheck } = watched();
  await firstCheck();
  now.offered = '1.2.0';
  now.failing = 'fetch';
  await nextCheck();
  expect(updates.waiting()).toBeNull();
  now.failing = '';
  await nextCheck();
  expect(updates.waiting()?.version).toBe('1.2.0');
});

test.each(['newest', 'fetch'] as const)('a failed update (%s) is logged and repeated six hours later', async (what) => {
  const { now, log, updates, firstCheck, nextCheck } = watched();
  now.failing = what;
  await firstCheck();
  expect(updates.waiting()).toBeNull();
  expect(log.lines).toContainEqual(expect.objectContaining({ event: 'update-failed' }));
  now.failing = '';
  await nextCheck();
  expect(updates.waiting()?.version).toBe('1.1.0');
});

test('an installer that cannot be started is logged and does not stop the end of the program', async () => {
  const { now, log, updates, firstCheck } = watched();
  await firstCheck();
  now.failing = 'install';
  updates.atEnd()();
  expect(log.lines.at(-1)).toMatchObject({ event: 'update-failed', fields: { version: '1.1.0' } });
});

test('an installation that takes no updates plans no further check', async () => {
  const { did, clock, firstCheck } = watched({ hasSource: false });
  await firstCheck();
  expect(did).toEqual([]);
  expect(clock.pendingMs()).toEqual([]);
});

test('no server is asked after the program began to end', async () => {
  const { did, updates, clock, firstCheck, nextCheck } = watched();
  await firstCheck();
  updates.atEnd();
  expect(clock.pendingMs()).toEqual([]);
  await nextCheck();
  expect(did).toEqual(['newest stable', 'fetch']);
});
