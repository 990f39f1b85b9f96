import { hash } from 'node:crypto';
import { z } from 'zod';
import type { SystemPorts } from '../ports.ts';
import { jsonOf } from '../shared/json.ts';
import { within } from '../shared/waiting.ts';

/** A record in the keychain. A restore of the folders does not restore it, so it differs afterwards. */
export type KeychainFingerprint = Awaited<ReturnType<typeof openKeychainFingerprint>>;

const markSchema = z.strictObject({
  id: z.string(),
  commits: z.int().min(0),
  /** Earlier ids of the database. A copy with one of them is older. */
  before: z.array(z.string()).readonly(),
});
export type KeychainMark = Readonly<z.infer<typeof markSchema>>;

const pauseMs = 60_000;
const closeMaxMs = 1_000;
/** Eight earlier ids and the present one take 360 bytes; an entry holds a thousand (`settings/secret-stores.ts`). */
const mostBefore = 8;

/** The keychain entry for the database in this folder, whose path must come from `plainPath`. */
export const keychainFingerprintAccount = (folder: string): string => `seen/${hash('sha256', folder).slice(0, 32)}`;

/** Reads the record. Never rejects: if the keychain does not answer, only some restores are not noticed. */
export async function openKeychainFingerprint(
  folder: string,
  { secrets, clock, log }: Pick<SystemPorts, 'secrets' | 'clock' | 'log'>,
) {
  const account = keychainFingerprintAccount(folder);
  let mark = await secrets.get(account).then(readMark, (error: unknown) => {
    log.warn('restore-marker-not-read', { error: String(error) });
    return null;
  });
  let isWritten = true;
  let writing: Promise<void> | null = null;
  let cancelTimer: (() => void) | null = null;

  /** One write at a time; a failed write is repeated after a minute. */
  function write(): Promise<void> {
    if (writing !== null) return writing;
    isWritten = true;
    writing = secrets
      .set(account, JSON.stringify(mark))
      .catch((error: unknown) => {
        isWritten = false;
        log.warn('restore-marker-not-written', { error: String(error) });
      })
      .finally(() => {
        writing = null;
      });
    return writing;
  }

  function writeNow(): void {
    cancelTimer?.();
    cancelTimer = clock.setTimer(pauseMs, () => {
      cancelTimer = null;
      if (!isWritten) writeNow();
    });
    void write();
  }

  return {
    seen: () => mark,
    /** Writes in the background, at most once a minute. */
    note(id: string, commits: number): void {
      const isOther = mark?.id !== id;
      const before = isOther && mark !== null ? [...mark.before, mark.id].slice(-mostBefore) : (mark?.before ?? []);
      mark = { id, commits, before };
      isWritten = false;
      if (isOther || cancelTimer === null) writeNow();
    },
    async close(): Promise<void> {
      const rest = async (): Promise<void> => {
        await writing;
        if (!isWritten) await write();
      };
      await within(clock, closeMaxMs, rest());
      cancelTimer?.();
    },
  };
}

const readMark = (stored: string | null): KeychainMark | null =>
  markSchema.safeParse(jsonOf(stored ?? '')).data ?? null;
