import { z } from 'zod';
import { connectionSchema } from './connection.ts';
import { offlineRules } from './country.ts';
import { languages } from './languages.ts';
import { codePages } from './print-view.ts';
import { consentKinds } from './sale-states.ts';
import { serviceAddressOrEmpty } from './service-address.ts';
import { mostIdlePictures, type OwnSentence, ownSentences, pictureName } from './shop-look.ts';

/** These settings fill gaps of receipt-service.md 4.7 and 5.8. The partner key is in the keychain, not here. */

const placeholder = /\{([^{}]*)\}/g;

/** A route such as `GET /a/{userId}?x={take}`. A parameter that it lacks is added to the query under its own name. */
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
  /** `key`: a fixed key in a header. `token`: the bearer token of receipt-service.md 5 with its own scope. */
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
  /**
   * The scope of the token; `<SCOPE_BASE>` is the scope base of the connection. The service describes no list of scopes
   * (receipt-service.md 5.7).
   */
  tokenScope: z.string().max(1_000).default('<SCOPE_BASE>/partner offline_access'),
  listReceipts: route('userId', 'take', 'continuation').default('GET /api/v3/user/{userId}/receipts'),
  receiptPdf: route('userId', 'receiptId').default('GET /api/v3/user/{userId}/receipts/{receiptId}/pdf'),
  addReceipt: route('userId').default('POST /api/v3/user/{userId}/receipts'),
  /** `object` sends `{"receiptId": "..."}`, `text` the id alone as JSON text. */
  addReceiptBody: z.enum(['object', 'text']).default('object'),
  /** The path before `onboarding`. The service describes none (receipt-service.md 4.7). */
  onboardingPrefix: z
    .string()
    .max(200)
    .regex(/^[^\s?#{}]*$/, 'expected a path such as /api/v3')
    .default(''),
  /** The number of receipts on a page. These limits are ours (receipt-service.md 8 has none). */
  take: z.int().min(1).max(1_000).default(50),
  /** The default `applicationClientId` of a token request. If empty, it is left out. */
  applicationClientId: z.string().max(200).default(''),
  /** JSON pointers to the values in the onboarding answer (receipt-service.md 4.7). */
  registrationLinkPlace: place.default('/registrationLink'),
  vendorCustomerIdPlace: place.default('/vendorCustomerId'),
  usernamePlace: place.default('/username'),
  passwordPlace: place.default('/password'),
  /** The pointer to the customer's id in the request. It is used if the answer has no id. */
  requestedVendorCustomerIdPlace: place.default('/vendorCustomer/vendorCustomerId'),
  /** The interval and the total time of requests for a new user's token, which exists after about a minute. */
  userRetrySeconds: z.number().min(1).max(60).default(10),
  userWaitSeconds: z.number().min(1).max(600).default(120),
});

/** One line of visible text that cannot change the text direction. Emoji need the joiner. */
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
const oneOf = <const Values extends readonly string[]>(values: Values) => z.enum(values, `one of ${values.join(', ')}`);
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

/** A web origin as a browser writes it. A till in the shop's network may be a page without https. */
export const originSchema = matching(
  /^(?:https:\/\/(?!.*:443$)|http:\/\/(?!.*:80$))(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/,
  'an origin such as https://till.example',
);

/** The settings that the cashier window shows and may change. `locked`: they need the PIN, if one is set. */
const windowSettings = z.registry<{ readonly locked: boolean }>();
/** Marks these settings for the compiler, which cannot see the registry. `brand` would change the types of values. */
declare const ofWindows: unique symbol;
function shown<Setting extends z.ZodType>(setting: Setting, locked: boolean) {
  windowSettings.add(setting, { locked });
  return setting as Setting & { readonly [ofWindows]: true };
}
const byManager = <Setting extends z.ZodType>(setting: Setting) => shown(setting, true);
const byAnyCashier = <Setting extends z.ZodType>(setting: Setting) => shown(setting, false);

const section = <Shape extends z.core.$ZodShape>(shape: Shape) =>
  z.object(shape).prefault({} as z.input<z.ZodObject<Shape>>);

/** The settings file contains only changed values, so that a later version can have better defaults. */
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
    /** The scope of the token, like `partner.tokenScope`. The service lists no scopes (receipt-service.md 5.7). */
    tokenScope: z.string().max(1_000).default('<SCOPE_BASE>/vendor/bill offline_access'),
    /** 1-36 characters once it is set (docs/receipt-format.md). */
    storeId: wire.storeId.default(''),
    extensionKey: wire.extensionKey.default('extension:service'),
    selfGeneratedIds: wire.selfGeneratedIds.default(false),
    connectTimeoutMs: timeoutMs.default(5_000),
    totalTimeoutMs: timeoutMs.default(15_000),
    /** The time-out of requests while a cashier or a till waits for the answer. */
    interactiveTimeoutMs: timeoutMs.default(5_000),
    /** The buyer information of a known customer if the till gave none. `<id>` is replaced by the external id. */
    buyerInformationTemplate: z.record(z.string(), z.json()).default({ userIdentification: { externalId: '<id>' } }),
  }),

  partner: partnerSchema.prefault({}),

  pool: section({
    /** The app registers enough receipt ids in advance for the busiest hour of two weeks, but at most this number. */
    target: whole(0, 200).default(200),
    maxAgeHours: z
      .number()
      .positive()
      .default(24 * 7),
  }),

  delivery: section({
    concurrent: z.int().min(1).max(16).default(4),
    /** Cancels an open sale without a bill after this time, or at the next business day. Null never cancels it. */
    abandonAfterHours: z
      .union([z.literal('nextDay'), z.number().min(0.1).max(8_760)])
      .nullable()
      .default('nextDay'),
    dayStartsAtHour: byManager(whole(0, 23).default(4)),
    /** The most requests that may wait for the service. Above it, bills are refused with 507. */
    maxWaiting: z.int().min(1).max(10_000_000).default(50_000),
    maxOpen: z.int().min(1).max(100_000).default(1_000),
    /** Refuses a bill with warnings (sums, deprecated fields) like a bill with errors. */
    warningsBlock: byManager(yesOrNo.default(false)),
    /** Refuses an e-invoice that lacks a field which receipt-service.md requires. If off, it only gets a warning. */
    eInvoiceBlocks: byManager(yesOrNo.default(false)),
    /** Cash totals may be rounded by this amount without a warning. 0 if the country does not round. */
    cashRoundingCents: byManager(whole(0, 1_000).default(5)),
    offlineRule: byManager(oneOf(offlineRules).default('digital')),
  }),

  consent: section({
    needed: byManager(yesOrNo.default(true)),
    counts: byManager(some(oneOf(consentKinds), 'a list of at least one kind of agreement').default([...consentKinds])),
  }),

  customer: section({
    /** The rules that recognize a customer's own code (`shared/customer-code.ts`). */
    prefix: byManager(text(100).default('')),
    mask: byManager(text(100).default('')),
    length: byManager(whole(0, 256).default(0)),
    stripsPrefix: byManager(yesOrNo.default(false)),
  }),

  retention: section({
    days: byManager(z.number(someDays).positive(someDays).max(36_500, someDays).default(90)),
  }),

  posApi: section({
    /** The port on the loopback address; 0 selects a free one. */
    port: byManager(whole(0, 65_535).default(17_351)),
    /** Web origins that may call the POS API, as a browser writes them: `https://till.example`. */
    allowedOrigins: byManager(z.array(originSchema, 'a list of origins').default([])),
    /** Whether every till reads and changes the sales of all tills, not only its own. */
    tillsShareSales: byManager(yesOrNo.default(false)),
    /** The limit for each till; above it the answer is 429. A busy till sends a few requests in a second. */
    requestsPerMinute: whole(60, 10_000_000).default(6_000),
    megabytesPerMinute: whole(1, 100_000).default(64),
  }),

  screen: section({
    qrTiming: byManager(oneOf(['before', 'after']).default('before')),
    /** The seconds for which the QR code stays after payment; null keeps it until the next sale. */
    qrAfterSeconds: byManager(z.number(someSeconds).positive(someSeconds).nullable().default(60)),
    /** Whether customers can touch the display. `auto`: the window detects it. */
    touch: byManager(oneOf(['auto', 'yes', 'no']).default('auto')),
    /** Shows on the start screen and during open sales that receipts are printed on request. */
    paperNotice: byManager(yesOrNo.default(false)),
    thanksSeconds: z.number().positive().max(3_600).default(8),
    language: byManager(language.default('de')),
    languages: byManager(some(language, 'a list of at least one language').default([...languages])),
    shopName: byManager(text(100).default('')),
    accent: byManager(matching(/^#[0-9a-f]{6}$/i, 'a colour such as #26338f').default('#26338f')),
    texts: byManager(z.partialRecord(z.enum(languages), ownWords).default({})),
    /** The diagonal of the customer display; null: estimated from its number of pixels. */
    inches: byManager(between(5, 100, 'a number of inches from 5 to 100, or null').nullable().default(null)),
    /** The name of a file in `pictures`, or a `data:` address from a policy. */
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
    /** The vertical position of the docked window, from 0 (top) to 1 (bottom). */
    dockTop: between(0, 1).default(0),
    /** The country for numbers, money and dates, and for defaults of other settings (`country.ts`). Null: not set. */
    country: byManager(
      matching(/^[A-Z]{2}$/, 'two capital letters such as DE (ISO 3166)')
        .nullable()
        .default(null),
    ),
    currency: byManager(matching(/^[A-Z]{3}$/, 'three capital letters such as EUR').default('EUR')),
    vatPercents: byManager(some(between(0, 100, someRates), someRates).default([19, 7, 0])),
    /** Whether sales may be typed in live mode, although their receipts have no fiscal data. */
    typedSales: byManager(yesOrNo.default(true)),
    /** The cashier may add an e-mail address to a bill before it is sent (receipt-service.md 2.1). */
    emailReceipts: byManager(yesOrNo.default(false)),
    /** The amount in the shop's currency above which a refund needs a second confirmation. */
    refundAsksAbove: byManager(whole(0, 100_000).default(100)),
    /** The seconds in which Printed and Cancel can be undone. */
    undoSeconds: z.number().min(0).max(60).default(5),
  }),

  display: section({
    customerDisplayId: z.number().nullable().default(null),
    /** The label and position of the chosen display, because its id may change when it is unplugged. */
    customerDisplayLooks: z
      .object({ label: z.string(), x: z.number(), y: z.number(), width: z.number(), height: z.number() })
      .nullable()
      .default(null),
  }),

  metrics: section({
    url: serviceAddressOrEmpty.default(''),
    everySeconds: whole(30, 3_600).default(60),
    /** The name of this till in the metrics. If empty, an anonymous id is used. */
    instance: text(100).default(''),
    withStoreId: yesOrNo.default(false),
  }),

  pin: section({
    unlockedMinutes: byManager(whole(1, 60).default(5)),
  }),

  setup: section({
    /** The first set-up is offered until the stage is `done` or a mode was chosen elsewhere. */
    stage: oneOf(['new', 'done']).default('new'),
  }),

  updates: section({
    /** `beta` includes pre-releases. Only an installer that contains an update address installs updates. */
    channel: oneOf(['stable', 'beta']).default('stable'),
    off: yesOrNo.default(false),
  }),

  printer: section({
    /** The address for prints; empty is off. Without a target no port opens. */
    listen: byManager(hostAndPort.default('')),
    /** The printer: `HOST:PORT`, or a path such as `/dev/usb/lp0` or `\\\\localhost\\NAME`. */
    target: byManager(z.union([hostAndPort, printerPath], 'HOST:PORT, a path, or empty').default('')),
    /** Ignored if `listen` is a loopback address. */
    allowedAddresses: byManager(
      z
        .array(z.union([z.ipv4(), z.ipv6()]), someAddresses)
        .max(50, someAddresses)
        .default([]),
    ),
    codePage: byManager(oneOf(codePages).default('cp858')),
    neverWords: byManager(printedWords.default([])),
    totalWords: byManager(printedWords.default([])),
    /** Accepts a total that VAT rows confirm. Off by default, because interim bills have such rows, too. */
    vatConfirmsTotal: byManager(yesOrNo.default(false)),
    showCodeSeconds: byManager(whole(30, 300).default(120)),
    /** The printer address that the till used before the app was connected. */
    formerTarget: byManager(text(200).default('')),
    /** The number of receipts with a fiscal code. From 3 on, prints without a code are refused. */
    codesSeen: whole(0, 3).default(0),
    /** The paper of a receipt waits until a person has decided. */
    paperOnRequest: byManager(yesOrNo.default(false)),
    paperSeconds: byManager(whole(5, 60).default(15)),
    /** `keep` has an effect only where the law needs no agreement. */
    paperAtTimeout: byManager(oneOf(['byCountry', 'print', 'keep']).default('byCountry')),
    /** True keeps no paper back. A tap in the dock switches this on, and only a manager switches it off. */
    printEverything: byManager(yesOrNo.default(false)),
  }),

  computer: section({
    startAtSignIn: byManager(yesOrNo.default(false)),
  }),
});

/** Each setting by `section.key`: its schema without the default, and whether it needs the PIN. Null: in no window. */
export const settingRows: ReadonlyMap<string, { readonly schema: z.ZodType; readonly locked: boolean | null }> =
  new Map(
    Object.entries(settingsSchema.shape).flatMap(([section, schema]) =>
      schema instanceof z.ZodPrefault
        ? Object.entries<z.ZodDefault>(schema.unwrap().shape).map(([name, setting]) => {
            const locked = windowSettings.get(setting)?.locked ?? null;
            return [`${section}.${name}`, { schema: setting.unwrap() as z.ZodType, locked }] as const;
          })
        : [],
    ),
  );

export type Settings = DeepReadonly<z.infer<typeof settingsSchema>>;

/** Some sections with some of their keys. A list or a template replaces the previous one completely. */
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

export type WindowSettingKey = { [Section in keyof Sections]: KeyIn<Section> }[keyof Sections];

export type WindowSettings = {
  readonly [Key in WindowSettingKey]: Key extends `${infer Section extends keyof Settings}.${infer Name}`
    ? Settings[Section][Name & keyof Settings[Section]]
    : never;
};

export type WindowSettingsView = {
  readonly [Key in WindowSettingKey]: {
    readonly value: WindowSettings[Key];
    readonly overriddenBy?: readonly string[];
  };
};
