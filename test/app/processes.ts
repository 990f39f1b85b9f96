import { onTestFinished } from 'vitest';
import { createSimulator, type SimulatorOptions } from '../../src-main/simulator/simulator-server.ts';
import { systemClock, systemRandom } from '../../src-main/system-ports.ts';
import { createKeptLog } from '../fakes/kept-log.ts';
import { type Program, spawnProgram } from './program.ts';

export { connectedTo, posToken, till } from './program.ts';

/** A program that has printed its ready line. */
export type Running = Omit<Program, 'ready'> & { readonly ready: Awaited<Program['ready']> };

/** Runs `node FILE args` until the end of the test and waits for its ready line; rejects if the program ends before it. */
export async function startProgram(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Running> {
  const program = spawnProgram(file, args, env);
  onTestFinished(() => {
    void program.end('SIGKILL');
  });
  return { ...program, ready: await program.ready };
}

/** A receipt service in this process until the end of the test. Returns the content of the ready line of a simulator. */
export async function startService(options: SimulatorOptions = {}): Promise<Running['ready']> {
  const simulator = createSimulator(
    { control: true, account: { storeIds: ['store-1'] }, ...options },
    { clock: systemClock, random: systemRandom, log: createKeptLog() },
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
