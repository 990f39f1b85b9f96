import type { MetricsRegistry } from '../diagnostics/metrics-registry.ts';
import type { WaitingUpdate } from '../diagnostics/update-watch.ts';
import type { Displays, Screens, SystemPorts } from '../ports.ts';
import type { Computer } from '../settings/computer.ts';
import type { PolicyStore } from '../settings/policy-store.ts';
import type { Pictures } from '../settings/shop-pictures.ts';
import type { SettingsStore } from '../settings/stored-settings.ts';
import type { Unlocked } from '../settings/unlock-secrets.ts';
import type { Desktop } from '../storage/export-files.ts';

export interface AppPorts extends Pick<SystemPorts, 'clock' | 'random' | 'log' | 'fetch' | 'secrets'> {
  readonly screens?: Screens;
  readonly settings: SettingsStore;
  readonly metrics?: MetricsRegistry;
  readonly policy?: PolicyStore;
  readonly displays?: Displays;
  readonly pictures?: Pictures;
}

export interface Ports extends Required<Omit<AppPorts, 'displays'>> {
  readonly displays: Displays | null;
}

export interface AppConfig
  extends Pick<Unlocked, 'dataKey' | 'keyStorage' | 'secretsOutliveRun'>,
    Partial<Pick<Unlocked, 'keyPlace' | 'metricsAuthorization' | 'givenTo'>> {
  readonly version: string;
  readonly dataDir: string;
  /** The computer with its record of data folders; by default this computer. */
  readonly computer?: Computer;
  /** The folder of live receipts, when `dataDir` is temporary because no keychain answers. */
  readonly homeDir?: string;
  /** `windowed` or `headless`, shown to another start in the same folder. */
  readonly program: string;
  /** Starts the program again, so that it asks the keychain once more. Only with windows. */
  readonly retryKeychain?: () => void;
  readonly quit?: () => void;
  /** Opens files and pages for the person at this computer. Absent without such a person. */
  readonly desktop?: Desktop;
  readonly waitingUpdate?: () => WaitingUpdate | null;
  /** The last part of the log file, not yet filtered for support; absent if the log goes to no file. */
  readonly logTail?: () => string;
  readonly resetPin?: boolean;
  /** Whether the embedded service simulates failures on request, at the `controlUrl` that start() returns. */
  readonly control?: boolean;
  /** The system's account and session, so that a till can distinguish apps on one computer. */
  readonly account?: { readonly user: string; readonly session: string | null };
  /** A pairing token with every scope, from the host's environment. */
  readonly fixedPosToken: string | null;
  /** Returns the token in the file `pos-token`, which is created only while no till is paired. Called once. */
  readonly storedPosToken?: (pairedTills: number) => string | null;
}
