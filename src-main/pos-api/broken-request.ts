import type { Socket } from 'node:net';
import { type ProblemType, problem, problemBody, problemTypes } from './problem.ts';

const typeOfCode: Readonly<Record<string, ProblemType>> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
};

/** The last word to a client that does not speak HTTP, or not in time; the connection ends with it. */
export function answerBrokenRequest(error: { readonly code?: string | undefined }, socket: Socket): void {
  // Where an answer may already be under way, a second one would be read as part of it.
  if (!socket.writable || socket.bytesWritten > 0) {
    socket.destroy();
    return;
  }
  const reason = problem(
    typeOfCode[error.code ?? ''] ?? 'bad-request',
    'The connection carried no whole HTTP request.',
  );
  const { status, title } = problemTypes[reason.type];
  const body = JSON.stringify(problemBody(reason, ''));
  socket.end(
    [
      `HTTP/1.1 ${status} ${title}`,
      'content-type: application/problem+json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
