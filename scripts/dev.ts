/**
 * Opens both windows in training and keeps them up to date with the sources: `npm run dev [-- options of the app]`. A
 * saved file of the windows is built and shown at once. A saved file of main restarts the program on the same data in
 * artifacts/dev. Uses Electron if its binary is installed, otherwise Chromium.
 */
import { watch } from 'node:fs';
import { join } from 'node:path';
import { reloadPages } from '../test/electron/in-main.ts';
import { type Launched, launch } from '../test/electron/launch.ts';
import { buildApp } from './build.ts';
import { electronBinary } from './electron-binary.ts';

const root = join(import.meta.dirname, '..');
/** Editors write a file in several steps, so the build waits this long. */
const settleMs = 50;
const parts = ['renderer', 'preload', electronBinary() === null ? 'main-stand-in' : 'main'];
const isLinux = process.platform === 'linux';

const open = (): Promise<Launched> =>
  launch({
    dataDir: join(root, 'artifacts/dev'),
    headed: true,
    ownDisplay: !isLinux || Boolean(process.env.DISPLAY),
    displays: 'host',
    args: ['--training', '--pos-port=0', ...process.argv.slice(2)],
  });

let app = await open();
const isEnding = Promise.withResolvers<void>();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => isEnding.resolve());
/** The script ends when a user quits the program, unless it is being restarted. */
let isRestarting = false;
const watchForQuit = (): unknown => app.ended.then(() => isRestarting || isEnding.resolve());
void watchForQuit();
console.log(`Running, with data in ${app.dataDir}. What you save is shown; Ctrl-C ends it.`);

const show = async (): Promise<void> => {
  const begun = performance.now();
  const built = await buildApp({ ifStale: true, only: parts });
  if (built.length === 0) return;
  if (built.some((name) => name !== 'renderer')) {
    isRestarting = true;
    await app.close();
    app = await open();
    isRestarting = false;
    void watchForQuit();
  } else {
    await app.inMain(reloadPages, null);
  }
  console.log(`${built.join(', ')}: shown after ${((performance.now() - begun) / 1_000).toFixed(1)} s`);
};

let showing = Promise.resolve();
let soon: NodeJS.Timeout | undefined;
for (const folder of ['src-main', 'src-renderer', 'assets'])
  watch(join(root, folder), { recursive: true }, () => {
    clearTimeout(soon);
    soon = setTimeout(() => {
      showing = showing.then(show).catch((error: unknown) => console.error(error));
    }, settleMs);
  });

await isEnding.promise;
await app.close();
process.exit();
