import type { ConnectionChange } from '../connection/connection-change.ts';
import type { FirstSetup } from '../connection/first-setup.ts';
import type { Support } from '../diagnostics/support.ts';
import type { FlowContext } from '../flows/flow-context.ts';
import type { Onboarding } from '../flows/partner/onboarding.ts';
import type { PartnerAccess } from '../flows/partner/partner-access.ts';
import type { PartnerDesk } from '../flows/partner/partner-desk.ts';
import type { Desktop } from '../flows/records/desktop.ts';
import type { SavedFiles } from '../flows/records/export-files.ts';
import type { RepairDrafts } from '../flows/sale/repair.ts';
import type { Cues } from '../flows/windows/cues.ts';
import type { TouchLimits } from '../flows/windows/customer-touch.ts';
import type { Windows } from '../flows/windows/windows.ts';
import type { StatusResource } from '../lib/till-view.ts';
import type { DisplayChoice } from '../settings/display-choice.ts';
import type { PinLock } from '../settings/pin-lock.ts';
import type { ShopPictures } from '../settings/shop-pictures.ts';
import type { ChangeableSettings } from '../settings/window-settings.ts';
import type { PairedTills } from '../tills/paired-tills.ts';

/** What the rows of the table work on. */
export interface Contexts {
  /** The connection that is open, training or live: sales, the outbox, the service. */
  readonly session: SessionContext;
  /** The windows, which are there also while nobody has chosen a connection. */
  readonly windows: WindowContext;
  /** What lives as long as the program. */
  readonly program: ProgramContext;
}

export type ContextName = keyof Contexts;

export interface SessionContext extends FlowContext, SavedFiles {
  readonly windows: Pick<Windows, 'select' | 'seen' | 'noteAsking' | 'saleChanged'>;
  readonly cues: Pick<Cues, 'take'>;
  readonly touchLimits: TouchLimits;
  /** Whether customers can touch their display. */
  readonly hasTouch: () => boolean;
  /** What was typed to repair refused receipts. */
  readonly drafts: RepairDrafts;
  /** Null: nobody sits before this program. */
  readonly desktop: Desktop | null;
  /** The partner interface. */
  readonly desk: PartnerDesk;
}

export interface WindowContext {
  readonly notePainted: (rev: number) => void;
  readonly settings: Pick<ChangeableSettings, 'find' | 'set'>;
  readonly pictures: ShopPictures;
  /** What the customer's window found out of its display. */
  readonly noteTouch: (found: boolean) => void;
  readonly displays: DisplayChoice;
}

export interface ProgramContext {
  /** As this till may see it. */
  readonly statusFor: (till: string) => StatusResource;
  readonly connection: ConnectionChange;
  /** Ends the program, in order. */
  readonly quit: () => void;
  /** How a till gets its token, and loses it. */
  readonly pairing: Pick<PairedTills, 'start' | 'stop' | 'list' | 'revoke'>;
  /** The PIN before Settings. */
  readonly pin: Pick<PinLock, 'unlock' | 'lock' | 'stay' | 'change'>;
  readonly setup: FirstSetup;
  readonly support: Support;
  readonly partnerAccess: PartnerAccess;
  readonly onboarding: Onboarding;
}
