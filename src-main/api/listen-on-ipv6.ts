import { createServer, type Server } from 'node:http';
import type { Log } from '../ports.ts';
import type { FastifyApp } from './fastify-app.ts';

/**
 * The same service on ::1: many machines try that address first for `localhost`, and some wait for seconds before they try
 * the other. Null where the machine has no such address or somebody else has the port; 127.0.0.1 serves all the same.
 */
export async function listenOnIpv6(
  { fastify, serverOptions, connections }: FastifyApp,
  port: number,
  log: Log,
): Promise<Server | null> {
  const server = createServer(serverOptions, fastify.routing);
  connections.watch(server);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host: '::1', port, ipv6Only: true }, resolve);
    });
    return server;
  } catch (error) {
    log.info('pos-api-without-ipv6', { reason: codeOf(error) });
    return null;
  }
}

/** Takes no more connections; settles when the last one has ended. */
export function closeServer(server: Server | null): Promise<void> {
  if (server === null) return Promise.resolve();
  server.closeIdleConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : 'unknown');
