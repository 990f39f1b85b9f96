import { assert, describe, expect, test } from 'vitest';
import type { Random } from '../../../src-main/ports.ts';
import { createPairing, type PairingCode } from '../../../src-main/tills/pairing.ts';
import { hashToken, newToken } from '../../../src-main/tills/token-store.ts';
import { createManualClock } from '../../fakes/manual-clock.ts';
import { createSeededRandom } from '../../fakes/seeded-random.ts';
import { createTestLog } from '../../fakes/test-log.ts';
import { openTillTokens } from '../../fakes/till-tokens.ts';

const side = {};

function open(random: Random = createSeededRandom()) {
  const clock = createManualClock();
  const { tokens, tills } = openTillTokens({ clock, random });
  let changes = 0;
  const pairing = createPairing({
    ...{ clock, random, tokens, tills: () => tills, log: createTestLog() },
    ended: () => undefined,
    changed: () => {
      changes++;
    },
  });
  const start = (partner: boolean): PairingCode => {
    const started = pairing.start(partner);
    assert(started.ok);
    return started.value;
  };
  return { clock, pairing, start, tills, changes: () => changes };
}

describe('the pairing code', () => {
  test('has eight digits, zeros in front included, and lives for two minutes', () => {
    const { clock, pairing, start } = open();
    for (let count = 0; count < 50; count++) {
      const shown = start(false);
      expect(shown.code).toMatch(/^\d{8}$/);
      expect(shown.until).toBe(clock.now() + 120_000);
      expect(pairing.current()).toEqual({ ...shown, till: null, wrongCodes: 0 });
    }
  });

  test('is drawn so that all codes are equally probable', () => {
    const draws = [0xff_ff_ff_ff, 4_200_000_000, 4_199_999_999, 7];
    const bytes = () => {
      const four = Buffer.alloc(4);
      four.writeUInt32BE(draws.shift() ?? 0);
      return four;
    };
    const { start } = open({ ...createSeededRandom(), bytes });
    expect(start(false).code).toBe('99999999');
    expect(start(false).code).toBe('00000007');
  });

  test('is replaced by a new one', () => {
    const { pairing, start } = open();
    const first = start(false);
    const second = start(true);
    expect(pairing.redeem(first.code, 'Till', side)).toEqual({ kind: 'refused' });
    expect(pairing.redeem(second.code, 'Till', side)).toMatchObject({ kind: 'paired' });
  });

  test('notifies the window when it appears, expires, is stopped and is used up', () => {
    const { clock, pairing, changes, start } = open();
    start(false);
    expect(changes()).toBe(1);
    clock.advance(120_000);
    expect([changes(), pairing.current()]).toEqual([2, null]);
    start(false);
    pairing.stop();
    pairing.stop();
    expect(changes()).toBe(4);
    pairing.redeem(start(false).code, 'Till', side);
    expect(changes()).toBe(6);
    expect(clock.pendingMs()).toEqual([]);
  });

  test('ends after 1,000 wrong codes, however many connections they come from', () => {
    const { pairing, start } = open();
    const { code } = start(false);
    const wrong = code === '00000000' ? '00000001' : '00000000';
    for (let tries = 0; tries < 999; tries += 1) pairing.redeem(wrong, 'Till', {});
    expect(pairing.current()?.wrongCodes).toBe(999);
    pairing.redeem(wrong, 'Till', {});
    expect(pairing.current()).toBeNull();
    expect(pairing.redeem(code, 'Till', {})).toEqual({ kind: 'refused' });
  });

  test('informs the cashier at once about a wrong code, also if only its last digit is wrong or missing', () => {
    const { pairing, changes, start } = open();
    const { code } = start(false);
    const before = changes();
    const other = code.endsWith('0') ? '1' : '0';
    for (const wrong of [`${code.slice(0, -1)}${other}`, code.slice(0, -1)]) pairing.redeem(wrong, 'Till', side);
    expect([changes() - before, pairing.current()?.wrongCodes]).toEqual([1, 2]);
  });

  test('is refused on a computer that slept through the two minutes, although no timer ran', () => {
    const { clock, pairing, start } = open();
    const { code } = start(false);
    clock.jumpTo(clock.now() + 120_000);
    expect(pairing.current()).toBeNull();
    expect(pairing.redeem(code, 'Till', side)).toEqual({ kind: 'refused' });
  });
});

test('a till is the only one two days after the removal of another, also with a new token; its replacement is so at once', () => {
  const { clock, tills } = open();
  const onlyAfter = (removed: string, passedMs: number, paired: string): string | null => {
    tills.remove(removed);
    clock.advance(passedMs);
    tills.put({ id: paired, name: paired, hash: paired, scopes: ['sale'], createdAt: clock.now() });
    return tills.ofShop().only;
  };
  expect([onlyAfter('', 0, 'one'), onlyAfter('', 1, 'two'), onlyAfter('two', 1, 'one')]).toEqual(['one', null, null]);
  expect([onlyAfter('', 2 * 86_400_000, 'one'), onlyAfter('one', 1, 'three')]).toEqual(['one', 'three']);
});

test('a pairing token has 256 random bits and is stored as a hash that does not show it', () => {
  const token = newToken(createSeededRandom());
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  expect(hashToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
