import type { AppError } from '../kernel/result.ts';
import { type TillScope, tillScopes } from '../kernel/scopes.ts';
import type { Clock, Random } from '../ports.ts';
import { sameSecret } from './token-hash.ts';
import type { TokenStore } from './token-store.ts';

/** How a till gets its token (pos-api.md "Admission" 3): the cashier window shows a code, the till sends it. */
export interface Pairing {
  /** Shows a new code; an earlier one is dead. `desk` gives the till the scope of the customer desk as well. */
  start(desk: boolean): PairingCode;
  stop(): void;
  /** The code that is open now, and how often a wrong one was sent since it was shown. */
  current(): (PairingCode & { readonly wrongCodes: number }) | null;
  /** Trades the code for a token. `refused` says neither whether there is a code nor what was wrong with this one. */
  redeem(code: string, name: string): Redeemed;
}

export interface PairingCode {
  /** 8 digits. */
  readonly code: string;
  /** Milliseconds since the epoch. */
  readonly until: number;
}

export type Redeemed =
  | { readonly kind: 'paired'; readonly token: string }
  | { readonly kind: 'refused' }
  /** The token could not be kept; the code stays good. */
  | { readonly kind: 'notKept'; readonly error: AppError }
  | { readonly kind: 'tooManyTries'; readonly retryAfterSeconds: number };

const codeLifeMs = 2 * 60_000;
const mostTries = 5;
/** Attempts per minute, whether or not a code is open: nobody can wait for the next code and try at once. */
const attemptsPerMinute = 20;
const minuteMs = 60_000;

export interface PairingParts {
  readonly clock: Clock;
  readonly random: Pick<Random, 'bytes'>;
  readonly tokens: Pick<TokenStore, 'issue'>;
  readonly changed?: () => void;
}

/** Which scopes a pairing gives: every till sells, and whatever else a person said when the code was shown. */
const gives: Readonly<Record<TillScope, (asked: { readonly desk: boolean }) => boolean>> = {
  sale: () => true,
  partner: ({ desk }) => desk,
};

/** `changed` is called whenever `current()` has another answer, so that the cashier window can follow. */
export function createPairing({ clock, random, tokens, changed = () => {} }: PairingParts): Pairing {
  let open: { readonly shown: PairingCode; readonly desk: boolean; triesLeft: number; forget: () => void } | null =
    null;
  let attempts: readonly number[] = [];

  function close(): void {
    if (open === null) return;
    open.forget();
    open = null;
    changed();
  }

  /** A sleeping computer fires timers late: the clock decides. */
  const live = () => (open !== null && clock.now() < open.shown.until ? open : null);

  return {
    start(desk) {
      open?.forget();
      const shown = { code: eightDigits(random), until: clock.now() + codeLifeMs };
      open = { shown, desk, triesLeft: mostTries, forget: clock.setTimer(codeLifeMs, close) };
      changed();
      return shown;
    },
    stop: close,
    current() {
      const pairing = live();
      return pairing === null ? null : { ...pairing.shown, wrongCodes: mostTries - pairing.triesLeft };
    },
    redeem(code, name) {
      const now = clock.now();
      attempts = attempts.filter((at) => at > now - minuteMs && at <= now);
      const [oldest] = attempts;
      if (oldest !== undefined && attempts.length >= attemptsPerMinute) {
        return { kind: 'tooManyTries', retryAfterSeconds: Math.ceil((oldest + minuteMs - now) / 1000) };
      }
      attempts = [...attempts, now];

      const pairing = live();
      if (pairing === null) return { kind: 'refused' };
      if (!sameSecret(code, pairing.shown.code)) {
        if (--pairing.triesLeft === 0) close();
        else changed();
        return { kind: 'refused' };
      }
      const issued = tokens.issue(
        name,
        tillScopes.filter((scope) => gives[scope](pairing)),
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
