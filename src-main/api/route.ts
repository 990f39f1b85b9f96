import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import { type ActionName, actions, type Dispatch } from '../action-table.ts';
import type { Actor, OutputOf } from '../dispatch/dispatch.ts';
import { notPaired, type Problem, problem, problemOf } from '../dispatch/problem.ts';
import { readJson } from '../dispatch/read-input.ts';
import { quoted } from '../shared/foreign-text.ts';
import { writeJson } from '../shared/json-text.ts';
import type { AppError } from '../shared/result.ts';
import { type TillScope, tillScopes } from '../shared/till-names.ts';
import type { Pairing } from '../tills/pairing.ts';
import type { TokenStore } from '../tills/token-store.ts';
import type { EventHub } from './event-hub.ts';

/** The access to a route: every program on this computer, or a till that is paired with the scope. */
export type RouteAccess = 'open' | TillScope;

/** The description for developers of tills is in `scripts/route-words.json`. */
export interface PosRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path as in OpenAPI: /v1/sales/{id}. An `{id}` is a GUID; other names are texts. */
  readonly path: string;
  readonly access: RouteAccess;
  readonly name: string;
  readonly body?: z.ZodType;
  readonly query?: z.ZodObject;
  /** The schema of a successful answer; absent without content, and for content that is not JSON. */
  readonly answer?: z.ZodType;
  /** The media type; by default JSON. */
  readonly mediaType?: string;
  /** The requested action; absent for a route that exists only in this interface. */
  readonly action?: ActionName;
  handle(request: PosRequest, parts: RouteParts): RouteAnswer | Promise<RouteAnswer>;
}

type Headers = Readonly<Record<string, string>>;

export type RouteAnswer =
  | { readonly kind: 'content'; readonly status: number; readonly headers: Headers; readonly content?: string | Buffer }
  /** `open` takes over the response. */
  | { readonly kind: 'stream'; readonly open: (response: ServerResponse, headers: Headers) => void }
  | { readonly kind: 'refused'; readonly problem: Problem };

export const contentAnswer = (content: string | Buffer, headers: Headers, status = 200): RouteAnswer => ({
  kind: 'content',
  status,
  headers,
  content,
});
export const jsonAnswer = (status: number, body: unknown, headers: Headers = {}): RouteAnswer =>
  contentAnswer(writeJson(body), { 'content-type': 'application/json; charset=utf-8', ...headers }, status);
const emptyAnswer: RouteAnswer = { kind: 'content', status: 204, headers: {} };
export const refuse = (reason: Problem): RouteAnswer => ({ kind: 'refused', problem: reason });

export const unknownId = problem(
  'not-found',
  'Found no valid id in the path. Expected an id as the service returned it.',
);
const noSaleId = problem(
  'not-found',
  'Found no UUID in the path. Expected the id of a sale. GET /v1/sales?reference=... finds a sale by your reference.',
);

/** An unknown name in the query is refused: ignoring it would return an unfiltered list. */
export function unknownQuery({ query }: PosRoute, sent: unknown): RouteAnswer | null {
  const known = Object.keys(query?.shape ?? {});
  const unknown = Object.keys(sent ?? {}).filter((name) => !known.includes(name));
  if (unknown.length === 0) return null;
  const found = `Found ${quoted(unknown[0] ?? '')} in the query`;
  return refuse(problem('bad-request', `${found}. Expected ${known.length === 0 ? 'no query' : known.join(', ')}.`));
}

export interface RouteParts {
  readonly dispatch: Dispatch;
  readonly pairing: Pick<Pairing, 'redeem'>;
  readonly hub: EventHub;
  readonly proofsOf: TokenStore['proofsOf'];
}

/** The request as the server passes it to a route. Only the token has been checked. */
export interface PosRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: unknown;
  readonly body: Uint8Array | undefined;
  readonly lastEventId: string | undefined;
  readonly side: object;
  /** The host of this service as the client has reached it: `127.0.0.1:17351`. */
  readonly address: string;
  /** Null without a valid token, which only an open route does not need. */
  readonly by: Extract<Actor, { readonly kind: 'till' | 'commandLine' }> | null;
  readonly stillPaired: () => boolean;
}

/** Defines the route of an action. Its actors, input and output come from the action's own row. */
export function actionRoute<Name extends ActionName>(
  method: PosRoute['method'],
  path: string,
  action: Name,
  row: {
    /** The name of the route; by default that of the action without `till.`. */
    readonly name?: string;
    /** The status; by default 200. */
    readonly status?: 201 | 202 | 204;
    /** The schema of the answer; by default the output of the action. */
    readonly answer?: z.ZodType;
    readonly mediaType?: string;
    readonly reply?: (value: OutputOf<(typeof actions)[Name]>) => RouteAnswer;
    readonly refusal?: (error: AppError) => Problem;
  } = {},
): PosRoute {
  const { status = 200, mediaType, refusal = problemOf } = row;
  const { reply = (value: unknown): RouteAnswer => (status === 204 ? emptyAnswer : jsonAnswer(status, value)) } = row;
  const { who, input, output } = actions[action];
  const access = tillScopes.find((scope) => who.some((caller) => caller === scope));
  if (access === undefined) throw new Error(`no till may ask for ${action}: it can have no route`);
  const schema = sentOf(input);
  const noSuchId = path.startsWith('/v1/sales/') ? noSaleId : unknownId;
  const isQuery = method === 'GET';
  const hasJson = status !== 204 && mediaType === undefined;
  return {
    method,
    path,
    name: row.name ?? action.replace('till.', ''),
    action,
    access,
    ...(hasJson && { answer: row.answer ?? output }),
    ...(mediaType !== undefined && { mediaType }),
    ...(schema !== null && (isQuery ? { query: schema as z.ZodObject } : { body: schema })),
    async handle(raw, { dispatch }) {
      // The token may have been revoked while the body was on its way.
      if (raw.by === null) return refuse(notPaired);
      const named = namedBy(input, raw.params);
      if (named === null) return refuse(noSuchId);
      const read = readBody(raw.body, schema !== null && !isQuery);
      if (!read.ok) return refuse(read.problem);
      const sent = isQuery ? raw.query : read.value;
      const request = Object.keys(named).length === 0 ? sent : { ...named, sent };
      const result = await dispatch(raw.by, action, request);
      return result.ok ? reply(result.value) : refuse(refusal(result.error));
    },
  };
}

/** These inputs of an action come from the path of the request. All other inputs are passed as the member `sent`. */
const subjects = ['saleId', 'userId', 'receiptId', 'vendorCustomerId'] as const;

/** The ids in the path under the names of the action's input; null if one is not a valid id. */
function namedBy(input: z.ZodType, params: PosRequest['params']): Readonly<Record<string, string>> | null {
  const shape: Readonly<Record<string, unknown>> = input instanceof z.ZodObject ? input.shape : {};
  const named: Record<string, string> = {};
  for (const [name, value] of Object.entries(params)) {
    // An `{id}` in a path is always a GUID. The ids of sales are stored in lower case.
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

/** A route without a body ignores a body that is valid JSON. */
export function readBody(bytes: Uint8Array | undefined, isExpected: boolean): ReturnType<typeof readJson> {
  if (!isExpected && (bytes === undefined || bytes.length === 0)) return { ok: true, value: undefined };
  return readJson(bytes ?? new Uint8Array());
}
