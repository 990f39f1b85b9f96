import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import type { Random } from '../ports.ts';
import { resetSocket } from '../shared/reset-socket.ts';
import type { Reply } from './replies.ts';
import { type RouteName, routeNameSchema } from './route-names.ts';

/** `processed: true`: the request takes effect before its answer is replaced. */
const processed = z.boolean().default(false);

const isFunction = (given: unknown): boolean => typeof given === 'function';

const effectSchema = z.discriminatedUnion('kind', [
  /**
   * `none`: the answer is unchanged; used for delays. `resetBefore`: the connection is reset. The others take effect
   * first. `resetAfter`: the answer is lost. `halfBody`: half of the true body arrives before the connection ends.
   */
  z.strictObject({ kind: z.enum(['none', 'resetBefore', 'resetAfter', 'halfBody']) }),
  z.strictObject({
    kind: z.literal('status'),
    status: z.int().min(200).max(599),
    body: z.string().default(''),
    headers: z.record(z.string(), z.string()).default({}),
    processed,
  }),
  /** The request takes effect, and a test in this process changes its answer. */
  z.strictObject({ kind: z.literal('changed'), change: z.custom<(answer: Reply) => Reply>(isFunction) }),
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
  'processed' in effect ? effect.processed : effect.kind !== 'resetBefore';

function breakOff(response: ServerResponse, { status, headers, body }: Reply): void {
  const whole = Buffer.from(body);
  response.writeHead(status, { ...headers, 'content-length': whole.length });
  response.write(whole.subarray(0, whole.length / 2), () => response.destroy());
}

/** The replacement for the true answer. Null: nothing more is sent. `hang` keeps the connection, the others end it. */
export function spoilReply(effect: Effect, truth: Reply, response: ServerResponse): Reply | null {
  if (effect.kind === 'none') return truth;
  if (effect.kind === 'status') return effect;
  if (effect.kind === 'changed') return effect.change(truth);
  if (effect.kind === 'halfBody') breakOff(response, truth);
  else if (effect.kind !== 'hang' && response.socket !== null) resetSocket(response.socket);
  return null;
}
