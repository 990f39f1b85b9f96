import { spawnSync } from 'node:child_process';
import { startHelper } from './helpers.ts';

/** A virtual X display of two screens' width, side by side. */
export interface XDisplay {
  readonly env: Readonly<Record<string, string>>;
  /** Everything that is on it, as a PNG. */
  screenshot(path: string): void;
  close(): Promise<void>;
}

export const openXDisplay = async (): Promise<XDisplay> => {
  const server = await startHelper('Xvfb', ['-displayfd', '1', '-screen', '0', '2048x768x24', '-nolisten', 'tcp']);
  const display = `:${server.firstOutput}`;
  return {
    env: { DISPLAY: display },
    screenshot: (path) => {
      const { status, stderr } = spawnSync('import', ['-display', display, '-window', 'root', path]);
      if (status !== 0) throw new Error(`import (imagemagick) ended with ${status}: ${stderr}`);
    },
    close: server.end,
  };
};
