import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import {
  busyProblem,
  internalProblem,
  type Problem,
  problem,
  problemBody,
  problemHeaders,
  problemTypes,
} from '../dispatch/problem.ts';
import type { SystemPorts } from '../ports.ts';
import { StorageBusy } from '../shared/busy.ts';
import { writeJson } from '../shared/json-text.ts';
import type { RefusedRequest } from '../shared/window-commands.ts';
import { type AdmissionContext, bodyTooLarge, maxBodyBytes } from './admission.ts';
import { nothingThere, type RouteAnswer } from './route.ts';
import { allowedMethods } from './routes/table.ts';

export interface ReplyParts extends Pick<SystemPorts, 'log'> {
  readonly admission: () => AdmissionContext;
  readonly refused: (request: Omit<RefusedRequest, 'at' | 'till'>, till: string | null) => void;
}

const mostPointers = 20;

/** Writes the answers of routes, and every refusal as a problem (RFC 9457). */
export function createReplies({ admission, log, refused }: ReplyParts) {
  const refuse = (request: FastifyRequest, reply: FastifyReply, reason: Problem): FastifyReply => {
    const { status } = problemTypes[reason.type];
    const route = request.routeOptions?.url ?? 'none';
    const { method, id: requestId } = request;
    log.warn('pos-api-refused', { status, type: reason.type, method, route, requestId });
    const pointers = (reason.errors ?? []).slice(0, mostPointers).map(({ path }) => path);
    // An invalid path has no token, because Fastify creates another kind of request for it.
    const token = request.pairingToken ?? null;
    const till = token === null ? null : (admission().tokens.find(token)?.id ?? null);
    refused({ method, route, status, type: reason.type, pointers, requestId }, till);
    const text = JSON.stringify(problemBody(reason, pathOf(request), requestId));
    reply.code(status).headers(problemHeaders(reason)).type('application/problem+json; charset=utf-8');
    if (request.raw.complete) return reply.send(text);
    reply.hijack();
    const headers = reply.getHeaders() as Readonly<Record<string, string>>;
    reply.raw.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(text) });
    reply.raw.write(text);
    afterBody(request.raw, () => reply.raw.end());
    return reply;
  };

  const send = (request: FastifyRequest, reply: FastifyReply, answer: RouteAnswer): FastifyReply => {
    switch (answer.kind) {
      case 'json':
        if (answer.headers !== undefined) reply.headers(answer.headers);
        return reply.code(answer.status).type('application/json; charset=utf-8').send(writeJson(answer.body));
      case 'empty':
        return reply.code(204).send();
      case 'text':
        return reply
          .headers(answer.headers ?? {})
          .type(`${answer.mediaType}; charset=utf-8`)
          .send(answer.text);
      case 'stream':
        reply.hijack();
        answer.open(reply.raw, reply.getHeaders() as Readonly<Record<string, string>>);
        return reply;
      case 'refused':
        return refuse(request, reply, answer.problem);
    }
  };

  const onError = (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    if (error instanceof StorageBusy) refuse(request, reply, busyProblem);
    else if (error.statusCode === 413) refuse(request, reply, bodyTooLarge);
    else if (error.code === 'FST_ERR_BAD_URL' && allowedMethods(pathOf(request)).includes(request.method))
      refuse(request, reply, nothingThere);
    else if (error.statusCode === 415)
      refuse(request, reply, problem('unsupported-media-type', 'expected a valid type'));
    else if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
      refuse(request, reply, problem('bad-request', 'The address or the length of the body is not valid HTTP.'));
    } else {
      log.error('pos-api-failed', {
        requestId: request.id,
        route: request.routeOptions?.url ?? 'none',
        error: error.stack ?? String(error),
      });
      refuse(request, reply, internalProblem);
    }
  };

  return { refuse, send, onError };
}

/** The most bytes of a refused body that are read and ignored, for clients that read the answer only after sending. */
const mostIgnoredBytes = 16 * maxBodyBytes;

/** Closing the connection while the client still sends would lose the answer. `requestTimeout` limits the time. */
function afterBody(body: IncomingMessage, goOn: () => void): void {
  let left = mostIgnoredBytes;
  finished(body, { writable: false }, goOn);
  body.on('data', (piece: Buffer) => {
    left -= piece.length;
    if (left < 0) goOn();
  });
}

export const pathOf = (request: FastifyRequest): string => (request.raw.url ?? '').split('?', 1)[0] ?? '';
