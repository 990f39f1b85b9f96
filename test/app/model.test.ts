import { test } from 'vitest';
import { allCommands } from './model-commands.ts';
import { runModel } from './model-run.ts';

test('no order of sales, failures, restarts and time loses a receipt, doubles one or mixes up ids', async () => {
  await runModel({ name: 'model', commands: allCommands, runs: 240, longest: 90, least: 6_000 });
});
