const counter = <const Names extends readonly string[]>(unit: string, says: string, ...attributes: Names) =>
  ({ kind: 'counter', unit, says, attributes }) as const;
const gauge = <const Names extends readonly string[]>(unit: string, says: string, ...attributes: Names) =>
  ({ kind: 'gauge', unit, says, attributes }) as const;
const histogram = <const Names extends readonly string[]>(
  bounds: readonly number[],
  says: string,
  ...attributes: Names
) => ({ kind: 'histogram', unit: 's', says, attributes, bounds }) as const;

/** Every metric by its OpenTelemetry name. No attribute names a person, a receipt, a store or an address. */
export const metrics = {
  'receipt_companion.sales': counter(
    '{sale}',
    'Events of sales: opened, billed, shown, delivered, refused, printed, cancelled.',
    'mode',
    'event',
  ),
  'receipt_companion.qr.paint.duration': histogram(
    [0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 1, 2, 5, 10, 30],
    'Time from the request that shows the code (an opened sale, or a bill if the code comes after payment) until it was painted.',
    'mode',
  ),
  'receipt_companion.delivery.attempts': counter(
    '{attempt}',
    'Attempts to send something to the receipt service, by outcome.',
    'mode',
    'kind',
    'outcome',
  ),
  'receipt_companion.service.call.duration': histogram(
    [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
    'Duration of a call of the receipt service, including the wait for a sign-in.',
    'mode',
    'http.request.method',
    'route',
    'http.response.status_code',
    'error.type',
  ),
  'receipt_companion.sign_in.attempts': counter(
    '{attempt}',
    'Sign-ins at the identity provider, by outcome.',
    'mode',
    'grant',
    'outcome',
  ),
  'receipt_companion.log.lines': counter('{line}', 'Warnings and errors in the log, by event.', 'level', 'event'),
  'receipt_companion.queue.jobs': gauge('{job}', 'Requests that wait for the receipt service.', 'mode'),
  'receipt_companion.queue.oldest.age': gauge('s', 'Age of the oldest waiting request; 0 if none waits.', 'mode'),
  'receipt_companion.attention.receipts': gauge('{receipt}', 'Refused receipts that need a person.', 'mode'),
  'receipt_companion.queue.unknown_stores': gauge(
    '{store}',
    'Stores that the service does not know, and whose receipts wait.',
    'mode',
  ),
  'receipt_companion.pool.available': gauge('{id}', 'Receipt ids that are registered in advance and unused.', 'mode'),
  'receipt_companion.pool.target': gauge(
    '{id}',
    'Desired number of such ids: the sales of the busiest hour, at least 10, at most `pool.target`.',
    'mode',
  ),
  'receipt_companion.display.connected': gauge(
    '{display}',
    '1 while a customer display is connected, otherwise 0.',
    'mode',
  ),
  'receipt_companion.service.state': gauge(
    '{state}',
    '1 for the current state of the receipt service, 0 for the other states.',
    'mode',
    'state',
  ),
  'receipt_companion.notices': gauge('{notice}', '1 for each current notice that needs a person.', 'mode', 'code'),
  'receipt_companion.storage.size': gauge('By', 'Size of the databases on disk.'),
  'receipt_companion.storage.free': gauge('By', 'Free space on the disk of the data folder, for this account.'),
  'receipt_companion.printer.prints': counter(
    '{print}',
    'Prints of tills, by the reason of their verdict.',
    'mode',
    'reason',
  ),
  'receipt_companion.printer.connections': counter(
    '{connection}',
    'Connections of tills to the printer port.',
    'outcome',
  ),
  'receipt_companion.printer.relay.delay': histogram(
    [0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.05, 0.1, 1],
    'Time from reading a chunk of a print job to the end of its write to the printer.',
  ),
  'receipt_companion.printer.read.duration': histogram(
    [0.005, 0.01, 0.05, 0.1, 0.2, 0.5, 1, 2, 5],
    'Time until a print was read, from its end on.',
    'kind',
  ),
  'receipt_companion.printer.state': gauge(
    '{state}',
    '1 for the current state of the printer port, 0 for the others.',
    'state',
  ),
  'process.uptime': gauge('s', 'Time since the start of the program.'),
  'process.memory.usage': gauge('By', 'Memory of the main process.'),
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
