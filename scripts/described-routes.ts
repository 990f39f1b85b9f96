import type { z } from 'zod';
import type { PosRoute } from '../src-main/api/route.ts';
import { posRoutes } from '../src-main/api/routes/table.ts';
import type { ProblemType } from '../src-main/dispatch/problem.ts';
import { recipes } from './cookbook.ts';
import given from './route-examples.json' with { type: 'json' };
import words from './route-words.json' with { type: 'json' };

interface AnswerWords {
  readonly description: string;
  readonly example?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}
interface RouteWords {
  readonly summary: string;
  /** When a till calls the route, and what it can rely on. */
  readonly description: string;
  readonly example?: unknown;
  /** The answers by status, with the usual one first. */
  readonly answers: Readonly<Record<string, AnswerWords>>;
  readonly problems: readonly ProblemType[];
}
export interface DescribedAnswer extends AnswerWords {
  readonly status: string;
  readonly schema?: z.ZodType | undefined;
  readonly mediaType: string;
}
export interface DescribedRoute extends PosRoute, Omit<RouteWords, 'answers'> {
  readonly answers: readonly DescribedAnswer[];
  /** These replace `example` in the description. */
  readonly examples?: Readonly<Record<string, object>> | undefined;
}

const { openSale, status } = given;
const updatedAt = '2025-05-31T12:06:10.000Z';
const queuedSale = { ...openSale, state: 'queued', updatedAt };

/** In `route-words.json` and `field-words.json`, values of these replace `<name>` and `<name.member>`. */
export const examples = {
  ...given,
  queuedSale,
  changedSale: { ...openSale, amount: 24.9, updatedAt },
  printedSale: { ...queuedSale, printed: 'queued' },
  cancelledSale: { ...openSale, state: 'cancelled', cancelled: 'queued', updatedAt },
  acceptedReceipt: { ...openSale, reference: 'T1-2025-000185', state: 'queued' },
  ownStatus: { ...status, user: 'till-1', session: 'Console' },
} as const;

export function withExamples(value: unknown): unknown {
  const [, path] = /^<([\w.]+)>$/.exec(typeof value === 'string' ? value : '') ?? [];
  if (path !== undefined)
    return path.split('.').reduce<unknown>((inner, key) => Reflect.get(Object(inner), key), examples);
  if (Array.isArray(value)) return value.map(withExamples);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withExamples(inner)]));
}
const allWords = withExamples(words) as Readonly<Record<string, RouteWords>>;

const cookbook = Object.fromEntries(
  recipes.map(({ name, title, text, request }) => [name, { summary: title, description: text, value: request }]),
);

/** The routes with their descriptions and examples. Throws for a route without them. */
export const describedRoutes: readonly DescribedRoute[] = posRoutes.map((route) => {
  const words = allWords[route.name];
  if (words === undefined) throw new Error(`route-words.json: ${route.name} has no description`);
  const { answer, mediaType = 'application/json' } = route;
  return {
    ...route,
    ...words,
    examples: route.name === 'acceptReceipt' ? cookbook : undefined,
    answers: Object.entries(words.answers).map(([status, one]) => ({ ...one, status, schema: answer, mediaType })),
  };
});
