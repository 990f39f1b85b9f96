import { commandsOn } from '../dispatch/action.ts';
import type { SystemPorts } from '../ports.ts';
import { done, failed, type Result } from '../shared/result.ts';
import type { TillScope } from '../shared/till-names.ts';
import type { CashierView } from '../shared/views.ts';
import { orRefusal } from '../storage/storage-refusal.ts';
import { createPairing, type PairingCode } from './pairing.ts';
import { faultOfName } from './till-name.ts';
import type { Till, TillTable } from './till-table.ts';
import type { TokenStore } from './token-store.ts';

interface PairedTillsParts extends Pick<SystemPorts, 'clock' | 'random' | 'log'> {
  readonly tokens: Pick<TokenStore, 'issue'>;
  readonly tills: () => TillTable;
  /** Ends everything that the earlier token of a till has open. */
  readonly ended: () => void;
  readonly changed: () => void;
}

export type PairedTills = ReturnType<typeof createPairedTills>;

export function createPairedTills({ tokens, tills, clock, random, log, ended, changed }: PairedTillsParts) {
  let last: CashierView['status']['posApi']['lastTill'] = null;

  function note(what: 'paired' | 'paired-again' | 'removed', till: Pick<Till, 'id' | 'name'>): void {
    last = { what, name: till.name, at: clock.now() };
    // Warnings are counted, so that an administrator of many tills sees a takeover there.
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

  /** The paired tills, then the removed ones, which can be paired again and have no `createdAt`. */
  const list = () => [
    ...tills().list(),
    ...tills()
      .removed()
      .map((till) => ({ ...till, scopes: [] as readonly TillScope[], createdAt: null })),
  ];

  return {
    pairing,
    last: () => last,
    names: (): ReadonlyMap<string, string> =>
      new Map(
        tills()
          .list()
          .map(({ id, name }) => [id, name]),
      ),
    list,
    /** `again`: the id of the till that the code is for; absent: a new one. `notFound` where there was none. */
    start(withPartner: boolean, again?: string): Result<PairingCode> {
      const till = again === undefined ? null : list().find(({ id }) => id === again);
      return till === undefined
        ? failed('notFound', `No till named ${again} was ever paired.`)
        : done(pairing.start(withPartner, till));
    },
    stop: pairing.stop,
    revoke(id: string): boolean {
      const till = tills()
        .list()
        .find((one) => one.id === id);
      if (till === undefined || !tills().remove(id, clock.now())) return false;
      note('removed', till);
      return true;
    },
    /** `--pair NAME`, `--pair NAME --again`: a till that was paired before keeps its scopes. */
    pair(name: string, again: boolean): Result<PairingCode> {
      const known = list();
      const till = known.find((one) => one.name === name);
      if (again && till !== undefined) return done(pairing.start(till.scopes.includes('partner'), till));
      const names = known.map((one) => one.name);
      const fault = again ? 'no till is or was called so' : faultOfName(name, null, names);
      return fault === null ? done(pairing.start(false, { id: null, name })) : failed('invalid', fault);
    },
  };
}

export const pairingCommands = commandsOn<{
  readonly pairing: Pick<PairedTills, 'start' | 'stop' | 'list' | 'revoke'>;
}>()('program', {
  'pairing.start': ({ pairing }, { desk, again }) => pairing.start(desk, again),
  'pairing.stop': ({ pairing }) => pairing.stop(),
  'pairing.list': ({ pairing }) => done(pairing.list().map((till) => ({ ...till, scopes: [...till.scopes] }))),
  'pairing.revoke': ({ pairing }, { id }) =>
    pairing.revoke(id) ? done(null) : failed('notFound', `There is no paired till ${id}.`),
});
