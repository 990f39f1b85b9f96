import { type ChildProcess, spawn, spawnSync } from 'node:child_process';

/** A virtual X display of two screens' width, side by side. */
export interface XDisplay {
  readonly env: Readonly<Record<string, string>>;
  /** Everything that is on it, as a PNG. */
  screenshot(path: string): void;
  close(): Promise<void>;
}

export const wholeWidth = 2048;
export const wholeHeight = 768;

export const openXDisplay = async (): Promise<XDisplay> => {
  const server: ChildProcess = spawn(
    'Xvfb',
    ['-displayfd', '1', '-screen', '0', `${wholeWidth}x${wholeHeight}x24`, '-nolisten', 'tcp'],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const number = await new Promise<string>((resolve, reject) => {
    server.stdout?.once('data', (data: Buffer) => resolve(data.toString().trim()));
    server.once('error', (error) => reject(new Error(`Xvfb does not start: ${error.message}`)));
    server.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)));
  });
  const display = `:${number}`;
  return {
    env: { DISPLAY: display },
    screenshot: (path) => {
      const { status, stderr } = spawnSync('import', ['-display', display, '-window', 'root', path]);
      if (status !== 0) throw new Error(`import (imagemagick) ended with ${status}: ${stderr}`);
    },
    close: async () => {
      const gone = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGTERM');
      await gone;
    },
  };
};
