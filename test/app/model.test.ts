import fc from 'fast-check';
import { expect, test } from 'vitest';
import { systemRandom } from '../../src-main/system-ports.ts';
import { openHouse } from './house.ts';
import { checkEnd, type Model } from './model.ts';
import { allCommands, ran } from './model-commands.ts';

/** How many runs of how many commands: at least 5,000 commands in all. */
const runs = 140;
const longest = 90;
const least = 5_000;

test('no order of sales, failures, restarts and time loses a receipt, doubles one or mixes up ids', async () => {
  const seed = Math.floor(systemRandom.fraction() * 2 ** 31);
  console.log(`model: seed ${seed}`);
  await fc.assert(
    fc.asyncProperty(fc.commands(allCommands, { maxCommands: longest, size: 'max' }), async (commands) => {
      const house = await openHouse({
        settings: { delivery: { abandonAfterHours: null }, pool: { target: 2 } },
        simulator: { switches: { knownExternalIds: ['known-1'] } },
      });
      const model: Model = { sales: [] };
      try {
        await fc.asyncModelRun(() => ({ model, real: house }), commands);
        await checkEnd(model, house);
      } finally {
        await house.close();
      }
    }),
    // Looking for a smaller counterexample takes as long as the first one did, many times over.
    { seed, numRuns: runs, interruptAfterTimeLimit: 280_000, markInterruptAsFailure: true },
  );
  console.log(`model: ${ran.commands} commands in ${runs} runs`);
  expect(ran.commands).toBeGreaterThanOrEqual(least);
}, 300_000);
