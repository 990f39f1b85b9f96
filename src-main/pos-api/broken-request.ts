import type { Socket } from 'node:net';
import { type ProblemType, problem, problemBody, problemTypes } from './problem.ts';

const typeOfCode: Readonly<Record<string, ProblemType>> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
};

/**
 * The last word to a client that does not speak HTTP, or not in time; the connection ends with it, also for a peer that
 * never closes its side: a half-closed socket would count as a connection for as long as the peer likes.
 */
export function answerBrokenRequest(error: { readonly code?: string | undefined }, socket: Socket): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const reason = problem(
    typeOfCode[error.code ?? ''] ?? 'bad-request',
    'The connection carried no whole HTTP request.',
  );
  const { status, title } = problemTypes[reason.type];
  const body = JSON.stringify(problemBody(reason, ''));
  socket.write(
    [
      `HTTP/1.1 ${status} ${title}`,
      'content-type: application/problem+json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
  socket.destroySoon();
}
