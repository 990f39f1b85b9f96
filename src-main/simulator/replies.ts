import type { Faults } from './bill-check.ts';
import { type Answer, complain, type Exchange } from './context.ts';

type Headers = Answer['headers'];

/** Without a body. */
export const bare = (status: number): Answer => ({ status, headers: {}, body: '' });
export const answer = (status: number, type: string, body: Answer['body'], headers: Headers = {}): Answer => ({
  status,
  headers: { 'content-type': type, ...headers },
  body,
});
export const text = (status: number, body: string): Answer => answer(status, 'text/plain; charset=utf-8', body);
/** Also what is no object: a bare string, for example. */
export const json = (status: number, value: unknown, headers?: Headers): Answer =>
  answer(status, 'application/json; charset=utf-8', JSON.stringify(value), headers);

interface More {
  readonly type?: string;
  readonly detail?: string;
  readonly errors?: Faults;
}
/** Problem details with the extra members of interface document 7. */
export function problem({ ctx, request }: Exchange, status: number, title: string, more: More = {}): Answer {
  const { type = 'about:blank', detail = title, errors = {} } = more;
  const hex = (bytes: number): string => Buffer.from(ctx.random.bytes(bytes)).toString('hex');
  const traceId = `00-${hex(16)}-${hex(8)}-00`;
  const body = { type, title, status, detail, instance: request.url, errors, traceId };
  return answer(status, 'application/problem+json; charset=utf-8', JSON.stringify(body));
}

/** In a shape that is switched on, where the document does not show the body of an error. */
export function refuse(
  exchange: Exchange,
  shape: 'problem' | 'json' | 'text' | 'empty',
  status: number,
  type: string,
  title: string,
  errors: Faults = {},
): Answer {
  if (shape === 'problem') return problem(exchange, status, title, { type, errors });
  if (shape === 'text') return text(status, title);
  if (shape === 'empty') return bare(status);
  return json(status, { error: { code: type, message: title, fields: Object.keys(errors) } });
}

/** On a partner route (section 7). */
export const refusePartner = (
  exchange: Exchange,
  status: number,
  type: string,
  title: string,
  errors?: Faults,
): Answer => refuse(exchange, exchange.ctx.switches.current().partnerErrorBody, status, type, title, errors);

/** Answers 400 for a request that breaks the document, and notes it. */
export function refuseAsMalformed(exchange: Exchange, errors: Faults): Answer {
  const sentence = Object.entries(errors)
    .map(([path, found]) => `${path}: ${found.join(' ')}`)
    .join('; ');
  complain(exchange, sentence);
  const detail = 'The request does not fit the interface.';
  // Section 7: every 400 of a loyalty start is plain text.
  if (exchange.route?.name === 'loyaltyStart') return text(400, sentence);
  if (exchange.route?.access === 'vendor') {
    return problem(exchange, 400, 'One or more validation errors occurred.', { detail, errors });
  }
  return refusePartner(exchange, 400, 'validation-failed', detail, errors);
}

export function refuseUnknownUser(exchange: Exchange): Answer {
  const { unknownUserStatus } = exchange.ctx.switches.current();
  return refusePartner(exchange, unknownUserStatus, 'user-not-found', 'There is no such user.');
}

/** A JSON body, or what is wrong with it. It must come as application/json in valid UTF-8. */
export function readJson({ request, body }: Exchange): { readonly value: unknown } | { readonly wrong: string } {
  const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/json') return { wrong: 'The content type must be application/json.' };
  if (body.length === 0) return { wrong: 'The body is empty.' };
  try {
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) };
  } catch {
    return { wrong: 'The body is not JSON in UTF-8.' };
  }
}
