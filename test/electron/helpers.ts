import { spawn } from 'node:child_process';

/** A program that the app under test needs: a display, a bus, a keychain. */
export type Helper = Awaited<ReturnType<typeof startHelper>>;

/** Starts a helper and waits for its first output. Ctrl-C does not reach it, so the app can still use it. */
export const startHelper = async (
  command: string,
  args: readonly string[],
  { env = process.env, input = '' }: { readonly env?: NodeJS.ProcessEnv; readonly input?: string } = {},
) => {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'], detached: true, env });
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const firstOutput = await new Promise<string>((resolve, reject) => {
    child.once('error', (error) => reject(new Error(`${command} does not start: ${error.message}`)));
    child.once('exit', (code) => reject(new Error(`${command} ended with ${code} before it was ready`)));
    child.stdout.once('data', (data: Buffer) => resolve(data.toString().trim()));
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
  return {
    process: child,
    /** The first printed line, which reports that it is ready. */
    firstOutput,
    end: async (): Promise<void> => {
      child.kill('SIGTERM');
      await exited;
    },
  };
};
