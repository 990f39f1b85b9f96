import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isRawNumber, parseKeepingNumbers, rawNumber } from '../lib/json-text.ts';
import type { Clock, Random } from '../ports.ts';
import { isObject } from './json.ts';
import type { SwitchBoard } from './switches.ts';

/**
 * The switch `contrary`: the same service, by somebody who read the interface document as differently as it allows.
 * Whatever the document does not show is otherwise here, so that what a client takes for granted breaks against it.
 */

/** Of the routes' context only this, because parts of that context need new ids themselves. */
interface ContraryParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly switches: SwitchBoard;
}

const words = {
  storeUnknown: { plain: 'Store not found', contrary: 'Filiale nicht vorhanden (F-17)' },
  billUnknown: { plain: 'Bill not found', contrary: 'Beleg nicht vorhanden' },
  forbidden: { plain: 'Missing scope or permission', contrary: 'Keine Berechtigung' },
} as const;

/** The text of an answer of which the document shows only that it is text. */
export const wordsFor = (ctx: Pick<ContraryParts, 'switches'>, what: keyof typeof words): string =>
  words[what][ctx.switches.current().contrary ? 'contrary' : 'plain'];

/** The document shows no status for what is made on a partner route. */
export const statusOfMade = ({ switches }: Pick<ContraryParts, 'switches'>): 200 | 201 =>
  switches.current().contrary ? 201 : 200;

/** An id as other platforms make them: a GUID, but no UUID by RFC 9562, whose version and variant it does not have. */
export const newId = ({ random, switches }: Pick<ContraryParts, 'random' | 'switches'>): string => {
  const uuid = random.uuid();
  return switches.current().contrary ? `${uuid.slice(0, 14)}0${uuid.slice(15, 19)}0${uuid.slice(20)}` : uuid;
};

const bytesPerChunk = { text: 7, file: 1024 };

/** A body that arrives in many small pieces, each in a turn of its own. */
async function* slowly(bytes: Buffer, chunk: number, { clock }: Pick<ContraryParts, 'clock'>): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += chunk) {
    await clock.nextTurn();
    yield bytes.subarray(at, at + chunk);
  }
}

/** Members that nobody promised: absent values as null, and a number that a double cannot hold. */
const unexpected = { revision: rawNumber('9007199254740993'), tenant: null, links: [] };

/** Objects with their members in another order; the outermost, and those of a list, with members nobody promised. */
function disguise(value: unknown, depth = 0): unknown {
  if (Array.isArray(value)) return value.map((entry) => disguise(entry, depth));
  if (!isObject(value) || isRawNumber(value)) return value;
  const reversed = Object.entries(value)
    .reverse()
    .map(([name, inner]) => [name, disguise(inner, depth + 1)] as const);
  return { ...(depth === 0 ? unexpected : {}), ...Object.fromEntries(reversed) };
}

/** Problem details: the type as an address that ends in the documented word, the errors as a list, no detail. */
function otherProblem(problem: Readonly<Record<string, unknown>>): unknown {
  const { type, errors, detail: _detail, instance: _instance, ...rest } = problem;
  const list = isObject(errors)
    ? Object.entries(errors).flatMap(([propertyName, messages]) =>
        (Array.isArray(messages) ? messages : [messages]).map((errorMessage) => ({ propertyName, errorMessage })),
      )
    : [];
  return { ...rest, type: type === 'about:blank' ? null : `https://errors.example/v3#${String(type)}`, errors: list };
}

/** Registered after the faults: an answer that one of them has `replaced` is not the service's to disguise. */
export function installContrary(
  app: FastifyInstance,
  ctx: Pick<ContraryParts, 'clock' | 'switches'>,
  replaced: { has(request: FastifyRequest): boolean },
): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (!ctx.switches.current().contrary || replaced.has(request)) return payload;
    if (Buffer.isBuffer(payload)) {
      reply.removeHeader('content-length');
      return Readable.from(slowly(payload, bytesPerChunk.file, ctx));
    }
    if (typeof payload !== 'string') return payload;
    const type = String(reply.getHeader('content-type') ?? '');
    if (!/json/.test(type)) return payload;
    let value: unknown;
    try {
      value = parseKeepingNumbers(payload);
    } catch {
      return payload;
    }
    const isProblem = type.includes('problem');
    reply.removeHeader('content-length');
    reply.header('content-type', isProblem ? 'application/problem+json' : 'application/json');
    const other = isProblem && isObject(value) ? otherProblem(value) : value;
    return Readable.from(slowly(Buffer.from(JSON.stringify(disguise(other))), bytesPerChunk.text, ctx));
  });
}
