import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { answerBrokenRequest } from './broken-request.ts';

/** The connections of the POS API: how many there may be, and what is under way on each. */
export interface Connections {
  /** Looks after the connections of a server; both doors share one limit. */
  watch(server: Server): void;
  /** A till with a good token speaks here: its connection is not closed to make room. */
  admit(request: IncomingMessage): void;
  /** A request has arrived; until its response is closed it is under way. */
  arrived(request: IncomingMessage, response: ServerResponse): void;
  /** Settles when nothing is under way any more. */
  idle(): Promise<void>;
}

/** What is written at the end has left the program by then; a peer that never reads must not hold the socket. */
const endNow = (socket: Socket): void => socket.destroySoon();

/**
 * At most `most` connections. Whoever is on this computer can open as many as the system gives and say nothing on them,
 * so a new one makes room by closing the one that has been silent longest, and never one on which a till was let in.
 */
export function watchConnections(most: number): Connections {
  const waiting = new Set<Socket>();
  const admitted = new Set<Socket>();
  const underWay = new Map<Socket, ServerResponse>();
  let open = 0;
  let whenIdle: readonly (() => void)[] = [];

  function makeRoom(): void {
    if (waiting.size + admitted.size <= most) return;
    const [longest] = waiting;
    longest?.destroy();
  }

  function broken(error: { readonly code?: string | undefined }, socket: Socket): void {
    const response = underWay.get(socket);
    // A whole request is being answered: what came behind it is not worth an answer of its own.
    if (response === undefined || !response.req.complete) answerBrokenRequest(error, socket);
    else if (response.headersSent) endNow(socket);
    else response.once('finish', () => endNow(socket));
  }

  return {
    watch(server) {
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
    admit({ socket }) {
      if (waiting.delete(socket)) admitted.add(socket);
    },
    arrived({ socket }, response) {
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
    idle() {
      if (open === 0) return Promise.resolve();
      return new Promise((resolve) => {
        whenIdle = [...whenIdle, resolve];
      });
    },
  };
}
