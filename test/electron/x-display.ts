import { execFileSync, spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Helper, startHelper } from './helpers.ts';

export const openXDisplay = async () => {
  const screen = ['-screen', '0', '2048x768x24', '-nolisten', 'tcp'];
  return displayOf(await startHelper('Xvfb', ['-displayfd', '1', ...screen]));
};

/** Two displays that the system knows, of which the second can be unplugged. */
export type XOutputs = Awaited<ReturnType<typeof openXOutputs>>;

/** Two outputs of 1024x768. Needs xserver-xorg-video-dummy 0.4 (Ubuntu 24.04, Debian 12) and xrandr. */
export const openXOutputs = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'xorg-'));
  const config = join(import.meta.dirname, 'two-outputs.conf');
  const words = ['-config', config, '-logfile', join(folder, 'log'), '-noreset', '-nolisten', 'tcp'];
  const x = displayOf(await startHelper('Xorg', ['-displayfd', '1', ...words]));
  const xrandr = (...more: readonly string[]): void => {
    execFileSync('xrandr', more, { env: { ...process.env, ...x.env }, stdio: ['ignore', 'ignore', 'inherit'] });
  };
  const setSecond = (plugged: boolean): void =>
    plugged
      ? xrandr('--output', 'DUMMY1', '--mode', '1024x768', '--right-of', 'DUMMY0')
      : xrandr('--output', 'DUMMY1', '--off');
  xrandr('--addmode', 'DUMMY1', '1024x768');
  setSecond(true);
  return {
    ...x,
    setSecond,
    close: async () => {
      await x.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

const displayOf = (server: Helper) => {
  const display = `:${server.firstOutput}`;
  return {
    env: { DISPLAY: display },
    screenshot: (path: string): void => {
      const { status, stderr } = spawnSync('import', ['-display', display, '-window', 'root', path]);
      if (status !== 0) throw new Error(`import (imagemagick) ended with ${status}: ${stderr}`);
    },
    close: server.end,
  };
};
