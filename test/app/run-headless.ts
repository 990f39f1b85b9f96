import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { programEnv, programFile } from './program.ts';

export interface Ended {
  readonly code: number | null;
  /** What it printed, read as JSON; null when that is none. */
  readonly said: Readonly<Record<string, unknown>> | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs headless for something that it does once, to its end. */
export async function runHeadless(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const child = spawn(process.execPath, [programFile('src-main/headless.ts'), ...args], {
    env: programEnv(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await exited;
  let said: Ended['said'] = null;
  try {
    said = JSON.parse(stdout);
  } catch {
    // A sentence, then.
  }
  return { code, said, stdout, stderr };
}
