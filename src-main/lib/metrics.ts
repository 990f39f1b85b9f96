/**
 * Every metric that the program can send, by its name in OpenTelemetry, and the attributes that it may have: none of them
 * names a person, a receipt, a store or an address. Prometheus makes `receipt_companion_queue_oldest_age_seconds` of
 * `receipt_companion.queue.oldest.age` in `s`, and adds `_total` to a counter; `docs/operations/` speaks of them so.
 */
export const metrics = {
  'receipt_companion.sales': {
    kind: 'counter',
    unit: '{sale}',
    says: 'What has happened to sales: opened, billed, shown, delivered, refused, printed, cancelled.',
    attributes: ['mode', 'event'],
  },
  'receipt_companion.qr.paint.duration': {
    kind: 'histogram',
    unit: 's',
    says: 'From the call that brings the code to the customer (a sale opened, or a bill where the code comes after payment) until it was painted.',
    attributes: ['mode'],
    bounds: [0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 1, 2, 5, 10, 30],
  },
  'receipt_companion.delivery.attempts': {
    kind: 'counter',
    unit: '{attempt}',
    says: 'Tries to bring something to the receipt service, by what became of them.',
    attributes: ['mode', 'kind', 'outcome'],
  },
  'receipt_companion.service.call.duration': {
    kind: 'histogram',
    unit: 's',
    says: 'One call of the receipt service, with the wait for a sign-in where there was one.',
    attributes: ['mode', 'http.request.method', 'route', 'http.response.status_code', 'error.type'],
    bounds: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
  },
  'receipt_companion.sign_in.attempts': {
    kind: 'counter',
    unit: '{attempt}',
    says: 'Sign-ins at the identity provider, by what became of them.',
    attributes: ['mode', 'grant', 'outcome'],
  },
  'receipt_companion.log.lines': {
    kind: 'counter',
    unit: '{line}',
    says: 'Lines of the log that warn or tell of an error, by their event.',
    attributes: ['level', 'event'],
  },
  'receipt_companion.queue.jobs': {
    kind: 'gauge',
    unit: '{job}',
    says: 'Requests that wait for the receipt service.',
    attributes: ['mode'],
  },
  'receipt_companion.queue.oldest.age': {
    kind: 'gauge',
    unit: 's',
    says: 'How long the oldest of them has waited; 0 while none does.',
    attributes: ['mode'],
  },
  'receipt_companion.attention.receipts': {
    kind: 'gauge',
    unit: '{receipt}',
    says: 'Receipts that the service refused and a person has to look at.',
    attributes: ['mode'],
  },
  'receipt_companion.queue.unknown_stores': {
    kind: 'gauge',
    unit: '{store}',
    says: 'Stores that the service does not know; their receipts wait.',
    attributes: ['mode'],
  },
  'receipt_companion.pool.available': {
    kind: 'gauge',
    unit: '{id}',
    says: 'Receipt ids that are registered in advance and can be given out.',
    attributes: ['mode'],
  },
  'receipt_companion.pool.target': {
    kind: 'gauge',
    unit: '{id}',
    says: 'How many there are to be.',
    attributes: ['mode'],
  },
  'receipt_companion.display.connected': {
    kind: 'gauge',
    unit: '{display}',
    says: '1 while a display for customers is connected, else 0.',
    attributes: ['mode'],
  },
  'receipt_companion.service.state': {
    kind: 'gauge',
    unit: '{state}',
    says: '1 for the state that the receipt service is in, 0 for the others.',
    attributes: ['mode', 'state'],
  },
  'receipt_companion.notices': {
    kind: 'gauge',
    unit: '{notice}',
    says: '1 for each notice that stands and that a person has to look at.',
    attributes: ['mode', 'code'],
  },
  'receipt_companion.storage.size': {
    kind: 'gauge',
    unit: 'By',
    says: 'What the databases take on disk.',
    attributes: [],
  },
  'receipt_companion.storage.free': {
    kind: 'gauge',
    unit: 'By',
    says: 'What is free on the disk of the data folder, for this account.',
    attributes: [],
  },
  'process.uptime': {
    kind: 'gauge',
    unit: 's',
    says: 'How long the program has been running.',
    attributes: [],
  },
  'process.memory.usage': {
    kind: 'gauge',
    unit: 'By',
    says: 'The main process: the memory that it takes.',
    attributes: [],
  },
} as const satisfies Readonly<Record<string, MetricDescription>>;

export interface MetricDescription {
  readonly kind: 'counter' | 'histogram' | 'gauge';
  /** As UCUM has it; what is counted stands in braces. */
  readonly unit: string;
  readonly says: string;
  readonly attributes: readonly string[];
  /** Of a histogram, in its unit. */
  readonly bounds?: readonly number[];
}

export type MetricName = keyof typeof metrics;
type OfKind<Kind extends MetricDescription['kind']> = {
  [Name in MetricName]: (typeof metrics)[Name]['kind'] extends Kind ? Name : never;
}[MetricName];
export type CounterName = OfKind<'counter'>;
export type HistogramName = OfKind<'histogram'>;
type GaugeName = OfKind<'gauge'>;

/** Words and numbers of the program; null leaves the attribute out. */
type Attributes<Name extends MetricName> = {
  readonly [Key in (typeof metrics)[Name]['attributes'][number]]: string | number | null;
};

/** What whoever counts says: the mode is added by the session that it happens in (`inMode`). */
export type Said<Name extends MetricName> = Omit<Attributes<Name>, 'mode'>;

/** What stands at this moment. */
export type Observation = {
  [Name in GaugeName]: { readonly name: Name; readonly value: number; readonly attributes: Attributes<Name> };
}[GaugeName];

export const metricNames = Object.keys(metrics) as readonly MetricName[];
