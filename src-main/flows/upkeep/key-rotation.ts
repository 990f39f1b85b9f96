import { failed, done as ok, type Result } from '../../kernel/result.ts';
import type { Clock, Log } from '../../ports.ts';
import type { KeyPlace } from '../../settings/data-key.ts';
import type { Keyring } from '../../storage/encryption.ts';
import type { Resealed } from '../../storage/reseal.ts';

/**
 * A new data key: it is kept beside the old one, from then on it seals, everything is sealed anew in small steps, and only
 * then the old one goes. Whatever ends it in between, the next start goes on with it.
 */
export interface KeyRotation {
  /** Begins one, unless one is under way. Why it cannot be now is told before anything is changed. */
  begin(): Promise<Result<null>>;
  /** Goes on with what an earlier run began; nothing where there is nothing. */
  resume(): void;
  isUnderWay(): boolean;
  /** How it ended; null when it was stopped before, or there was nothing to do. */
  ended(): Promise<Resealed | null>;
  /** Lets the step that is under way end. */
  stop(): Promise<void>;
}

export interface KeyRotationParts {
  readonly keyring: Keyring;
  readonly keyPlace: KeyPlace;
  /** See `obstacleToReseal`. */
  readonly obstacle: () => string | null;
  /** See `resealFolder`. */
  readonly steps: () => Generator<Resealed, Resealed, undefined>;
  readonly clock: Clock;
  readonly log: Log;
}

/** After a full disk, a program that holds a file, or a keychain that does not answer. */
const againMs = 60_000;

export function createKeyRotation({ keyring, keyPlace, obstacle, steps, clock, log }: KeyRotationParts): KeyRotation {
  let working: Promise<Resealed | null> = Promise.resolve(null);
  let isWorking = false;
  let isStopped = false;
  let wakeUp: () => void = () => undefined;

  async function sealAnew(): Promise<Resealed | null> {
    const left = steps();
    try {
      for (let step = left.next(); ; step = left.next()) {
        if (step.done === true) return step.value;
        // Tills and windows have their turn after every step.
        await clock.nextTurn();
        if (isStopped) return null;
      }
    } finally {
      left.return({ rows: 0, files: 0, unreadable: 0 });
    }
  }

  async function work(): Promise<Resealed | null> {
    while (!isStopped) {
      try {
        const resealed = await sealAnew();
        if (resealed === null) return null;
        const finished = await keyPlace.finish();
        if (!finished.ok) throw new Error(finished.error.message);
        keyring.dropBefore();
        log.info('data-key-changed', { count: resealed.rows + resealed.files });
        return resealed;
      } catch (error) {
        log.warn('data-key-change-waits', { error: String(error) });
        const { promise, resolve } = Promise.withResolvers<void>();
        const cancel = clock.setTimer(againMs, resolve);
        wakeUp = resolve;
        await promise;
        cancel();
      }
    }
    return null;
  }

  function start(): void {
    if (isWorking || isStopped) return;
    isWorking = true;
    working = work().finally(() => {
      isWorking = false;
    });
  }

  function resume(): void {
    if (isWorking || !keyring.isTurning()) return;
    log.info('data-key-change-goes-on');
    start();
  }

  async function begin(): Promise<Result<null>> {
    if (keyring.isTurning()) {
      resume();
      return ok(null);
    }
    const why = obstacle();
    if (why !== null) return failed('wrongState', why);
    const made = await keyPlace.begin();
    if (!made.ok) return made;
    keyring.turnTo(made.value);
    log.info('data-key-change-begun');
    start();
    return ok(null);
  }

  let beginning: Promise<Result<null>> | null = null;
  return {
    begin() {
      beginning ??= begin().finally(() => {
        beginning = null;
      });
      return beginning;
    },
    resume,
    isUnderWay: () => keyring.isTurning(),
    ended: () => working,
    async stop() {
      isStopped = true;
      wakeUp();
      await working;
    },
  };
}
