import { test } from 'vitest';
import { allCommands, runModel } from './model-commands.ts';

test('sales, failures, restarts and passing time in any order neither lose nor double a receipt, nor mix up ids', async () => {
  await runModel({ name: 'model', commands: allCommands, runs: 240, longest: 90, least: 6_000 });
});
