import { z } from 'zod';
import { connectionSchema, deviationSchema } from '../kernel/connection.ts';
import { draftConnectionSchema } from '../kernel/connection-draft.ts';
import { dayPlaces } from '../kernel/day-places.ts';
import { guid } from '../kernel/guid.ts';
import { languages } from '../kernel/languages.ts';
import { saleStates } from '../kernel/sale-states.ts';
import { tillScopes } from '../kernel/scopes.ts';
import { setupCodeMaxChars } from '../kernel/setup-code.ts';
import { connectionSaved, connectionStep, probeRow } from './connection-answers.ts';
import { partnerCommands } from './partner-commands.ts';
import { recordCommands } from './record-commands.ts';
import type { DayView, SaleRowView } from './views.ts';

/**
 * The one table of what a window may ask of main. Add a row here and the compiler asks for its handler;
 * the preloads, the door and the renderer's bridge follow from it.
 */

/** As much as a body of the POS API holds. */
const mostText = 1024 * 1024;

/** 1 MB of picture in base64. */
const mostPicture = 1_400_000;

const saleId = guid;
const rev = z.int().min(0);
const nothing = z.null();
const onSale = z.strictObject({ saleId });
const amount = z
  .number()
  .min(0)
  .max(9_999_999.99)
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, 'at most 2 decimals');
/** A day of business by the till's own clock (`delivery.dayStartsAtHour`), named after the date on which it starts. */
const day = z.iso.date();

/** Null keeps what is stored in the keychain. */
const credentials = z
  .strictObject({ username: z.string().min(1).max(320), password: z.string().min(1).max(600) })
  .nullable();

const pin = z.string().regex(/^\d{4,12}$/, 'four to twelve digits');

/** `step`: 0 to 3. */
const setupDraft = z.strictObject({ step: z.int().min(0).max(3), connection: draftConnectionSchema.nullable() });

export const commands = {
  'sale.new': {
    from: ['cashier'],
    locked: false,
    input: z.strictObject({ amount: amount.nullable() }),
    output: onSale,
  },
  /** By hand: the customer has paid; builds the bill and queues it. */
  'sale.pay': {
    from: ['cashier'],
    locked: false,
    input: z.strictObject({
      saleId,
      amount,
      vatPercent: z.number().min(0).max(100),
      payment: z.enum(['Cash', 'CardPayment']),
    }),
    output: nothing,
  },
  /** Makes an older sale the current one in the cashier window. */
  'sale.select': { from: ['cashier'], locked: false, input: onSale, output: nothing },
  'sale.show': { from: ['cashier'], locked: false, input: onSale, output: nothing },
  'sale.consent': { from: ['cashier'], locked: false, input: onSale, output: nothing },
  /** The agreement ends; that it was given, and taken back, stays in the log. */
  'sale.takeBackConsent': { from: ['cashier'], locked: false, input: onSale, output: nothing },
  /** A customer's own code, scanned before payment: the receipt goes to their account. `as`: what the service says of them. */
  'sale.identify': {
    from: ['cashier'],
    locked: false,
    input: z.strictObject({ saleId, code: z.string().min(1).max(4_096) }),
    output: z.strictObject({ as: z.enum(['account', 'unknown', 'later']) }),
  },
  'sale.print': { from: ['cashier'], locked: false, input: onSale, output: nothing },
  'sale.cancel': { from: ['cashier'], locked: false, input: onSale, output: nothing },
  'sale.undo': { from: ['cashier'], locked: false, input: onSale, output: nothing },
  /** Done with this customer: both windows go back to their resting state. An open sale stays open. */
  'sale.close': { from: ['cashier'], locked: false, input: onSale, output: nothing },
  /** What the window is to let hear now. Each is handed out once, to whoever asks first. */
  'sounds.take': { from: ['cashier'], locked: false, input: nothing, output: z.boolean() },
  /** Newest first; `search` looks in reference, receipt number and amount. `cursor` is `next` of the page before. */
  'receipts.list': {
    from: ['cashier'],
    locked: false,
    input: z.strictObject({
      search: z.string().max(128),
      state: z.enum(saleStates).nullable(),
      /** In the reconciliation of its day. */
      place: z.enum(dayPlaces).nullable().optional(),
      day: day.nullable(),
      cursor: z.int().min(0).nullable(),
    }),
    output: z.strictObject({ rows: z.array(z.custom<SaleRowView>()), next: z.int().nullable() }),
  },
  /** The refused bill as JSON text, to be repaired. */
  'attention.bill': {
    from: ['cashier'],
    locked: true,
    input: onSale,
    output: z.strictObject({ billText: z.string() }),
  },
  /** Sends a refused bill again: as it is (null), or repaired. `invalid` says field by field what does not fit. */
  'attention.resend': {
    from: ['cashier'],
    locked: 'byInput',
    input: z.strictObject({ saleId, billText: z.string().max(200_000).nullable() }),
    output: nothing,
  },
  /**
   * A receipt that may be at the service already (its id is in use there, or a copy of these files may have sent it): a
   * person found it `there`, or sends it `anew`, under a new id.
   */
  'attention.decide': {
    from: ['cashier'],
    locked: false,
    input: z.strictObject({ saleId, as: z.enum(['there', 'anew']) }),
    output: nothing,
  },
  /** The same for every receipt that may be at the service already. */
  'attention.decideAll': {
    from: ['cashier'],
    locked: false,
    input: z.strictObject({ as: z.enum(['there', 'anew']) }),
    output: z.strictObject({ count: z.int() }),
  },
  /** Sends everything again that the service refused with this status; null: everything. Not what may be there already. */
  'attention.resendAll': {
    from: ['cashier'],
    locked: false,
    input: z.strictObject({ status: z.int().nullable() }),
    output: z.strictObject({ count: z.int() }),
  },
  /** Tries now what waits, a refused sign-in included; only what the service itself asked to wait keeps its time. */
  'outbox.sendNow': { from: ['cashier'], locked: false, input: nothing, output: nothing },
  /** Writes the refused bill with the service's words to a file; gives its path. */
  'attention.export': { from: ['cashier'], locked: true, input: onSale, output: z.strictObject({ path: z.string() }) },
  'day.get': { from: ['cashier'], locked: false, input: z.strictObject({ day }), output: z.custom<DayView>() },
  /** Writes the day's sales to a file; gives its path. */
  'day.export': {
    from: ['cashier'],
    locked: false,
    input: z.strictObject({ day, format: z.enum(['csv', 'json']) }),
    output: z.strictObject({ path: z.string() }),
  },
  'loyalty.start': {
    from: ['cashier'],
    locked: false,
    input: z.strictObject({ saleId, externalUserId: z.string().trim().min(1).max(mostText) }),
    output: nothing,
  },
  'loyalty.cancel': { from: ['cashier'], locked: false, input: onSale, output: nothing },
  'pairing.start': {
    from: ['cashier'],
    locked: true,
    /** `again`: the id of the till that the code is for; absent: a new one. */
    input: z.strictObject({ desk: z.boolean(), again: z.string().max(64).optional() }),
    output: z.strictObject({ code: z.string(), until: z.number() }),
  },
  'pairing.stop': { from: ['cashier'], locked: false, input: nothing, output: nothing },
  'pairing.list': {
    from: ['cashier'],
    locked: true,
    input: nothing,
    output: z.array(
      z.strictObject({
        id: z.string(),
        name: z.string(),
        scopes: z.array(z.enum(tillScopes)),
        /** Null: it was removed, and can be paired again. */
        createdAt: z.number().nullable(),
      }),
    ),
  },
  'pairing.revoke': {
    from: ['cashier'],
    locked: true,
    input: z.strictObject({ id: z.string().max(64) }),
    output: nothing,
  },
  /** `pinWrong`, `pinPaused` with the time until the next try. */
  'pin.unlock': { from: ['cashier'], locked: false, input: z.strictObject({ pin }), output: nothing },
  'pin.lock': { from: ['cashier'], locked: false, input: nothing, output: nothing },
  /** Somebody types behind the PIN; does nothing while it is locked. */
  'pin.stay': { from: ['cashier'], locked: false, input: nothing, output: nothing },
  /** Asks for the PIN of now itself, where there is one; `next` null removes it. */
  'pin.change': {
    from: ['cashier'],
    locked: false,
    input: z.strictObject({ current: pin.nullable(), next: pin.nullable() }),
    output: nothing,
  },
  'connection.get': {
    from: ['cashier'],
    locked: true,
    input: nothing,
    output: z.strictObject({ connection: connectionSchema, credentialsStored: z.boolean() }),
  },
  /** Tries the addresses and the sign-in without keeping anything. */
  'connection.test': {
    from: ['cashier'],
    locked: true,
    input: z.strictObject({ connection: connectionSchema, credentials }),
    output: z.strictObject({ ok: z.boolean(), steps: z.array(connectionStep), deviations: z.array(deviationSchema) }),
  },
  /** Walks the routes of the vendor interface with an example receipt, which is cancelled, and writes a page for their operator. */
  'connection.probe': {
    from: ['cashier'],
    locked: true,
    input: z.strictObject({ connection: connectionSchema, credentials }),
    output: z.strictObject({ rows: z.array(probeRow), path: z.string() }),
  },
  /**
   * Tests as above and, when it is live, keeps it only after a test that went well. Takes effect at once. Where receipts
   * wait for the account of now, nothing changes before a person has said that they are kept for it (`keepWaiting`).
   */
  'connection.save': {
    from: ['cashier'],
    locked: true,
    input: z.strictObject({ connection: connectionSchema, credentials, keepWaiting: z.boolean().optional() }),
    output: connectionSaved,
  },
  /** After the settings were lost: live with what is stored, or training on purpose. */
  'connection.settle': {
    from: ['cashier'],
    locked: 'byInput',
    input: z.strictObject({ mode: z.enum(['training', 'live']) }),
    output: connectionSaved,
  },
  /** The first start: how far somebody came, and what was typed, without a secret. */
  'setup.get': { from: ['cashier'], locked: true, input: nothing, output: setupDraft },
  'setup.keep': { from: ['cashier'], locked: true, input: setupDraft, output: nothing },
  /** A provider's code (docs/set-up-code.md) as it was scanned, pasted or read from a file; `fields` name what does not fit. */
  'setup.readCode': {
    from: ['cashier'],
    locked: true,
    input: z.strictObject({ text: z.string().max(setupCodeMaxChars * 2) }),
    output: z.strictObject({
      connection: connectionSchema,
      shopName: z.string().nullable(),
      /** A user name and a password were in it: they are used for these addresses, and never come out again. */
      hasAccount: z.boolean(),
    }),
  },
  'setup.end': { from: ['cashier'], locked: true, input: nothing, output: nothing },
  /** Which program this is; how things stand is in the view. */
  'diagnostics.get': {
    from: ['cashier'],
    locked: true,
    input: nothing,
    output: z.strictObject({
      version: z.string(),
      program: z.string(),
      platform: z.string(),
      keyStorage: z.string(),
      /** A later version that is installed when the program ends, or once nothing waits any more. */
      update: z.strictObject({ version: z.string(), waitsForReceipts: z.boolean() }).nullable(),
      /** A new data key is taking the place of the one of before. */
      keyIsChanging: z.boolean(),
      /** Where the answers of the service are not as described. */
      deviations: z.array(deviationSchema),
    }),
  },
  /** A new data key: everything is sealed anew in the background, also over restarts. */
  'key.change': { from: ['cashier'], locked: true, input: nothing, output: nothing },
  /** The newest lines of the log, oldest first, with nothing in them but what is known to be harmless. */
  'diagnostics.log': {
    from: ['cashier'],
    locked: true,
    input: nothing,
    output: z.array(
      z.strictObject({
        level: z.enum(['info', 'warn', 'error']),
        time: z.string(),
        event: z.string(),
        fields: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
      }),
    ),
  },
  /** What would be written for support, file by file, for a person to see before it is. */
  'support.contents': {
    from: ['cashier'],
    locked: true,
    input: nothing,
    output: z.array(
      z.strictObject({
        name: z.enum(['about.json', 'health.json', 'settings.json', 'log.jsonl']),
        bytes: z.int().min(0),
      }),
    ),
  },
  'support.write': {
    from: ['cashier'],
    locked: true,
    input: nothing,
    output: z.strictObject({ path: z.string() }),
  },
  /** Writes every bill that waits to a file; gives its path. They wait on. */
  'waiting.export': { from: ['cashier'], locked: true, input: nothing, output: z.strictObject({ path: z.string() }) },
  /** Where there is no tray this is the only way out. */
  'program.quit': { from: ['cashier'], locked: false, input: nothing, output: nothing },
  'keychain.retry': { from: ['cashier'], locked: false, input: nothing, output: nothing },
  /** `key` of `kernel/settings.ts`, which says of each what it takes and whether it is behind the PIN. */
  'setting.set': {
    from: ['cashier'],
    locked: 'byInput',
    input: z.strictObject({ key: z.string().max(64), value: z.unknown() }),
    output: nothing,
  },
  /** The customers' display by its id; null: the first that is not the cashier's. */
  'display.choose': {
    from: ['cashier'],
    locked: true,
    input: z.strictObject({ id: z.int().nullable() }),
    output: nothing,
  },
  /** Shows every display its number for a few seconds. */
  'display.identify': { from: ['cashier'], locked: true, input: nothing, output: nothing },
  /** A still WebP picture in base64, drawn anew by the window: the logo, or one more of the start screen. */
  'picture.keep': {
    from: ['cashier'],
    locked: true,
    mostBytes: mostPicture + 1_024,
    input: z.strictObject({ place: z.enum(['logo', 'idle']), webp: z.base64().max(mostPicture) }),
    output: nothing,
  },
  'picture.remove': {
    from: ['cashier'],
    locked: true,
    /** The logo is one; of the others `name` says which. */
    input: z.strictObject({ place: z.enum(['logo', 'idle']), name: z.string().max(64) }),
    output: nothing,
  },
  /** For the customer of this sale, who cannot choose by touch; it ends with the sale. */
  'sale.language': {
    from: ['cashier'],
    locked: false,
    input: z.strictObject({ saleId, language: z.enum(languages) }),
    output: nothing,
  },
  /** Of the customer who stands there; it ends with the sale. `rev` names the snapshot that was touched, here and below. */
  'language.set': {
    from: ['customer'],
    locked: false,
    input: z.strictObject({ rev, language: z.enum(languages) }),
    output: nothing,
  },
  /** The customer agrees to the digital receipt. */
  'receipt.agree': { from: ['customer'], locked: false, input: z.strictObject({ rev }), output: nothing },
  /** The customer has scanned the code, and is done with the screen. */
  'receipt.scanned': { from: ['customer'], locked: false, input: z.strictObject({ rev }), output: nothing },
  /** The customer asks the cashier for paper; nothing is marked as printed by that. */
  'receipt.paperPlease': { from: ['customer'], locked: false, input: z.strictObject({ rev }), output: nothing },
  /** Whether the customer's window finds that it can be touched. */
  'screen.canTouch': {
    from: ['customer'],
    locked: false,
    input: z.strictObject({ touch: z.boolean() }),
    output: nothing,
  },
  /** The customer window has painted this snapshot. */
  'screen.painted': {
    from: ['customer'],
    locked: false,
    input: z.strictObject({ rev }),
    output: nothing,
  },
  ...partnerCommands,
  ...recordCommands,
} as const satisfies Record<string, CommandRow>;

interface CommandRow {
  readonly from: readonly ('cashier' | 'customer')[];
  /**
   * Behind the PIN, where one is set; with `byInput` its action says which inputs are (`actions/`). Behind it is what changes
   * where receipts go, who may connect, what a receipt says, and what cannot be taken back. Not behind it is whatever a
   * cashier needs to serve the next customer, and the day's figures, which name nobody.
   */
  readonly locked: boolean | 'byInput';
  /** How large its input may be as JSON in UTF-8, where that is not what all others may be. */
  readonly mostBytes?: number;
  readonly input: z.ZodType;
  readonly output: z.ZodType;
}

export type Commands = typeof commands;
export type CommandName = keyof Commands;
export type CommandInput<Name extends CommandName> = z.infer<Commands[Name]['input']>;
export type CommandOutput<Name extends CommandName> = z.infer<Commands[Name]['output']>;

/** The commands that a role may send. */
export type CommandOf<Role extends 'cashier' | 'customer'> = {
  [Name in CommandName]: Role extends Commands[Name]['from'][number] ? Name : never;
}[CommandName];
