import { Readable } from 'node:stream';
import { isRecord } from '../shared/json.ts';
import { isRawNumber, rawNumber } from '../shared/json-text.ts';
import type { Context } from './context.ts';
import { read } from './deviations.ts';
import type { Reply } from './replies.ts';

/** The switch `alternate`: every other reading of receipt-service.md, to find clients that rely on one. */

const words = {
  storeUnknown: { plain: 'Store not found', alternate: 'Filiale nicht vorhanden (F-17)' },
  billUnknown: { plain: 'Bill not found', alternate: 'Beleg nicht vorhanden' },
  forbidden: { plain: 'Missing scope or permission', alternate: 'Keine Berechtigung' },
} as const;

/** The text of an answer of which the document shows only that it is text. */
export const wordsFor = (ctx: Context, what: keyof typeof words): string =>
  words[what][ctx.switches.current().alternateReading ? 'alternate' : 'plain'];

/** The document describes no status for a created object on a partner route. */
export const statusOfMade = ({ switches }: Context): 200 | 201 => (switches.current().alternateReading ? 201 : 200);

/** An id as other platforms make them: a GUID, but no UUID by RFC 9562, whose version and variant it does not have. */
export const newId = ({ random, switches }: Context): string => {
  const uuid = random.uuid();
  return switches.current().alternateReading ? `${uuid.slice(0, 14)}0${uuid.slice(15, 19)}0${uuid.slice(20)}` : uuid;
};

/** An id as it is answered: GUIDs are the same in upper case, which a service with the alternate reading prefers. */
export const shownId = ({ switches }: Context, id: string): string =>
  switches.current().alternateReading ? id.toUpperCase() : id;

const bytesPerChunk = { text: 7, file: 1024 };

async function* slowly(bytes: Buffer, chunk: number, { clock }: Context): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += chunk) {
    await clock.nextTurn();
    yield bytes.subarray(at, at + chunk);
  }
}

/** Undocumented members: absent values as null, and a number that a double cannot hold. */
const unexpected = { revision: rawNumber('9007199254740993'), tenant: null, links: [] };

function disguise(value: unknown, depth = 0): unknown {
  if (Array.isArray(value)) return value.map((entry) => disguise(entry, depth));
  if (!isRecord(value) || isRawNumber(value)) return value;
  const reversed = Object.entries(value)
    .reverse()
    .map(([name, inner]) => [name, disguise(inner, depth + 1)] as const);
  return { ...(depth === 0 ? unexpected : {}), ...Object.fromEntries(reversed) };
}

/** Problem details: the type as an address that ends in the documented word, the errors as a list, no detail. */
function otherProblem(problem: unknown): unknown {
  if (!isRecord(problem)) return problem;
  const { type, errors, detail: _detail, instance: _instance, ...rest } = problem;
  const list = Object.entries(isRecord(errors) ? errors : {}).flatMap(([propertyName, messages]) =>
    [messages].flat().map((errorMessage) => ({ propertyName, errorMessage })),
  );
  return { ...rest, type: type === 'about:blank' ? null : `https://errors.example/v3#${String(type)}`, errors: list };
}

/** The same answer in another valid form. Null if it is not JSON. */
function otherWords(payload: string, type: string): Buffer | null {
  const value = type.includes('json') ? read(payload) : undefined;
  if (value === undefined) return null;
  return Buffer.from(JSON.stringify(disguise(type.includes('problem') ? otherProblem(value) : value)));
}

/** The body of a service with the alternate reading, in pieces. Null if there is no other form. */
export function disguised(ctx: Context, { headers, body }: Reply) {
  const type = headers['content-type'] ?? '';
  const isFile = Buffer.isBuffer(body);
  const bytes = isFile ? body : otherWords(body, type);
  if (bytes === null) return null;
  const pieces = Readable.from(slowly(bytes, isFile ? bytesPerChunk.file : bytesPerChunk.text, ctx));
  return { headers: { ...headers, 'content-type': isFile ? type : type.replace(/;.*/, '') }, pieces };
}
