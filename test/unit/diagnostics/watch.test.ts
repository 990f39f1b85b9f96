import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Release, Situation, UpdateChoice, UpdateSource } from '../../../src-main/diagnostics/update-rules.ts';
import { betweenLooksMs, createUpdates, firstLookMs } from '../../../src-main/diagnostics/update-watch.ts';
import { createKeptLog } from '../../fakes/kept-log.ts';
import { createManualClock } from '../../fakes/manual-clock.ts';

const ours = { database: 8, documents: 4 } as const;
const opens: NonNullable<Release['opens']> = { database: [1, 8], documents: [1, 4] };
const version = (name: string, more: Partial<Release> = {}): Release => ({
  version: name,
  releasedAt: 0,
  opens,
  ...more,
});

function watched({ installsByItself = false, hasSource = true } = {}) {
  const clock = createManualClock();
  const log = createKeptLog();
  const did: string[] = [];
  const now = {
    offered: version('1.1.0') as Release | null,
    choice: { channel: 'stable', delayDays: 0, off: false } as UpdateChoice,
    situation: { saleOpen: false, unsent: 0 } as Situation | null,
    held: false,
    failing: '' as '' | 'newest' | 'fetch' | 'install',
  };
  const doing = (what: 'newest' | 'fetch' | 'install', said: string): void => {
    did.push(said);
    if (now.failing === what) throw new Error(`no ${what}`);
  };
  const source: UpdateSource = {
    installsByItself,
    newest: async (channel) => {
      doing('newest', `newest ${channel}`);
      return now.offered;
    },
    fetch: async () => doing('fetch', 'fetch'),
    install: () => doing('install', 'install'),
  };
  const updates = createUpdates({
    clock,
    log,
    source: async () => (hasSource ? source : null),
    choice: () => now.choice,
    situation: () => {
      if (now.held) throw new Error('database is locked');
      return now.situation;
    },
    ours,
  });
  updates.start();
  const pass = async (ms: number): Promise<void> => {
    clock.advance(ms);
    for (let turns = 0; turns < 3; turns += 1) await turn();
  };
  return { now, did, log, updates, clock, firstLook: () => pass(firstLookMs), nextLook: () => pass(betweenLooksMs) };
}

test('a later version is fetched, told, and installed once the program has ended', async () => {
  const { did, updates, firstLook } = watched();
  expect(updates.waiting()).toBeNull();
  await firstLook();
  expect(updates.waiting()).toEqual({ version: '1.1.0', waitsForReceipts: false });
  const install = updates.atEnd();
  expect(did).toEqual(['newest stable', 'fetch']);
  install();
  expect(did).toEqual(['newest stable', 'fetch', 'install']);
});

test('nobody is asked in the first minutes, and after that four times a day', async () => {
  const { did, clock, firstLook, nextLook } = watched();
  clock.advance(firstLookMs - 1);
  expect(did).toEqual([]);
  await firstLook();
  await nextLook();
  await nextLook();
  expect(did).toEqual(['newest stable', 'fetch', 'newest stable', 'newest stable']);
  expect(clock.pendingMs()).toEqual([betweenLooksMs]);
});

describe('at the end nothing is installed', () => {
  test.each([
    ['while a sale is open', { saleOpen: true, unsent: 0 }, 'sale'],
    ['while nobody knows what waits', null, 'nothingOpen'],
  ] as const)('%s', async (_what, situation, reason) => {
    const { now, did, log, updates, firstLook } = watched();
    await firstLook();
    now.situation = situation;
    updates.atEnd()();
    expect(did).not.toContain('install');
    expect(log.lines.at(-1)).toMatchObject({ event: 'update-left', fields: { version: '1.1.0', reason } });
  });

  test('over receipts that wait by a version that does not say what it opens, and that is told', async () => {
    const { now, did, updates, firstLook } = watched();
    now.offered = version('1.1.0', { opens: null });
    await firstLook();
    now.situation = { saleOpen: false, unsent: 2 };
    expect(updates.waiting()).toEqual({ version: '1.1.0', waitsForReceipts: true });
    updates.atEnd()();
    expect(did).not.toContain('install');
  });

  test('of what somebody has turned off meanwhile', async () => {
    const { now, did, updates, firstLook } = watched();
    await firstLook();
    now.choice = { ...now.choice, off: true };
    expect(updates.waiting()).toBeNull();
    updates.atEnd()();
    expect(did).not.toContain('install');
  });
});

test('turned off it asks nobody, and begins when it is turned on again', async () => {
  const { now, did, firstLook, nextLook } = watched();
  now.choice = { ...now.choice, off: true };
  await firstLook();
  expect(did).toEqual([]);
  now.choice = { channel: 'beta', delayDays: 0, off: false };
  await nextLook();
  expect(did).toEqual(['newest beta', 'fetch']);
});

test('a till of a later ring fetches a version when its days are over', async () => {
  const { now, did, clock, firstLook, nextLook } = watched();
  now.choice = { ...now.choice, delayDays: 1 };
  now.offered = version('1.1.0', { releasedAt: clock.now() });
  await firstLook();
  for (let looks = 0; looks < 3; looks += 1) await nextLook();
  expect(did).not.toContain('fetch');
  await nextLook();
  expect(did.at(-1)).toBe('fetch');
});

test('a version after the one that was fetched takes its place, also when it cannot be fetched', async () => {
  const { now, updates, firstLook, nextLook } = watched();
  await firstLook();
  now.offered = version('1.2.0');
  now.failing = 'fetch';
  await nextLook();
  expect(updates.waiting()).toBeNull();
  now.failing = '';
  await nextLook();
  expect(updates.waiting()?.version).toBe('1.2.0');
});

test.each(['newest', 'fetch'] as const)(
  'where %s fails it is written down, and tried again hours later',
  async (what) => {
    const { now, log, updates, firstLook, nextLook } = watched();
    now.failing = what;
    await firstLook();
    expect(updates.waiting()).toBeNull();
    expect(log.lines).toContainEqual(expect.objectContaining({ event: 'update-failed' }));
    now.failing = '';
    await nextLook();
    expect(updates.waiting()?.version).toBe('1.1.0');
  },
);

test('an installer that cannot be started ends nothing but itself', async () => {
  const { now, log, updates, firstLook } = watched();
  await firstLook();
  now.failing = 'install';
  updates.atEnd()();
  expect(log.lines.at(-1)).toMatchObject({ event: 'update-failed', fields: { version: '1.1.0' } });
});

test('where the system installs by itself, only what opens our files is fetched', async () => {
  const { now, did, firstLook, nextLook } = watched({ installsByItself: true });
  now.offered = version('1.1.0', { opens: null });
  await firstLook();
  expect(did).toEqual(['newest stable']);
  now.offered = version('1.1.1');
  await nextLook();
  expect(did).toEqual(['newest stable', 'newest stable', 'fetch']);
});

test('an installation that takes none looks once and never again', async () => {
  const { did, clock, firstLook } = watched({ hasSource: false });
  await firstLook();
  expect(did).toEqual([]);
  expect(clock.pendingMs()).toEqual([]);
});

test('a database that cannot be asked at the end holds up nothing, and nothing is installed', async () => {
  const { now, did, updates, firstLook } = watched();
  await firstLook();
  now.held = true;
  updates.atEnd()();
  expect(did).not.toContain('install');
});

test('once the program ends nobody is asked any more', async () => {
  const { did, updates, clock, firstLook, nextLook } = watched();
  await firstLook();
  updates.atEnd();
  expect(clock.pendingMs()).toEqual([]);
  await nextLook();
  expect(did).toEqual(['newest stable', 'fetch']);
});
