import { appCommands } from './cli/options.ts';
import { runCommand } from './cli/run-command.ts';
import { exitCodes } from './cli/send-receipt.ts';
import { defaultDataDir, processInput } from './config.ts';

/** Runs `send`, `onboard` and `support` from the sources. In the installed program, main.ts runs them. */
const { argv, env } = processInput();
const [word = 'nothing', ...rest] = argv;
const name = appCommands.find((command) => command === word);
const {
  code,
  out = '',
  error = '',
} = name === undefined
  ? { code: exitCodes.usage, error: `Found ${word}, expected ${appCommands.join(' or ')}.\n` }
  : await runCommand(name, { argv: rest, env, dataDir: defaultDataDir, hasInput: true });
process.stdout.write(out);
process.stderr.write(error);
process.exitCode = code;
