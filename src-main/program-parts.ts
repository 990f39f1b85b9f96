import type { AppData } from './app-data.ts';
import type { AppConfig, Ports } from './app-parts.ts';
import type { SavedPaths } from './records/export-files.ts';
import type { Computer } from './settings/computer.ts';
import type { PinLock } from './settings/pin-lock.ts';
import type { Shutdown } from './shared/shutdown.ts';
import type { TouchLimits } from './views/customer-touch.ts';
import type { Snapshots } from './views/snapshots.ts';
import type { WindowsContext } from './views/window-views.ts';

export interface ProgramParts {
  readonly ports: Ports;
  readonly config: AppConfig;
  readonly computer: Computer;
  readonly files: AppData;
  readonly ending: Shutdown;
  readonly lock: Pick<PinLock, 'isLocked' | 'stay'>;
  readonly snapshots: Snapshots;
  readonly touchLimits: TouchLimits;
  readonly savedPaths: SavedPaths;
  readonly window: Omit<WindowsContext, 'elsewhere'>;
  /** The database file was replaced or removed, so its app has to end. */
  readonly onReplaced: () => void;
}
