import { z } from 'zod';
import type { Random } from '../ports.ts';
import { deviationSchema } from './deviations.ts';
import { type RouteName, routeNameSchema } from './route-names.ts';

/** `processed: true` means that the request takes effect before the answer is replaced. Default false. */
const processed = z.boolean().default(false);

const effectSchema = z.discriminatedUnion('kind', [
  /** The true answer; for delays. */
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({
    kind: z.literal('status'),
    status: z.int().min(200).max(599),
    body: z.string().default(''),
    headers: z.record(z.string(), z.string()).default({}),
    processed,
  }),
  /** The connection is reset before the request takes effect. */
  z.strictObject({ kind: z.literal('resetBefore') }),
  /** The request takes effect, then the connection is reset: the answer is lost. */
  z.strictObject({ kind: z.literal('resetAfter') }),
  /** The request takes effect, and half of the true body arrives before the connection ends. */
  z.strictObject({ kind: z.literal('halfBody') }),
  /** 200 with a JSON content type and a body that is not JSON. */
  z.strictObject({ kind: z.literal('garbage'), processed }),
  /** 200 with the sign-in page of a captive portal. */
  z.strictObject({ kind: z.literal('html'), processed }),
  /** The request takes effect, and its answer has one deviation from what is described. */
  z.strictObject({ kind: z.literal('deviates'), ...deviationSchema.shape }),
  z.strictObject({
    kind: z.literal('redirect'),
    status: z.union([z.literal(301), z.literal(302), z.literal(303), z.literal(307), z.literal(308)]).default(302),
    location: z.string().default('/elsewhere'),
  }),
  /** Nothing is ever answered. */
  z.strictObject({ kind: z.literal('hang'), processed }),
]);
export type Effect = z.infer<typeof effectSchema>;

export const faultSchema = z.strictObject({
  route: routeNameSchema,
  effect: effectSchema,
  /** Waits before the request takes effect, milliseconds by the Clock port. */
  delayMs: z.int().min(0).default(0),
  /** Waits after it took effect and before anything is answered. */
  answerDelayMs: z.int().min(0).default(0),
  times: z.union([z.int().min(1), z.literal('forever')]).default(1),
  /** Chance that a request meets this fault. Requests that it spares do not count. */
  probability: z.number().gt(0).max(1).default(1),
});
export type Fault = Readonly<z.infer<typeof faultSchema>>;
export type FaultInput = z.input<typeof faultSchema>;

export interface FaultPlan {
  /** Puts a fault at the end of its route's queue. Throws a ZodError when it makes no sense. */
  add(fault: FaultInput): void;
  /** Forgets the faults of a route, or all. */
  clear(route?: RouteName): void;
  list(): readonly Fault[];
  /** Takes the fault that the next request of this route meets: the first of the queue that chance does not skip. */
  take(route: RouteName): Fault | null;
}

export function createFaultPlan(random: Random): FaultPlan {
  let queue: readonly Fault[] = [];
  const consume = (used: Fault): void => {
    queue = queue.flatMap((fault) => {
      if (fault !== used || fault.times === 'forever') return [fault];
      return fault.times > 1 ? [{ ...fault, times: fault.times - 1 }] : [];
    });
  };
  return {
    add: (fault) => {
      queue = [...queue, faultSchema.parse(fault)];
    },
    clear: (route) => {
      queue = route === undefined ? [] : queue.filter((fault) => fault.route !== route);
    },
    list: () => queue,
    take: (route) => {
      const used = queue.find(
        (fault) => fault.route === route && (fault.probability === 1 || random.fraction() < fault.probability),
      );
      if (used !== undefined) consume(used);
      return used ?? null;
    },
  };
}

/** Whether the request takes effect although the client may never learn of it. */
export function takesEffect(effect: Effect): boolean {
  switch (effect.kind) {
    case 'none':
    case 'resetAfter':
    case 'halfBody':
    case 'deviates':
      return true;
    case 'status':
    case 'garbage':
    case 'html':
    case 'hang':
      return effect.processed;
    case 'resetBefore':
    case 'redirect':
      return false;
  }
}
