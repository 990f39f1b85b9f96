import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from './context.ts';
import type { PartnerCall } from './partner-call.ts';

/** One route of the partner interface, admitted already and found by its switches. */
export type PartnerHandler = (ctx: Context, call: PartnerCall, request: FastifyRequest, reply: FastifyReply) => unknown;
