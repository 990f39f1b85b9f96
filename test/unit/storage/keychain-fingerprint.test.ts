import { describe, expect, test } from 'vitest';
import { memorySecrets } from '../../../src-main/settings/secret-stores.ts';
import { keychainFingerprintAccount, openKeychainFingerprint } from '../../../src-main/storage/keychain-fingerprint.ts';
import { createManualClock } from '../../fakes/manual-clock.ts';
import { createTestLog } from '../../fakes/test-log.ts';

const folder = '/data/live-0123456789abcdef';
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function keychain() {
  const store = memorySecrets();
  const writes: unknown[] = [];
  const state: { answers: 'yes' | 'no' | 'never' } = { answers: 'yes' };
  const secrets = {
    ...store,
    async set(account: string, secret: string) {
      writes.push(JSON.parse(secret));
      if (state.answers === 'no') throw new Error('the keychain is locked');
      if (state.answers === 'never') await new Promise(() => undefined);
      await store.set(account, secret);
    },
  };
  return { secrets, writes, state };
}

async function open(given = keychain()) {
  const clock = createManualClock();
  const log = createTestLog();
  return { ...given, clock, log, mark: await openKeychainFingerprint(folder, { secrets: given.secrets, clock, log }) };
}

describe('the record of a database in the keychain', () => {
  test('is written at once for a new name, then once a minute, however many commits there are', async () => {
    const { mark, writes, clock } = await open();
    mark.note('one', 1);
    await turn();
    expect(writes).toEqual([{ id: 'one', commits: 1, before: [] }]);
    for (let minute = 0; minute < 3; minute += 1) {
      for (let commits = 0; commits < 1_000; commits += 1) mark.note('one', minute * 1_000 + commits);
      clock.advance(60_000);
      await turn();
    }
    expect(writes).toHaveLength(4);
    expect(writes.at(-1)).toEqual({ id: 'one', commits: 2_999, before: [] });
    clock.advance(3_600_000);
    await turn();
    expect(writes).toHaveLength(4);
  });

  test('has the last values after a close, and contains at most eight discarded names', async () => {
    const given = keychain();
    const first = await open(given);
    expect(first.mark.seen()).toBeNull();
    first.mark.note('one', 1);
    first.mark.note('one', 7);
    await first.mark.close();
    const second = await open(given);
    expect(second.mark.seen()).toEqual({ id: 'one', commits: 7, before: [] });
    for (let index = 0; index < 20; index += 1) second.mark.note(`name-${index}`, 7 + index);
    await second.mark.close();
    const seen = (await open(given)).mark.seen();
    expect(seen).toMatchObject({ id: 'name-19', commits: 26 });
    expect(seen?.before).toHaveLength(8);
    expect(seen?.before.at(-1)).toBe('name-18');
  });

  test('is written later by a keychain that was locked for a while, without blocking a caller', async () => {
    const { mark, writes, clock, state, log } = await open();
    state.answers = 'no';
    mark.note('one', 1);
    await turn();
    expect(log.lines.map(({ event }) => event)).toEqual(['restore-marker-not-written']);
    state.answers = 'yes';
    clock.advance(60_000);
    await turn();
    expect(writes).toHaveLength(2);
    clock.advance(600_000);
    await turn();
    expect(writes).toHaveLength(2);
  });

  test('delays the end of the program by at most a second', async () => {
    const { mark, clock, state } = await open();
    state.answers = 'never';
    mark.note('one', 1);
    const closed = mark.close();
    await turn();
    clock.advance(1_000);
    await closed;
  });

  test('is missing if the keychain does not answer or contains something else', async () => {
    const { secrets } = keychain();
    await secrets.set(keychainFingerprintAccount(folder), '[]');
    const parts = { secrets, clock: createManualClock(), log: createTestLog() };
    expect((await openKeychainFingerprint(folder, parts)).seen()).toBeNull();
    const locked = { ...parts, secrets: { ...secrets, get: () => Promise.reject(new Error('locked')) } };
    expect((await openKeychainFingerprint(folder, locked)).seen()).toBeNull();
  });
});
