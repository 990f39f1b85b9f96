import logFields from './log-fields.json' with { type: 'json' };

/** Every field of a log line. `leaves`: part of the support file. `stays`: free text, an address or a path. */
export { logFields };

type LogField = keyof typeof logFields;

export type LogFields = { readonly [Field in LogField]?: unknown };

/** The compiler alone checks only object literals, not spread members. */
export type OnlyLogFields<Given> = string extends keyof Given
  ? never
  : Given & { readonly [Other in Exclude<keyof Given, LogField>]: never };

export const isLogField = (name: string): name is LogField => Object.hasOwn(logFields, name);

/** A GUID, a W3C trace id or a server's own counter. No address and no sentence fits. */
export const isTraceId = (value: unknown): boolean => typeof value === 'string' && /^[\w.:|-]{8,100}$/.test(value);
