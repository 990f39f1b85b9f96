import { z } from 'zod';
import { connectionFaults, connectionSchema, connectionTrouble, countedSchema } from './connection.ts';
import { guid } from './guid.ts';
import { languages } from './languages.ts';
import { receiptPageSchema, userTokenSchema } from './partner-view.ts';
import type { PrintRow } from './print-view.ts';
import type { AttentionRowView, AttentionView, ReceiptView } from './record-views.ts';
import { reconciliationStatuses, saleStates } from './sale-states.ts';
import { setupCodeMaxChars } from './setup-code.ts';
import { tillScopes } from './till-names.ts';
import type { DayView, SaleRowView } from './views.ts';

interface CommandRow {
  readonly from: readonly ('cashier' | 'customer')[];
  /** The PIN protects where receipts go, which tills connect, what receipts say, and irreversible actions. */
  readonly locked: boolean | 'byInput';
  /** The command changes nothing or only sets a value, so a newer call does not wait for an older one. */
  readonly readOnly?: true;
  /** The most bytes of the command's input as JSON. Absent: the common limit of all commands. */
  readonly mostBytes?: number;
  readonly input: z.ZodType;
  readonly output: z.ZodType;
}

const row =
  <const Who extends 'cashier' | 'customer', const Locked extends CommandRow['locked']>(who: Who, locked: Locked) =>
  <Input extends z.ZodType, Output extends z.ZodType>(input: Input, output: Output) => ({
    from: [who] as const,
    locked,
    input,
    output,
  });

const cashier = row('cashier', false);
const locked = row('cashier', true);
const lockedByInput = row('cashier', 'byInput');
const customer = row('customer', false);
const readOnly = <Row extends object>(of: Row) => ({ ...of, readOnly: true as const });

export const connectionStep = z.strictObject({
  name: z.enum(['address', 'signIn', 'store']),
  ok: z.boolean(),
  /** Null if the step succeeded or was skipped. */
  fault: z.enum(connectionFaults).nullable(),
  /** The failure of the service or of the connection to it. Null if the step succeeded or sent nothing. */
  trouble: connectionTrouble.nullable(),
});

/** The command line options that override the saved values again at the next start. */
const overriddenBy = z.array(z.string());

const connectionTested = z.strictObject({
  ok: z.boolean(),
  steps: z.array(connectionStep),
  deviations: z.array(countedSchema),
});
const connectionSaved = connectionTested.extend({
  /** The number of sales that wait for the current account, for which reason nothing was saved. Otherwise null. */
  waiting: z.int().nullable(),
  overriddenBy,
});

const nothing = z.null();
const savedAs = z.strictObject({ path: z.string() });
const onUser = z.strictObject({ userId: guid });
/** An id from the service, which describes only a user's id as a UUID. */
const foreignId = z.string().min(1).max(512);

const loyaltyCard = z.strictObject({ code: z.string().trim().min(1).max(256), name: z.string().max(256).optional() });

const mostText = 1024 * 1024;

const mostPicture = 1_400_000;

const saleId = guid;
const rev = z.int().min(0);
const onSale = z.strictObject({ saleId });
const amount = z
  .number()
  .min(0)
  .max(9_999_999.99)
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, 'at most 2 decimals');
const byHand = { vatPercent: z.number().min(0).max(100), payment: z.enum(['Cash', 'CardPayment']) };
/** A business day by the till's own clock (`delivery.dayStartsAtHour`), named after the date on which it starts. */
const day = z.iso.date();

/** Null keeps the credentials in the keychain. */
const credentials = z
  .strictObject({ username: z.string().min(1).max(320), password: z.string().min(1).max(600) })
  .nullable();

const pin = z.string().regex(/^\d{4,12}$/, 'four to twelve digits');

const typedValues = z.record(z.string().max(500), z.string().max(10_000));

/** The table of the windows' commands, from which preloads, IPC and the bridge are derived. */
export const commands = {
  'sale.new': cashier(z.strictObject({ amount: amount.nullable() }), onSale),
  /** Changes the amount before payment. Id and code stay the same. */
  'sale.change': cashier(z.strictObject({ saleId, amount }), nothing),
  /** The bill gets the present amount of the sale, which the customer sees. */
  'sale.pay': cashier(z.strictObject({ saleId, ...byHand }), nothing),
  /** A receipt for a refund: at most what is left of the receipt `of`, or any amount if `of` is null. */
  'sale.refund': locked(z.strictObject({ of: guid.nullable(), amount, ...byHand }), onSale),
  /** Makes an older sale the current one in the cashier window. */
  'sale.select': cashier(onSale, nothing),
  'sale.show': cashier(onSale, nothing),
  'sale.consent': cashier(onSale, nothing),
  /** Withdraws the agreement. The log keeps both events. */
  'sale.takeBackConsent': cashier(onSale, nothing),
  /** Sets the customer by a code. `other`: the sale has another customer and keeps it, unless `replaces` is true. */
  'sale.identify': cashier(
    z.strictObject({ saleId, code: z.string().min(1).max(4_096), replaces: z.boolean().optional() }),
    z.strictObject({ as: z.enum(['account', 'unknown', 'later', 'other']) }),
  ),
  /** The address that gets the receipt once it is confirmed; null removes it. Possible until the bill is sent. */
  'sale.email': cashier(z.strictObject({ saleId, address: z.email().max(254).nullable() }), nothing),
  'sale.confirmEmail': cashier(onSale, nothing),
  'sale.print': cashier(onSale, nothing),
  /** Needs the PIN, like a refund, if the service already has the receipt. */
  'sale.cancel': lockedByInput(onSale, nothing),
  'sale.undo': cashier(onSale, nothing),
  /** Finishes with this customer: both windows return to their start screens. An open sale stays open. */
  'sale.close': cashier(onSale, nothing),
  /** Newest first. `search` finds reference, receipt number and amount. `cursor` is `next` of the previous page. */
  'receipts.list': readOnly(
    cashier(
      z.strictObject({
        search: z.string().max(128),
        state: z.enum(saleStates).nullable(),
        /** The group in the day's reconciliation. */
        place: z.enum(reconciliationStatuses).nullable().optional(),
        day: day.nullable(),
        cursor: z.int().min(0).nullable(),
      }),
      z.strictObject({ rows: z.array(z.custom<SaleRowView>()), next: z.int().nullable() }),
    ),
  ),
  /** Sends a refused bill again, unchanged. `invalid` names the invalid fields. */
  'attention.resend': cashier(onSale, nothing),
  /**
   * The decision about a receipt that the service may have: `delivered` if a person found it, `newId` to send it under
   * a new id.
   */
  'attention.decide': cashier(z.strictObject({ saleId, as: z.enum(['delivered', 'newId']) }), nothing),
  /** Sends all refused receipts with this status again; null: with any status. Uncertain receipts are left out. */
  'attention.resendAll': cashier(z.strictObject({ status: z.int().nullable() }), z.strictObject({ count: z.int() })),
  /** Tries all waiting work now, even a refused sign-in. A pause that the service requested continues. */
  'outbox.sendNow': cashier(nothing, nothing),
  'attention.export': locked(onSale, savedAs),
  'day.get': readOnly(cashier(z.strictObject({ day }), z.custom<DayView>())),
  'day.export': cashier(z.strictObject({ day, format: z.enum(['csv', 'json']) }), savedAs),
  'loyalty.start': cashier(z.strictObject({ saleId, externalUserId: z.string().trim().min(1).max(mostText) }), nothing),
  'loyalty.cancel': cashier(onSale, nothing),
  /** `again`: the id of the till that gets a new code; absent for a new till. */
  'pairing.start': locked(
    z.strictObject({ partner: z.boolean(), again: z.string().max(64).optional() }),
    z.strictObject({ code: z.string(), until: z.number() }),
  ),
  'pairing.stop': cashier(nothing, nothing),
  'pairing.list': readOnly(
    locked(
      nothing,
      z.array(
        z.strictObject({
          id: z.string(),
          name: z.string(),
          scopes: z.array(z.enum(tillScopes)),
          /** Null: the till was removed and can be paired again. */
          createdAt: z.number().nullable(),
        }),
      ),
    ),
  ),
  'pairing.revoke': locked(z.strictObject({ id: z.string().max(64) }), nothing),
  /** Fails with `pinWrong`, or with `pinPaused` and the time until the next attempt. */
  'pin.unlock': cashier(z.strictObject({ pin }), nothing),
  'pin.lock': cashier(nothing, nothing),
  /** Reports that somebody types in the unlocked window, so that it does not lock itself. Never unlocks it. */
  'pin.stay': readOnly(cashier(nothing, nothing)),
  /** Needs the current PIN, if there is one. `next` null removes it. */
  'pin.change': cashier(z.strictObject({ current: pin.nullable(), next: pin.nullable() }), nothing),
  'connection.get': readOnly(
    locked(nothing, z.strictObject({ connection: connectionSchema, credentialsStored: z.boolean() })),
  ),
  'connection.test': locked(z.strictObject({ connection: connectionSchema, credentials }), connectionTested),
  /** Saves after a successful test. If receipts wait, a person must confirm that they stay (`keepWaiting`). */
  'connection.save': locked(
    z.strictObject({ connection: connectionSchema, credentials, keepWaiting: z.boolean().optional() }),
    connectionSaved,
  ),
  /** Decides after the settings were lost: live with the stored connection, or training on purpose. */
  'connection.settle': lockedByInput(z.strictObject({ mode: z.enum(['training', 'live']) }), connectionSaved),
  /** Reads a provider's code (docs/set-up-code.md) from any source. `fields` name its errors. */
  'setup.readCode': locked(
    z.strictObject({ text: z.string().max(setupCodeMaxChars * 2) }),
    z.strictObject({
      connection: connectionSchema,
      shopName: z.string().nullable(),
      /** The code contained a user name and password. They are used for these addresses and never returned. */
      hasAccount: z.boolean(),
    }),
  ),
  'setup.end': locked(nothing, nothing),
  'diagnostics.get': readOnly(
    locked(
      nothing,
      z.strictObject({
        version: z.string(),
        program: z.string(),
        platform: z.string(),
        keyStorage: z.string(),
        /** A newer version. `installs`: the app installs it at its end, or on a day without a sale. */
        update: z.strictObject({ version: z.string(), installs: z.boolean() }).nullable(),
        deviations: z.array(countedSchema),
      }),
    ),
  ),
  /** Writes the data key to a new file that only the passphrase opens. */
  'key.export': locked(z.strictObject({ passphrase: z.string().max(200) }), savedAs),
  'key.import': locked(
    z.strictObject({ file: z.string().max(4_000), passphrase: z.string().max(200) }),
    z.strictObject({
      outcome: z.enum(['imported', 'isHere', 'damaged', 'otherInstallation', 'wrongPassphrase']),
      message: z.string(),
    }),
  ),
  /** The newest lines of the log, oldest first, with harmless content only. */
  'diagnostics.log': readOnly(
    locked(
      nothing,
      z.array(
        z.strictObject({
          level: z.enum(['info', 'warn', 'error']),
          /** ISO 8601, UTC. */
          time: z.string(),
          event: z.string(),
          fields: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
        }),
      ),
    ),
  ),
  'support.write': locked(nothing, savedAs),
  'program.quit': cashier(nothing, nothing),
  'keychain.retry': cashier(nothing, nothing),
  /** `shared/settings.ts` defines the keys, their valid values and whether they need the PIN. */
  'setting.set': readOnly(lockedByInput(z.strictObject({ key: z.string().max(64), value: z.unknown() }), nothing)),
  /** The id of the customer display; null: the first display that is not the cashier's. */
  'display.choose': locked(z.strictObject({ id: z.int().nullable() }), nothing),
  'display.identify': locked(nothing, nothing),
  /** A still WebP picture in base64, which the window has re-encoded: the logo, or one more for the start screen. */
  'picture.keep': {
    ...locked(z.strictObject({ place: z.enum(['logo', 'idle']), webp: z.base64().max(mostPicture) }), nothing),
    mostBytes: mostPicture + 1_024,
  },
  /** `name` identifies one of the idle pictures; the only logo needs no name. */
  'picture.remove': locked(z.strictObject({ place: z.enum(['logo', 'idle']), name: z.string().max(64) }), nothing),
  /** Sets the language of the sale's customer, whose display has no touch, until the sale ends. */
  'sale.language': cashier(z.strictObject({ saleId, language: z.enum(languages) }), nothing),
  /** The customer's language until the sale ends. In touch commands `rev` is the touched snapshot's revision. */
  'language.set': customer(z.strictObject({ rev, language: z.enum(languages) }), nothing),
  'receipt.agree': customer(z.strictObject({ rev }), nothing),
  'receipt.scanned': customer(z.strictObject({ rev }), nothing),
  'receipt.codeAgain': customer(z.strictObject({ rev }), nothing),
  /** Asks the cashier for paper. The sale is not marked as printed. */
  'receipt.paperPlease': customer(z.strictObject({ rev }), nothing),
  'screen.canTouch': customer(z.strictObject({ touch: z.boolean() }), nothing),
  'screen.painted': customer(z.strictObject({ rev }), nothing),
  /** Receipts that need a person, newest first. `cursor` is `next` of the previous page. */
  'attention.list': readOnly(
    cashier(
      z.strictObject({ cursor: z.int().min(0).nullable() }),
      z.strictObject({ rows: z.array(z.custom<AttentionRowView>()), next: z.int().nullable() }),
    ),
  ),
  'attention.get': readOnly(cashier(onSale, z.custom<AttentionView>())),
  /** Sends the bill of this version again with these values. `invalid` names the invalid values by path. */
  'attention.repair': cashier(z.strictObject({ saleId, version: z.string(), values: typedValues }), nothing),
  'receipts.get': readOnly(cashier(onSale, z.custom<ReceiptView>())),
  /** Opens the page of a receipt in the browser. `opened` is false if no browser started. */
  'receipts.openPage': cashier(onSale, z.strictObject({ opened: z.boolean() })),
  'exports.show': readOnly(cashier(z.strictObject({ path: z.string().max(4_096) }), nothing)),
  'partner.findOrCreate': cashier(
    z.strictObject({
      externalId: z.string().trim().min(1).max(256),
      loyaltyCards: z.array(loyaltyCard).max(50).optional(),
    }),
    z.strictObject({ userId: guid, known: z.boolean() }),
  ),
  /** The token is shown once and is in no view. Waits up to two minutes while the user is being created. */
  'partner.token': cashier(
    z.strictObject({ userId: guid, applicationClientId: z.string().max(200).nullable() }),
    userTokenSchema,
  ),
  'partner.leaveToken': cashier(nothing, nothing),
  /** `continuation` is from the previous page; null: the first page. `take` null: the page size of the settings. */
  'partner.receipts': readOnly(
    cashier(
      z.strictObject({
        userId: guid,
        continuation: z.string().max(16_384).nullable(),
        take: z.int().min(1).max(1_000).nullable(),
      }),
      receiptPageSchema,
    ),
  ),
  /** Saves the PDF in the exports folder and opens it. `opened` is false if no program can open it. */
  'partner.savePdf': cashier(
    z.strictObject({ userId: guid, receiptId: foreignId }),
    z.strictObject({ path: z.string(), opened: z.boolean() }),
  ),
  /** `scanned` is the id of a receipt, or the address in its QR code. */
  'partner.addReceipt': cashier(
    z.strictObject({ userId: guid, scanned: z.string().trim().min(1).max(2_048) }),
    z.strictObject({ receiptId: z.string() }),
  ),
  'partner.deleteUser': locked(onUser, nothing),
  /** Null keeps the stored key, an empty text removes it. Another address needs its own key. Takes effect at once. */
  'partner.saveAccess': locked(
    z.strictObject({ partnerUrl: connectionSchema.shape.partnerUrl, key: z.string().max(960).nullable() }),
    nothing,
  ),
  'partner.getAccess': readOnly(
    locked(
      nothing,
      z.strictObject({
        partnerUrl: z.string(),
        authentication: z.enum(['key', 'token']),
        keyStored: z.boolean(),
        overriddenBy,
      }),
    ),
  ),
  /** Shows a code before payment; the next receipt from the printer is its bill. A second call cancels: null. */
  'printer.showCode': cashier(nothing, z.strictObject({ saleId: guid.nullable() })),
  /** Cancels the sale of `printer.showCode` (button "Not this one"). */
  'printer.endCode': cashier(nothing, nothing),
  'printer.prints': readOnly(cashier(nothing, z.array(z.custom<PrintRow>()))),
  /** Returns the picture in base64. */
  'printer.picture': readOnly(cashier(z.strictObject({ id: z.int() }), z.strictObject({ png: z.string() }))),
  /** Prints lines, for a test of the printer and for the card "Back to the printer". */
  'printer.printLines': locked(
    z.strictObject({ lines: z.array(z.string().max(200)).min(1).max(60) }),
    z.strictObject({ reached: z.boolean() }),
  ),
  /** Answers about a deferred paper. `close`: the cashier has it, or has read that it is late or lost. */
  'printer.paper': cashier(
    z.strictObject({ id: z.string().max(64), answer: z.enum(['print', 'digital', 'close']) }),
    nothing,
  ),
  'printer.printDeclined': cashier(onSale, nothing),
  'printer.printEverything': cashier(nothing, nothing),
  /** Accepts prints without a fiscal code again. */
  'printer.acceptAll': locked(nothing, nothing),
  /** Changes to live mode with the account of the registered merchant. */
  'onboarding.finish': locked(
    z.strictObject({ connection: connectionSchema, keepWaiting: z.boolean().optional() }),
    connectionSaved,
  ),
} as const satisfies Record<string, CommandRow>;

export type Commands = typeof commands;
export type CommandName = keyof Commands;
export type CommandInput<Name extends CommandName> = z.infer<Commands[Name]['input']>;
export type CommandOutput<Name extends CommandName> = z.infer<Commands[Name]['output']>;

export type CommandOf<Role extends 'cashier' | 'customer'> = {
  [Name in CommandName]: Role extends Commands[Name]['from'][number] ? Name : never;
}[CommandName];

export type ReadOnlyCommand = {
  [Name in CommandName]: Commands[Name] extends { readonly readOnly: true } ? Name : never;
}[CommandName];
