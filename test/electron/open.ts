import { mkdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { bothPainted } from './both-painted.ts';
import { launch } from './launch.ts';
import { RunsAlready } from './running.ts';

const pictures = join(import.meta.dirname, '../../artifacts/start');

export interface OpenOptions {
  readonly dataDir: string;
  /** Options of the app. */
  readonly args: readonly string[];
  readonly hasDisplay: boolean;
  /** Ends the app after the pictures. */
  readonly once: boolean;
}

/**
 * Opens the app for `scripts/start.ts`, saves a picture of each window in artifacts/start/, and returns the exit code of
 * the app. Uses Electron if its binary is installed, otherwise the stand-in.
 */
export async function openForStart({ dataDir, args, hasDisplay, once }: OpenOptions): Promise<number> {
  const hasBus = process.platform !== 'linux' || Boolean(process.env.DBUS_SESSION_BUS_ADDRESS);
  if (!hasDisplay) console.log('No display here: the windows open on a virtual one.');
  if (!hasBus)
    console.log(`No D-Bus session here: a keychain of its own keeps its files in ${join(dataDir, 'keychain')}.`);
  const keychain = hasBus ? 'host' : 'private';
  const display = { headed: true, ownDisplay: hasDisplay, displays: 'host' } as const;
  const app = await launch({ dataDir, args, keychain, ...display }).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    return error instanceof RunsAlready ? 0 : 1;
  });
  if (typeof app === 'number') return app;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void app.close());

  await bothPainted(app.cashier);
  mkdirSync(pictures, { recursive: true });
  for (const role of ['cashier', 'customer'] as const) {
    const path = join(pictures, `${role}.png`);
    await app[role].screenshot({ path });
    console.log(`The ${role} window: ${relative(process.cwd(), path)}`);
  }
  console.log(`POS API: ${app.posApiUrl || 'none, because the port is taken'} (${app.mode})`);
  console.log(`Data: ${app.dataDir}`);
  if (once) await app.close();
  else console.log('Running. Ctrl-C ends it.');
  const code = await app.ended;
  await app.close();
  return code;
}
