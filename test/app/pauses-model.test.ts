import fc from 'fast-check';
import { expect, test } from 'vitest';
import { systemRandom } from '../../src-main/system-ports.ts';
import { asTill } from './asking.ts';
import { good, type House, openHouse } from './house.ts';
import { billOf, checkEnd, checkInvariants, type Model } from './model.ts';
import { ran } from './model-commands.ts';
import { commandsWithPauses, openKeychain } from './model-pauses.ts';
import { passTime } from './pass-time.ts';

const runs = 30;
const longest = 45;
const enoughMs = 15 * 60_000;

/** The service, the network and the keychain answer well again. Nobody tells the app. */
function answerWell(house: House): void {
  house.network.down = false;
  house.simulator.faults.clear();
  house.simulator.setSwitches({ acceptsSignIn: true });
  openKeychain(house);
}

/** Only time passes from here on: no wake, no tap, no sale. */
async function endsByItself(model: Model, house: House): Promise<void> {
  // A print mark waits for the bill of its sale, however long that takes: every sale has one before time begins.
  for (const sale of model.sales) {
    if (sale.bill || sale.cancelled) continue;
    good(await asTill(house.app).acceptBill(sale.id, { bill: billOf(sale) }));
    sale.bill = true;
  }
  answerWell(house);
  const status = () => asTill(house.app).status();
  // `unknown`: a restart with nothing to send and a full pool has had no reason to ask yet.
  const isWell = (): boolean => status().outbox.queued === 0 && ['online', 'unknown'].includes(status().service);
  await passTime(house, enoughMs, isWell);
  const { outbox, service } = status();
  if (!isWell()) {
    throw new Error(`after 15 minutes of good answers the service is ${service} and ${JSON.stringify(outbox)} is left`);
  }
  checkInvariants(model, house);
}

test('from every state, once the service answers well again, everything is delivered within 15 minutes by itself', async () => {
  const seed = Math.floor(systemRandom.fraction() * 2 ** 31);
  console.log(`pauses: seed ${seed}`);
  await fc.assert(
    fc.asyncProperty(fc.commands(commandsWithPauses, { maxCommands: longest, size: 'max' }), async (commands) => {
      const house = await openHouse({
        settings: { delivery: { abandonAfterHours: null }, pool: { target: 2 } },
        simulator: { switches: { knownExternalIds: ['known-1'] } },
      });
      const model: Model = { sales: [] };
      try {
        await fc.asyncModelRun(() => ({ model, real: house }), commands);
        await endsByItself(model, house);
        await checkEnd(model, house);
      } finally {
        await house.close();
      }
    }),
    { seed, numRuns: runs, interruptAfterTimeLimit: 160_000, markInterruptAsFailure: true },
  );
  console.log(`pauses: ${ran.commands} commands in ${runs} runs`);
  expect(ran.commands).toBeGreaterThanOrEqual(runs * 10);
}, 180_000);
