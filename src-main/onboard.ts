import { defaultDataDir, processInput } from './config.ts';
import { runCommand } from './run-command.ts';

/** `receipt-companion onboard FILE` from the sources; the installed program does the same (main.ts). */
const {
  code,
  out = '',
  error = '',
} = await runCommand('onboard', { ...processInput(), dataDir: defaultDataDir, hasInput: true });
process.stdout.write(out);
process.stderr.write(error);
process.exitCode = code;
