import fc from 'fast-check';
import type { FaultInput } from '../../src-main/simulator/faults.ts';
import { allCommands, always, restart } from './model-commands.ts';
import { passTime } from './pass-time.ts';
import type { TestApp } from './test-app.ts';

/** Causes of pauses of the queue, the pool or the sign-in. Each lasts until the service answers well again. */

const json = { 'content-type': 'application/json' };
const text = { 'content-type': 'text/plain' };

const signInRefused = always('signInRefused', ({ simulator }) => {
  simulator.setSwitches({ acceptsSignIn: false });
  simulator.revokeAccessTokens();
  simulator.revokeRefreshTokens();
});

const locked = new WeakMap<TestApp, TestApp['secrets']['get']>();
const keychainLocked = always('keychainLocked', (testApp) => {
  if (!locked.has(testApp)) locked.set(testApp, testApp.secrets.get);
  testApp.secrets.get = () => Promise.reject(new Error('the keychain is locked'));
  testApp.simulator.revokeAccessTokens();
  testApp.simulator.revokeRefreshTokens();
});
const keychainOpen = always('keychainOpen', unlockKeychain);

export function unlockKeychain(testApp: TestApp): void {
  const get = locked.get(testApp);
  if (get !== undefined) testApp.secrets.get = get;
}

const pausing = (name: string, fault: Omit<FaultInput, 'times'>) =>
  fc
    .constantFrom<NonNullable<FaultInput['times']>>(1, 2, 5, 'forever')
    .chain((times) => always(`${name}(${times})`, ({ simulator }) => simulator.faults.add({ ...fault, times })));

/** The answer of a proxy, gateway or captive portal in place of the service. */
const page = (status: number) =>
  ({
    kind: 'status',
    status,
    body: '<!doctype html><title>Blocked</title>',
    headers: { 'content-type': 'text/html' },
  }) as const;
const plain = (status: number) => ({ kind: 'status', status, body: 'Forbidden', headers: text }) as const;

const atSignIn = (name: string, effect: FaultInput['effect']) =>
  fc.constantFrom<NonNullable<FaultInput['times']>>(1, 2, 'forever').chain((times) =>
    always(`${name}(${times})`, ({ simulator }) => {
      simulator.faults.add({ route: 'token', effect, times });
      simulator.revokeAccessTokens();
    }),
  );

const unknownStore = { kind: 'status', status: 404, body: 'Store not found', headers: text } as const;
const asksToWait = (seconds: number) =>
  ({ kind: 'status', status: 503, headers: { 'retry-after': String(seconds) } }) as const;

/**
 * Makes the store unknown and restarts the app, because a 404 counts against the store only until one of its bills
 * arrives after a start. Fills the pool, so that only the queue sends requests.
 */
export async function storeUnknownSinceStart(testApp: TestApp): Promise<void> {
  unlockKeychain(testApp);
  testApp.simulator.setSwitches({ acceptsSignIn: true });
  testApp.simulator.faults.clear();
  testApp.network.down = false;
  testApp.simulator.faults.add({ route: 'bill', effect: unknownStore, times: 'forever' });
  await testApp.restart();
  await passTime(testApp, 3_600_000, () => testApp.till.status().pool.available === 2);
}

/** Lets time pass, so that pauses grow. */
const hours = fc
  .constantFrom(60_000, 900_000, 7_200_000)
  .chain((ms) => always(`hours(${ms})`, ({ clock }) => clock.advance(ms)));

/** A start waits for a locked keychain before there is a queue, so this command unlocks the keychain first. */
const restartUnlocked = always('restart', (testApp) => {
  unlockKeychain(testApp);
  return testApp.restart();
});

const pauses = [
  signInRefused,
  keychainLocked,
  keychainOpen,
  pausing('passwordRefused', {
    route: 'token',
    effect: { kind: 'status', status: 400, body: '{"error":"invalid_grant"}', headers: json },
  }),
  atSignIn('pageAtSignIn', page(403)),
  atSignIn('pageInPlaceOfSignIn', page(200)),
  atSignIn('textAtSignIn', plain(400)),
  pausing('pageForBills', { route: 'bill', effect: page(403) }),
  pausing('pageForNoBill', { route: 'bill', effect: page(404) }),
  pausing('textForBills', { route: 'bill', effect: plain(407) }),
  pausing('pageForPool', { route: 'register', effect: page(400) }),
  pausing('billsUnauthorized', { route: 'bill', effect: { kind: 'status', status: 401 } }),
  pausing('registersUnauthorized', { route: 'register', effect: { kind: 'status', status: 401 } }),
  pausing('storeUnknownToBills', { route: 'bill', effect: unknownStore }),
  pausing('storeUnknownToPool', { route: 'register', effect: unknownStore }),
  pausing('asksToWait', { route: 'bill', effect: asksToWait(60) }),
  pausing('asksToWaitLong', { route: 'register', effect: asksToWait(3_600) }),
  pausing('down', { route: 'bill', effect: { kind: 'status', status: 503 } }),
  hours,
];

export const commandsWithPauses = [
  ...allCommands.map((command) => (command === restart ? restartUnlocked : command)),
  ...pauses,
  ...pauses,
];
