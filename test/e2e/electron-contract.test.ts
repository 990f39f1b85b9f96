import { beforeAll, expect, test } from 'vitest';
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

const programs = [
  ['the stand-in', hasStandIn, () => standIn],
  ['Electron', hasElectron, () => electron],
] as const;

test.each(programs.filter(([, isThere]) => isThere))('%s behaves as the app assumes', (_program, _isThere, seen) => {
  expect(otherwise(seen())).toEqual([]);
  expect(seen().length).toBeGreaterThan(40);
});
