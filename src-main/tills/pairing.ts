import type { Clock, Random } from '../ports.ts';
import type { AppError } from '../shared/result.ts';
import { type TillScope, tillScopes } from '../shared/till-names.ts';
import type { MeantTill } from './till-name.ts';
import { sameSecret, type TokenStore } from './token-store.ts';

export interface PairingCode {
  readonly code: string;
  /** Milliseconds since the epoch. */
  readonly until: number;
}

export type Redeemed =
  | { readonly kind: 'paired'; readonly token: string }
  | { readonly kind: 'refused' }
  /** The name does not fit, or the token could not be kept; the code stays good. */
  | { readonly kind: 'notKept'; readonly error: AppError }
  | { readonly kind: 'tooManyTries' };

const codeLifeMs = 2 * 60_000;
/** Of one side, whether or not a code is open. */
const mostTries = 5;
/** Of all sides for one code, because a local program opens as many connections as it likes: one guess in 100,000 is right. */
const mostWrongCodes = 1_000;

export interface PairingParts {
  readonly clock: Clock;
  readonly random: Pick<Random, 'bytes'>;
  readonly tokens: Pick<TokenStore, 'issue'>;
  readonly changed?: () => void;
}

const gives: Readonly<Record<TillScope, (asked: { readonly desk: boolean }) => boolean>> = {
  sale: () => true,
  partner: ({ desk }) => desk,
};

export type Pairing = ReturnType<typeof createPairing>;

/** How a till gets its token. `changed`: `current()` has another answer. */
export function createPairing({ clock, random, tokens, changed = () => {} }: PairingParts) {
  let open: {
    readonly shown: PairingCode;
    readonly desk: boolean;
    readonly meant: MeantTill | null;
    wrongCodes: number;
    readonly forget: () => void;
  } | null = null;
  const wrongOf = new WeakMap<object, number>();

  function close(): void {
    if (open === null) return;
    open.forget();
    open = null;
    changed();
  }

  /** A sleeping computer fires timers late: the clock decides. */
  const live = () => (open !== null && clock.now() < open.shown.until ? open : null);

  return {
    /** An earlier code is dead. `desk`: the customer desk as well; `meant`: the till that it is for, null any new one. */
    start(desk: boolean, meant: MeantTill | null = null): PairingCode {
      open?.forget();
      const shown = { code: eightDigits(random), until: clock.now() + codeLifeMs };
      open = { shown, desk, meant, wrongCodes: 0, forget: clock.setTimer(codeLifeMs, close) };
      changed();
      return shown;
    },
    stop: close,
    /** The code that is open now, the till that it was made for, and how often a wrong one was sent since it was shown. */
    current(): (PairingCode & { readonly till: string | null; readonly wrongCodes: number }) | null {
      const pairing = live();
      if (pairing === null) return null;
      const { shown, meant, wrongCodes } = pairing;
      return { ...shown, till: meant?.name ?? null, wrongCodes };
    },
    /** Wrong codes of one connection (`side`) do not block the right one. `refused` does not say what was wrong. */
    redeem(code: string, name: string, side: object): Redeemed {
      const tries = wrongOf.get(side) ?? 0;
      if (tries >= mostTries) return { kind: 'tooManyTries' };
      const pairing = live();
      if (pairing === null || !sameSecret(code, pairing.shown.code)) {
        wrongOf.set(side, tries + 1);
        // A flood of them does not redraw the window each time: its text changes with the first one and with every
        // further sender.
        if (pairing !== null && [1, mostTries + 1].includes(++pairing.wrongCodes)) changed();
        if (pairing?.wrongCodes === mostWrongCodes) close();
        return { kind: 'refused' };
      }
      const issued = tokens.issue(
        name,
        tillScopes.filter((scope) => gives[scope](pairing)),
        pairing.meant,
      );
      if (!issued.ok) return { kind: 'notKept', error: issued.error };
      close();
      return { kind: 'paired', token: issued.value.token };
    },
  };
}

const codes = 100_000_000;
/** Below this every code is equally likely. */
const fairBelow = Math.floor(2 ** 32 / codes) * codes;

function eightDigits(random: Pick<Random, 'bytes'>): string {
  for (;;) {
    const number = Buffer.from(random.bytes(4)).readUInt32BE();
    if (number < fairBelow) return String(number % codes).padStart(8, '0');
  }
}
