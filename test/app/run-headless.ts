import { exec, programEnv, programFile } from './program.ts';

export interface ExitResult {
  readonly code: number | null;
  /** The output as JSON; null if it is not JSON. */
  readonly json: Readonly<Record<string, unknown>> | null;
  readonly stdout: string;
  readonly stderr: string;
}

export async function runHeadless(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<ExitResult> {
  const file = programFile('src-main/headless.ts');
  const { code, out: stdout, err: stderr } = await exec(process.execPath, [file, ...args], { env: programEnv(env) });
  let json: ExitResult['json'] = null;
  try {
    json = JSON.parse(stdout);
  } catch {
    // The output is a message, not JSON.
  }
  return { code, json, stdout, stderr };
}
