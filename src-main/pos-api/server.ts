import type { Server } from 'node:http';
import type { Clock, Log } from '../ports.ts';
import { createEventHub } from './event-hub.ts';
import { createFastifyApp, defaultLimits, type Limits, type Surface } from './fastify-app.ts';
import { closeDoor, listenOnIpv6 } from './listen-on-ipv6.ts';
import { type OpenApiDocument, openApiDocument } from './openapi.ts';
import type { PairingDoor, PosPort, TillTokens } from './pos-port.ts';
import { posRoutes } from './routes/table.ts';

export interface PosServer {
  /** Listens on 127.0.0.1, and on ::1 where there is one; `url` ends in /v1. Rejects when the port cannot be had: `message` names it, `cause` says why. */
  start(): Promise<{ readonly url: string; readonly port: number }>;
  /** A till was removed: its event streams end now. */
  endRevoked(): void;
  /** Answers 503, lets what is under way end, then closes every connection. Safe to call twice. */
  stop(): Promise<void>;
}

export interface PosServerEdges {
  readonly app: PosPort;
  readonly tokens: TillTokens;
  readonly pairing: PairingDoor;
  /** `port` is read at the start (0 picks a free one), `allowedOrigins` at every request. */
  readonly settings: () => { readonly port: number; readonly allowedOrigins: readonly string[] };
  readonly clock: Clock;
  readonly log: Log;
  /** Of the app; it stands in the OpenAPI description. */
  readonly version: string;
  readonly limits?: Partial<Limits>;
}

/** How long a stop waits for the answers to what has arrived, and then for connections that say nothing whole. */
const DRAIN_MS = 10_000;
const LEAVE_MS = 2_000;

/** The local HTTP service for the till's software (pos-api.md). */
export function createPosServer(edges: PosServerEdges): PosServer {
  const { app, tokens, pairing, settings, clock, log, version } = edges;
  let closeRunning: (() => Promise<void>) | null = null;
  let endRevoked: () => void = () => undefined;
  let closed = Promise.resolve();

  return {
    async start() {
      const hub = createEventHub(app, clock);
      const state = { port: 0, stopping: false };
      const surface = createFastifyApp({
        edges: { app, pairing, hub, description: once(() => openApiDocument(posRoutes, version)) },
        house: () => ({ ...state, allowedOrigins: settings().allowedOrigins, tokens }),
        clock,
        log,
        limits: { ...defaultLimits, ...edges.limits },
      });
      state.port = await listen(surface, settings().port);
      const secondDoor = await listenOnIpv6(surface, state.port, log);
      hub.start();
      endRevoked = hub.endRevoked;
      closeRunning = async () => {
        state.stopping = true;
        hub.stop();
        await close(surface, secondDoor, clock);
        log.info('pos-api-closed');
      };
      log.info('pos-api-open', { port: state.port });
      return { url: `http://127.0.0.1:${state.port}/v1`, port: state.port };
    },
    endRevoked: () => endRevoked(),
    stop() {
      closed = closeRunning?.() ?? closed;
      closeRunning = null;
      return closed;
    },
  };
}

/** Made when it is first asked for: a till seldom asks. */
function once(make: () => OpenApiDocument): () => OpenApiDocument {
  let made: OpenApiDocument | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

async function listen({ fastify }: Surface, port: number): Promise<number> {
  try {
    await fastify.listen({ host: '127.0.0.1', port });
  } catch (cause) {
    throw new Error(`The POS API cannot listen on port ${port} of 127.0.0.1; another program may use it.`, { cause });
  }
  const address = fastify.server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

/** New requests are answered until the last one under way has its answer; then nobody is waited for any longer. */
async function close({ fastify, connections }: Surface, secondDoor: Server | null, clock: Clock): Promise<void> {
  await within(DRAIN_MS, connections.idle(), clock);
  const cut = clock.setTimer(LEAVE_MS, () => {
    fastify.server.closeAllConnections();
    secondDoor?.closeAllConnections();
  });
  await Promise.all([closeDoor(secondDoor), fastify.close()]);
  cut();
}

function within(limitMs: number, work: Promise<void>, clock: Clock): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.setTimer(limitMs, resolve);
    void work.then(() => {
      cancel();
      resolve();
    });
  });
}
