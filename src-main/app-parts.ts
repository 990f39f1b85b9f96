import type { MetricsRegistry } from './diagnostics/metrics.ts';
import type { WaitingUpdate } from './diagnostics/update-watch.ts';
import type { StatusResource } from './lib/till-view.ts';
import type { Displays, Screens, SystemPorts } from './ports.ts';
import type { Desktop } from './records/export-files.ts';
import type { Computer } from './settings/computer.ts';
import type { KeyStore } from './settings/data-key.ts';
import type { Given } from './settings/given-secrets.ts';
import type { Pictures } from './settings/pictures.ts';
import type { PolicyStore } from './settings/policy.ts';
import type { SettingsStore } from './settings/settings.ts';

export interface AppPorts extends Pick<SystemPorts, 'clock' | 'random' | 'log' | 'fetch' | 'secrets'> {
  /** Absent where nobody looks. */
  readonly screens?: Screens;
  readonly settings: SettingsStore;
  /** Already recording, where something happens before the app is there. */
  readonly metrics?: MetricsRegistry;
  /** What the administrator of this computer says; absent: nothing. */
  readonly policy?: PolicyStore;
  /** Absent where nobody can place windows on them. */
  readonly displays?: Displays;
  /** The shop's own pictures; absent where no window shows any. */
  readonly pictures?: Pictures;
}

/** The same, with what stands in where there is none. */
export interface Ports extends Required<Omit<AppPorts, 'displays'>> {
  readonly displays: Displays | null;
}

export interface AppConfig {
  readonly version: string;
  readonly dataDir: string;
  /** Default: this computer, with its memory of data folders where its system keeps such things. */
  readonly computer?: Computer;
  /** Where live receipts are kept, when `dataDir` is a passing one because no keychain answers. */
  readonly homeDir?: string;
  /** 32 bytes: what names a customer is encrypted with it on disk. */
  readonly dataKey: Uint8Array;
  /** Keys under which something may still be: it is sealed anew with the one above. */
  readonly dataKeysBefore?: readonly Uint8Array[];
  /** Where the data key is replaced; absent where it is gone after this run. */
  readonly keyStore?: KeyStore;
  /** The key that receipts were sealed with is gone for good: what does not open is set aside instead of refusing the start. */
  readonly keyIsLost?: boolean;
  readonly keyStorage: StatusResource['keyStorage'];
  /** `missing`: the windows say so; nothing outlives this run, and only training is possible. */
  readonly keychain: 'ok' | 'missing';
  readonly secretsOutliveRun: boolean;
  /** `windowed` or `headless`: said to another start in the same folder. */
  readonly program: string;
  readonly retryKeychain: () => void;
  readonly quit: () => void;
  /** Opens files and pages for the person before it. Absent: nobody sits before this program. */
  readonly desktop?: Desktop;
  /** A later version that is installed when the program ends; absent where nobody looks for one. */
  readonly waitingUpdate?: () => WaitingUpdate | null;
  /** The end of the log as it was written, for support; absent where it goes elsewhere. */
  readonly logTail?: () => string;
  readonly resetPin?: boolean;
  /** The embedded service can be told to fail, at the address that start() gives. */
  readonly control?: boolean;
  /** The header `Authorization` for the collector of metrics at this address, from the host's environment. */
  readonly metricsAuthorization?: (url: string) => string | null;
  /** Which addresses the secrets of the environment went to: the data folder remembers it. */
  readonly givenTo?: Given['givenTo'];
  /** The account of the system and its session, for a till that has to tell apps on one computer apart. */
  readonly account?: { readonly user: string; readonly session: string | null };
  /** A pairing token with every scope, from the host's environment. */
  readonly fixedPosToken: string | null;
  /** Without one: the token that a host without windows keeps for its tills. Asked once, with how many are paired. */
  readonly keptPosToken?: (pairedTills: number) => string | null;
}
