import { join } from 'node:path';
import type { PairingDesk } from './actions/contexts.ts';
import type { ContextsNow } from './actions/dispatch.ts';
import type { AppConfig, AppPorts } from './app-parts.ts';
import type { OpenConnection } from './connection.ts';
import type { StatusView } from './contract/views.ts';
import { isServing } from './flows/sale/serving.ts';
import { ownSale, reachOfTill, statusSeenBy } from './flows/sale/till-reach.ts';
import { orRefusal } from './flows/storage-refusal.ts';
import type { KeyRotation } from './flows/upkeep/key-rotation.ts';
import { createSupport, type Support } from './flows/upkeep/support.ts';
import { done, failed, type Result } from './kernel/result.ts';
import type { TillScope } from './kernel/scopes.ts';
import type { Settings } from './kernel/settings.ts';
import type { StatusResource } from './kernel/till-view.ts';
import { fixedPin } from './pin/fixed-pin.ts';
import { pinFile } from './pin/pin-file.ts';
import type { PinHash } from './pin/pin-hash.ts';
import { createPinLock, type PinLock } from './pin/pin-lock.ts';
import type { PolicyRoom } from './policy/policy.ts';
import type { PosPort } from './pos-api/pos-port.ts';
import { reaches } from './sale/till.ts';
import { otherConnections } from './storage/connection-folders.ts';
import { createPairing, type PairingCode } from './tills/pairing.ts';
import { faultOfName } from './tills/till-name.ts';
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

/** Those that are paired, then those that were removed and can be paired again. */
const knownTills = (tills: TillTable) => [
  ...tills.list(),
  ...tills.removed().map((till) => ({ ...till, scopes: [] as readonly TillScope[], createdAt: null })),
];

/** How tills come and go: each time it is logged, counted and shown, and what the earlier token has open ends. */
export function createTillDesk(parts: {
  readonly tokens: Pick<TokenStore, 'issue'>;
  readonly tills: () => TillTable;
  readonly ports: Pick<AppPorts, 'clock' | 'random' | 'log'>;
  readonly ended: () => void;
  readonly changed: () => void;
}) {
  const { tokens, tills, ended, changed } = parts;
  const { clock, random, log } = parts.ports;
  let last: StatusView['posApi']['lastTill'] = null;

  function note(
    what: 'paired' | 'paired-again' | 'removed',
    till: { readonly id: string; readonly name: string },
  ): void {
    last = { what, name: till.name, at: clock.now() };
    // Warnings are counted (`receipt_companion.log.lines`): whoever looks after many tills sees a takeover there.
    log.warn(`till-${what}`, { till: till.id });
    ended();
    changed();
  }

  const issue: TokenStore['issue'] = (name, scopes, meant) => {
    // A full disk is an answer.
    const issued = orRefusal(() => tokens.issue(name, scopes, meant), 'pairing', log);
    if (issued.ok) note(meant?.id == null ? 'paired' : 'paired-again', issued.value.till);
    return issued;
  };
  const pairing = createPairing({ clock, random, tokens: { issue }, changed });
  const desk: PairingDesk = {
    start(withDesk, again) {
      const till = again === undefined ? null : knownTills(tills()).find(({ id }) => id === again);
      return till === undefined
        ? failed('notFound', `there is and was no till ${again}`)
        : done(pairing.start(withDesk, till));
    },
    stop: pairing.stop,
    list: () => knownTills(tills()),
    revoke(id) {
      const till = tills()
        .list()
        .find((one) => one.id === id);
      if (till === undefined || !tills().remove(id, clock.now())) return false;
      note('removed', till);
      return true;
    },
  };
  return {
    pairing,
    desk,
    last: () => last,
    /** `--pair NAME`, `--pair NAME --again`: a till that was paired before keeps its scopes. */
    pair(name: string, again: boolean): Result<PairingCode> {
      const known = knownTills(tills());
      const till = known.find((one) => one.name === name);
      if (again && till !== undefined) return done(pairing.start(till.scopes.includes('partner'), till));
      const fault = again
        ? 'no till is or was called so'
        : faultOfName(
            name,
            null,
            known.map((one) => one.name),
          );
      return fault === null ? done(pairing.start(false, { id: null, name })) : failed('invalid', fault);
    },
  };
}

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
