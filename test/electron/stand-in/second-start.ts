import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mainFile } from './argv.ts';
import { whenPhaseIsReady } from './phase.ts';

/** The first file in a process's command line; null if the process has ended. */
const commandOf = (pid: number): string | null => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[1] ?? null;
  } catch {
    return null;
  }
};

export interface SecondStart {
  readonly argv: readonly string[];
  readonly folder: string;
}

/** Chromium passes a second start's arguments on with the switches first, and adds its own. */
const asChromiumHandsOn = ([program = '', ...words]: readonly string[]): readonly string[] => [
  program,
  ...words.filter((word) => word.startsWith('--')),
  '--allow-file-access-from-files',
  '--original-process-start-time=13400000000000000',
  ...words.filter((word) => !word.startsWith('--')),
];

/**
 * The first start writes its process id to its data folder and gets `true`. A second start writes its arguments there,
 * wakes the first with a signal and gets `false`. As in Electron, the arguments are passed on only after `ready`.
 */
export const takeLock = (userData: string, onSecond: (second: SecondStart) => void): boolean => {
  const lock = join(userData, 'stand-in.pid');
  const letters = join(userData, 'stand-in.second');
  mkdirSync(letters, { recursive: true });
  const holder = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : null;
  if (holder !== null && holder !== process.pid && commandOf(holder) === mainFile) {
    const draft = join(userData, `stand-in.${process.pid}`);
    writeFileSync(draft, JSON.stringify({ argv: asChromiumHandsOn(process.argv), folder: process.cwd() }));
    renameSync(draft, join(letters, String(process.pid)));
    process.kill(holder, 'SIGUSR2');
    return false;
  }
  writeFileSync(lock, String(process.pid));
  const read = (): void => {
    for (const name of readdirSync(letters)) {
      const path = join(letters, name);
      const second = JSON.parse(readFileSync(path, 'utf8')) as SecondStart;
      rmSync(path);
      onSecond(second);
    }
  };
  process.on('SIGUSR2', () => whenPhaseIsReady(read));
  return true;
};
