import type { SessionContext } from './actions/contexts.ts';
import type { Changes } from './flows/changes.ts';
import type { Desktop } from './flows/records/desktop.ts';
import type { WindowParts, Windows } from './flows/windows/windows.ts';
import type { NoticeCode } from './kernel/notices.ts';
import type { Settings } from './kernel/settings.ts';
import type { StatusResource } from './kernel/till-view.ts';
import type { Clock, Fetch, Log, Metrics, Random, Screens } from './ports.ts';
import type { TokenParts } from './service/tokens.ts';
import type { Computer } from './settings/computer.ts';
import type { Keyring } from './storage/encryption.ts';
import type { HighWater } from './storage/high-water.ts';

/** Everything that belongs to one connection: training and live never share a database, an id or a queue. */
export interface Session {
  /** What the actions on sales work on. */
  readonly context: SessionContext;
  readonly windows: Windows;
  readonly status: () => StatusResource;
  readonly onChange: Changes['onChange'];
  /** Throws StorageBusy while another program holds the database; it may be called again then. */
  start(): void;
  /** Keeps what is in its database as a file of its own; gives its name. For one that was replaced. */
  keepAside(): string;
  /** Lets what is under way end and closes the database. */
  stop(): Promise<void>;
  wake(): void;
  /** Another password, key or address for the same receipts: what was held or refused by the one before is asked anew. */
  wayChanged(): void;
  /** What was planned by the settings of before is planned anew. */
  settingsChanged(): void;
}

export interface SessionParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Of the program; what the session counts says its mode. */
  readonly metrics: Metrics;
  readonly fetch: Fetch;
  readonly screens: Screens;
  /** The folder of this mode's files; it exists. */
  readonly folder: string;
  readonly mode: 'training' | 'live';
  readonly settings: () => Settings;
  readonly credentials: TokenParts['credentials'];
  /** Of the partner interface, for the address of the settings; null when there is none. */
  readonly partnerKey: () => Promise<string | null>;
  /** Differs when the service account or where it signs in differs: a refresh token is good for one of them only. */
  readonly signInKey: () => string;
  /** What names a customer is sealed with it. */
  readonly keyring: Keyring;
  /** See `AppConfig`. */
  readonly keyIsLost: boolean;
  readonly keyStorage: StatusResource['keyStorage'];
  readonly version: string;
  /** Null where nobody sits before the program. */
  readonly desktop: Desktop | null;
  /** See `loadInstallation`; null where no keychain outlives the run. */
  readonly installation: string | null;
  /** What the keychain remembers of its database; null where none outlives the run. */
  readonly highWater: HighWater | null;
  readonly computer: Computer;
  /** The database was taken away or replaced while it was in use: this session is over. */
  readonly onReplaced: () => void;
  /** Notices about files that belong to every session. */
  readonly notices: () => readonly NoticeCode[];
  readonly window: Pick<
    WindowParts,
    | 'keychain'
    | 'settings'
    | 'pictures'
    | 'displays'
    | 'posApi'
    | 'hasTouch'
    | 'tillNames'
    | 'pairing'
    | 'pin'
    | 'setupOffered'
    | 'policy'
    | 'onboarding'
    | 'firstRev'
    | 'elsewhere'
  >;
}
