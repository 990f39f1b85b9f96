import { commandsOn } from '../dispatch/dispatch.ts';
import type { Random, SystemPorts } from '../ports.ts';
import { type AppError, done, failed, type Result } from '../shared/result.ts';
import { type TillScope, tillScopes } from '../shared/till-names.ts';
import type { CashierView } from '../shared/views.ts';
import { orRefusal } from '../storage/storage-refusal.ts';
import { faultOfName, sameSecret, type Till, type TillChoice, type TillTable, type TokenStore } from './token-store.ts';

export interface PairingCode {
  readonly code: string;
  readonly until: number;
}

type PairingResult =
  | { readonly kind: 'paired'; readonly token: string }
  | { readonly kind: 'refused' }
  /** The name is invalid, or the token could not be stored. The code stays valid. */
  | { readonly kind: 'notKept'; readonly error: AppError }
  | { readonly kind: 'tooManyTries' };

const codeLifeMs = 2 * 60_000;
/** The most attempts of one connection, with or without an active code. */
const mostTries = 5;
/** The most wrong codes of all connections together, because a program can open many. This is 0.001 % of all codes. */
const mostWrongCodes = 1_000;

interface PairingParts extends Pick<SystemPorts, 'clock' | 'random' | 'log'> {
  readonly tokens: Pick<TokenStore, 'issue'>;
  readonly tills: () => TillTable;
  /** Ends the connections that use the till's earlier token. */
  readonly ended: () => void;
  /** Called after a change of the code or of the tills. */
  readonly changed: () => void;
}

export type Pairing = ReturnType<typeof createPairing>;

/** Gives tokens to tills, lists them and removes them. */
export function createPairing({ tokens, tills, clock, random, log, ended, changed }: PairingParts) {
  let open: {
    readonly shown: PairingCode;
    readonly scopes: readonly TillScope[];
    readonly meant: TillChoice | null;
    wrongCodes: number;
    readonly forget: () => void;
  } | null = null;
  const wrongOf = new WeakMap<object, number>();
  let last: CashierView['status']['posApi']['lastTill'] = null;

  function close(): void {
    if (open === null) return;
    open.forget();
    open = null;
    changed();
  }

  /** A sleeping computer fires timers late, so the clock decides. */
  const live = () => (open !== null && clock.now() < open.shown.until ? open : null);

  /** Returns the open pairing if this is its code, otherwise null. Counts a wrong code. */
  function openedBy(code: string) {
    const pairing = live();
    if (pairing === null || sameSecret(code, pairing.shown.code)) return pairing;
    pairing.wrongCodes += 1;
    // The window's text changes only with the first wrong code, and once there are too many for one connection.
    if ([1, mostTries + 1].includes(pairing.wrongCodes)) changed();
    if (pairing.wrongCodes === mostWrongCodes) close();
    return null;
  }

  /** Replaces the code. `partner`: the token gets that scope, too. `meant`: the till that is paired again, if any. */
  function show(partner: boolean, meant: TillChoice | null): Result<PairingCode> {
    open?.forget();
    const shown = { code: eightDigits(random), until: clock.now() + codeLifeMs };
    const scopes = partner ? tillScopes : (['sale'] as const);
    open = { shown, scopes, meant, wrongCodes: 0, forget: clock.setTimer(codeLifeMs, close) };
    changed();
    return done(shown);
  }

  function note(what: 'paired' | 'paired-again' | 'removed', till: Pick<Till, 'id' | 'name'>): void {
    last = { what, name: till.name, at: clock.now() };
    // A warning is counted in the metrics, so that the administrator of many tills sees a takeover.
    log.warn(`till-${what}`, { till: till.id });
    ended();
  }

  const list = () => tills().all();

  return {
    last: () => last,
    list,
    start(partner: boolean, again?: string): Result<PairingCode> {
      const till = again === undefined ? null : list().find(({ id }) => id === again);
      return till === undefined ? failed('notFound', `No till named ${again} was ever paired.`) : show(partner, till);
    },
    stop: close,
    current(): (PairingCode & { readonly till: string | null; readonly wrongCodes: number }) | null {
      const pairing = live();
      if (pairing === null) return null;
      const { shown, meant, wrongCodes } = pairing;
      return { ...shown, till: meant?.name ?? null, wrongCodes };
    },
    /** Wrong codes of one connection (`side`) do not block others. `refused` does not say what was wrong. */
    redeem(code: string, name: string, side: object): PairingResult {
      const tries = wrongOf.get(side) ?? 0;
      if (tries >= mostTries) return { kind: 'tooManyTries' };
      const pairing = openedBy(code);
      if (pairing === null) {
        wrongOf.set(side, tries + 1);
        return { kind: 'refused' };
      }
      const { scopes, meant } = pairing;
      const issued = orRefusal(() => tokens.issue(name, scopes, meant), 'pairing', log);
      if (!issued.ok) return { kind: 'notKept', error: issued.error };
      note(meant?.id == null ? 'paired' : 'paired-again', issued.value.till);
      close();
      return { kind: 'paired', token: issued.value.token };
    },
    revoke(id: string): boolean {
      const till = tills().remove(id);
      if (till === null) return false;
      note('removed', till);
      changed();
      return true;
    },
    /** Runs `--pair NAME` and `--pair NAME --again`. A till that was paired before keeps its scopes. */
    pair(name: string, again: boolean): Result<PairingCode> {
      const known = list();
      const till = known.find((one) => one.name === name);
      if (again && till !== undefined) return show(till.scopes.includes('partner'), till);
      const names = known.map((one) => one.name);
      const fault = again ? 'No till has this name or had it.' : faultOfName(name, null, names);
      return fault === null ? show(false, { id: null, name }) : failed('invalid', fault);
    },
  };
}

const codes = 100_000_000;
/** Numbers below this limit make every code equally likely. */
const fairBelow = Math.floor(2 ** 32 / codes) * codes;

function eightDigits(random: Pick<Random, 'bytes'>): string {
  for (;;) {
    const number = Buffer.from(random.bytes(4)).readUInt32BE();
    if (number < fairBelow) return String(number % codes).padStart(8, '0');
  }
}

export const pairingCommands = commandsOn<{
  readonly pairing: Pick<Pairing, 'start' | 'stop' | 'list' | 'revoke'>;
}>()('program', {
  'pairing.start': ({ pairing }, { partner, again }) => pairing.start(partner, again),
  'pairing.stop': ({ pairing }) => pairing.stop(),
  'pairing.list': ({ pairing }) => done(pairing.list().map((till) => ({ ...till, scopes: [...till.scopes] }))),
  'pairing.revoke': ({ pairing }, { id }) =>
    pairing.revoke(id) ? done(null) : failed('notFound', `There is no paired till ${id}.`),
});
