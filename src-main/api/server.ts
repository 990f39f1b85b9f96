import { createServer, type Server } from 'node:http';
import type { Dispatch } from '../action-table.ts';
import type { Clock, SystemPorts } from '../ports.ts';
import { errorCodeOf } from '../shared/result.ts';
import { within } from '../shared/waiting.ts';
import type { Pairing } from '../tills/pairing.ts';
import type { TokenStore } from '../tills/token-store.ts';
import { createTillLimits, type TillQuota } from './admission.ts';
import { createEventHub, type TillEvents } from './event-hub.ts';
import { createFastifyApp, defaultLimits, type FastifyApp, type Limits } from './fastify-app.ts';

interface PosServerParts extends Pick<SystemPorts, 'clock' | 'log'> {
  readonly app: TillEvents & { readonly dispatch: Dispatch };
  readonly tokens: Pick<TokenStore, 'find' | 'proofsOf'>;
  readonly pairing: Pick<Pairing, 'redeem'>;
  /** Port 0 selects a free one. `settingsChanged` applies a new port; the other settings are read at every request. */
  readonly settings: () => {
    readonly posApi: TillQuota & { readonly port: number; readonly allowedOrigins: readonly string[] };
  };
  readonly limits?: Partial<Limits>;
  readonly listening?: (port: number) => void;
  /** Receives the address that another program uses; null when the app has all addresses. */
  readonly unreachable?: (takenAddress: string | null) => void;
}

/** The time that a shutdown waits for running requests, and then for idle or incomplete connections. */
const drainMs = 10_000;
const leaveMs = 2_000;

interface Taken {
  readonly host: string;
  readonly reason: string;
}

/** Other errors mean that the computer has no such address. */
const isTaken = (reason: string): boolean => reason === 'EADDRINUSE' || reason === 'EACCES';

function portOf(server: Server | undefined): number {
  const address = server?.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

const tryAgainMs = 30_000;

export type PosServer = Awaited<ReturnType<typeof openPosServer>>;

/** Also listens on ::1, which many programs try first. If that address is taken, it is reported and tried again. */
export async function openPosServer(parts: PosServerParts) {
  const { app, tokens, pairing, settings, clock, log, unreachable = () => undefined } = parts;
  const hub = createEventHub(app, clock);
  const state = { port: 0, stopping: false };
  const fastifyApp = createFastifyApp({
    routes: { dispatch: app.dispatch, pairing, hub, proofsOf: tokens.proofsOf },
    admission: { state, settings, tokens, limits: createTillLimits(settings, clock) },
    log,
    limits: { ...defaultLimits, ...parts.limits },
  });
  await fastifyApp.fastify.ready();
  const servers = new Map<string, Server>();
  let cancelTimer: () => void = () => undefined;
  let reported: string | null | undefined;
  let isNoted = false;
  let chosenPort = settings().posApi.port;

  async function listen(host: string, port: number): Promise<Taken | null> {
    if (servers.has(host)) return null;
    const server = createServer(fastifyApp.serverOptions, fastifyApp.fastify.routing);
    fastifyApp.connections.watch(server);
    const reason = await new Promise<string | null>((resolve) => {
      server.once('error', (error) => resolve(errorCodeOf(error)));
      server.listen({ host, port, ipv6Only: host === '::1' }, () => resolve(null));
    });
    if (reason !== null) return { host: host === '::1' ? '[::1]' : host, reason };
    servers.set(host, server);
    return null;
  }

  async function listenOnIpv6(): Promise<Taken | null> {
    const taken = await listen('::1', state.port);
    if (taken === null || isTaken(taken.reason)) return taken;
    log.info('ipv6-address-not-used', { reason: taken.reason });
    return null;
  }

  /** Requests that have begun are answered on the previous port, which accepts no new connection. */
  function leavePort(): void {
    chosenPort = settings().posApi.port;
    for (const server of servers.values()) server.close();
    servers.clear();
    state.port = 0;
    reported = undefined;
    isNoted = false;
  }

  /** Reports the port to the file for scripts. If the file cannot be written, the port serves the tills without it. */
  function note(): void {
    if (state.port === 0) state.port = portOf(servers.get('127.0.0.1'));
    if (isNoted) return;
    try {
      parts.listening?.(state.port);
      isNoted = true;
    } catch (error) {
      log.error('pos-api-port-not-written', { error: String(error) });
    }
  }

  async function open(): Promise<void> {
    cancelTimer();
    if (state.stopping) return;
    if (settings().posApi.port !== chosenPort) leavePort();
    const port = state.port === 0 ? chosenPort : state.port;
    const taken = await listen('127.0.0.1', port);
    if (taken === null) note();
    reportPort(taken ?? (await listenOnIpv6()), port);
    if ((reported !== null || !isNoted) && !state.stopping) cancelTimer = clock.setTimer(tryAgainMs, openAgain);
  }

  function reportPort(taken: Taken | null, port: number): void {
    const host = taken?.host ?? null;
    if (host === reported) return;
    reported = host;
    if (taken === null) log.info('pos-api-opened', { port: state.port });
    else log.error('pos-api-not-opened', { port, reason: `${taken.host} ${taken.reason}` });
    unreachable(host === null ? null : `${host}:${port}`);
  }

  let opening = open();
  function openAgain(): void {
    opening = opening.then(open);
  }
  await opening;

  let stopping: Promise<void> | null = null;
  async function stop(): Promise<void> {
    state.stopping = true;
    cancelTimer();
    hub.stop();
    const opened = opening.then(() => [...servers.values()]);
    await close(fastifyApp, opened, clock);
    log.info('pos-api-closed');
  }
  return {
    /** The address, which ends in /v1; null while the app has no port. */
    url: () => (state.port === 0 ? null : `http://127.0.0.1:${state.port}/v1`),
    port: () => state.port,
    settingsChanged(): void {
      if (settings().posApi.port !== chosenPort) openAgain();
    },
    endRevoked() {
      hub.endRevoked();
      fastifyApp.connections.endRevoked();
    },
    /** Answers 503, lets running requests end, then closes every connection. Safe to call twice. */
    stop(): Promise<void> {
      stopping ??= stop();
      return stopping;
    },
  };
}

/** Answers new requests until the last running one is finished. After that no client can delay the end. */
async function close(
  { fastify, connections }: FastifyApp,
  opened: Promise<readonly Server[]>,
  clock: Clock,
): Promise<void> {
  await within(clock, drainMs, connections.idle());
  const servers = await opened;
  const cut = clock.setTimer(leaveMs, () => {
    for (const server of servers) server.closeAllConnections();
  });
  await Promise.all([...servers.map((server) => server[Symbol.asyncDispose]()), fastify.close()]);
  cut();
}
