import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { defaultStateDir } from '../config.ts';
import { awaitInstallation, type Computer, thisComputer } from '../settings/computer.ts';
import { givenToName } from '../settings/given-secrets.ts';
import type { PinLock } from '../settings/pin-lock.ts';
import { pausesOfStartMs, retryWhileBusy } from '../shared/busy.ts';
import type { Timers } from '../shared/waiting.ts';
import { restrictToOwner } from '../storage/data-folder.ts';
import { createEncryptedValues, type EncryptedValues } from '../storage/encrypted-values.ts';
import { createEncryption } from '../storage/encryption.ts';
import { claimsOf, type FileClaims } from '../storage/file-claims.ts';
import { lockFolder } from '../storage/folder-lock.ts';
import { openGuardedDatabase } from '../storage/guarded-database.ts';
import { createNoticeBoard, createQuarantine, type NoticeBoard } from '../storage/notice-board.ts';
import { tillFormat } from '../storage/schema.ts';
import { createTillTable, type TillTable } from '../tills/token-store.ts';
import type { TouchLimits } from '../views/customer-touch.ts';
import type { Snapshots } from '../views/snapshots.ts';
import type { WindowsContext } from '../views/window-views.ts';
import type { AppConfig, Ports } from './app-parts.ts';

export interface ProgramParts {
  readonly ports: Ports;
  readonly config: AppConfig;
  readonly computer: Computer;
  readonly files: AppData;
  readonly ending: AbortSignal;
  readonly lock: Pick<PinLock, 'isLocked' | 'stay'>;
  readonly snapshots: Snapshots;
  /** The limits for touches on the customer display. All apps of the program share them. */
  readonly touchLimits: TouchLimits;
  readonly window: Omit<WindowsContext, 'otherConnections'>;
  /** The database file was replaced or removed, so its app has to end. */
  readonly onReplaced: () => void;
}

interface Opened {
  readonly tills: TillTable;
  readonly notices: NoticeBoard;
  readonly values: EncryptedValues;
  readonly claims: (connection: string) => FileClaims;
}

const notGiven =
  'not sent, because only the settings file names the address that it is for. Name this address on the command line or in a policy.';

/** Runs a step of a start, and again while another program locks the database. Throws ShutdownError. */
export const startStep = <T>(clock: Timers, ending: AbortSignal, work: () => T): Promise<T> =>
  retryWhileBusy(
    clock,
    () => {
      ending.throwIfAborted();
      return work();
    },
    pausesOfStartMs,
  );

/** The files that survive a change of the connection: the lock, the notices, the paired tills. */
export type AppData = ReturnType<typeof createAppData>;

export function createAppData(ports: Ports, config: AppConfig, computer: Computer, ending: AbortSignal) {
  const { clock, random, log, settings } = ports;
  const { dataDir } = config;
  const encryption = createEncryption(config.dataKey, random);
  let opened: Opened | null = null;
  let installation: string | null = null;
  let unlock: () => void = () => undefined;
  let closeTills: () => void = () => undefined;

  function ready(): Opened {
    if (opened === null) throw new Error('the app has not been started');
    return opened;
  }

  function lock(): void {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    unlock = lockFolder(dataDir, { pid: process.pid, program: config.program, since: clock.now() });
  }

  return {
    /** Throws StorageRefused, StorageBusy if a database stays locked through all attempts, and ShutdownError. */
    async open(): Promise<void> {
      mkdirSync(dataDir, { recursive: true, mode: 0o700 });
      restrictToOwner(dataDir);
      lock();
      const asking = { random, clock, log, isOver: () => ending.aborted };
      installation = config.secretsOutliveRun ? await awaitInstallation(ports.secrets, asking) : null;
      ending.throwIfAborted();
      const notices = createNoticeBoard(dataDir, { clock, log });
      const { movedTo } = settings.notices;
      if (movedTo !== null) {
        notices.raise(
          'settingsUnreadable',
          `The settings could not be read. They were kept as ${movedTo}; defaults are in use.`,
        );
      }
      const tillsParts = {
        folder: dataDir,
        name: 'tills',
        format: tillFormat,
        installation,
        computer,
        clock,
        random,
        log,
        notices,
        // A fingerprint would detect a restored older file. An older list of tills neither loses nor repeats a receipt.
        keychainFingerprint: null,
        onReplaced() {
          notices.raise(
            'databaseMoved',
            'The files of tills.db were replaced, changed or taken away by another program while this one used them. Until this program is started again, no till can be paired or removed, and no file of the folder inbox is taken.',
          );
        },
      };
      const tillsFile = await startStep(clock, ending, () => openGuardedDatabase(tillsParts));
      closeTills = tillsFile.database.close;
      await startStep(clock, ending, tillsFile.adopt);
      const setAside = createQuarantine({ log, notices });
      const reason = 'this program does not know its rights; pair it again';
      const tills = createTillTable(tillsFile.database, clock, (id) =>
        setAside(`till ${id}`, { why: 'unreadable', reason }),
      );
      const encrypted = createEncryptedValues(tillsFile.database, encryption, (name) =>
        log.warn('stored-value-not-read', { name }),
      );
      notices.settle('secretNotGiven');
      if (config.givenTo !== undefined) {
        const { marks, withheld } = config.givenTo;
        encrypted.set(givenToName, JSON.stringify(marks));
        if (withheld.length > 0) notices.raise('secretNotGiven', `${withheld.join(', ')}: ${notGiven}`);
      }
      const claims = (connection: string) => claimsOf(tillsFile.database, connection);
      opened = { tills, notices, values: encrypted, claims };
    },
    /** Call it when another program has replaced the data folder of the running app: it locks the new folder. */
    lockAgain(): void {
      unlock();
      lock();
    },
    close(): void {
      closeTills();
      unlock();
    },
    tills: () => ready().tills,
    notices: () => ready().notices,
    claims: (connection: string): FileClaims => ready().claims(connection),
    encryption,
    values: () => ready().values,
    installation: () => installation,
  };
}

/** Without a keychain the data folder is deleted after this run. The record of its databases is deleted with it. */
export const computerOf = ({ keyStorage, computer, dataDir }: AppConfig): Computer =>
  keyStorage === 'none'
    ? { stateDir: join(dataDir, 'state'), id: 'this run' }
    : (computer ?? thisComputer(defaultStateDir()));
