import { onTestFinished } from 'vitest';
import { createSimulator, type SimulatorOptions } from '../../src-main/simulator/simulator-server.ts';
import { systemClock, systemRandom } from '../../src-main/system-ports.ts';
import { createTestLog } from '../fakes/test-log.ts';
import { spawnProgram, type TestProgram } from './program.ts';

export { connectedTo, posClient, posToken } from './program.ts';

export type ReadyProcess = Omit<TestProgram, 'ready'> & { readonly ready: Awaited<TestProgram['ready']> };

/** Runs `node FILE args` until the end of the test. Rejects if the program ends before its ready line. */
export async function startProgram(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<ReadyProcess> {
  const program = spawnProgram(file, args, env);
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
