import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Faults, faultsOf } from './bill-check.ts';
import { complain, type Exchange } from './context.ts';
import { isObject, type JsonObject } from './json.ts';
import { partnerPrefix } from './route-names.ts';

export function sendText(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).type('text/plain; charset=utf-8').send(text);
}

/** Also what is no object: a bare string, for example. */
export function sendJson(reply: FastifyReply, status: number, value: unknown): FastifyReply {
  return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(value));
}

export interface Problem {
  readonly status: number;
  readonly title: string;
  readonly type?: string;
  readonly detail?: string;
  readonly errors?: Faults;
}

/** Problem details with the extra members of interface document 7. */
export function sendProblem({ ctx, request, reply }: Exchange, problem: Problem): FastifyReply {
  const { status, title, type = 'about:blank', detail = title, errors = {} } = problem;
  const hex = (bytes: number): string => Buffer.from(ctx.random.bytes(bytes)).toString('hex');
  const traceId = `00-${hex(16)}-${hex(8)}-00`;
  const body = { type, title, status, detail, instance: request.url, errors, traceId };
  return reply.code(status).type('application/problem+json; charset=utf-8').send(JSON.stringify(body));
}

const sentenceOf = (errors: Faults): string =>
  Object.entries(errors)
    .map(([path, found]) => `${path}: ${found.join(' ')}`)
    .join('; ');

/** On a partner route, whose error bodies the document does not show (section 7): in the shape that is switched on. */
export function refusePartner(
  exchange: Exchange,
  status: number,
  code: string,
  title: string,
  errors: Faults = {},
): FastifyReply {
  const { ctx, reply } = exchange;
  switch (ctx.switches.current().partnerErrorBody) {
    case 'problem':
      return sendProblem(exchange, { status, title, type: code, errors });
    case 'json':
      return sendJson(reply, status, { error: { code, message: title, fields: Object.keys(errors) } });
    case 'text':
      return sendText(reply, status, title);
    case 'empty':
      return reply.code(status).send();
  }
}

/** Answers 400 for a request that breaks the document, and notes it. */
export function refuseAsMalformed(exchange: Exchange, errors: Faults): FastifyReply {
  complain(exchange, sentenceOf(errors));
  const detail = 'The request does not fit the interface.';
  if (exchange.request.url.startsWith(partnerPrefix)) {
    return refusePartner(exchange, 400, 'validation-failed', detail, errors);
  }
  return sendProblem(exchange, { status: 400, title: 'One or more validation errors occurred.', detail, errors });
}

export const refuseUnknownUser = (exchange: Exchange): FastifyReply =>
  refusePartner(
    exchange,
    exchange.ctx.switches.current().unknownUserStatus,
    'user-not-found',
    'There is no such user.',
  );

type Read<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly errors: Faults; readonly sentence: string };

/** Reads a JSON body. It must come as application/json in valid UTF-8. */
export function readJson(request: FastifyRequest): Read<unknown> {
  const refuse = (sentence: string) => ({ ok: false, errors: { body: [sentence] }, sentence }) as const;
  const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/json') return refuse('The content type must be application/json.');
  if (!Buffer.isBuffer(request.body) || request.body.length === 0) return refuse('The body is empty.');
  try {
    return { ok: true, value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(request.body)) };
  } catch {
    return refuse('The body is not JSON in UTF-8.');
  }
}

/** The same, of a body that fits a table of the interface document. */
export function readAs(request: FastifyRequest, table: string): Read<JsonObject> {
  const body = readJson(request);
  if (!body.ok) return body;
  const errors = faultsOf(table, body.value);
  if (Object.keys(errors).length > 0) return { ok: false, errors, sentence: sentenceOf(errors) };
  return { ok: true, value: body.value as JsonObject };
}

/** Notes a body where the interface document says "No body". */
export function expectNoBody(exchange: Exchange): void {
  const { body } = exchange.request;
  if (Buffer.isBuffer(body) && body.length > 0) complain(exchange, 'The route takes no body.');
}

/** Notes query parameters that the route does not have. */
export function expectQuery(exchange: Exchange, allowed: readonly string[] = []): void {
  const names = isObject(exchange.request.query) ? Object.keys(exchange.request.query) : [];
  const extra = names.filter((name) => !allowed.includes(name));
  if (extra.length > 0) complain(exchange, `The query has ${extra.length} unknown parameter(s).`);
}
