import { z } from 'zod';
import { cashier, locked } from './command-row.ts';
import { connectionSchema } from './connection.ts';
import { connectionSaved } from './connection-answers.ts';
import { guid } from './guid.ts';
import { foundPartnerSettings } from './partner-settings.ts';
import { receiptPageSchema, userTokenSchema } from './partner-view.ts';

/** What the cashier's window asks of the customer desk and of an onboarding (interface document 4.7). */

const nothing = z.null();
const onUser = z.strictObject({ userId: guid });
/** An id that a service gave: the document says of a user's alone that it is a UUID. */
const foreignId = z.string().min(1).max(512);

const loyaltyCard = z.strictObject({ code: z.string().trim().min(1).max(256), name: z.string().max(256).optional() });

export const partnerCommands = {
  /** The user of an external id that this app made, else a new one. */
  'partner.findOrCreate': cashier(
    z.strictObject({
      externalId: z.string().trim().min(1).max(256),
      loyaltyCards: z.array(loyaltyCard).max(50).optional(),
    }),
    z.strictObject({ userId: guid, known: z.boolean() }),
  ),
  /**
   * A token for the customer's phone: shown once, in no view. While the user is being made it waits by itself, with the
   * countdown of the view (`partner.wait`), and ends as `userNotYetAvailable` after two minutes or after `leaveToken`.
   */
  'partner.token': cashier(
    z.strictObject({ userId: guid, applicationClientId: z.string().max(200).nullable() }),
    userTokenSchema,
  ),
  'partner.leaveToken': cashier(nothing, nothing),
  /** `continuation` of the page before, null for the first; `take` null: as Settings say. */
  'partner.receipts': cashier(
    z.strictObject({
      userId: guid,
      continuation: z.string().max(4_096).nullable(),
      take: z.int().min(1).max(1_000).nullable(),
    }),
    receiptPageSchema,
  ),
  /** The picture of a receipt of the page that was listed last, as a `data:` address; null: there is none to be shown. */
  'partner.picture': cashier(
    z.strictObject({ address: z.string().max(2_048) }),
    z.strictObject({ picture: z.string().nullable() }),
  ),
  /** Into the folder of exports; gives the path. `partner.pdf` of the view says how far it is. */
  'partner.savePdf': cashier(
    z.strictObject({ userId: guid, receiptId: foreignId }),
    z.strictObject({ path: z.string() }),
  ),
  /** Only what `savePdf` gave in this run. `opened` false: this computer has no program for it. */
  'partner.openPdf': cashier(z.strictObject({ path: z.string().max(4_096) }), z.strictObject({ opened: z.boolean() })),
  'partner.stopPdf': cashier(nothing, nothing),
  /** `scanned`: the id of a receipt, or the address behind its QR. */
  'partner.addReceipt': cashier(
    z.strictObject({ userId: guid, scanned: z.string().trim().min(1).max(2_048) }),
    z.strictObject({ receiptId: z.string() }),
  ),
  /** The receipt of a sale of this app. */
  'partner.addSale': cashier(z.strictObject({ userId: guid, saleId: guid }), z.strictObject({ receiptId: z.string() })),
  'partner.deleteUser': locked(onUser, nothing),
  /** Null keeps the key that is stored; empty removes it. Another address needs its own key. Takes effect at once. */
  'partner.saveAccess': locked(
    z.strictObject({ partnerUrl: connectionSchema.shape.partnerUrl, key: z.string().max(960).nullable() }),
    nothing,
  ),
  /** What `connection.probe` has found, from now on. */
  'partner.takeSettings': locked(foundPartnerSettings, nothing),
  'partner.getAccess': locked(
    nothing,
    z.strictObject({
      partnerUrl: z.string(),
      authentication: z.enum(['key', 'token']),
      keyStored: z.boolean(),
    }),
  ),
  /** Tests the connection with the account of a merchant who was registered, and goes live with it: the onboarding is over. */
  'onboarding.finish': locked(
    z.strictObject({ connection: connectionSchema, keepWaiting: z.boolean().optional() }),
    connectionSaved,
  ),
} as const;
