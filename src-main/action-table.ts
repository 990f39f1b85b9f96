import { connectionCommands } from './connection/connection-change.ts';
import { setupCommands } from './connection/first-setup.ts';
import { supportCommands } from './diagnostics/support.ts';
import type { ContextName, DispatchOf } from './dispatch/dispatch.ts';
import { partnerCommands } from './partner/commands.ts';
import { printerCommands } from './printer/printer-interface.ts';
import { recordCommands } from './records/commands.ts';
import { receiptCommands } from './sales/bill/accept-receipt.ts';
import { repairCommands } from './sales/bill/attention.ts';
import { saleCommands } from './sales/commands.ts';
import { identifyCommands } from './sales/customer/identify-customer.ts';
import { loyaltyCommands } from './sales/customer/loyalty.ts';
import { tillSaleCommands } from './sales/till/till-sale.ts';
import { displayCommands } from './settings/display-choice.ts';
import { dataKeyCommands } from './settings/key-file.ts';
import { pinCommands } from './settings/pin-lock.ts';
import { pictureCommands } from './settings/shop-pictures.ts';
import { settingCommands } from './settings/window-settings.ts';
import type { CommandName } from './shared/window-commands.ts';
import { pairingCommands } from './tills/pairing.ts';
import { touchCommands } from './views/customer-touch.ts';
import { programCommands } from './views/status.ts';
import { windowCommands } from './views/window-views.ts';

/** Every action. A command of the windows without a row here does not compile. */
export const actions = {
  ...saleCommands,
  ...repairCommands,
  ...recordCommands,
  ...loyaltyCommands,
  ...identifyCommands,
  ...touchCommands,
  ...tillSaleCommands,
  ...receiptCommands,
  ...partnerCommands,
  ...connectionCommands,
  ...setupCommands,
  ...settingCommands,
  ...displayCommands,
  ...pictureCommands,
  ...pinCommands,
  ...dataKeyCommands,
  ...pairingCommands,
  ...printerCommands,
  ...supportCommands,
  ...windowCommands,
  ...programCommands,
} satisfies Readonly<Record<CommandName, object>>;

type Actions = typeof actions;
export type ActionName = keyof Actions;
export type Dispatch = DispatchOf<Actions>;

export type Contexts = {
  readonly [Needs in ContextName]: All<Uses<Extract<Actions[ActionName], { readonly needs: Needs }>>>;
};

type Uses<Row> = Row extends { run(context: infer Context, ...rest: never[]): unknown }
  ? (context: Context) => void
  : never;
type All<Use> = [Use] extends [(context: infer Context) => void] ? Context : never;
