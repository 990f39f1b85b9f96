import { exec, programEnv, programFile } from './program.ts';

export async function runHeadless(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const file = programFile('src-main/headless.ts');
  const { code, out: stdout, err: stderr } = await exec(process.execPath, [file, ...args], { env: programEnv(env) });
  /** Null if the output is not JSON. */
  let json: Readonly<Record<string, unknown>> | null = null;
  try {
    json = JSON.parse(stdout);
  } catch {
    // The output is a message, not JSON.
  }
  return { code, json, stdout, stderr };
}
