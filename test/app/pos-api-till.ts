import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, test as base, beforeAll, onTestFinished } from 'vitest';
import type { ActionName, Dispatch } from '../../src-main/action-table.ts';
import type { TillQuota } from '../../src-main/api/admission.ts';
import type { Limits } from '../../src-main/api/fastify-app.ts';
import { openPosServer } from '../../src-main/api/server.ts';
import type { Program } from '../../src-main/program/program.ts';
import { confStore } from '../../src-main/settings/settings-file.ts';
import { openSettings } from '../../src-main/settings/stored-settings.ts';
import type { Result } from '../../src-main/shared/result.ts';
import { type TillScope, tillScopes } from '../../src-main/shared/till-names.ts';
import type { TillChange } from '../../src-main/shared/till-view.ts';
import { systemRandom } from '../../src-main/system-ports.ts';
import { createPairing } from '../../src-main/tills/pairing.ts';
import { createManualClock } from '../fakes/manual-clock.ts';
import { createSeededRandom } from '../fakes/seeded-random.ts';
import { folderOfFile } from '../fakes/temp-folder.ts';
import { createTestLog } from '../fakes/test-log.ts';
import { openTillTokens } from '../fakes/till-tokens.ts';
import { programOn } from './program-on.ts';
import { unwrap } from './test-app.ts';

export interface HttpReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body as JSON; undefined for an empty body. */
  readonly body: unknown;
}

export interface Call {
  /** JSON, or bytes that are sent unchanged. */
  readonly body?: unknown;
  /** `undefined` leaves out a header. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly agent?: Agent;
}

/** Limits that no test reaches by accident: the clock stands still, so a used-up limit would never recover. */
export const muchAllowed: TillQuota = { requestsPerMinute: 1_000_000, megabytesPerMinute: 100_000 };

interface PosTillOptions {
  readonly limits?: Partial<Limits>;
  readonly allowedOrigins?: readonly string[];
  readonly quota?: Partial<TillQuota>;
}

/** The head of a request, with the blank line at its end. */
export const head = (...lines: readonly string[]): string => [...lines, '', ''].join('\r\n');

/** The head of a POST of the till with a body of this length. */
export const postHead = (path: string, length: number): string =>
  head(
    `POST ${path} HTTP/1.1`,
    ...['Host: HOST', 'Authorization: Bearer TOKEN', 'Content-Type: application/json', `Content-Length: ${length}`],
  );

export type PosTill = Awaited<ReturnType<ReturnType<typeof posTills>['openPosTill']>>;

/**
 * One app in training for all tests of a file. Each test gets its own POS API before it, with real sockets, its own
 * tokens and a clock that the test advances.
 */
export function posTills() {
  const dataDir = folderOfFile();
  const random = { ...systemRandom };
  const log = createTestLog();
  let program: Program;
  let tills = 0;
  beforeAll(async () => {
    const settings = openSettings(confStore(dataDir, 0), log, { mode: 'training', posApi: { port: 0 } });
    program = programOn(dataDir, { log, random, settings });
    await program.start();
  });
  afterAll(async () => {
    await program.stop();
  });

  async function openPosTill({ allowedOrigins = [], limits = {}, quota = {} }: PosTillOptions = {}) {
    // A sale with a pooled id does not change after its answer.
    while (program.status().pool.available < 4) await nextTurn();
    tills += 1;
    const ports = { clock: createManualClock(), random: createSeededRandom(tills), log: createTestLog() };
    const { clock } = ports;
    const { tokens, tills: table } = openTillTokens(ports);
    const nothing = () => undefined;
    const pairing = createPairing({ ...ports, tokens, tills: () => table, ended: nothing, changed: nothing });
    const app = watchedApp(program);
    const settings = () => ({ posApi: { port: 0, allowedOrigins, ...muchAllowed, ...quota } });
    const server = await openPosServer({ ...ports, app, tokens, pairing, settings, limits });
    const [url, port] = [server.url() ?? '', server.port()];
    onTestFinished(() => server.stop());
    const issue = (name: string, scopes: readonly TillScope[]) => unwrap(tokens.issue(name, scopes)).token;
    const token = issue('Till 1', ['sale']);
    const by = { kind: 'till', till: tokens.find(token)?.id ?? '', scopes: tillScopes } as const;
    return {
      url,
      port,
      token,
      app,
      issue,
      tokens: { find: tokens.find, proofsOf: tokens.proofsOf },
      tills: table,
      pairing,
      ...{ clock, log: ports.log },
      /** The log and the randomness of the app that the tests share. */
      shared: { log, random },
      call: (method: string, path: string, call: Call = {}) => send(port, token, method, path, call),
      /**
       * Sends bytes unchanged, except that HOST and TOKEN become the right ones. `all` is everything that was received
       * until the end of the connection.
       */
      connect: (bytes: string) =>
        connectRaw(port, bytes.replaceAll('HOST', `127.0.0.1:${port}`).replaceAll('TOKEN', token)),
      sales: async () => unwrap(await program.dispatch(by, 'till.listSales', { limit: 9 })).items,
      revoke: () => void pairing.revoke(by.till),
      /** Ends the streams of the token, as when a till is removed in Settings. */
      endRevoked: server.endRevoked,
      stop: server.stop,
    };
  }
  return { openPosTill, test: base.extend('till', () => openPosTill()) };
}

/** The app, whose changes of status are those that the test announces, and whose answers the test can delay or replace. */
function watchedApp(program: Program) {
  const failures = new Map<string, Result<never>>();
  const listeners = new Set<(change: TillChange) => void>();
  const status = program.status();
  let held: { readonly reach: () => void; readonly released: Promise<void> } | null = null;
  const dispatch = async (...[by, name, input]: Parameters<Dispatch>) => {
    if (name === 'till.openSale') held?.reach();
    if (name === 'till.openSale') await held?.released;
    const failure = failures.get(name);
    failures.delete(name);
    return failure ?? program.dispatch(by as never, name, input);
  };
  return {
    ...program,
    dispatch: dispatch as Dispatch,
    status: () => status,
    onChange(listener: (change: TillChange) => void) {
      const end = program.onChange((change) => {
        if ('sale' in change) listener(change);
      });
      listeners.add(listener);
      return () => {
        end();
        listeners.delete(listener);
      };
    },
    listeners: () => listeners.size,
    announce(change: TillChange): void {
      for (const listener of listeners) listener(change);
    },
    /** Makes the next call of this action return this result. */
    failNext: (name: ActionName, result: Result<never>) => failures.set(name, result),
    /** Delays every `till.openSale` until `release`. `reached` resolves when the first has arrived. */
    hold() {
      const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      held = { reach: reached.resolve, released: released.promise };
      return { reached: reached.promise, release: released.resolve };
    },
  };
}

export function send(port: number, token: string, method: string, path: string, call: Call): Promise<HttpReply> {
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
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text, body });
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
