import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from './context.ts';
import { partnerSwitchesOf } from './partner-switches.ts';
import { type Errors, sendProblem, sendText } from './replies.ts';

export interface PartnerRefusal {
  readonly status: number;
  readonly title: string;
  /** A word for programs. */
  readonly code: string;
  readonly errors?: Errors;
}

/** An error whose body the document does not show (interface document 7), in the shape that is switched on. */
export function refusePartner(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  { status, title, code, errors = {} }: PartnerRefusal,
): FastifyReply {
  const { partnerErrorBody } = partnerSwitchesOf(ctx.switches.current());
  switch (partnerErrorBody) {
    case 'problem':
      return sendProblem(ctx, request, reply, { status, title, type: code, errors });
    case 'json':
      return sendJson(reply, status, { error: { code, message: title, fields: Object.keys(errors) } });
    case 'text':
      return sendText(reply, status, title);
    case 'empty':
      return reply.code(status).send();
  }
}

export function refuseMalformed(ctx: Context, request: FastifyRequest, reply: FastifyReply, errors: Errors) {
  const sentences = Object.entries(errors).map(([path, found]) => `${path}: ${found.join(' ')}`);
  ctx.complain(request, 'malformed', sentences.join('; '));
  const title = 'The request does not fit the interface.';
  return refusePartner(ctx, request, reply, { status: 400, title, code: 'validation-failed', errors });
}

export function refuseUnknownUser(ctx: Context, request: FastifyRequest, reply: FastifyReply) {
  const { unknownUserStatus: status } = partnerSwitchesOf(ctx.switches.current());
  return refusePartner(ctx, request, reply, { status, title: 'There is no such user.', code: 'user-not-found' });
}

/** Also what is no object: a bare string, for example. */
export function sendJson(reply: FastifyReply, status: number, value: unknown): FastifyReply {
  return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(value));
}

/** An id as it is answered: GUIDs are the same in upper case, which a contrary service prefers. */
export function shownId({ switches }: Pick<Context, 'switches'>, id: string): string {
  return switches.current().contrary ? id.toUpperCase() : id;
}
