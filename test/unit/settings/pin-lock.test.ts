import { scryptSync } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pinFile } from '../../../src-main/settings/pin-file.ts';
import { createPinLock } from '../../../src-main/settings/pin-lock.ts';
import { createManualClock } from '../../fakes/manual-clock.ts';
import { createSeededRandom } from '../../fakes/seeded-random.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';
import { createTestLog } from '../../fakes/test-log.ts';

const minute = 60_000;
const pin = '739155';

function openLock(path = join(tempFolder(), 'pin.json'), clock = createManualClock()) {
  const log = createTestLog();
  let changes = 0;
  const lock = createPinLock({
    file: pinFile(path),
    clock,
    log,
    random: createSeededRandom(3),
    isFixed: () => false,
    unlockedMs: () => 5 * minute,
    changed: () => {
      changes += 1;
    },
  });
  return { lock, clock, log, path, changes: () => changes, again: () => openLock(path, clock) };
}

/** The lowest allowed cost, so that forty PINs take no time. */
const least = { cost: 1_024, blockSize: 8, parallel: 1 };
const salt = Buffer.alloc(16, 7);
const key = scryptSync(pin, salt, 32, { N: least.cost }).toString('base64');

function withPin() {
  const opened = openLock();
  pinFile(opened.path).write({ version: 1, hash: { ...least, salt: salt.toString('base64'), key }, wrongTries: 0 });
  return opened;
}

const codeOf = (result: Awaited<ReturnType<ReturnType<typeof openLock>['lock']['unlock']>>) =>
  result.ok ? 'ok' : result.error.code;

test('the file contains a salted hash and its cost, not the PIN, and the same PIN stored twice has two hashes', async () => {
  const { lock, path, log } = openLock();
  expect(await lock.change(null, pin)).toMatchObject({ ok: true });
  const first = readFileSync(path, 'utf8');
  expect(first).not.toContain(pin);
  expect(JSON.parse(first)).toMatchObject({ hash: { cost: 32_768, blockSize: 8, parallel: 1 }, wrongTries: 0 });
  expect(await lock.change(pin, pin)).toMatchObject({ ok: true });
  expect(JSON.parse(readFileSync(path, 'utf8')).hash.key).not.toBe(JSON.parse(first).hash.key);
  expect(JSON.stringify(log.lines)).not.toContain(pin);
});

test('the right PIN unlocks for a time, work extends this time, and its end locks again', async () => {
  const { lock, clock, changes } = withPin();
  expect(lock.isLocked()).toBe(true);
  expect(codeOf(await lock.unlock(pin))).toBe('ok');
  clock.advance(4 * minute);
  lock.stay();
  clock.advance(4 * minute);
  expect(lock.isLocked()).toBe(false);
  const before = changes();
  clock.advance(minute);
  expect(lock.isLocked()).toBe(true);
  expect(lock.view().unlockedUntil).toBeNull();
  expect(changes()).toBeGreaterThan(before);
  lock.stay();
  expect(lock.isLocked()).toBe(true);
});

test('a computer that slept past the unlocked time is locked before any timer runs', async () => {
  const clock = createManualClock();
  let sleptMs = 0;
  const { lock } = openLock(undefined, { ...clock, monotonic: () => clock.monotonic() + sleptMs });
  await lock.change(null, pin);
  expect(lock.isLocked()).toBe(false);
  sleptMs = 6 * minute;
  expect(lock.isLocked()).toBe(true);
});

test('a clock that is set back does not extend the unlocked time', async () => {
  const { lock, clock } = withPin();
  await lock.unlock(pin);
  clock.jumpTo(clock.now() - 24 * 60 * minute);
  clock.advance(5 * minute);
  expect(lock.isLocked()).toBe(true);
});

test('wrong PINs cause growing pauses, and the right one is refused during a pause', async () => {
  const { lock, clock } = withPin();
  for (let tries = 0; tries < 3; tries += 1) expect(codeOf(await lock.unlock('0000'))).toBe('pinWrong');
  const pauses: number[] = [];
  for (let round = 0; round < 6; round += 1) {
    const refused = await lock.unlock(pin);
    if (refused.ok || refused.error.retryAfterMs === undefined) throw new Error('expected a pause');
    expect(refused.error.code).toBe('pinPaused');
    expect(lock.view().nextTryAt).toBe(clock.now() + refused.error.retryAfterMs);
    pauses.push(refused.error.retryAfterMs / 1_000);
    clock.advance(refused.error.retryAfterMs);
    expect(lock.view().nextTryAt).toBeNull();
    expect(codeOf(await lock.unlock('0000'))).toBe('pinWrong');
  }
  expect(pauses).toEqual([30, 60, 120, 300, 900, 900]);
  clock.advance(15 * minute);
  expect(codeOf(await lock.unlock(pin))).toBe('ok');
  expect(codeOf(await lock.unlock('0000'))).toBe('pinWrong');
  expect(lock.view().nextTryAt).toBeNull();
});

test('neither a restart nor a date in the future shortens the pause', async () => {
  const first = withPin();
  for (let tries = 0; tries < 4; tries += 1) {
    await first.lock.unlock('0000');
    first.clock.advance(tries < 2 ? 0 : 30_000);
  }
  first.lock.stop();
  first.clock.jumpTo(first.clock.now() + 48 * 60 * minute);
  const second = first.again();
  expect(await second.lock.unlock(pin)).toMatchObject({ error: { code: 'pinPaused', retryAfterMs: minute } });
  second.clock.advance(minute);
  expect(codeOf(await second.lock.unlock(pin))).toBe('ok');
});

test('a kill during an attempt does not give a free attempt', async () => {
  const { lock, path } = withPin();
  const underWay = lock.unlock('0000');
  expect(JSON.parse(readFileSync(path, 'utf8')).wrongTries).toBe(1);
  await underWay;
});

test('only three of a hundred simultaneous attempts are checked', async () => {
  const { lock } = withPin();
  const answers = await Promise.all(Array.from({ length: 100 }, (_, index) => lock.unlock(String(1_000 + index))));
  expect(answers.filter((answer) => codeOf(answer) === 'pinWrong')).toHaveLength(3);
  expect(answers.filter((answer) => codeOf(answer) === 'pinPaused')).toHaveLength(97);
});

test('a change or removal of the PIN needs the current one, and a wrong one counts as an attempt', async () => {
  const { lock, path } = withPin();
  expect(codeOf(await lock.change(null, '8888'))).toBe('pinNeeded');
  expect(codeOf(await lock.change('0000', null))).toBe('pinWrong');
  expect(JSON.parse(readFileSync(path, 'utf8')).wrongTries).toBe(1);
  expect(codeOf(await lock.change(pin, '8888'))).toBe('ok');
  expect(codeOf(await lock.unlock(pin))).toBe('pinWrong');
  expect(codeOf(await lock.change('8888', null))).toBe('ok');
  expect(lock.isLocked()).toBe(false);
  expect(openLock(path).lock.view().isSet).toBe(false);
});

test('of two simultaneous choices of a first PIN one is refused, so that no person relies on a PIN that was replaced', async () => {
  const { lock } = openLock();
  const answers = await Promise.all([lock.change(null, pin), lock.change(null, '8888')]);
  expect(answers.map(codeOf)).toEqual(['ok', 'pinNeeded']);
  expect(codeOf(await lock.unlock(pin))).toBe('ok');
});

test('a disk that cannot store attempts does not refuse the right PIN, and wrong PINs still cause a pause', async () => {
  const { lock, path, log } = withPin();
  // `writeAtomically` writes here first.
  mkdirSync(`${path}.new`);
  for (let tries = 0; tries < 3; tries += 1) expect(codeOf(await lock.unlock('0000'))).toBe('pinWrong');
  expect(codeOf(await lock.unlock(pin))).toBe('pinPaused');
  const other = withPin();
  mkdirSync(`${other.path}.new`);
  expect(codeOf(await other.lock.unlock(pin))).toBe('ok');
  expect(log.lines.map(({ event }) => event)).toContain('pin-attempt-not-stored');
});

test('a file that cannot be read keeps everything locked until a reset', async () => {
  const { path } = withPin();
  writeFileSync(path, '{"version":1,"hash":{}');
  const { lock, log } = openLock(path);
  expect(lock.isLocked()).toBe(true);
  expect(codeOf(await lock.unlock(pin))).toBe('pinWrong');
  expect(log.lines.map(({ event }) => event)).toContain('pin-not-read');
  lock.reset();
  expect(lock.isLocked()).toBe(false);
  expect(openLock(path).lock.view().isSet).toBe(false);
});
