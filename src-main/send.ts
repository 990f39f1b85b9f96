import { defaultDataDir, processInput } from './config.ts';
import { runSend } from './run-send.ts';

/** `receipt-companion send FILE` from the sources; the installed program does the same (main.ts). */
const { code, out = '', error = '' } = await runSend({ ...processInput(), dataDir: defaultDataDir, hasInput: true });
process.stdout.write(out);
process.stderr.write(error);
process.exitCode = code;
