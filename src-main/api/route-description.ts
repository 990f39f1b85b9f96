import type { z } from 'zod';
import type { TillScope } from '../lib/scopes.ts';
import type { ProblemType } from './problem.ts';

/** Who may call a route: anyone on this machine, or a till that is paired with the scope. */
export type Access = 'open' | TillScope;

/** What an answer looks like, for the OpenAPI description. `example` must fit `schema`; a test sees to it. */
export interface AnswerDescription {
  readonly description: string;
  readonly schema?: z.ZodType;
  readonly example?: unknown;
  readonly mediaType?: string;
}

export interface RouteDescription {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** As in OpenAPI: /v1/sales/{id}. An `{id}` is a GUID; other names are texts. */
  readonly path: string;
  readonly access: Access;
  readonly name: string;
  readonly summary: string;
  readonly body?: { readonly schema: z.ZodType; readonly example: unknown };
  readonly query?: z.ZodObject;
  readonly answers: Readonly<Record<number, AnswerDescription>>;
  /** The problems beside those that every route can answer. */
  readonly problems: readonly ProblemType[];
}
