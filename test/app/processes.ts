import { expect, onTestFinished } from 'vitest';
import { createSimulator, type SimulatorOptions } from '../../src-main/simulator/simulator-server.ts';
import { systemClock, systemRandom } from '../../src-main/system-ports.ts';
import { createTestLog } from '../fakes/test-log.ts';
import { spawnProgram, type TestProgram } from './program.ts';

export { connectedTo, posClient, posToken } from './program.ts';

export type ReadyProcess = Omit<TestProgram, 'ready'> & { readonly ready: Awaited<TestProgram['ready']> };

const headless = 'src-main/headless.ts';
/** The environment of a host whose keychain does not answer. */
export const noKeychain = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' };

/** A start that must fail: its exit code and its message, which has no stack. */
export async function refusedStart(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const program = spawnProgram(headless, args, env);
  await expect(program.ready).rejects.toThrow(/ended with/);
  const stderr = program.stderr();
  expect(stderr).not.toMatch(/^\s+at /m);
  return { code: await program.exited, stderr };
}

/** Runs headless until the end of the test. Rejects if it ends before its ready line. */
export async function startProgram(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<ReadyProcess> {
  const program = spawnProgram(headless, args, env);
  onTestFinished(() => {
    void program.end('SIGKILL');
  });
  return { ...program, ready: await program.ready };
}

/** Starts a receipt service in this process. Returns what a simulator prints when it is ready. */
export async function startService(options: SimulatorOptions = {}): Promise<ReadyProcess['ready']> {
  const simulator = createSimulator(
    { control: true, account: { storeIds: ['store-1'] }, ...options },
    { clock: systemClock, random: systemRandom, log: createTestLog() },
  );
  const { baseUrl, authUrl, controlUrl } = await simulator.start();
  onTestFinished(() => simulator.stop());
  const { username, password, clientId, scopeBase } = simulator.account;
  return {
    url: baseUrl,
    authUrl,
    controlUrl: controlUrl ?? '',
    username,
    password,
    clientId,
    scopeBase,
    storeId: 'store-1',
  };
}
