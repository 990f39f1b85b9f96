import { test } from 'vitest';
import { billOf, checkInvariants, type Model } from './model.ts';
import { commandsWithPauses, openKeychain, storeUnknownSinceStart } from './model-pauses.ts';
import { runModel } from './model-run.ts';
import { idle, passTime } from './pass-time.ts';
import { good, type TestApp } from './test-app.ts';

const enoughMs = 15 * 60_000;

/** The service, the network and the keychain work again, but the app gets no notification. */
function answerWell(testApp: TestApp): void {
  testApp.network.down = false;
  testApp.simulator.faults.clear();
  testApp.simulator.setSwitches({ acceptsSignIn: true });
  openKeychain(testApp);
}

/** Only time passes from here on: no wake, no tap, no sale. */
async function endsByItself(model: Model, testApp: TestApp): Promise<void> {
  // Random runs seldom end with an unknown store and no other requests.
  if (model.sales.length % 3 === 0) await storeUnknownSinceStart(testApp);
  // A print mark waits without limit for the bill of its sale, so every sale has one before the clock starts.
  for (const sale of model.sales) {
    if (sale.bill || sale.cancelled) continue;
    good(await testApp.till.acceptBill(sale.id, { bill: billOf(sale) }));
    sale.bill = true;
  }
  // Requests sent now still meet the service in its old state.
  await idle(testApp);
  answerWell(testApp);
  const status = () => testApp.till.status();
  // `unknown`: a restart with nothing to send and a full pool has had no reason to ask yet.
  const isWell = (): boolean => status().outbox.queued === 0 && ['online', 'unknown'].includes(status().service);
  await passTime(testApp, enoughMs, isWell);
  const { outbox, service } = status();
  if (!isWell()) {
    throw new Error(`after 15 minutes of good answers the service is ${service} and ${JSON.stringify(outbox)} is left`);
  }
  checkInvariants(model, testApp);
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
