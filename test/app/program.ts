import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { systemLacks } from '../fakes/system-lacks.ts';

export type TestProgram = ReturnType<typeof spawnProgram>;

/** Reuses the compiled code of an earlier start. A test's environment can set another folder. */
export const compileCache: Readonly<Record<string, string>> =
  process.env.NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE };

/** Excludes the tester's environment and app state. */
export const programEnv = (env: Readonly<Record<string, string>>): Readonly<Record<string, string>> => ({
  PATH: process.env.PATH ?? '',
  XDG_STATE_HOME: join(tmpdir(), `receipt-companion-test-state-${userInfo().uid}`),
  ...compileCache,
  ...env,
});

/** The bundle of a program under `npm test` (test/made-once.ts), otherwise the source file. */
export const programFile = (file: string): string =>
  process.env.BUNDLED_PROGRAMS === undefined ? file : file.replace(/^src-main\/([\w-]+)\.ts$/, 'dist/$1/$1.js');

/** Starts a program of this project in its own process, as users start it. */
export function spawnProgram(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  user: { readonly uid?: number; readonly gid?: number } = {},
) {
  const child: ChildProcess = spawn(process.execPath, [programFile(file), ...args], {
    ...user,
    env: programEnv(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const dataDir = args[args.indexOf('--data-dir') + 1 || args.length];
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString('utf8');
  });
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  const firstLine = new Promise<string>((resolve, reject) => {
    if (child.stdout === null) throw new Error('no stdout');
    child.once('error', reject);
    createInterface({ input: child.stdout }).once('line', resolve);
    void exited.then((code) => reject(new Error(`${file} ended with ${code} before it was ready: ${stderr}`)));
  });
  return {
    /** The JSON of the ready line. Rejects with the output if the program ends earlier. */
    ready: firstLine.then((line) => JSON.parse(line) as Readonly<Record<string, string>>),
    pid: child.pid ?? 0,
    stderr: () => stderr,
    exited,
    /** The exit code after all output was read; null after an unhandled signal. */
    end(signal: 'SIGTERM' | 'SIGHUP' | 'SIGKILL' | 'SIGUSR2'): Promise<number | null> {
      // The stop file is for systems without SIGTERM.
      if (signal === 'SIGTERM' && dataDir !== undefined && systemLacks('signals'))
        writeFileSync(join(dataDir, 'stop'), '');
      else child.kill(signal);
      return exited;
    },
  };
}

export async function exec(
  command: string,
  args: readonly string[],
  { input = '', ...options }: { input?: string; env?: Readonly<NodeJS.ProcessEnv>; cwd?: string } = {},
): Promise<{ readonly code: number | null; readonly out: string; readonly err: string }> {
  const child = spawn(command, args, options);
  // A command may end before it has read all its input.
  child.stdin.on('error', () => undefined).end(input);
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code, out, err };
}

export const posToken = 'test-token-0123456789-0123456789-0123456789';

/** The token of a till and the data key of a host without a keychain. */
export const hostEnv = {
  RECEIPT_COMPANION_POS_TOKEN: posToken,
  RECEIPT_COMPANION_DATA_KEY: Buffer.alloc(32, 7).toString('base64'),
};

/** The arguments of a start in training, on a free port. */
export const training = (dataDir: string, ...more: readonly string[]): readonly string[] => [
  ...['--training', '--pos-port', '0', '--data-dir', dataDir],
  ...more,
];

export function posClient(posApi: string, token = posToken) {
  const call = async (method: string, path: string, body?: unknown): Promise<Response> =>
    fetch(`${posApi}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  /** Loosely typed, because the tests check the answers. */
  const json = async (method: string, path: string, body?: unknown): Promise<Record<string, unknown>> => {
    const response = await call(method, path, body);
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json() as Promise<Record<string, unknown>>;
  };
  return {
    url: posApi,
    call,
    json,
    async sale(id: unknown, fits: (sale: Record<string, unknown>) => boolean): Promise<Record<string, unknown>> {
      for (;;) {
        const sale = await json('GET', `/sales/${id}`);
        if (fits(sale)) return sale;
        await wait(10);
      }
    },
    async untilPoolHas(count: number): Promise<void> {
      for (;;) {
        const { pool } = (await json('GET', '/status')) as { pool: { available: number } };
        if (pool.available >= count) return;
        await wait(10);
      }
    },
  };
}

type Connection = 'url' | 'authUrl' | 'clientId' | 'scopeBase' | 'storeId' | 'username' | 'password';

/** The options and the environment of a program that is connected to this service. */
export function connectedTo(service: Readonly<Partial<Record<Connection, string>>>, dataDir: string) {
  const {
    url = '',
    authUrl = '',
    clientId = '',
    scopeBase = '',
    storeId = 'store-1',
    username = '',
    password = '',
  } = service;
  return {
    args: [
      ...['--data-dir', dataDir, '--pos-port', '0', '--service-url', url, '--auth-url', authUrl],
      ...['--client-id', clientId, '--scope-base', scopeBase, '--store-id', storeId],
    ],
    env: {
      RECEIPT_COMPANION_USERNAME: username,
      RECEIPT_COMPANION_PASSWORD: password,
      ...hostEnv,
    },
  };
}
