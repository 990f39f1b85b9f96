import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CommandName } from '../../src-main/contract/commands.ts';
import type { AppErrorCode } from '../../src-main/kernel/result.ts';

/** One polite line below the work; it stays until the next command or a tap, and never blocks. */
export type Notice =
  | { readonly kind: 'error'; readonly code: AppErrorCode }
  | { readonly kind: 'scanNotUsed' }
  | { readonly kind: 'exported'; readonly path: string }
  | { readonly kind: 'resent'; readonly count: number };

export type Place = 'sale' | 'receipts' | 'day' | 'settings';

/** What only this window knows: where the cashier is, what was scanned, what is under way. */
export interface Session {
  readonly place: Place;
  /** The keypad for a new receipt is open. */
  readonly composing: boolean;
  readonly notice: Notice | null;
  /** The last scanned or typed card; it belongs to one sale and is gone with it. */
  readonly card: { readonly saleId: string; readonly number: string } | null;
  readonly busy: ReadonlySet<CommandName>;
}

export type SessionStore = StoreApi<Session>;

export const createSession = (): SessionStore =>
  createStore<Session>(() => ({ place: 'sale', composing: false, notice: null, card: null, busy: new Set() }));
