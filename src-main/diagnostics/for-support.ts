import { strToU8, zipSync } from 'fflate';
import { isLogField, isTraceId, logFields } from '../lib/log-fields.ts';

/**
 * What of a line of the log leaves this computer or stands on a screen: only the fields that `lib/log-fields.ts` lets out,
 * and of these only what is a word or a number. The log itself takes out what it knows to be private (`redact.ts`); this
 * lets through what is known to be harmless, so that a datum nobody thought of stays here.
 */
const mayLeave = (name: string): boolean => isLogField(name) && logFields[name] === 'leaves';

/** Words of the program: `no-connection`, `POST /v3/bill/url`, `attention.resend`. Nothing with a long number in it. */
const harmlessText = /^(?:[a-zA-Z][\w.-]{0,63}|(?:GET|POST|PUT|DELETE) \/[\w./{}-]{0,63})$/;
const longNumber = /\d{5}/;
/** Ids, hashes and keys are long and mixed; words of the program are not. */
const mixed = /(?=[^\d]*\d[^\d]*\d[^\d]*\d)[\w-]{16}/;

const eventName = /^[a-z][a-z-]{0,63}$/;
const isoTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

interface SupportLine {
  readonly level: 'info' | 'warn' | 'error';
  /** ISO 8601, UTC. */
  readonly time: string;
  readonly event: string;
  readonly fields: Readonly<Record<string, string | number | boolean>>;
}

const isHarmless = (name: string, value: unknown): value is string | number | boolean => {
  if (name === 'traceId') return isTraceId(value);
  if (typeof value === 'boolean') return true;
  if (typeof value === 'number') return Math.abs(value) < 1e9;
  return typeof value === 'string' && harmlessText.test(value) && !longNumber.test(value) && !mixed.test(value);
};

const levels = ['info', 'warn', 'error'] as const;

/** One line of the log's file; null for what is none of its lines. */
export function supportLine(text: string): SupportLine | null {
  let line: unknown;
  try {
    line = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof line !== 'object' || line === null) return null;
  const { level, time, event, fields } = line as Record<string, unknown>;
  const known = levels.find((one) => one === level);
  if (known === undefined || typeof time !== 'string' || !isoTime.test(time)) return null;
  if (typeof event !== 'string' || !eventName.test(event)) return null;
  const all = typeof fields === 'object' && fields !== null ? Object.entries(fields) : [];
  const kept = all.filter(([name, value]) => mayLeave(name) && isHarmless(name, value));
  return { level: known, time, event, fields: Object.fromEntries(kept) as SupportLine['fields'] };
}

/** Of the newest `most` lines, oldest first. */
export const supportLines = (text: string, most: number): readonly SupportLine[] =>
  text
    .split('\n')
    .slice(-most - 1)
    .map(supportLine)
    .filter((line) => line !== null)
    .slice(-most);

/** A zip file of small texts, made in memory. */
export const zipTexts = (texts: Readonly<Record<string, string>>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, strToU8(text)])), { level: 6 });
