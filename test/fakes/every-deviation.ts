import { isRecord } from '../../src-main/shared/json.ts';
import { isRawNumber, parseKeepingNumbers } from '../../src-main/shared/json-text.ts';
import { type Reply, textReply } from '../../src-main/simulator/replies.ts';

/** First changes of one member, then changes of the whole answer. */
const ofMembers = ['absent', 'null', 'object', 'number', 'text', 'otherCase', 'otherId'] as const;
const ofAnswers = ['data', 'list', 'empty', 'created', 'plain', 'alone'] as const;

export interface AnswerChange {
  readonly how: (typeof ofMembers | typeof ofAnswers)[number];
  readonly pointer: string;
}

/** A fault of the simulator: the request takes effect, and its answer differs from the description in one place. */
export const deviates = (how: AnswerChange['how'], pointer: string) => ({
  kind: 'changed' as const,
  change: (answer: Reply): Reply => deviate(answer, { how, pointer }),
});

/** Applies a deviation to an answer. The answer stays unchanged if it has no such place or is not text. */
function deviate(answer: Reply, { how, pointer }: AnswerChange): Reply {
  if (Buffer.isBuffer(answer.body)) return answer;
  if (how === 'created') return { ...answer, status: 201 };
  if (how === 'empty') return { ...answer, body: '' };
  if (how === 'plain') return textReply(answer.status, answer.body);
  const whole = read(answer.body);
  if (whole === undefined) return answer;
  if (how === 'list') return { ...answer, body: JSON.stringify([whole]) };
  if (how === 'alone') return { ...answer, body: JSON.stringify(onlyValue(whole)) ?? answer.body };
  if (how === 'data') return { ...answer, body: JSON.stringify({ data: whole }) };
  return { ...answer, body: JSON.stringify(changed(whole, pointer.split('/').slice(1), how)) };
}

/** The value of the only member of an object, if it is not an object itself. Otherwise undefined. */
function onlyValue(whole: unknown): unknown {
  const [only, ...others] = isRecord(whole) && !isRawNumber(whole) ? Object.values(whole) : [];
  return others.length > 0 || (typeof only === 'object' && !isRawNumber(only)) ? undefined : only;
}

function changed(value: unknown, [name = '', ...rest]: readonly string[], how: AnswerChange['how']): unknown {
  const put = (held: unknown): unknown => (rest.length > 0 ? changed(held, rest, how) : replaced(held, how));
  if (Array.isArray(value)) return value.map((entry, index) => (String(index) === name ? put(entry) : entry));
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([key, held]) => {
    if (key !== name) return [key, held] as const;
    return rest.length === 0 && how === 'otherCase' ? ([otherCase(key), held] as const) : ([key, put(held)] as const);
  });
  return Object.fromEntries(entries);
}

/** JSON drops members that are `undefined`. */
function replaced(held: unknown, how: AnswerChange['how']): unknown {
  if (how === 'absent') return undefined;
  if (how === 'null') return null;
  if (how === 'object') return { odd: true };
  if (how === 'otherId') return 'ffffffff-ffff-4fff-8fff-ffffffffffff';
  return how === 'number' ? 4711 : typeof held === 'object' && !isRawNumber(held) ? 'odd' : JSON.stringify(held);
}

const otherCase = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

function read(json: string): unknown {
  try {
    return parseKeepingNumbers(json);
  } catch {
    return undefined;
  }
}

export function deviationsOf({
  body,
  status,
}: {
  readonly body: string;
  readonly status: number;
}): readonly AnswerChange[] {
  const whole = ofAnswers
    .filter((how) => {
      if (how === 'created') return body === '' || status === 200;
      return body !== '' && (how !== 'alone' || onlyValue(read(body)) !== undefined);
    })
    .map((how) => ({ how, pointer: '' }));
  return body === '' ? whole : [...inside(read(body), ''), ...whole];
}

function inside(value: unknown, pointer: string): readonly AnswerChange[] {
  if (typeof value !== 'object' || value === null || isRawNumber(value)) return [];
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([name, inner]) => {
    const at = `${pointer}/${name}`;
    const isScalar = typeof inner !== 'object' || inner === null || isRawNumber(inner);
    const hows = ofMembers.filter((how) => {
      if (how === 'number') return typeof inner === 'string';
      if (how === 'text') return typeof inner !== 'string' && inner !== null;
      if (how === 'object') return isScalar;
      if (how === 'otherId') return /^(?:billId|transactionId)$/.test(name);
      return !isList || how === 'null';
    });
    return [...hows.map((how) => ({ how, pointer: at })), ...inside(inner, at)];
  });
}
