import { z } from 'zod';
import { commandsOn, defineAction, told, withWarnings } from '../commands/action.ts';
import { partnerUserSchema, receiptPageSchema, userTokenSchema } from '../lib/partner-view.ts';
import { done, failed, type Result } from '../lib/result.ts';
import type { SavedFiles } from '../records/export-files.ts';
import type { SaleRepository } from '../sales/repository.ts';
import type { PartnerContext } from './partner-controller.ts';
import {
  addReceiptSchema,
  newUserSchema,
  onReceipt,
  onUser,
  onUserWith,
  receiptsQuerySchema,
  tokenQuerySchema,
} from './partner-input.ts';
import {
  addReceipt,
  listReceipts,
  openReceiptPdf,
  receiptPicture,
  saveReceiptPdf,
  scannedReceiptId,
  showReceipts,
} from './partner-receipts.ts';
import { awaitUserToken, createUser, deleteUser, findOrCreateUser, tokenOfUser } from './partner-users.ts';

const added = (result: Result<string>): Result<{ receiptId: string }> =>
  result.ok ? done({ receiptId: result.value }) : result;

/** A PDF on its way; a till's door hands the pieces on as they come. */
export interface ReceiptPdf {
  readonly lengthBytes: number | null;
  /** Null when all of it came. */
  pipe(write: (piece: Uint8Array) => void | Promise<void>): Promise<{ readonly kind: string } | null>;
  stop(): void;
}

type CommandContext = PartnerContext &
  Pick<SavedFiles, 'saveStream' | 'openSaved'> & {
    readonly book: Pick<SaleRepository, 'find'>;
  };

/** The customer desk (interface document 4.7). */
export const partnerCommands = {
  ...commandsOn<CommandContext>()('session', {
    'partner.findOrCreate': (context, user) => findOrCreateUser(context, user),
    'partner.token': (context, { userId, applicationClientId }) => awaitUserToken(context, userId, applicationClientId),
    'partner.leaveToken': ({ partner }) => partner.leave('wait'),
    'partner.receipts': (context, { userId, continuation, take }) =>
      showReceipts(context, userId, { continuation: continuation ?? undefined, take: take ?? undefined }),
    'partner.picture': async (context, { address }) => done({ picture: await receiptPicture(context, address) }),
    'partner.savePdf': (context, { userId, receiptId }) => saveReceiptPdf(context, userId, receiptId),
    'partner.openPdf': ({ openSaved }, { path }) => openSaved(path),
    'partner.stopPdf': ({ partner }) => partner.leave('pdf'),
    async 'partner.addReceipt'(context, { userId, scanned }) {
      const receiptId = scannedReceiptId(scanned);
      return receiptId.ok ? added(await addReceipt(context, userId, receiptId.value)) : receiptId;
    },
    async 'partner.addSale'(context, { userId, saleId }) {
      const billId = context.book.find(saleId)?.billId ?? null;
      if (billId === null) return failed('notFound', `there is no sale ${saleId} with a receipt`);
      return added(await addReceipt(context, userId, billId));
    },
    'partner.deleteUser': (context, { userId }) => deleteUser(context, userId),
  }),
  'till.createUser': defineAction({
    who: ['partner'],
    needs: 'session',
    input: newUserSchema,
    unknownMembers: 'refused',
    output: partnerUserSchema.extend(withWarnings),
    run: async (context: PartnerContext, user, { transportWarnings }) =>
      told(await createUser(context, user), transportWarnings),
  }),
  /** A secret goes out: it is in no log, no view and no file. */
  'till.getUserToken': defineAction({
    who: ['partner'],
    needs: 'session',
    input: onUserWith(tokenQuerySchema),
    output: userTokenSchema,
    run: (context: PartnerContext, { userId, sent }) => tokenOfUser(context, userId, sent.applicationClientId ?? null),
  }),
  'till.deleteUser': defineAction({
    who: ['partner'],
    needs: 'session',
    input: onUser,
    output: z.null(),
    run: (context: PartnerContext, { userId }) => deleteUser(context, userId),
  }),
  'till.listUserReceipts': defineAction({
    who: ['partner'],
    needs: 'session',
    input: onUserWith(receiptsQuerySchema),
    output: receiptPageSchema,
    run: (context: PartnerContext, { userId, sent }) => listReceipts(context, userId, sent),
  }),
  'till.openReceiptPdf': defineAction({
    who: ['partner'],
    needs: 'session',
    input: onReceipt,
    output: z.custom<ReceiptPdf>(),
    run: (context: PartnerContext, { userId, receiptId }) => openReceiptPdf(context, userId, receiptId),
  }),
  'till.addUserReceipt': defineAction({
    who: ['partner'],
    needs: 'session',
    input: onUserWith(addReceiptSchema),
    unknownMembers: 'refused',
    output: z.object({ receiptId: z.string(), ...withWarnings }),
    run: async (context: PartnerContext, { userId, sent }, { transportWarnings }) =>
      told(added(await addReceipt(context, userId, sent.receiptId)), transportWarnings),
  }),
};
