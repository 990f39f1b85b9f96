import type { CommandHandlers } from './contract/handlers.ts';
import type { Snapshot, ViewOf } from './contract/views.ts';
import type { ScreenRole } from './ports.ts';
import type { PosPort } from './pos-api/pos-port.ts';

/** The running app as its doors see it: the POS API and the windows. */
export interface App {
  readonly pos: PosPort;
  /** Called by the door of the windows after it has checked sender, role and input. */
  readonly handlers: CommandHandlers;
  /** The latest snapshot of a window; null before `start`. */
  snapshot<Role extends ScreenRole>(role: Role): Snapshot<ViewOf[Role]> | null;
  /** Opens the database, the POS API, and in training mode the embedded receipt service. */
  start(): Promise<{ readonly posApiUrl: string }>;
  /** Refuses new work, lets what is under way end, closes everything. Safe to call twice. */
  stop(): Promise<void>;
  /** The network is back, or the computer woke up: what waits is tried now. */
  wake(reason: 'network-back' | 'resumed'): void;
}
