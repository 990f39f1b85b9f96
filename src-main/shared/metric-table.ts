const counter = <const Names extends readonly string[]>(unit: string, says: string, ...attributes: Names) =>
  ({ kind: 'counter', unit, says, attributes }) as const;
const gauge = <const Names extends readonly string[]>(unit: string, says: string, ...attributes: Names) =>
  ({ kind: 'gauge', unit, says, attributes }) as const;
const histogram = <const Names extends readonly string[]>(
  bounds: readonly number[],
  says: string,
  ...attributes: Names
) => ({ kind: 'histogram', unit: 's', says, attributes, bounds }) as const;

/**
 * Every metric that the program can send, by its name in OpenTelemetry, and the attributes that it may have: none of them
 * names a person, a receipt, a store or an address. Prometheus makes `receipt_companion_queue_oldest_age_seconds` of
 * `receipt_companion.queue.oldest.age` in `s`, and adds `_total` to a counter; `docs/operations/` speaks of them so.
 */
export const metrics = {
  'receipt_companion.sales': counter(
    '{sale}',
    'What has happened to sales: opened, billed, shown, delivered, refused, printed, cancelled.',
    'mode',
    'event',
  ),
  'receipt_companion.qr.paint.duration': histogram(
    [0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 1, 2, 5, 10, 30],
    'From the call that brings the code to the customer (a sale opened, or a bill where the code comes after payment) until it was painted.',
    'mode',
  ),
  'receipt_companion.delivery.attempts': counter(
    '{attempt}',
    'Tries to bring something to the receipt service, by what became of them.',
    'mode',
    'kind',
    'outcome',
  ),
  'receipt_companion.service.call.duration': histogram(
    [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
    'One call of the receipt service, with the wait for a sign-in where there was one.',
    'mode',
    'http.request.method',
    'route',
    'http.response.status_code',
    'error.type',
  ),
  'receipt_companion.sign_in.attempts': counter(
    '{attempt}',
    'Sign-ins at the identity provider, by what became of them.',
    'mode',
    'grant',
    'outcome',
  ),
  'receipt_companion.log.lines': counter(
    '{line}',
    'Lines of the log that warn or tell of an error, by their event.',
    'level',
    'event',
  ),
  'receipt_companion.queue.jobs': gauge('{job}', 'Requests that wait for the receipt service.', 'mode'),
  'receipt_companion.queue.oldest.age': gauge(
    's',
    'How long the oldest of them has waited; 0 while none does.',
    'mode',
  ),
  'receipt_companion.attention.receipts': gauge(
    '{receipt}',
    'Receipts that the service refused and a person has to look at.',
    'mode',
  ),
  'receipt_companion.queue.unknown_stores': gauge(
    '{store}',
    'Stores that the service does not know; their receipts wait.',
    'mode',
  ),
  'receipt_companion.pool.available': gauge(
    '{id}',
    'Receipt ids that are registered in advance and can be given out.',
    'mode',
  ),
  'receipt_companion.pool.target': gauge(
    '{id}',
    'How many there should be: the sales of the busiest hour, at least 10, at most `pool.target`.',
    'mode',
  ),
  'receipt_companion.display.connected': gauge(
    '{display}',
    '1 while a display for customers is connected, else 0.',
    'mode',
  ),
  'receipt_companion.service.state': gauge(
    '{state}',
    '1 for the state that the receipt service is in, 0 for the others.',
    'mode',
    'state',
  ),
  'receipt_companion.notices': gauge(
    '{notice}',
    '1 for each notice that stands and that a person has to look at.',
    'mode',
    'code',
  ),
  'receipt_companion.storage.size': gauge('By', 'What the databases take on disk.'),
  'receipt_companion.storage.free': gauge('By', 'What is free on the disk of the data folder, for this account.'),
  'process.uptime': gauge('s', 'How long the program has been running.'),
  'process.memory.usage': gauge('By', 'The main process: the memory that it takes.'),
} as const satisfies Readonly<Record<string, MetricDescription>>;

export interface MetricDescription {
  readonly kind: 'counter' | 'histogram' | 'gauge';
  /** The unit in UCUM notation; a counted thing is in braces. */
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

/** The attributes of a measurement. The session adds its mode (`inMode`). */
export type Said<Name extends MetricName> = Omit<Attributes<Name>, 'mode'>;

export type Observation = {
  [Name in GaugeName]: { readonly name: Name; readonly value: number; readonly attributes: Attributes<Name> };
}[GaugeName];
