/** Every field of a log line. `leaves`: part of the support file. `stays`: free text, an address or a path. */
export const logFields = {
  action: 'leaves',
  address: 'stays',
  aheadMs: 'leaves',
  as: 'leaves',
  attempts: 'leaves',
  attention: 'leaves',
  baseUrl: 'stays',
  by: 'leaves',
  byMs: 'leaves',
  cancelled: 'leaves',
  channel: 'leaves',
  code: 'leaves',
  commits: 'leaves',
  count: 'leaves',
  detail: 'stays',
  /** How many fields of this line were on no list. */
  droppedFields: 'leaves',
  during: 'leaves',
  error: 'stays',
  expected: 'leaves',
  /** The faults of a policy file: fields, and kinds of values. */
  faults: 'stays',
  folder: 'stays',
  found: 'leaves',
  givenUp: 'leaves',
  grant: 'leaves',
  hasCustomer: 'leaves',
  hasLink: 'leaves',
  inDoubt: 'leaves',
  keepDays: 'leaves',
  keptAs: 'stays',
  keptAside: 'stays',
  keyStorage: 'leaves',
  kind: 'leaves',
  knownCommits: 'leaves',
  lacks: 'leaves',
  mayHaveArrived: 'leaves',
  meaning: 'stays',
  message: 'stays',
  method: 'leaves',
  missingCommits: 'leaves',
  mode: 'leaves',
  name: 'leaves',
  /** Lines of this kind that were left out before this one. */
  notLogged: 'leaves',
  number: 'leaves',
  open: 'leaves',
  openForMs: 'leaves',
  option: 'leaves',
  outcome: 'leaves',
  outside: 'leaves',
  path: 'stays',
  pauseMs: 'leaves',
  platform: 'leaves',
  /** The deviating places of an answer: names of receipt-service.md only, never one that a service invented. */
  pointer: 'leaves',
  port: 'leaves',
  queued: 'leaves',
  reason: 'leaves',
  /** Of a till's request, which may have chosen it. */
  requestId: 'stays',
  replaced: 'leaves',
  role: 'leaves',
  route: 'leaves',
  setting: 'leaves',
  shown: 'leaves',
  stateDir: 'stays',
  status: 'leaves',
  stored: 'leaves',
  switches: 'stays',
  /** The id of a till: its name is the shop's word. */
  till: 'stays',
  times: 'leaves',
  tookMs: 'leaves',
  /** The service's own name for what happened: its operator finds the request by it. */
  traceId: 'leaves',
  type: 'leaves',
  version: 'leaves',
  waitedMs: 'leaves',
  waiting: 'leaves',
  what: 'leaves',
  why: 'leaves',
  wrongTries: 'leaves',
} as const satisfies Readonly<Record<string, 'leaves' | 'stays'>>;

type LogField = keyof typeof logFields;

export type LogFields = { readonly [Field in LogField]?: unknown };

/** The compiler alone checks only object literals, not spread members. */
export type OnlyLogFields<Given> = string extends keyof Given
  ? never
  : Given & { readonly [Other in Exclude<keyof Given, LogField>]: never };

export const isLogField = (name: string): name is LogField => Object.hasOwn(logFields, name);

/** A GUID, a W3C trace id or a server's own counter. No address and no sentence fits. */
export const isTraceId = (value: unknown): boolean => typeof value === 'string' && /^[\w.:|-]{8,100}$/.test(value);
