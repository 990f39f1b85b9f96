import { z } from 'zod';
import { connectionSchema } from './connection.ts';
import { offlineRules } from './country.ts';
import { languages } from './languages.ts';
import { codePages } from './print-view.ts';
import { consentKinds } from './sale-states.ts';
import { serviceAddressOrEmpty } from './service-address.ts';
import { mostIdlePictures, type OwnSentence, ownSentences, pictureName } from './shop-look.ts';

/** The parts of the partner interface that the service leaves open (receipt-service.md 4.7, 5.8). Its key is in the keychain. */

const placeholder = /\{([^{}]*)\}/g;

/** `GET /a/{userId}?x={take}`: a parameter that the path does not contain is added to the query under its own name. */
const route = (...known: readonly string[]) =>
  z
    .string()
    .max(500)
    .regex(/^(?:GET|POST|PUT|DELETE) \/?[^\s#]*$/, 'expected a method and a path such as "GET /api/v3/user/{userId}"')
    .refine(
      (text) => [...text.matchAll(placeholder)].every(([, name = '']) => known.includes(name)),
      `expected no other names in braces than ${known.join(', ')}`,
    );

/** A JSON pointer (RFC 6901). */
const place = z
  .string()
  .max(200)
  .regex(/^(?:\/(?:[^/~]|~[01])*)*$/, 'expected a JSON pointer such as /credentials/username');

const partnerSchema = z.object({
  /** `key`: a fixed key in a header. `token`: the bearer token of section 5 with a scope of its own. */
  authentication: z.enum(['key', 'token']).default('key'),
  keyHeader: z
    .string()
    .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/, 'expected the name of a header of at most 100 characters')
    .default('X-Api-Key'),
  /** The text before the key, for example `ApiKey `. */
  keyPrefix: z
    .string()
    .regex(/^[\x20-\x7e]{0,50}$/, 'expected at most 50 printable ASCII characters')
    .default(''),
  /** The scope of the token; `<SCOPE_BASE>` is the scope base of the connection. The document does not list the scopes (5.7). */
  tokenScope: z.string().max(1_000).default('<SCOPE_BASE>/partner offline_access'),
  listReceipts: route('userId', 'take', 'continuation').default('GET /api/v3/user/{userId}/receipts'),
  receiptPdf: route('userId', 'receiptId').default('GET /api/v3/user/{userId}/receipts/{receiptId}/pdf'),
  addReceipt: route('userId').default('POST /api/v3/user/{userId}/receipts'),
  /** `object`: `{"receiptId": "..."}`; `text`: the id alone, as JSON text. */
  addReceiptBody: z.enum(['object', 'text']).default('object'),
  /** The path before `onboarding`; the document has none. */
  onboardingPrefix: z
    .string()
    .max(200)
    .regex(/^[^\s?#{}]*$/, 'expected a path such as /api/v3')
    .default(''),
  /** The number of receipts on a page. The document names no limits (8), so these are our own. */
  take: z.int().min(1).max(1_000).default(50),
  /** The client id of a token request that names no other one; empty for none. */
  applicationClientId: z.string().max(200).default(''),
  /** The places of the values in the onboarding answer (4.7). */
  registrationLinkPlace: place.default('/registrationLink'),
  vendorCustomerIdPlace: place.default('/vendorCustomerId'),
  usernamePlace: place.default('/username'),
  passwordPlace: place.default('/password'),
  /** The place of the customer's id in the request, for an answer without the id. */
  requestedVendorCustomerIdPlace: place.default('/vendorCustomer/vendorCustomerId'),
  /** The interval and the total time of requests for a new user (section 7: about a minute, one or two). */
  userRetrySeconds: z.number().min(1).max(60).default(10),
  userWaitSeconds: z.number().min(1).max(600).default(120),
});

/** One line of visible text that cannot change the direction of writing. A joiner is allowed, because emoji need it. */
const plain = /^(?:\u200d|[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}])*$/u;

const words = (most: number) => {
  const expected = `one line of plain text of at most ${most} characters`;
  return z.string(expected).max(most, expected).regex(plain, expected).optional();
};

const ownWords = z.strictObject(
  Object.fromEntries(Object.entries(ownSentences).map(([name, most]) => [name, words(most)])) as {
    readonly [Sentence in OwnSentence]: ReturnType<typeof words>;
  },
);

const wire = connectionSchema.shape;
const whole = (least: number, most: number) => {
  const expected = `a whole number from ${least} to ${most}`;
  return z.int(expected).min(least, expected).max(most, expected);
};
const yesOrNo = z.boolean('true or false');
const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, `one of ${values.join(', ')}`);
const language = oneOf(languages);
const text = (most: number) => {
  const expected = `text of at most ${most} characters`;
  return z.string(expected).max(most, expected);
};
const between = (least: number, most: number, expected = `a number from ${least} to ${most}`) =>
  z.number(expected).min(least, expected).max(most, expected);
const matching = (pattern: RegExp, expected: string) => z.string(expected).regex(pattern, expected);
const some = <Item extends z.ZodType>(item: Item, expected: string) => z.array(item, expected).min(1, expected);
const someDays = 'a number of days above 0, at most 36500';
const someSeconds = 'a number of seconds above 0, or null';
const picture = z.string().regex(pictureName, 'the name of a stored picture');
const somePictures = `a list of at most ${mostIdlePictures} pictures`;
const someRates = 'a list of at least one number from 0 to 100';
const hostAndPort = matching(
  /^(?:(?:\[[0-9a-f:.]+\]|[a-z0-9._-]+):\d{1,5})?$/i,
  'HOST:PORT such as 127.0.0.1:9100, or empty',
).refine((value) => Number(/\d+$/.exec(value)?.[0] ?? 0) < 65_536, 'a port from 0 to 65535');
const printerPath = matching(/^[/\\][^\p{Cc}]{1,255}$/u, 'a path such as /dev/usb/lp0');
const someAddresses = 'a list of at most 50 IP addresses';
const someWords = 'a list of at most 50 words of 1 to 40 characters';
const printedWords = z
  .array(z.string(someWords).trim().min(1, someWords).max(40, someWords), someWords)
  .max(50, someWords);
const timeoutMs = z.int().min(100).max(120_000);

/** A web origin as a browser writes it. A till in the shop's own network may be a page without https. */
export const originSchema = matching(
  /^(?:https:\/\/(?!.*:443$)|http:\/\/(?!.*:80$))(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/,
  'an origin such as https://till.example',
);

/** The settings that the cashier's window shows and may change; `locked`: behind the PIN, where one is set. */
export const windowSettings = z.registry<{ readonly locked: boolean }>();
/** The registry exists only at run time, and `brand` would change the values. The compiler lists keys by this type. */
declare const ofWindows: unique symbol;
function shown<Setting extends z.ZodType>(setting: Setting, locked: boolean) {
  windowSettings.add(setting, { locked });
  return setting as Setting & { readonly [ofWindows]: true };
}
const byManager = <Setting extends z.ZodType>(setting: Setting) => shown(setting, true);
const byAnyCashier = <Setting extends z.ZodType>(setting: Setting) => shown(setting, false);

const section = <Shape extends z.core.$ZodShape>(shape: Shape) =>
  z.object(shape).prefault({} as z.input<z.ZodObject<Shape>>);

/** The file contains changed values only, so that a later version can have better defaults. */
export const settingsSchema = z.object({
  /** Training uses the embedded service; `live` requires a successful connection test. */
  mode: wire.mode.default('training'),

  service: section({
    /** {base_url} of receipt-service.md, without /api. */
    baseUrl: wire.baseUrl.default(''),
    /** {auth_url}: the token endpoint, without the query (receipt-service.md 5). */
    authUrl: wire.authUrl.default(''),
    partnerUrl: wire.partnerUrl.default(''),
    clientId: wire.clientId.default(''),
    scopeBase: wire.scopeBase.default(''),
    /** The scope of the token, like `partner.tokenScope`. The document shows this one and no list (5.7). */
    tokenScope: z.string().max(1_000).default('<SCOPE_BASE>/vendor/bill offline_access'),
    /** 1-36 characters once it is set (receipt-service.md 2.1). */
    storeId: wire.storeId.default(''),
    extensionKey: wire.extensionKey.default('extension:service'),
    selfGeneratedIds: wire.selfGeneratedIds.default(false),
    connectTimeoutMs: timeoutMs.default(5_000),
    totalTimeoutMs: timeoutMs.default(15_000),
    /** The time-out of requests while a cashier or a till waits for the answer. */
    interactiveTimeoutMs: timeoutMs.default(5_000),
    /**
     * The template for a known customer without buyer information; `<id>` is replaced by the external id. The document
     * does not show the fields.
     */
    buyerInformationTemplate: z.record(z.string(), z.json()).default({ userIdentification: { externalId: '<id>' } }),
  }),

  partner: partnerSchema.prefault({}),

  pool: section({
    /** The maximum number of ids registered in advance; up to it, the busiest hour of two weeks decides. */
    target: z.int().min(0).max(200).default(200),
    maxAgeHours: z
      .number()
      .positive()
      .default(24 * 7),
  }),

  delivery: section({
    concurrent: z.int().min(1).max(16).default(4),
    /** An open sale without a bill is cancelled after this time, or at the next business day. Null keeps it. */
    abandonAfterHours: z
      .union([z.literal('nextDay'), z.number().min(0.1).max(8_760)])
      .nullable()
      .default('nextDay'),
    /** The hour at which a business day starts by the till's own clock: an earlier sale belongs to the previous day. */
    dayStartsAtHour: byManager(whole(0, 23).default(4)),
    /** The number of requests that may wait for the service; above it bills are refused with 507 before they are accepted. */
    maxWaiting: z.int().min(1).max(10_000_000).default(50_000),
    maxOpen: z.int().min(1).max(100_000).default(1_000),
    /** A bill with warnings (sums, deprecated fields) is refused like one with errors. */
    warningsBlock: byManager(yesOrNo.default(false)),
    /** An e-invoice that lacks something which receipt-service.md calls mandatory is refused, not only warned about. */
    eInvoiceBlocks: byManager(yesOrNo.default(false)),
    /** Cash totals may be rounded by this amount without a warning. 0 in countries without rounding. */
    cashRoundingCents: byManager(whole(0, 1_000).default(5)),
    /** While the service does not answer: the receipt follows, or it is printed. */
    offlineRule: byManager(oneOf(offlineRules).default('digital')),
  }),

  consent: section({
    /** The cashier asks whether the customer agrees to the digital receipt. */
    needed: byManager(yesOrNo.default(true)),
    counts: byManager(some(oneOf(consentKinds), 'a list of at least one kind of agreement').default([...consentKinds])),
  }),

  customer: section({
    /** The rules that distinguish a customer's own code from other scanned codes; see `shared/customer-code.ts`. */
    prefix: byManager(text(100).default('')),
    mask: byManager(text(100).default('')),
    length: byManager(whole(0, 256).default(0)),
    stripsPrefix: byManager(yesOrNo.default(false)),
  }),

  retention: section({
    days: byManager(z.number(someDays).positive(someDays).max(36_500, someDays).default(90)),
  }),

  inbox: section({
    keepTaken: byManager(yesOrNo.default(false)),
  }),

  posApi: section({
    /** The port on the loopback address; 0 chooses a free one. */
    port: byManager(whole(0, 65_535).default(17_351)),
    /** Web origins that may call, as a browser writes them: `https://till.example`. */
    allowedOrigins: byManager(z.array(originSchema, 'a list of origins').default([])),
    /** Whether every till reads and changes the sales of all tills; otherwise only the sales that it opened itself. */
    tillsShareSales: byManager(yesOrNo.default(false)),
    /**
     * The limit for each till; above it the answer is 429 until the minute has room again. A busy till sends a few in a
     * second.
     */
    requestsPerMinute: whole(60, 10_000_000).default(6_000),
    megabytesPerMinute: whole(1, 100_000).default(64),
  }),

  screen: section({
    qrTiming: byManager(oneOf(['before', 'after']).default('before')),
    /** The seconds for which the QR stays after payment; null keeps it until the next sale. */
    qrAfterSeconds: byManager(z.number(someSeconds).positive(someSeconds).nullable().default(60)),
    /** Whether customers can touch the display. `auto`: as its window detects. */
    touch: byManager(oneOf(['auto', 'yes', 'no']).default('auto')),
    /** The start screen and the screens of an open sale say that receipts are printed on request. */
    paperNotice: byManager(yesOrNo.default(false)),
    thanksSeconds: z.number().positive().max(3_600).default(8),
    language: byManager(language.default('de')),
    languages: byManager(some(language, 'a list of at least one language').default([...languages])),
    shopName: byManager(text(100).default('')),
    accent: byManager(matching(/^#[0-9a-f]{6}$/i, 'a colour such as #26338f').default('#26338f')),
    texts: byManager(z.partialRecord(z.enum(languages), ownWords).default({})),
    /** The diagonal of the customers' display; null: assumed by its number of pixels. */
    inches: byManager(between(5, 100, 'a number of inches from 5 to 100, or null').nullable().default(null)),
    /** The name of a picture in `pictures`, or from a policy a `data:` address. */
    logo: z
      .union(
        [picture, z.string().startsWith('data:image/').max(1_500_000)],
        'the name of a stored picture, a text data:image/... of at most 1500000 characters, or null',
      )
      .nullable()
      .default(null),
    idlePictures: z.array(picture, somePictures).max(mostIdlePictures, somePictures).default([]),
  }),

  cashier: section({
    language: byAnyCashier(language.default('en')),
    form: byAnyCashier(oneOf(['dock', 'full']).default('full')),
    dockSide: byAnyCashier(oneOf(['left', 'right']).default('right')),
    /** The vertical position of the docked window, from 0 (top) to 1 (bottom), as a finger set it. */
    dockTop: between(0, 1).default(0),
    /**
     * The country for the formats of numbers, money and dates, and for defaults of other settings (`country.ts`). Null:
     * not set.
     */
    country: byManager(
      matching(/^[A-Z]{2}$/, 'two capital letters such as DE (ISO 3166)')
        .nullable()
        .default(null),
    ),
    currency: byManager(matching(/^[A-Z]{3}$/, 'three capital letters such as EUR').default('EUR')),
    vatPercents: byManager(some(between(0, 100, someRates), someRates).default([19, 7, 0])),
    /** Whether sales may be typed in live mode, although their receipts have no fiscal data. */
    typedSales: byManager(yesOrNo.default(true)),
    /** The cashier may put an e-mail address on a bill before it leaves (receipt-service.md 2.3). */
    emailReceipts: byManager(yesOrNo.default(false)),
    /** The amount in the shop's currency above which a refund needs a second confirmation. */
    refundAsksAbove: byManager(whole(0, 100_000).default(100)),
    /** The seconds in which Printed and Cancel can be undone. */
    undoSeconds: z.number().min(0).max(60).default(5),
  }),

  sounds: section({
    attention: byManager(yesOrNo.default(false)),
  }),

  display: section({
    customerDisplayId: z.number().nullable().default(null),
    /** The appearance of the display when it was chosen, because its id may change when it is unplugged. */
    customerDisplayLooks: z
      .object({ label: z.string(), x: z.number(), y: z.number(), width: z.number(), height: z.number() })
      .nullable()
      .default(null),
  }),

  metrics: section({
    url: serviceAddressOrEmpty.default(''),
    everySeconds: whole(30, 3_600).default(60),
    /** The name of this till in the metrics. If it is empty, an id that does not identify the computer is used. */
    instance: text(100).default(''),
    withStoreId: yesOrNo.default(false),
  }),

  pin: section({
    unlockedMinutes: byManager(whole(1, 60).default(5)),
  }),

  setup: section({
    /** The first set-up is offered until its stage is `done`, or until training or live was chosen elsewhere. */
    stage: oneOf(['new', 'begun', 'done']).default('new'),
  }),

  updates: section({
    /** `beta` also takes versions before their release. Only an installer that was packed with an address takes updates. */
    channel: oneOf(['stable', 'beta']).default('stable'),
    off: yesOrNo.default(false),
  }),

  printer: section({
    /** The address for prints; empty is off. Without a target no port is opened. */
    listen: byManager(hostAndPort.default('')),
    /** The printer: `HOST:PORT`, or a path such as `/dev/usb/lp0` or `\\\\localhost\\NAME`. */
    target: byManager(z.union([hostAndPort, printerPath], 'HOST:PORT, a path, or empty').default('')),
    /** Counts only if `listen` is not an address of this computer alone. */
    allowedAddresses: byManager(
      z
        .array(z.union([z.ipv4(), z.ipv6()]), someAddresses)
        .max(50, someAddresses)
        .default([]),
    ),
    codePage: byManager(oneOf(codePages).default('cp858')),
    neverWords: byManager(printedWords.default([])),
    totalWords: byManager(printedWords.default([])),
    /** Interim bills have VAT rows that add up, too. */
    vatConfirmsTotal: byManager(yesOrNo.default(false)),
    showCodeSeconds: byManager(whole(30, 300).default(120)),
    /** The address that the till had before the app was connected. */
    formerTarget: byManager(text(200).default('')),
    /** The number of receipts accepted by their fiscal code. From 3 on, prints without a code are refused. */
    codesSeen: whole(0, 3).default(0),
  }),

  computer: section({
    startAtSignIn: byManager(yesOrNo.default(false)),
  }),
});

export type Settings = DeepReadonly<z.infer<typeof settingsSchema>>;

/** Some sections with some of their keys; a list or a template replaces the whole one before it. */
export type SettingsPatch = {
  readonly [Section in keyof Settings]?: Settings[Section] extends string
    ? Settings[Section]
    : Partial<Settings[Section]>;
};

type DeepReadonly<T> = T extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
    : T;

type Sections = typeof settingsSchema.shape;
type KeyIn<Section extends keyof Sections> =
  Sections[Section] extends z.ZodPrefault<z.ZodObject<infer Shape>>
    ? {
        [Name in keyof Shape]: Shape[Name] extends { readonly [ofWindows]: true }
          ? `${Section}.${Name & string}`
          : never;
      }[keyof Shape]
    : never;

/** `section.key` of a setting that a window shows and may change. */
export type WindowSettingKey = { [Section in keyof Sections]: KeyIn<Section> }[keyof Sections];

export type WindowSettings = {
  readonly [Key in WindowSettingKey]: Key extends `${infer Section extends keyof Settings}.${infer Name}`
    ? Settings[Section][Name & keyof Settings[Section]]
    : never;
};

export type WindowSettingsView = {
  readonly [Key in WindowSettingKey]: {
    readonly value: WindowSettings[Key];
    readonly lockedBy: SettingLock | null;
    /** The options of the command line that give another value at the next start. */
    readonly overriddenBy?: readonly string[];
  };
};

/** The administrator of many tills. */
export type SettingLock = 'policy';
