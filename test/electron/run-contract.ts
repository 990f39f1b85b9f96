import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApp } from '../../scripts/build.ts';
import { electronBinary } from '../../scripts/electron-binary.ts';
import type { Check } from './contract/assumption.ts';
import { switchesOfOthers } from './running.ts';
import { ordersVariable, plainOrders, type StandInOrders } from './stand-in/orders.ts';
import { openXDisplay } from './x-display.ts';

/** Checks the assumptions on the stand-in and on Electron, and those about the network also on Node. */

const root = join(import.meta.dirname, '../..');
const binary = electronBinary();

export const hasStandIn = existsSync('/usr/bin/chromium');
export const hasElectron = binary !== null;

export interface ContractRun {
  readonly env?: Readonly<Record<string, string>>;
  readonly switches?: readonly string[];
}

const linesOf = (command: string, args: readonly string[], env: Record<string, string>): Promise<readonly Check[]> => {
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    // Ends a program that hangs. The results up to then are used.
    timeout: 300_000,
    killSignal: 'SIGKILL',
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  return new Promise((resolve) =>
    child.once('close', () =>
      resolve(output.split('\n').flatMap((line) => (line.startsWith('{"what"') ? [JSON.parse(line) as Check] : []))),
    ),
  );
};

export const onNode = ({ env = {} }: ContractRun = {}): Promise<readonly Check[]> =>
  linesOf(process.execPath, [join(root, 'test/electron/contract/by-node.ts')], env);

export const onStandIn = async ({ env = {}, switches = [] }: ContractRun = {}): Promise<readonly Check[]> => {
  await buildApp({ ifStale: true, only: ['contract-stand-in'] });
  const profile = mkdtempSync(join(tmpdir(), 'contract-'));
  const orders: StandInOrders = {
    ...plainOrders(profile),
    scaleFactor: 1.25,
    network: 'chromium',
    hasRealPulse: true,
  };
  const main = join(root, 'dist/contract-stand-in/main.js');
  try {
    return await linesOf(process.execPath, [main, ...switchesOfOthers, ...switches], {
      ...env,
      [ordersVariable]: JSON.stringify(orders),
    });
  } finally {
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
};

/** Empty without a binary. */
export const onElectron = async ({ env = {}, switches = [] }: ContractRun = {}): Promise<readonly Check[]> => {
  if (binary === null) return [];
  await buildApp({ ifStale: true, only: ['contract'] });
  const x = process.platform === 'linux' ? await openXDisplay() : null;
  const ours = ['--updated', '--ozone-platform=x11', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
  try {
    return await linesOf(binary, [...ours, ...switches, join(root, 'dist/contract/main.js')], { ...x?.env, ...env });
  } finally {
    await x?.close();
  }
};
