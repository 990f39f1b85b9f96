import { shownText } from '../shared/foreign-text.ts';
import { isRecord, type JsonRecord } from '../shared/json.ts';
import { deepestNesting, membersOf, parseRemembering, pointerTo, signsOf } from '../shared/json-text.ts';
import type { HttpAnswer, ServiceProblem } from './answers.ts';

/** Texts of the service are shown to people, so they are shortened to these lengths. */
const limits = {
  title: 200,
  detail: 1000,
  errors: 50,
  message: 500,
  name: 200,
  traceId: 100,
  type: 100,
  extensions: 1000,
} as const;

type FieldError = ServiceProblem['errors'][number];

/** Fits five pages of a thousand receipts. Without limits, a MiB of `{},` would block the app for half a minute. */
const budget = { levels: deepestNesting, values: 50_000 } as const;

/** Parses JSON so that each object keeps its text. Returns undefined if the text is not JSON or exceeds the limits. */
export function parseJson(text: string): unknown {
  const signs = signsOf(text, budget);
  if (signs === undefined) return undefined;
  try {
    return parseRemembering(text, signs);
  } catch {
    return undefined;
  }
}

/**
 * The service never sends web pages. Portals, proxies and wrong addresses do, with any content type. An empty body is
 * no page: many servers call it HTML.
 */
export function isWebPage({ contentType, text }: Pick<HttpAnswer, 'contentType' | 'text'>): boolean {
  return contentType === 'text/html' ? text.trim() !== '' : /^\s*</.test(text);
}

/** An object or a sentence in JSON counts as problem details. Poor serializers write the sentence. */
export function isProblem({ contentType, text }: Pick<HttpAnswer, 'contentType' | 'text'>): boolean {
  const body = parseJson(text);
  return isRecord(body) || (typeof body === 'string' && /[/+]json$/.test(contentType));
}

/** The service's id of the event, for its operator; null if the body has none. */
export function traceIdOf(text: string): string | null {
  const body = parseJson(text);
  return isRecord(body) ? wordsIn(body.traceId, limits.traceId) || null : null;
}

/** Reads a 4xx body: problem details, a JSON string, or plain text (receipt-service.md 7). Never throws. */
export function readProblem(answer: Pick<HttpAnswer, 'status' | 'contentType' | 'text'>): ServiceProblem {
  const { status } = answer;
  const plain = (detail: string): ServiceProblem => {
    return { status, type: null, title: `HTTP ${status}`, detail, errors: [], traceId: null, extensions: '' };
  };
  if (isWebPage(answer)) return plain('A web page came instead of an answer of the service.');
  const body = parseJson(answer.text);
  if (typeof body === 'string') return plain(wordsIn(body, limits.detail));
  if (!isRecord(body)) return plain(wordsIn(answer.text, limits.detail));
  const detail = wordsIn(body.detail ?? body.error, limits.detail) || wordsIn(sentenceOf(body), limits.detail);
  return {
    status,
    type: typeName(body.type),
    title: wordsIn(body.title, limits.title) || `HTTP ${status}`,
    detail,
    extensions: wordsIn(extensionsOf(answer.text, detail), limits.extensions),
    errors: flatErrors(body.errors).slice(0, limits.errors),
    traceId: traceIdOf(answer.text),
  };
}

/** Joins the texts of the problem, each once. A title that this app made only repeats the status, so it is left out. */
export const problemText = ({ status, title, detail }: ServiceProblem): string =>
  [...new Set([title, detail])].filter((text) => text !== '' && text !== `HTTP ${status}`).join(': ');

const readElsewhere: ReadonlySet<string> = new Set(['status', 'title', 'detail', 'errors', 'traceId']);

function extensionsOf(text: string, detail: string): string {
  const others = [...membersOf(text)].filter(
    ([name, value]) =>
      !readElsewhere.has(name) && value !== 'null' && wordsIn(parseJson(value), limits.detail) !== detail,
  );
  return others.length === 0 ? '' : `{${others.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join()}}`;
}

/** The last segment of a problem type, lower case: `https://x.invalid/problems/A-B` and `A-B` are both `a-b`. */
function typeName(type: unknown): string | null {
  const whole = wordsIn(type, 2048);
  const last = whole.split(/[/#:]/).findLast((segment) => segment !== '');
  return last === undefined || whole === 'about:blank' ? null : last.slice(0, limits.type).toLowerCase();
}

/** Reads an object of messages by property name, or an array of objects or strings. Services use both. */
function flatErrors(errors: unknown): readonly FieldError[] {
  if (Array.isArray(errors)) return fieldErrors('', errors);
  const named = isRecord(errors) ? Object.entries(errors).slice(0, limits.errors) : [];
  return named.flatMap(([name, given]) => fieldErrors(name, given));
}

/** `given` is a sentence, an object that may name its field, or a list of either. */
function fieldErrors(name: string, given: unknown): readonly FieldError[] {
  if (Array.isArray(given)) return given.slice(0, limits.errors).flatMap((one) => fieldErrors(name, one));
  const property = wordsIn(name || (isRecord(given) ? firstText(given, propertyNames) : ''), limits.name);
  const inner = isRecord(given) ? (given.messages ?? given.errors) : undefined;
  if (inner !== undefined) return fieldErrors(property, inner);
  const message = wordsIn(isRecord(given) ? messageOf(given) : given, limits.message);
  return [{ path: pointerGuess(property), message }];
}

const propertyNames = ['path', 'pointer', 'propertyName', 'property', 'field', 'memberName', 'name', 'key'] as const;

/** For a body without a detail: the sentence that other frameworks call `message`, `reason` and so on. */
const sentenceOf = (body: JsonRecord): string =>
  typeof body.title === 'string' ? '' : messageOf(isRecord(body.error) ? body.error : body);

const messageOf = (entry: JsonRecord): string =>
  firstText(entry, ['message', 'errorMessage', 'detail', 'description', 'reason', 'title', 'code']);

function firstText(entry: JsonRecord, names: readonly string[]): string {
  const lowered = new Map(Object.entries(entry).map(([key, value]) => [key.toLowerCase(), value]));
  for (const name of names) {
    const value = lowered.get(name.toLowerCase());
    if (typeof value === 'string' && value !== '') return value;
  }
  return '';
}

/** A pointer into the sent body: `Bill.Data.Lines[0].Text` becomes `/bill/data/lines/0/text`. */
export function pointerGuess(name: string): string {
  if (name === '' || name.startsWith('/')) return name;
  const segments = name
    .replaceAll(/\[['"]?([^\]'"]*)['"]?\]/g, '.$1')
    .split('.')
    .filter((segment) => segment !== '' && segment !== '$');
  const capitals = /^\p{Lu}+(?=\p{Lu}\p{Ll})|^\p{Lu}+/u;
  return pointerTo(segments.map((segment) => segment.replace(capitals, (found) => found.toLowerCase())));
}

/** Text for display, at most `max` UTF-16 units. Numbers and flags become text, anything else becomes empty. */
export function wordsIn(value: unknown, max: number): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? shownText(value, max) : '';
}
