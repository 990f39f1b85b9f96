import type { SystemPorts } from '../ports.ts';
import { failed, done as ok, type Result } from '../shared/result.ts';
import { versionOf } from '../storage/database.ts';
import type { Keyring } from '../storage/encryption.ts';
import { obstacleToReEncryption, type ReEncrypted, reEncryptFolder } from '../storage/re-encrypt.ts';
import { receiptFormat, tillFormat } from '../storage/schema.ts';
import type { KeyStore } from './data-key.ts';

interface KeyRotationParts extends Pick<SystemPorts, 'clock' | 'log'> {
  readonly dataDir: string;
  readonly keyring: Keyring;
  readonly keyStore: KeyStore;
}

/** After a full disk, a program that holds a file, or a keychain that does not answer. */
const againMs = 60_000;

const versions = { receipts: versionOf(receiptFormat), tills: versionOf(tillFormat) };

/**
 * Replaces the data key. The new key is stored beside the old one and encrypts from then on. All data are encrypted
 * again in small steps, and only then the old key is deleted. After an interruption the next start continues.
 */
export type KeyRotation = ReturnType<typeof createKeyRotation>;

export function createKeyRotation({ dataDir, keyring, keyStore, clock, log }: KeyRotationParts) {
  let working: Promise<ReEncrypted | null> = Promise.resolve(null);
  let isWorking = false;
  let isStopped = false;
  let wakeUp: () => void = () => undefined;

  async function encryptAnew(): Promise<ReEncrypted | null> {
    const left = reEncryptFolder(dataDir, keyring);
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

  async function work(): Promise<ReEncrypted | null> {
    while (!isStopped) {
      try {
        const resealed = await encryptAnew();
        if (resealed === null) return null;
        const finished = await keyStore.finish();
        if (!finished.ok) throw new Error(finished.error.message);
        keyring.dropBefore();
        log.info('data-key-changed', { count: resealed.rows + resealed.files });
        return resealed;
      } catch (error) {
        log.warn('data-key-change-postponed', { error: String(error) });
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
    if (isWorking || !keyring.isRotating()) return;
    log.info('data-key-change-resumed');
    start();
  }

  async function begin(): Promise<Result<null>> {
    if (keyring.isRotating()) {
      resume();
      return ok(null);
    }
    const why = obstacleToReEncryption(dataDir, versions);
    if (why !== null) return failed('wrongState', why);
    const made = await keyStore.begin();
    if (!made.ok) return made;
    keyring.rotateTo(made.value);
    log.info('data-key-change-started');
    start();
    return ok(null);
  }

  let beginning: Promise<Result<null>> | null = null;
  return {
    /** Begins a rotation unless one is running. An obstacle is reported before anything is changed. */
    begin(): Promise<Result<null>> {
      beginning ??= begin().finally(() => {
        beginning = null;
      });
      return beginning;
    },
    /** Continues the rotation of an earlier run, if there is one. */
    resume,
    isUnderWay: keyring.isRotating,
    /** How it ended; null when it was stopped before, or there was nothing to do. */
    ended: () => working,
    /** Lets the step that is under way end. */
    async stop(): Promise<void> {
      isStopped = true;
      wakeUp();
      await working;
    },
  };
}
