import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from './context.ts';
import { isObject } from './json.ts';

export type Errors = Readonly<Record<string, readonly string[]>>;

export interface Problem {
  readonly status: number;
  readonly title: string;
  readonly type?: string;
  readonly detail?: string;
  readonly errors?: Errors;
}

export function sendText(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).type('text/plain; charset=utf-8').send(text);
}

function hex(random: Context['random'], bytes: number): string {
  return Buffer.from(random.bytes(bytes)).toString('hex');
}

/** Problem details with the extra members of interface document 7. */
export function sendProblem(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  problem: Problem,
): FastifyReply {
  const { status, title, type = 'about:blank', detail = title, errors = {} } = problem;
  const traceId = `00-${hex(ctx.random, 16)}-${hex(ctx.random, 8)}-00`;
  const body = { type, title, status, detail, instance: request.url, errors, traceId };
  return reply.code(status).type('application/problem+json; charset=utf-8').send(JSON.stringify(body));
}

/** Answers 400 for a request that breaks the document, and notes it. */
export function refuseAsMalformed(ctx: Context, request: FastifyRequest, reply: FastifyReply, errors: Errors) {
  const sentences = Object.entries(errors).map(([path, found]) => `${path}: ${found.join(' ')}`);
  ctx.complain(request, 'malformed', sentences.join('; '));
  return sendProblem(ctx, request, reply, {
    status: 400,
    title: 'One or more validation errors occurred.',
    detail: 'The request does not fit the interface. See errors.',
    errors,
  });
}

export type BodyOutcome =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly sentence: string };

/** Reads a JSON body. It must come as application/json in valid UTF-8. */
export function readJson(request: FastifyRequest): BodyOutcome {
  const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/json') return { ok: false, sentence: 'The content type must be application/json.' };
  if (!Buffer.isBuffer(request.body) || request.body.length === 0) return { ok: false, sentence: 'The body is empty.' };
  try {
    return { ok: true, value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(request.body)) };
  } catch {
    return { ok: false, sentence: 'The body is not JSON in UTF-8.' };
  }
}

/** Notes a body where the interface document says "No body". */
export function expectNoBody(ctx: Context, request: FastifyRequest): void {
  if (Buffer.isBuffer(request.body) && request.body.length > 0) {
    ctx.complain(request, 'malformed', 'The route takes no body.');
  }
}

/** Notes query parameters that the route does not have. */
export function expectQuery(ctx: Context, request: FastifyRequest, allowed: readonly string[]): void {
  const names = isObject(request.query) ? Object.keys(request.query) : [];
  const extra = names.filter((name) => !allowed.includes(name));
  if (extra.length > 0) ctx.complain(request, 'malformed', `The query has ${extra.length} unknown parameter(s).`);
}

/** A path parameter, decoded. */
export function param(request: FastifyRequest, name: string): string {
  const value = isObject(request.params) ? request.params[name] : undefined;
  return typeof value === 'string' ? value : '';
}
