import { test } from 'vitest';
import { good, type House } from './house.ts';
import { billOf, checkInvariants, type Model } from './model.ts';
import { commandsWithPauses, openKeychain, storeUnknownSinceStart } from './model-pauses.ts';
import { runModel } from './model-run.ts';
import { idle, passTime } from './pass-time.ts';

const enoughMs = 15 * 60_000;

/** The service, the network and the keychain work again, but the app gets no notification. */
function answerWell(house: House): void {
  house.network.down = false;
  house.simulator.faults.clear();
  house.simulator.setSwitches({ acceptsSignIn: true });
  openKeychain(house);
}

/** Only time passes from here on: no wake, no tap, no sale. */
async function endsByItself(model: Model, house: House): Promise<void> {
  // Random runs seldom end with an unknown store and no other requests.
  if (model.sales.length % 3 === 0) await storeUnknownSinceStart(house);
  // A print mark waits without limit for the bill of its sale, so every sale has one before the clock starts.
  for (const sale of model.sales) {
    if (sale.bill || sale.cancelled) continue;
    good(await house.till.acceptBill(sale.id, { bill: billOf(sale) }));
    sale.bill = true;
  }
  // Requests sent now still meet the service in its old state.
  await idle(house);
  answerWell(house);
  const status = () => house.till.status();
  // `unknown`: a restart with nothing to send and a full pool has had no reason to ask yet.
  const isWell = (): boolean => status().outbox.queued === 0 && ['online', 'unknown'].includes(status().service);
  await passTime(house, enoughMs, isWell);
  const { outbox, service } = status();
  if (!isWell()) {
    throw new Error(`after 15 minutes of good answers the service is ${service} and ${JSON.stringify(outbox)} is left`);
  }
  checkInvariants(model, house);
}

test('from every state, a recovered service gets everything within 15 minutes without any action', async () => {
  await runModel({
    name: 'pauses',
    commands: commandsWithPauses,
    runs: 60,
    longest: 45,
    least: 600,
    before: endsByItself,
  });
});
