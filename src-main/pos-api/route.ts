import type { ServerResponse } from 'node:http';
import type { z } from 'zod';
import { isGuid } from '../kernel/guid.ts';
import type { FieldIssue, Result } from '../kernel/result.ts';
import type { EventHub } from './event-hub.ts';
import { readJson } from './json-body.ts';
import type { OpenApiDocument } from './openapi.ts';
import type { PairingDoor, PosPort } from './pos-port.ts';
import { notPaired, type Problem, problem, problemOf } from './problem.ts';
import { type ReadRequest, readRequest } from './read-request.ts';
import type { RouteDescription } from './route-description.ts';

export type Answer =
  | {
      readonly kind: 'json';
      readonly status: number;
      readonly body: unknown;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'empty' }
  | { readonly kind: 'page'; readonly html: string; readonly headers: Readonly<Record<string, string>> }
  /** `open` takes the response over; `headers` are those that the doors have decided on. */
  | {
      readonly kind: 'stream';
      readonly open: (response: ServerResponse, headers: Readonly<Record<string, string>>) => void;
    }
  | { readonly kind: 'refused'; readonly problem: Problem };

export const json = (status: number, body: unknown): Answer => ({ kind: 'json', status, body });
export const refuse = (reason: Problem): Answer => ({ kind: 'refused', problem: reason });

/** The answer for a result of the app: `status` with its value, or the problem of its error. */
export function answer<T>(result: Result<T>, status: number): Answer {
  return result.ok ? json(status, result.value) : refuse(problemOf(result.error));
}

/** 204 for a result without a value. */
export function emptyAnswer(result: Result<null>): Answer {
  return result.ok ? { kind: 'empty' } : refuse(problemOf(result.error));
}

export const nothingThere = problem('not-found', 'There is nothing with this id.');

/** What the routes work on. */
export interface RouteEdges {
  readonly app: PosPort;
  readonly pairing: PairingDoor;
  readonly hub: EventHub;
  readonly description: () => OpenApiDocument;
}

/** What the server hands to a route: nothing in it has been checked but the token. */
export interface RawRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: unknown;
  readonly body: Uint8Array | undefined;
  readonly lastEventId: string | undefined;
  /** Who asks (`sale/till.ts`); null without a token that is good. */
  readonly till: string | null;
  /** False once the till's token has been revoked. */
  readonly stillPaired: () => boolean;
}

export interface CheckedRequest<Body, Query, Param extends string> {
  readonly params: Readonly<Record<Param, string>>;
  readonly query: Query;
  readonly body: Body;
  /** What was odd about the body and taken all the same: for the sale that can carry it. */
  readonly doorWarnings: readonly FieldIssue[];
  /** Who asks (`sale/till.ts`); empty on a route that is open to anyone. */
  readonly till: string;
  readonly lastEventId: string | undefined;
  readonly stillPaired: () => boolean;
}

export interface Route extends RouteDescription {
  handle(request: RawRequest, edges: RouteEdges): Answer | Promise<Answer>;
}

type ParamOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamOf<Rest> : never;

/**
 * One row of the table from which the server and the OpenAPI description are made. `handle` gets the body and the query
 * checked by the row's schemas: 400 for what is not JSON, 422 for what does not fit (pos-api.md "Admission" 4).
 */
export function defineRoute<
  const Path extends string,
  BodySchema extends z.ZodType = z.ZodUndefined,
  QuerySchema extends z.ZodObject = z.ZodObject<Record<never, never>>,
>(
  row: Omit<RouteDescription, 'path' | 'body' | 'query'> & {
    readonly path: Path;
    readonly body?: { readonly schema: BodySchema; readonly example: unknown };
    readonly query?: QuerySchema;
    readonly handle: (
      request: CheckedRequest<z.output<BodySchema>, z.output<QuerySchema>, ParamOf<Path>>,
      edges: RouteEdges,
    ) => Answer | Promise<Answer>;
  },
): Route {
  return {
    ...row,
    handle(raw, edges) {
      // The token may have been revoked while the body was on its way.
      if (raw.till === null && row.access !== 'open') return refuse(notPaired);
      const { id } = raw.params;
      // An `{id}` in a path is always a GUID; anything else names nothing.
      if (id !== undefined && !isGuid(id)) return refuse(nothingThere);
      const query = row.query === undefined ? noQuery : readRequest(row.query, raw.query);
      if (!query.ok) return refuse(query.problem);
      const body = row.body === undefined ? checkNoBody(raw.body) : checkBody(row.body.schema, raw.body);
      if (!body.ok) return refuse(body.problem);
      const { lastEventId, stillPaired } = raw;
      return row.handle(
        {
          params: (id === undefined ? raw.params : { ...raw.params, id: id.toLowerCase() }) as Readonly<
            Record<ParamOf<Path>, string>
          >,
          query: query.value as z.output<QuerySchema>,
          body: body.value as z.output<BodySchema>,
          doorWarnings: body.doorWarnings,
          till: raw.till ?? '',
          lastEventId,
          stillPaired,
        },
        edges,
      );
    },
  };
}

type Checked = ReadRequest<unknown>;

const noQuery: Checked = { ok: true, value: {}, doorWarnings: [] };
const noBody: Checked = { ok: true, value: undefined, doorWarnings: [] };

function checkBody(schema: z.ZodType, bytes: Uint8Array | undefined): Checked {
  const read = readJson(bytes ?? new Uint8Array());
  return read.ok ? readRequest(schema, read.value) : { ok: false, problem: problem('not-json', read.detail) };
}

/** A route without a body ignores one, as long as it is JSON. */
function checkNoBody(bytes: Uint8Array | undefined): Checked {
  if (bytes === undefined || bytes.length === 0) return noBody;
  const read = readJson(bytes);
  return read.ok ? noBody : { ok: false, problem: problem('not-json', read.detail) };
}
