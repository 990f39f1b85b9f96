import { createServer, type Server } from 'node:http';
import type { Dispatch } from '../commands.ts';
import { errorCodeOf } from '../lib/result.ts';
import { within } from '../lib/waiting.ts';
import type { Clock, Log, SystemPorts } from '../ports.ts';
import type { Pairing } from '../tills/pairing.ts';
import type { TokenStore } from '../tills/token-store.ts';
import { createEventHub, type TillEvents } from './event-hub.ts';
import { createFastifyApp, defaultLimits, type FastifyApp, type Limits } from './fastify-app.ts';
import { openApiDocument } from './openapi.ts';
import { posRoutes } from './routes/table.ts';
import { createTillLimits, type TillQuota } from './till-limits.ts';

interface PosServerParts extends Pick<SystemPorts, 'clock' | 'log'> {
  readonly app: TillEvents & { readonly dispatch: Dispatch };
  readonly tokens: Pick<TokenStore, 'find'>;
  readonly pairing: Pick<Pairing, 'redeem'>;
  /** `port` is read at the start (0 picks a free one), the others at every request. */
  readonly settings: () => TillQuota & { readonly port: number; readonly allowedOrigins: readonly string[] };
  /** Of the app; it stands in the OpenAPI description. */
  readonly version: string;
  readonly limits?: Partial<Limits>;
}

/** How long a stop waits for the answers to what has arrived, and then for connections that say nothing whole. */
const drainMs = 10_000;
const leaveMs = 2_000;

export type PosServer = Awaited<ReturnType<typeof openPosServer>>;

/**
 * The local HTTP service for the till's software (pos-api.md), on 127.0.0.1, and on ::1 where there is one. Rejects when the
 * port cannot be had: `message` names it, `cause` says why.
 */
export async function openPosServer(parts: PosServerParts) {
  const { app, tokens, pairing, settings, clock, log, version } = parts;
  const hub = createEventHub(app, clock);
  const state = { port: 0, stopping: false };
  const tillLimits = createTillLimits(settings, clock);
  const fastifyApp = createFastifyApp({
    // A till seldom asks for the description.
    routes: { dispatch: app.dispatch, pairing, hub, description: once(() => openApiDocument(posRoutes, version)) },
    admission: () => ({ ...state, allowedOrigins: settings().allowedOrigins, tokens, limits: tillLimits }),
    received: tillLimits.received,
    log,
    limits: { ...defaultLimits, ...parts.limits },
  });
  state.port = await listen(fastifyApp, settings().port);
  const onIpv6 = await listenOnIpv6(fastifyApp, state.port, log);
  hub.start();
  log.info('pos-api-open', { port: state.port });
  return {
    /** Ends in /v1. */
    url: `http://127.0.0.1:${state.port}/v1`,
    port: state.port,
    /** A till was removed: its event streams and connections end now. */
    endRevoked() {
      hub.endRevoked();
      fastifyApp.connections.endRevoked();
    },
    /** Answers 503, lets what is under way end, then closes every connection. Safe to call twice. */
    stop: once(async () => {
      state.stopping = true;
      hub.stop();
      await close(fastifyApp, onIpv6, clock);
      log.info('pos-api-closed');
    }),
  };
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

async function listen({ fastify }: FastifyApp, port: number): Promise<number> {
  try {
    await fastify.listen({ host: '127.0.0.1', port });
  } catch (cause) {
    throw new Error(`The POS API cannot listen on port ${port} of 127.0.0.1; another program may use it.`, { cause });
  }
  const address = fastify.server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

/**
 * The same service on ::1: many machines try that address first for `localhost`, and some wait for seconds before they try
 * the other. Null where the machine has no such address or somebody else has the port; 127.0.0.1 serves all the same.
 */
async function listenOnIpv6({ fastify, serverOptions, connections }: FastifyApp, port: number, log: Log) {
  const server = createServer(serverOptions, fastify.routing);
  connections.watch(server);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host: '::1', port, ipv6Only: true }, resolve);
    });
    return server;
  } catch (error) {
    log.info('pos-api-without-ipv6', { reason: errorCodeOf(error) });
    return null;
  }
}

/** New requests are answered until the last one under way has its answer; then nobody is waited for any longer. */
async function close({ fastify, connections }: FastifyApp, onIpv6: Server | null, clock: Clock): Promise<void> {
  await within(clock, drainMs, connections.idle());
  const cut = clock.setTimer(leaveMs, () => {
    fastify.server.closeAllConnections();
    onIpv6?.closeAllConnections();
  });
  await Promise.all([onIpv6?.[Symbol.asyncDispose](), fastify.close()]);
  cut();
}
