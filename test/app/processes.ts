import { expect, onTestFinished } from 'vitest';
import { posClient, spawnProgram } from './program.ts';

export { connectedTo, hostEnv, posClient, posToken, training } from './program.ts';

const headless = 'src-main/headless.ts';
/** The environment of a host whose keychain does not answer. */
export const noKeychain = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' };

/** A start that must fail: its exit code and its message, which has no stack. */
export async function refusedStart(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const program = spawnProgram(headless, args, env);
  await expect(program.ready).rejects.toThrow(/ended with/);
  const stderr = program.stderr();
  expect(stderr).not.toMatch(/^\s+at /m);
  return { code: await program.exited, stderr };
}

/** Runs headless until the end of the test. Rejects if it ends before its ready line. */
export async function startProgram(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const program = spawnProgram(headless, args, env);
  onTestFinished(() => {
    void program.end('SIGKILL');
  });
  const ready = await program.ready;
  return { ...program, ready, pos: posClient(ready.posApi ?? '') };
}
