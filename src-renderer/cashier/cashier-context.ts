import { createContext, useContext } from 'react';
import { useStore } from 'zustand/react';
import type { Language } from '../../src-main/shared/languages.ts';
import type { CashierView } from '../../src-main/shared/views.ts';
import type { CashierText } from '../text/i18n.ts';
import type { Ask, CashierCommand, Send } from './send.ts';
import type { CashierSession, SessionStore } from './session-store.ts';
import type { PlaySound } from './sounds/player.ts';

/** The objects that every part of the cashier window uses. */
export interface Cashier {
  readonly view: CashierView;
  readonly language: Language;
  readonly t: CashierText;
  readonly send: Send;
  readonly ask: Ask;
  readonly session: SessionStore;
  readonly play: PlaySound;
}

export const CashierContext = createContext<Cashier | null>(null);

export function useCashier(): Cashier {
  const cashier = useContext(CashierContext);
  if (cashier === null) throw new Error('useCashier outside of the cashier window');
  return cashier;
}

export function useSession<Part>(select: (session: CashierSession) => Part): Part {
  return useStore(useCashier().session, select);
}

/** True while this command is under way. */
export const useBusy = (name: CashierCommand): boolean => useSession((session) => session.busy.has(name));
