/**
 * Opens the app and keeps it open, for `scripts/start.ts`: Electron if its binary is installed, otherwise the stand-in.
 * `node test/electron/open.ts [--once] [options of the app]`. Saves a picture of each window in artifacts/start/.
 */
import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, relative } from 'node:path';
import { userDataFolder } from '../../scripts/user-data.ts';
import { readConfig } from '../../src-main/config.ts';
import { bothPainted } from './both-painted.ts';
import { launch } from './launch.ts';
import { RunsAlready } from './running.ts';

const root = join(import.meta.dirname, '../..');
const pictures = join(root, 'artifacts/start');
const say = (text: string): void => console.log(text);

const words = process.argv.slice(2);
const once = words.includes('--once');
const appWords = words.filter((word) => word !== '--once');

/** The value of `--data-dir`, or Electron's data folder on Linux, where alone the stand-in runs. */
const dataFolder = (): string =>
  readConfig(appWords, process.env, 'windowed').dataDir ?? userDataFolder(process.env, homedir());

const hasDisplay = process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
const hasBus = process.platform !== 'linux' || Boolean(process.env.DBUS_SESSION_BUS_ADDRESS);
const dataDir = dataFolder();

if (!hasDisplay) say('No display here: the windows open on a virtual one.');
if (!hasBus) say(`No D-Bus session here: a keychain of its own keeps its files in ${join(dataDir, 'keychain')}.`);

const app = await launch({
  dataDir,
  headed: true,
  ownDisplay: hasDisplay,
  displays: 'host',
  keychain: hasBus ? 'host' : 'private',
  args: appWords,
}).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(error instanceof RunsAlready ? 0 : 1);
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void app.close());

await bothPainted(app.cashier);
mkdirSync(pictures, { recursive: true });
for (const role of ['cashier', 'customer'] as const) {
  const path = join(pictures, `${role}.png`);
  await app[role].screenshot({ path });
  say(`The ${role} window: ${relative(process.cwd(), path)}`);
}
say(`POS API: ${app.posApiUrl || 'none, because the port is taken'} (${app.mode})`);
say(`Data: ${app.dataDir}`);
if (once) await app.close();
else say('Running. Ctrl-C ends it.');
process.exitCode = await app.ended;
await app.close();
