import { join } from 'node:path';
import type { PairingDesk } from './actions/contexts.ts';
import type { ContextsNow } from './actions/dispatch.ts';
import type { AppConfig, AppPorts } from './app-parts.ts';
import type { OpenConnection } from './connection.ts';
import { isServing } from './flows/sale/serving.ts';
import { ownSale, reachOfTill, statusSeenBy } from './flows/sale/till-reach.ts';
import { orRefusal } from './flows/storage-refusal.ts';
import type { KeyRotation } from './flows/upkeep/key-rotation.ts';
import { createSupport, type Support } from './flows/upkeep/support.ts';
import type { Settings } from './kernel/settings.ts';
import type { StatusResource } from './kernel/till-view.ts';
import { fixedPin } from './pin/fixed-pin.ts';
import { pinFile } from './pin/pin-file.ts';
import type { PinHash } from './pin/pin-hash.ts';
import { createPinLock, type PinLock } from './pin/pin-lock.ts';
import type { PolicyRoom } from './policy/policy.ts';
import type { Log } from './ports.ts';
import type { PosPort } from './pos-api/pos-port.ts';
import { reaches } from './sale/till.ts';
import { otherConnections } from './storage/connection-folders.ts';
import type { Pairing } from './tills/pairing.ts';
import type { TillTable } from './tills/till-table.ts';
import type { TokenStore } from './tills/token-store.ts';
import type { Situation } from './updates/rules.ts';

/** Small parts of what lives as long as the program, for `app.ts`. */

/** In the lasting folder also where the receipts of this run are in a passing one: a keychain away is no way around it. */
export const pinOf = (
  ports: AppPorts,
  config: AppConfig,
  policy: Pick<PolicyRoom, 'current'>,
  changed: () => void,
): PinLock => {
  const folder = config.homeDir ?? config.dataDir;
  const fixed = (): PinHash | null => policy.current().policy?.pin ?? null;
  return createPinLock({
    ...ports,
    file: fixedPin(pinFile(join(folder, 'pin.json')), pinFile(join(folder, 'pin-tries.json')), fixed),
    isFixed: () => fixed() !== null,
    unlockedMs: () => ports.settings.current().pin.unlockedMinutes * 60_000,
    changed,
  });
};

export const supportOf = (
  ports: AppPorts,
  config: AppConfig,
  status: () => StatusResource,
  keys: KeyRotation,
): Support =>
  createSupport({
    clock: ports.clock,
    version: config.version,
    program: config.program,
    platform: process.platform,
    folder: config.dataDir,
    status,
    keys,
    settings: ports.settings.current,
    logTail: config.logTail ?? (() => ''),
    waitingUpdate: config.waitingUpdate ?? (() => null),
  });

/** What speaks against another version of the program now: a customer who is served, receipts of whatever connection. */
export const situationOf = (ports: AppPorts, config: AppConfig, open: OpenConnection | null): Situation | null => {
  if (open === null) return null;
  const live = otherConnections(config.homeDir ?? config.dataDir, null);
  return {
    saleOpen: open.session.ok && isServing(open.session.value, ports.clock.now()),
    unsent: live.reduce((sum, { waiting }) => sum + waiting, 0),
  };
};

export const pairingDesk = (
  pairing: Pairing,
  tills: () => TillTable,
  now: () => number,
  /** What a till that was paired still has open, ends. */
  revoked: () => void,
): PairingDesk => ({
  start: pairing.start,
  stop: pairing.stop,
  list: () => tills().list(),
  revoke(id) {
    const isRemoved = tills().remove(id, now());
    if (isRemoved) revoked();
    return isRemoved;
  },
});

/** A full disk is an answer. */
export const issuing =
  (tokens: TokenStore, log: Log, paired: () => void): TokenStore['issue'] =>
  (name, scopes) => {
    const issued = orRefusal(() => tokens.issue(name, scopes), 'pairing', log);
    // The till may have been paired before: what its earlier token has open, ends.
    paired();
    return issued;
  };

export const namesOf = (tills: TillTable): ReadonlyMap<string, string> =>
  new Map(tills.list().map(({ id, name }) => [id, name]));

/** What a till that listens may be told. While the connection is being changed no sale is anybody's. */
export function tillSight(parts: {
  readonly settings: () => Settings;
  readonly session: ContextsNow['session'];
}): Pick<PosPort, 'seenBy' | 'mayHear'> {
  return {
    seenBy: (till, status) =>
      statusSeenBy(status, (saleId) => {
        const session = parts.session();
        return session.ok && ownSale(session.value, till, saleId) !== null;
      }),
    mayHear: (till, owner) => reaches(reachOfTill(parts, till), owner),
  };
}
