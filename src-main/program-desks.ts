import { join } from 'node:path';
import type { PairingDesk } from './actions/contexts.ts';
import type { AppConfig, AppPorts } from './app-parts.ts';
import { createSupport, type Support } from './flows/support.ts';
import type { StatusResource } from './kernel/till-view.ts';
import { pinFile } from './pin/pin-file.ts';
import { createPinLock, type PinLock } from './pin/pin-lock.ts';
import type { Pairing } from './tills/pairing.ts';
import type { TillTable } from './tills/till-table.ts';

/** Small parts of what lives as long as the program, for `app.ts`. */

/** In the lasting folder also where the receipts of this run are in a passing one: a keychain away is no way around it. */
export const pinOf = (ports: AppPorts, config: AppConfig, changed: () => void): PinLock =>
  createPinLock({
    ...ports,
    file: pinFile(join(config.homeDir ?? config.dataDir, 'pin.json')),
    unlockedMs: () => ports.settings.current().pin.unlockedMinutes * 60_000,
    changed,
  });

export const supportOf = (ports: AppPorts, config: AppConfig, status: () => StatusResource): Support =>
  createSupport({
    clock: ports.clock,
    version: config.version,
    program: config.program,
    platform: process.platform,
    folder: config.dataDir,
    status,
    settings: ports.settings.current,
    logTail: config.logTail ?? (() => ''),
  });

export const pairingDesk = (
  pairing: Pairing,
  tills: () => TillTable,
  /** What a till that was paired still has open, ends. */
  revoked: () => void,
): PairingDesk => ({
  start: pairing.start,
  stop: pairing.stop,
  list: () => tills().list(),
  revoke(id) {
    const isRemoved = tills().remove(id);
    if (isRemoved) revoked();
    return isRemoved;
  },
});

export const namesOf = (tills: TillTable): ReadonlyMap<string, string> =>
  new Map(tills.list().map(({ id, name }) => [id, name]));
