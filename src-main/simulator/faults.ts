import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Clock, Random } from '../ports.ts';
import { deviate, deviationSchema } from './deviations.ts';
import type { Journals, RequestRecord } from './ledger.ts';
import { controlPrefix, pathOf, type RouteName, routeNameSchema } from './route-names.ts';
import type { Switches } from './switches.ts';

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

const problem = (status: number, type: string, title: string, errors: object = {}): FaultInput['effect'] => ({
  kind: 'status',
  status,
  headers: { 'content-type': 'application/problem+json' },
  body: JSON.stringify({ type, title, status, detail: title, instance: '/', errors }),
});
const vendorRoutes = ['register', 'bill', 'cancel', 'printed', 'loyaltyStart', 'loyaltyCancel'] as const;
const always = (effect: FaultInput['effect'], more: Partial<FaultInput> = {}): readonly FaultInput[] =>
  vendorRoutes.map((route) => ({ route, effect, times: 'forever', ...more }));

/** What goes wrong at a shop, each by one command (docs/pos/errors-and-limits.md): until it is ended, or as often as said here. */
export const failures: Readonly<
  Record<string, { readonly faults?: readonly FaultInput[]; readonly switches?: Partial<Switches> }>
> = {
  offline: { faults: always({ kind: 'resetBefore' }) },
  unavailable: { faults: always({ kind: 'status', status: 503 }) },
  slow: { faults: always({ kind: 'none' }, { answerDelayMs: 5_000 }) },
  /** The next bill is refused. */
  attention: {
    faults: [{ route: 'bill', effect: problem(422, 'about:blank', 'The bill was refused on purpose') }],
  },
  /** The service has lost the id of the next bill. */
  codeReplaced: {
    faults: [{ route: 'bill', effect: problem(404, 'pregeneratedbill-notfound', 'Pre-generated bill not found') }],
  },
  /** The next bill is there, and nobody hears so. */
  answerLost: { faults: [{ route: 'bill', effect: { kind: 'resetAfter' } }] },
  loyaltyUnknown: { switches: { loyaltyUsers: [] } },
  loyaltyOff: { switches: { loyaltyModule: false } },
  /** The next start may have happened. */
  loyaltyUnanswered: { faults: [{ route: 'loyaltyStart', effect: { kind: 'resetAfter' } }] },
  signedOut: { switches: { acceptsSignIn: false } },
};

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
    /** Puts a fault at the end of its route's queue. Throws a ZodError when it makes no sense. */
    add: (fault: FaultInput): void => {
      queue = [...queue, faultSchema.parse(fault)];
    },
    /** Forgets the faults of a route, or all. */
    clear: (route?: RouteName): void => {
      queue = route === undefined ? [] : queue.filter((fault) => fault.route !== route);
    },
    list: () => queue,
    /** Takes the fault that the next request of this route meets: the first of the queue that chance does not skip. */
    take: (route: RouteName): Fault | null => {
      const used = queue.find(
        (fault) => fault.route === route && (fault.probability === 1 || random.fraction() < fault.probability),
      );
      if (used !== undefined) consume(used);
      return used ?? null;
    },
  };
}

/** Whether the request takes effect although the client may never learn of it. */
export const takesEffect = (effect: Effect): boolean =>
  'processed' in effect ? effect.processed : effect.kind !== 'resetBefore' && effect.kind !== 'redirect';

const portal =
  '<!doctype html><html><head><title>Welcome</title></head><body><h1>Sign in to this network</h1></body></html>';
const notJson = '{]nonsense';
/** Stands for "this hook has the connection now, nothing more is to be sent". */
const taken = Symbol('taken');

/** A picture or a PDF is bytes. */
type Payload = string | Buffer | null;

function answerWith(reply: FastifyReply, status: number, type: string, body: string): string {
  reply.code(status).headers({ 'content-type': type, 'cache-control': 'no-store' });
  return body;
}

function sendHalf(reply: FastifyReply, payload: Payload): void {
  const whole = typeof payload === 'string' ? Buffer.from(payload) : (payload ?? Buffer.alloc(0));
  const headers = { ...reply.getHeaders(), 'content-length': whole.length };
  reply.raw.writeHead(reply.statusCode, headers as Record<string, string | number>);
  reply.raw.write(whole.subarray(0, whole.length / 2), () => reply.raw.destroy());
}

/** Puts the effect in the place of the true answer. */
function apply(effect: Effect, reply: FastifyReply, payload: Payload): Payload | typeof taken {
  switch (effect.kind) {
    case 'none':
      return payload;
    case 'status':
      for (const name of Object.keys(reply.getHeaders())) reply.removeHeader(name);
      reply.code(effect.status).headers(effect.headers);
      return effect.body;
    case 'garbage':
      return answerWith(reply, 200, 'application/json; charset=utf-8', notJson);
    case 'html':
      return answerWith(reply, 200, 'text/html; charset=utf-8', portal);
    case 'redirect':
      reply.header('location', effect.location);
      return answerWith(reply, effect.status, 'text/plain; charset=utf-8', '');
    case 'deviates': {
      if (Buffer.isBuffer(payload)) return payload;
      const contentType = String(reply.getHeader('content-type') ?? '');
      const answer = deviate({ status: reply.statusCode, contentType, body: payload ?? '' }, effect);
      reply.code(answer.status).removeHeader('content-length');
      if (answer.contentType !== '') reply.header('content-type', answer.contentType);
      return answer.body;
    }
    case 'resetBefore':
    case 'resetAfter':
      reply.raw.socket?.resetAndDestroy();
      return taken;
    case 'halfBody':
      sendHalf(reply, payload);
      return taken;
    case 'hang':
      return taken;
  }
}

/**
 * Records every request of the interface and lets it meet the fault that is planned for its route. Registered before
 * every route, so that a fault comes before sign-in and before the body is read, as one of a gateway would.
 * Gives the requests whose answer is the fault's and not the service's.
 */
export function installFaults(
  app: FastifyInstance,
  { clock, faults: plan, journals }: { readonly clock: Clock; readonly faults: FaultPlan; readonly journals: Journals },
  /** The route that a request is for, or null for what is not part of the interface. */
  routeOf: (request: FastifyRequest) => RouteName | null,
): { has(request: FastifyRequest): boolean } {
  const records = new WeakMap<FastifyRequest, RequestRecord>();
  const faults = new WeakMap<FastifyRequest, Fault>();
  const replaced = new WeakSet<FastifyRequest>();
  const waiting = new Set<() => void>();

  const wait = (delayMs: number, run: () => void): void => {
    if (delayMs === 0) {
      run();
      return;
    }
    const cancel = clock.setTimer(delayMs, () => {
      waiting.delete(cancel);
      run();
    });
    waiting.add(cancel);
  };
  app.addHook('onClose', async () => {
    for (const cancel of waiting) cancel();
  });

  app.addHook('onRequest', (request, reply, done) => {
    const path = pathOf(request);
    if (path.startsWith(controlPrefix)) return done();
    const route = routeOf(request);
    const fault = route === null ? null : plan.take(route);
    const kind = fault?.effect.kind ?? null;
    const record = { route, method: request.method, path, status: null, fault: kind, at: clock.now() };
    records.set(request, record);
    journals.requests.add(record);
    if (fault === null) return done();
    faults.set(request, fault);
    wait(fault.delayMs, () => {
      if (takesEffect(fault.effect)) done();
      else reply.send('');
    });
  });

  app.addHook('onSend', (request, reply, payload, done) => {
    const fault = faults.get(request);
    const finish = (answer: unknown): void => {
      const record = records.get(request);
      if (record !== undefined) record.status = reply.statusCode;
      done(null, answer);
    };
    if (fault === undefined) return finish(payload);
    wait(fault.answerDelayMs, () => {
      const whole = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : null;
      const answer = apply(fault.effect, reply, whole);
      if (answer === taken) return;
      if (answer !== whole) replaced.add(request);
      finish(answer);
    });
  });
  return replaced;
}
