import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import { type ActionName, actions, type Dispatch } from '../action-table.ts';
import type { Actor, OutputOf } from '../dispatch/dispatch.ts';
import { notJson, notPaired, type Problem, type ProblemType, problem, problemOf } from '../dispatch/problem.ts';
import { readJson } from '../dispatch/read-input.ts';
import { cleanText } from '../shared/foreign-text.ts';
import type { AppError } from '../shared/result.ts';
import { type TillScope, tillScopes } from '../shared/till-names.ts';
import type { Pairing } from '../tills/pairing.ts';
import type { TokenStore } from '../tills/token-store.ts';
import type { EventHub } from './event-hub.ts';

/** The access to a route: every program on this computer, or a till that is paired with the scope. */
export type Access = 'open' | TillScope;

/** The form of an answer in the OpenAPI description. `example` must fit `schema`; a test checks it. */
export interface AnswerDescription {
  readonly description: string;
  readonly schema?: z.ZodType;
  readonly example?: unknown;
  readonly mediaType?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface NamedExample {
  readonly summary: string;
  readonly description: string;
  readonly value: unknown;
}

export interface RouteDescription {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path as in OpenAPI: /v1/sales/{id}. An `{id}` is a GUID; other names are texts. */
  readonly path: string;
  readonly access: Access;
  readonly name: string;
  readonly summary: string;
  /** Full sentences about when a till calls the route, and what it can rely on. */
  readonly description: string;
  readonly body?: { readonly schema: z.ZodType; readonly example: unknown };
  /** Named examples of the body, in the form of OpenAPI; they replace `example` in the description. */
  readonly examples?: Readonly<Record<string, NamedExample>>;
  readonly query?: z.ZodObject;
  readonly answers: Readonly<Record<number, AnswerDescription>>;
  readonly problems: readonly ProblemType[];
}

export type RouteAnswer =
  | {
      readonly kind: 'json';
      readonly status: number;
      readonly body: unknown;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'empty' }
  | {
      readonly kind: 'text';
      readonly mediaType: `text/${string}`;
      readonly text: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** `open` takes over the response. `drop` is called instead if the client must not get it. */
  | {
      readonly kind: 'stream';
      readonly open: (response: ServerResponse, headers: Readonly<Record<string, string>>) => void;
      readonly drop: () => void;
    }
  | { readonly kind: 'refused'; readonly problem: Problem };

export const json = (status: number, body: unknown): RouteAnswer => ({ kind: 'json', status, body });
export const refuse = (reason: Problem): RouteAnswer => ({ kind: 'refused', problem: reason });

export const nothingThere = problem('not-found', 'There is nothing with this id.');
const noSaleId = problem(
  'not-found',
  'found no GUID in the path, expected the id of a Sale; GET /v1/sales?reference=... finds a sale by your reference',
);

/** An unknown name in the query is refused: ignoring it would return an unfiltered list. */
export function unknownQuery({ query }: RouteDescription, sent: unknown): RouteAnswer | null {
  const known = Object.keys(query?.shape ?? {});
  const unknown = Object.keys(sent ?? {}).filter((name) => !known.includes(name));
  if (unknown.length === 0) return null;
  const found = `found ${JSON.stringify(cleanText(unknown[0]?.slice(0, longestShown) ?? ''))} in the query`;
  return refuse(problem('bad-request', `${found}, expected ${known.length === 0 ? 'none' : known.join(', ')}`));
}

const longestShown = 100;

export interface RouteParts {
  readonly dispatch: Dispatch;
  readonly pairing: Pick<Pairing, 'redeem'>;
  readonly hub: EventHub;
  readonly proofsOf: TokenStore['proofsOf'];
}

/** The request as the server passes it to a route. Only the token has been checked. */
export interface RawRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: unknown;
  readonly body: Uint8Array | undefined;
  readonly lastEventId: string | undefined;
  readonly side: object;
  /** The host of this service as the client has reached it: `127.0.0.1:17351`. */
  readonly address: string;
  readonly by: Actor | null;
  readonly stillPaired: () => boolean;
}

interface ReadRequest extends Pick<RawRequest, 'query' | 'lastEventId' | 'side' | 'address' | 'stillPaired'> {
  /** The parsed JSON, if the row has a body. */
  readonly body: unknown;
  /** The id of the token, the same for `send` and for its till; empty on an open route. */
  readonly till: string;
}

export interface Route extends RouteDescription {
  /** The requested action; null for a route that exists only in this interface. */
  readonly action: ActionName | null;
  handle(request: RawRequest, parts: RouteParts): RouteAnswer | Promise<RouteAnswer>;
}

/** A route that exists only in this interface. The row checks whether the body fits. */
export const defineRoute = (
  row: RouteDescription & {
    readonly handle: (request: ReadRequest, parts: RouteParts) => RouteAnswer | Promise<RouteAnswer>;
  },
): Route => ({
  ...row,
  action: null,
  handle(raw, parts) {
    // The token may have been revoked while the body was on its way.
    if (raw.by === null && row.access !== 'open') return refuse(notPaired);
    const sent = readBody(raw.body, row.body !== undefined);
    if (!sent.ok) return refuse(sent.problem);
    const till = raw.by?.kind === 'till' || raw.by?.kind === 'commandLine' ? raw.by.till : '';
    return row.handle({ ...raw, body: sent.value, till }, parts);
  },
});

/** Method, path and documentation of an action's route. Its row has actors, input and effect. */
export function actionRoute<Name extends ActionName>(
  row: Omit<RouteDescription, 'access' | 'body' | 'query' | 'name'> & {
    readonly action: Name;
    /** Default: the action's own name without `till.`. */
    readonly name?: string;
    readonly example?: unknown;
    readonly reply?: (value: OutputOf<(typeof actions)[Name]>) => RouteAnswer;
    readonly refusal?: (error: AppError) => Problem;
  },
): Route {
  const { action, example, reply = usualReply(row.answers), refusal = problemOf, ...described } = row;
  const { who, input, output } = actions[action];
  const access = tillScopes.find((scope) => who.some((caller) => caller === scope));
  if (access === undefined) throw new Error(`no till may ask for ${action}: it can have no route`);
  const schema = sentOf(input);
  const noSuchId = row.path.startsWith('/v1/sales/') ? noSaleId : nothingThere;
  const isQuery = row.method === 'GET';
  const answers = Object.entries(row.answers).map(([status, answer]) =>
    Number(status) === 204 || answer.mediaType !== undefined
      ? [status, answer]
      : [status, { schema: output, ...answer }],
  );
  return {
    name: action.replace('till.', ''),
    ...described,
    answers: Object.fromEntries(answers),
    action,
    access,
    ...(schema !== null && (isQuery ? { query: schema as z.ZodObject } : { body: { schema, example } })),
    async handle(raw, { dispatch }) {
      // The token may have been revoked while the body was on its way.
      if (raw.by === null) return refuse(notPaired);
      const named = namedBy(input, raw.params);
      if (named === null) return refuse(noSuchId);
      const read = readBody(raw.body, schema !== null && !isQuery);
      if (!read.ok) return refuse(read.problem);
      const sent = isQuery ? raw.query : read.value;
      const asked = Object.keys(named).length === 0 ? sent : { ...named, sent };
      const result = await dispatch(raw.by, action, asked);
      return result.ok ? reply(result.value) : refuse(refusal(result.error));
    },
  };
}

/** The subjects of an action: they are in the path, and the rest of the request is beside them as `sent`. */
const subjects = ['saleId', 'userId', 'receiptId', 'vendorCustomerId'] as const;

/** The ids in the path under the names of the action's input; null if one is not a valid id. */
function namedBy(input: z.ZodType, params: RawRequest['params']): Readonly<Record<string, string>> | null {
  const shape: Readonly<Record<string, unknown>> = input instanceof z.ZodObject ? input.shape : {};
  const named: Record<string, string> = {};
  for (const [name, value] of Object.entries(params)) {
    // An `{id}` in a path is always a GUID; any other text names nothing. Ids of sales were made here.
    const key = name !== 'id' ? name : 'saleId' in shape ? 'saleId' : 'userId';
    const schema = shape[key];
    if (!(schema instanceof z.ZodType) || !schema.safeParse(value).success) return null;
    named[key] = key === 'saleId' ? value.toLowerCase() : value;
  }
  return named;
}

function sentOf(input: z.ZodType): z.ZodType | null {
  if (!(input instanceof z.ZodObject)) return null;
  const { shape } = input;
  if (!subjects.some((subject) => subject in shape)) return input;
  return shape.sent instanceof z.ZodType ? shape.sent : null;
}

function usualReply(answers: RouteDescription['answers']): (value: unknown) => RouteAnswer {
  const status = Number(Object.keys(answers)[0]);
  return (value) => (status === 204 ? { kind: 'empty' } : json(status, value));
}

type ReadBody = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly problem: Problem };

/** A route without a body ignores a body that is valid JSON. */
function readBody(bytes: Uint8Array | undefined, isWanted: boolean): ReadBody {
  if (!isWanted && (bytes === undefined || bytes.length === 0)) return { ok: true, value: undefined };
  const read = readJson(bytes ?? new Uint8Array());
  return read.ok ? read : { ok: false, problem: notJson(read) };
}
