import type { Faults } from './bill-check.ts';
import { complain, type Exchange } from './context.ts';
import { type Reply, reply, textReply } from './replies.ts';

type More = { readonly type?: string; readonly detail?: string; readonly errors?: Faults | undefined };

/** Problem details with the additional members of receipt-service.md 7. */
export function problemReply({ ctx, request }: Exchange, status: number, title: string, more: More = {}): Reply {
  const { type = 'about:blank', detail = title, errors = {} } = more;
  const hex = (bytes: number): string => Buffer.from(ctx.random.bytes(bytes)).toString('hex');
  const traceId = `00-${hex(16)}-${hex(8)}-00`;
  const body = { type, title, status, detail, instance: request.url, errors, traceId };
  return reply(status, 'application/problem+json; charset=utf-8', JSON.stringify(body));
}

/** Refuses a request to a partner route. The body is invented, because receipt-service.md does not show one. */
export const refusePartner = (exchange: Exchange, status: number, type: string, title: string, errors?: Faults) =>
  problemReply(exchange, status, title, { type, errors });

export function refuseAsMalformed(exchange: Exchange, errors: Faults): Reply {
  const sentence = Object.entries(errors)
    .map(([path, found]) => `${path}: ${found.join(' ')}`)
    .join('; ');
  complain(exchange, sentence);
  const detail = 'The request does not fit the interface.';
  // Every 400 of a loyalty start is plain text.
  if (exchange.route?.name === 'loyaltyStart') return textReply(400, sentence);
  if (exchange.route?.access === 'vendor') {
    return problemReply(exchange, 400, 'One or more validation errors occurred.', { detail, errors });
  }
  return refusePartner(exchange, 400, 'validation-failed', detail, errors);
}

export const refuseUnknownUser = (exchange: Exchange): Reply =>
  refusePartner(exchange, 404, 'user-not-found', 'There is no such user.');

/** The value of a JSON body, or the reason why it is refused. It must be application/json in valid UTF-8. */
export function readJsonBody({ request, body }: Exchange): { readonly value: unknown } | { readonly wrong: string } {
  const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/json') return { wrong: 'The content type must be application/json.' };
  if (body.length === 0) return { wrong: 'The body is empty.' };
  try {
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) };
  } catch {
    return { wrong: 'The body is not JSON in UTF-8.' };
  }
}
