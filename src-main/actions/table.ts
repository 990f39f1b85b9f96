import type { z } from 'zod';
import type { CommandName } from '../lib/commands.ts';
import type { CommandAction } from './action.ts';
import { loyaltyActions } from './loyalty.ts';
import { onboardingActions } from './onboarding.ts';
import { partnerActions } from './partner.ts';
import { firstSetupActions, programActions, supportActions } from './program.ts';
import { recordActions } from './records.ts';
import { saleActions } from './sale.ts';
import { tillReceiptActions } from './till-receipt.ts';
import { tillSaleActions } from './till-sale.ts';
import { windowActions } from './windows.ts';

/** Everything that can be asked for. A command of the windows without its row does not compile. */
export const actions = {
  ...saleActions,
  ...recordActions,
  ...loyaltyActions,
  ...programActions,
  ...windowActions,
  ...tillSaleActions,
  ...tillReceiptActions,
  ...partnerActions,
  ...onboardingActions,
  ...firstSetupActions,
  ...supportActions,
} satisfies { readonly [Name in CommandName]: Pick<CommandAction<Name>, 'name'> };

type Actions = typeof actions;
export type ActionName = keyof Actions;
export type OutputOf<Name extends ActionName> = z.output<Actions[Name]['output']>;
