import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { test as base, onTestFinished } from 'vitest';
import type { TillQuota } from '../../src-main/api/admission.ts';
import type { Limits } from '../../src-main/api/fastify-app.ts';
import { openPosServer } from '../../src-main/api/server.ts';
import { createPairedTills, type Pairing } from '../../src-main/tills/pairing.ts';
import type { TillTable, TokenStore } from '../../src-main/tills/token-store.ts';
import { createFakePosPort, type FakePosPort } from '../fakes/fake-pos-port.ts';
import { createManualClock, type ManualClock } from '../fakes/manual-clock.ts';
import { createSeededRandom } from '../fakes/seeded-random.ts';
import { createTestLog, type TestLog } from '../fakes/test-log.ts';
import { openTillTokens } from '../fakes/till-tokens.ts';
import { unwrap } from './test-app.ts';

export interface HttpReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body as JSON; undefined for an empty body. */
  readonly body: unknown;
  readonly reusedSocket: boolean;
}

export interface Call {
  /** JSON, or bytes that are sent unchanged. */
  readonly body?: unknown;
  /** `undefined` leaves out a header. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly agent?: Agent;
}

/** A till and the POS API with real sockets. The app is in memory, and the test advances the clock. */
export interface PosTill {
  readonly url: string;
  readonly port: number;
  readonly token: string;
  readonly app: FakePosPort;
  readonly tokens: TokenStore;
  readonly tills: TillTable;
  readonly pairing: Pairing;
  readonly clock: ManualClock;
  readonly log: TestLog;
  call(method: string, path: string, call?: Call): Promise<HttpReply>;
  /** Sends bytes unchanged. `all` is everything that was received until the end of the connection. */
  connect(bytes: string): Promise<{ readonly socket: Socket; readonly all: Promise<string> }>;
  revoke(): void;
  /** Ends the streams of the token, as when a till is removed in Settings. */
  endRevoked(): void;
  stop(): Promise<void>;
}

/** Limits that no test reaches by accident: the clock stands still, so a used-up limit would never recover. */
export const muchAllowed: TillQuota = { requestsPerMinute: 1_000_000, megabytesPerMinute: 100_000 };

export async function openPosTill(
  options: {
    readonly limits?: Partial<Limits>;
    readonly allowedOrigins?: readonly string[];
    readonly quota?: Partial<TillQuota>;
  } = {},
): Promise<PosTill> {
  const clock = createManualClock();
  const random = createSeededRandom();
  const { tokens, tills } = openTillTokens({ clock, random });
  const log = createTestLog();
  const nothing = () => undefined;
  const pairedTills = createPairedTills({
    tokens,
    tills: () => tills,
    clock,
    random,
    log,
    ended: nothing,
    changed: nothing,
  });
  const { pairing } = pairedTills;
  const app = createFakePosPort({ clock, random, log });
  const { allowedOrigins = [], limits = {}, quota = {} } = options;
  const settings = () => ({ posApi: { port: 0, allowedOrigins, ...muchAllowed, ...quota } });
  const server = await openPosServer({ app, tokens, pairing, settings, clock, log, limits });
  const [url, port] = [server.url() ?? '', server.port()];
  onTestFinished(() => server.stop());
  const { token } = unwrap(tokens.issue('Till 1', ['sale']));
  return {
    url,
    port,
    token,
    app,
    tokens,
    tills,
    pairing,
    clock,
    log,
    call: (method, path, call = {}) => send(port, token, method, path, call),
    connect: (bytes) => connectRaw(port, bytes),
    revoke: () => void pairedTills.revoke(tokens.find(token)?.id ?? ''),
    endRevoked: server.endRevoked,
    stop: server.stop,
  };
}

function send(port: number, token: string, method: string, path: string, call: Call): Promise<HttpReply> {
  const payload = bytesOf(call.body);
  const headers: OutgoingHttpHeaders = { host: `127.0.0.1:${port}`, authorization: `Bearer ${token}` };
  if (payload !== undefined) headers['content-type'] = 'application/json';
  if (payload !== undefined) headers['content-length'] = payload.length;
  for (const [name, value] of Object.entries(call.headers ?? {})) {
    if (value === undefined) delete headers[name];
    else headers[name] = value;
  }
  const agent = call.agent ?? new Agent({ keepAlive: false });
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, method, path, headers, agent }, async (incoming) => {
      try {
        const chunks: Buffer[] = [];
        for await (const chunk of incoming) chunks.push(chunk);
        const text = Buffer.concat(chunks).toString();
        const isJson = /json/.test(incoming.headers['content-type'] ?? '');
        const body: unknown = isJson && text !== '' ? JSON.parse(text) : undefined;
        const { reusedSocket } = outgoing;
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text, body, reusedSocket });
      } catch (error) {
        reject(error);
      }
    });
    outgoing.on('error', reject);
    outgoing.end(payload);
  });
}

function bytesOf(body: unknown): Buffer | undefined {
  if (body === undefined) return undefined;
  return body instanceof Uint8Array ? Buffer.from(body) : Buffer.from(JSON.stringify(body));
}

function connectRaw(port: number, bytes: string) {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  const all = new Promise<string>((resolve) => {
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', () => {});
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
  });
  return new Promise<{ socket: Socket; all: Promise<string> }>((resolve) => {
    socket.once('connect', () => {
      socket.write(bytes);
      resolve({ socket, all });
    });
  });
}

export const test = base.extend('till', () => openPosTill());
