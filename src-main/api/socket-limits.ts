import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type ProblemType, problem, problemBody, problemTypes } from '../dispatch/problem.ts';

export interface AdmittedTill {
  /** The id of the till's token. */
  readonly id: string;
  readonly stillPaired: () => boolean;
}

/** Data written at the end has left the app by then. A peer that never reads must not hold the socket. */
const endNow = (socket: Socket): void => socket.destroySoon();

/** Any program can open connections and stay silent: a new one closes the longest silent one, but no till's. */
export function watchConnections(most: number, mostOfTill: number) {
  const waiting = new Set<Socket>();
  const admitted = new Map<Socket, AdmittedTill>();
  const underWay = new Map<Socket, ServerResponse>();
  let open = 0;
  let whenIdle: readonly (() => void)[] = [];

  function makeRoom(): void {
    if (waiting.size + admitted.size <= most) return;
    const [longest] = waiting;
    longest?.destroy();
  }

  function hasRoom({ id }: AdmittedTill): boolean {
    const own = [...admitted].filter(([, till]) => till.id === id).map(([socket]) => socket);
    if (own.length < mostOfTill) return true;
    const silent = own.find((socket) => !underWay.has(socket));
    silent?.destroy();
    if (silent !== undefined) admitted.delete(silent);
    return silent !== undefined;
  }

  function broken(error: { readonly code?: string | undefined }, socket: Socket): void {
    const response = underWay.get(socket);
    // A complete request is being answered, so broken data after it needs no answer of its own.
    if (response === undefined || !response.req.complete) answerBrokenRequest(error, socket);
    else if (response.headersSent) endNow(socket);
    else response.once('finish', () => endNow(socket));
  }

  return {
    watch(server: Server) {
      server.on('connection', (socket: Socket) => {
        waiting.add(socket);
        socket.once('close', () => {
          waiting.delete(socket);
          admitted.delete(socket);
          underWay.delete(socket);
        });
        makeRoom();
      });
      server.on('clientError', (error: NodeJS.ErrnoException, socket) => broken(error, socket as Socket));
    },
    /** Closed only for another connection of its till. False if all permitted connections are busy. */
    admit({ socket }: IncomingMessage, till: AdmittedTill): boolean {
      const isNew = !admitted.delete(socket);
      if (isNew && !hasRoom(till)) return false;
      waiting.delete(socket);
      admitted.set(socket, till);
      return true;
    },
    /** A token was revoked. A connection whose answer has not begun ends after that answer. */
    endRevoked() {
      for (const [socket, till] of admitted) {
        if (till.stillPaired()) continue;
        const response = underWay.get(socket);
        if (response?.headersSent === false) response.once('finish', () => endNow(socket));
        // The client must not get the rest of a file, and unread data is discarded.
        else if (response?.writableEnded === false || socket.writableLength > 0) socket.destroy();
        else endNow(socket);
      }
    },
    arrived({ socket }: IncomingMessage, response: ServerResponse) {
      open += 1;
      underWay.set(socket, response);
      response.once('close', () => {
        if (underWay.get(socket) === response) underWay.delete(socket);
        open -= 1;
        if (open > 0) return;
        for (const resolve of whenIdle) resolve();
        whenIdle = [];
      });
    },
    idle(): Promise<void> {
      if (open === 0) return Promise.resolve();
      return new Promise((resolve) => {
        whenIdle = [...whenIdle, resolve];
      });
    },
  };
}

const typeOfCode: Readonly<Record<string, ProblemType>> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
};

/** Half-closed, the socket of a peer that never closes its side would count as a connection without an end. */
function answerBrokenRequest(error: { readonly code?: string | undefined }, socket: Socket): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const reason = problem(
    typeOfCode[error.code ?? ''] ?? 'bad-request',
    'The connection carried no whole HTTP request.',
  );
  const { status, title } = problemTypes[reason.type];
  const requestId = randomUUID();
  const body = JSON.stringify(problemBody(reason, '', requestId));
  socket.write(
    [
      `HTTP/1.1 ${status} ${title}`,
      'content-type: application/problem+json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      `x-request-id: ${requestId}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
  socket.destroySoon();
}
