import { onTestFinished } from 'vitest';
import { type Program, spawnProgram } from './program.ts';

export { connectedTo, posToken, till } from './program.ts';

/** A program that is ready. */
export type Running = Omit<Program, 'ready'> & { readonly ready: Awaited<Program['ready']> };

/** Runs `node FILE args` for as long as the test runs, waits for its ready line; rejects when it ends before. */
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
