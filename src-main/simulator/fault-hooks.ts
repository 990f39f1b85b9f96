import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from './context.ts';
import { pathOf, routeOf } from './context.ts';
import { deviate } from './deviations.ts';
import { type Effect, type Fault, takesEffect } from './faults.ts';
import type { RequestRecord } from './ledger.ts';
import { controlPrefix } from './route-names.ts';

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
export function installFaults(app: FastifyInstance, ctx: Context): { has(request: FastifyRequest): boolean } {
  const records = new WeakMap<FastifyRequest, RequestRecord>();
  const faults = new WeakMap<FastifyRequest, Fault>();
  const replaced = new WeakSet<FastifyRequest>();
  const waiting = new Set<() => void>();

  const wait = (delayMs: number, run: () => void): void => {
    if (delayMs === 0) {
      run();
      return;
    }
    const cancel = ctx.clock.setTimer(delayMs, () => {
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
    const route = routeOf(ctx, request);
    const fault = route === null ? null : ctx.faults.take(route);
    const kind = fault?.effect.kind ?? null;
    const record = { route, method: request.method, path, status: null, fault: kind, at: ctx.clock.now() };
    records.set(request, record);
    ctx.recordRequest(record);
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
