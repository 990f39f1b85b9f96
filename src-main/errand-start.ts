import { readFileSync } from 'node:fs';
import { type Config, ConfigError, firstLineOf } from './config.ts';
import { createLog } from './diagnostics/log.ts';
import { holdReceipts, runErrand } from './errands.ts';
import { visibleJson } from './kernel/foreign-text.ts';
import { type Unlocked, unlockSecrets } from './secrets.ts';
import { openDataFolder } from './storage/data-folder.ts';
import { StorageRefused } from './storage/database.ts';
import { createEncryption } from './storage/encryption.ts';
import { openTaken } from './storage/taken-file.ts';
import { systemClock as clock, systemRandom as random } from './system-ports.ts';

/** Something has to be done first; what was printed says what. */
const errandNotDone = 2;

interface ErrandStart {
  readonly dataDir: string;
  /** See `UnlockOptions`. */
  readonly keyFile: string | null;
  /** `windowed` or `headless`. */
  readonly program: string;
}

/** Whether the command line asks for something that is done once, in place of a start. */
export const isErrand = ({ errand, readTaken }: Pick<Config, 'errand' | 'readTaken'>): boolean =>
  errand !== null || readTaken !== null;

/**
 * Does what is done once, on the files of a program that is stopped, with its key: of headless, and of the windowed program,
 * which is all that there is where it was installed. What is printed, and the exit code. Throws ConfigError and
 * StorageRefused.
 */
export async function runInstead(
  config: Config,
  { dataDir, keyFile, program }: ErrandStart,
): Promise<{ readonly text: string | Uint8Array; readonly code: 0 | typeof errandNotDone }> {
  const log = createLog({ write: (line) => process.stderr.write(line) });
  const { errand } = config;
  // In another folder there is nothing to find, which is no answer to a customer.
  if (errand !== null && errand.kind !== 'rotateKey' && !holdReceipts(dataDir)) {
    throw new StorageRefused(
      `no receipts are kept in ${dataDir}: expected the data folder of the program that is asked about. Name it with --data-dir, and run this as the account that the program runs as`,
    );
  }
  openDataFolder(dataDir);
  const unlocked = await unlockSecrets({ random, clock, log }, { config, settings: null, keyFile, dataDir });
  if (!unlocked.ok) {
    throw unlocked.error.code === 'keychainMissing'
      ? new ConfigError(
          `the key of the receipts cannot be read (${unlocked.error.message}): expected the keychain of the account that the program runs as. Run this in that account's session`,
        )
      : new ConfigError(unlocked.error.message);
  }
  if (config.readTaken !== null) return { text: taken(config.readTaken, unlocked.value), code: 0 };
  if (errand === null) throw new Error('nothing was asked for');
  const id = errand.kind === 'rotateKey' ? '' : await customerIn(errand.idFile);
  const parts = { dataDir, unlocked: unlocked.value, clock, random, log, program };
  const { isDone, said } = await runErrand(errand.kind, id, parts);
  return { text: `${visibleJson(JSON.stringify(said, null, 2))}\n`, code: isDone ? 0 : errandNotDone };
}

async function customerIn(file: string): Promise<string> {
  const id = await firstLineOf(file, '--customer-show and --customer-delete');
  if (id === '')
    throw new ConfigError('--customer-show and --customer-delete: found an empty first line, expected an id');
  return id;
}

function taken(path: string, { dataKeys }: Pick<Unlocked, 'dataKeys'>): Uint8Array {
  try {
    return openTaken(createEncryption(dataKeys.current, random, dataKeys.before), readFileSync(path));
  } catch (error) {
    throw new ConfigError(
      `--read-taken: ${path} cannot be read (${error instanceof Error ? error.message : error}); expected a file of inbox/done that this installation sealed`,
    );
  }
}
