import fc from 'fast-check';
import { expect } from 'vitest';
import { volume } from '../fakes/drawn.ts';
import { checkEnd, type Model } from './model.ts';
import { commandCount } from './model-commands.ts';
import { openTestApp, type TestApp } from './test-app.ts';

interface ModelRun {
  readonly name: string;
  readonly commands: fc.Arbitrary<fc.AsyncCommand<Model, TestApp>>[];
  readonly runs: number;
  readonly longest: number;
  /** The fewest commands that all runs of a soak together must reach. */
  readonly least: number;
  /** Runs after the last command, before the final delivery. */
  readonly before?: (model: Model, testApp: TestApp) => Promise<void>;
}

export async function runModel({ name, commands, runs, longest, least, before }: ModelRun): Promise<void> {
  commandCount.commands = 0;
  const numRuns = volume(runs, 20);
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: longest, size: 'max' }), async (chosen) => {
      const testApp = await openTestApp({
        settings: { delivery: { abandonAfterHours: null }, pool: { target: 2 } },
        simulator: { switches: { knownExternalIds: ['known-1'] } },
      });
      const model: Model = { sales: [], isUncertain: false };
      try {
        await fc.asyncModelRun(() => ({ model, real: testApp }), chosen);
        await before?.(model, testApp);
        await checkEnd(model, testApp);
      } finally {
        await testApp.close();
      }
    }),
    // Searching for a smaller counterexample takes many times as long as the first run.
    { numRuns, endOnFailure: true },
  );
  console.log(`${name}: ${commandCount.commands} commands in ${numRuns} runs`);
  expect(commandCount.commands).toBeGreaterThanOrEqual(volume(least, 40));
}
