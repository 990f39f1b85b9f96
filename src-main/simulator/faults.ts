import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import type { Random } from '../ports.ts';
import { resetSocket } from '../shared/reset-socket.ts';
import { type Reply, reply } from './replies.ts';
import { type RouteName, routeNameSchema } from './route-names.ts';

/** `processed: true`: the request takes effect before its answer is replaced. */
const processed = z.boolean().default(false);

const isFunction = (given: unknown): boolean => typeof given === 'function';

const effectSchema = z.discriminatedUnion('kind', [
  /** The answer is unchanged. Used for delays. */
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({
    kind: z.literal('status'),
    status: z.int().min(200).max(599),
    body: z.string().default(''),
    headers: z.record(z.string(), z.string()).default({}),
    processed,
  }),
  z.strictObject({ kind: z.literal('resetBefore') }),
  /** The request takes effect, then the connection is reset: the answer is lost. */
  z.strictObject({ kind: z.literal('resetAfter') }),
  /** The request takes effect, and half of the true body arrives before the connection ends. */
  z.strictObject({ kind: z.literal('halfBody') }),
  /** Answers 200 with a JSON content type and a body that is not JSON. */
  z.strictObject({ kind: z.literal('garbage'), processed }),
  /** Answers 200 with the sign-in page of a captive portal. */
  z.strictObject({ kind: z.literal('html'), processed }),
  /** The request takes effect, and a test in this process changes its answer. */
  z.strictObject({ kind: z.literal('changed'), change: z.custom<(answer: Reply) => Reply>(isFunction) }),
  z.strictObject({
    kind: z.literal('redirect'),
    status: z.union([z.literal(301), z.literal(302), z.literal(303), z.literal(307), z.literal(308)]).default(302),
    location: z.string().default('/elsewhere'),
  }),
  z.strictObject({ kind: z.literal('hang'), processed }),
]);
export type Effect = z.infer<typeof effectSchema>;

export const faultSchema = z.strictObject({
  route: routeNameSchema,
  effect: effectSchema,
  /** The delay before the request takes effect, in milliseconds. */
  delayMs: z.int().min(0).default(0),
  /** The delay between effect and answer, in milliseconds. */
  answerDelayMs: z.int().min(0).default(0),
  times: z.union([z.int().min(1), z.literal('forever')]).default(1),
  /** The probability that a request gets this fault. Requests that do not get it do not count towards `times`. */
  probability: z.number().gt(0).max(1).default(1),
});
export type Fault = Readonly<z.infer<typeof faultSchema>>;
export type FaultInput = z.input<typeof faultSchema>;

export type FaultPlan = ReturnType<typeof createFaultPlan>;

export function createFaultPlan(random: Random) {
  let queue: readonly Fault[] = [];
  const consume = (used: Fault): void => {
    queue = queue.flatMap((fault) => {
      if (fault !== used || fault.times === 'forever') return [fault];
      return fault.times > 1 ? [{ ...fault, times: fault.times - 1 }] : [];
    });
  };
  return {
    /** Adds a fault at the end of its route's queue. Throws a ZodError if it is invalid. */
    add: (fault: FaultInput): void => {
      queue = [...queue, faultSchema.parse(fault)];
    },
    clear: (route?: RouteName): void => {
      queue = route === undefined ? [] : queue.filter((fault) => fault.route !== route);
    },
    list: () => queue,
    take: (route: RouteName): Fault | null => {
      const used = queue.find(
        (fault) => fault.route === route && (fault.probability === 1 || random.fraction() < fault.probability),
      );
      if (used !== undefined) consume(used);
      return used ?? null;
    },
  };
}

export const takesEffect = (effect: Effect): boolean =>
  'processed' in effect ? effect.processed : effect.kind !== 'resetBefore' && effect.kind !== 'redirect';

const portal =
  '<!doctype html><html><head><title>Welcome</title></head><body><h1>Sign in to this network</h1></body></html>';
const notJson = '{]nonsense';

function breakOff(response: ServerResponse, { status, headers, body }: Reply): void {
  const whole = Buffer.from(body);
  response.writeHead(status, { ...headers, 'content-length': whole.length });
  response.write(whole.subarray(0, whole.length / 2), () => response.destroy());
}

/** The replacement for the true answer. Null: nothing more is sent. `hang` keeps the connection, the others end it. */
export function spoilReply(effect: Effect, truth: Reply, response: ServerResponse): Reply | null {
  const quiet = { 'cache-control': 'no-store' };
  switch (effect.kind) {
    case 'none':
      return truth;
    case 'status':
      return effect;
    case 'garbage':
      return reply(200, 'application/json; charset=utf-8', notJson, quiet);
    case 'html':
      return reply(200, 'text/html; charset=utf-8', portal, quiet);
    case 'redirect':
      return reply(effect.status, 'text/plain; charset=utf-8', '', { ...quiet, location: effect.location });
    case 'changed':
      return effect.change(truth);
  }
  if (effect.kind === 'halfBody') breakOff(response, truth);
  else if (effect.kind !== 'hang' && response.socket !== null) resetSocket(response.socket);
  return null;
}
