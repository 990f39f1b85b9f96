import { beforeAll, describe, expect, test } from 'vitest';
import type { Check } from '../electron/contract/assumption.ts';
import { hasElectron, hasStandIn, onElectron, onStandIn } from '../electron/run-contract.ts';

/** Runs the app's assumptions about Electron on the stand-in and, if installed, on Electron itself. */

let standIn: readonly Check[] = [];
let electron: readonly Check[] = [];
beforeAll(async () => {
  if (hasStandIn) standIn = await onStandIn();
  electron = await onElectron();
  const where = (what: string) => [
    ...(standIn.some((one) => one.what === what) ? ['the stand-in'] : []),
    ...(electron.some((one) => one.what === what) ? ['Electron'] : []),
  ];
  const all = [...new Set([...standIn, ...electron].map(({ what }) => what))];
  const once = all.filter((what) => where(what).length === 1);
  console.log(
    `Seen on one of the two only:\n${once.map((what) => `  ${where(what)[0]}: ${what}`).join('\n') || '  nothing'}`,
  );
});

const otherwise = (seen: readonly Check[]) => seen.filter((one) => one.expected !== one.seen);

if (hasStandIn)
  describe('the stand-in', () => {
    test('fulfils the app’s assumptions about Electron', () => {
      expect(standIn.length).toBeGreaterThan(40);
      expect(otherwise(standIn)).toEqual([]);
    });

    test('sends a request with its own connection once, and repeats a request whose reused connection was dropped', () => {
      const seen = (what: string) => standIn.find((one) => one.what === what)?.seen;
      expect(seen('Chromium repeats a request when its reused connection is dropped')).toBe(
        'PUT /first, PUT /drop, PUT /drop',
      );
      expect(seen('network rule: a request with its own connection is sent once')).toBe('PUT /first, PUT /drop');
    });
  });

if (hasElectron) {
  test('Electron behaves as the app assumes', () => {
    expect(otherwise(electron)).toEqual([]);
    expect(electron.length).toBeGreaterThan(40);
  });
}
