import { expect, test } from 'vitest';
import {
  askForFiles,
  canaries,
  partnerAnswers,
  throughCustomerService,
  throughTheApi,
  throughTheCommandLine,
  throughTheFolder,
  throughTheWindows,
} from './canary-interfaces.ts';
import { type Allowed, findIn, leakPlacesOf, unexpectedFinds, unusedExceptions } from './canary-places.ts';
import { endAfterLastSend, startCollector, untilReceived } from './collector.ts';
import { key, openPartnerTestApp, partnerToken, userId } from './partner-test-app.ts';

/** Data that identify a customer, and secrets, may appear only in places that this test allows. */

const { api, folder, script, window: typed } = canaries;
const everyCanary = Object.values(canaries).flatMap((words) => Object.values(words));

/** Every exception has a reason. An exception that is no longer needed also fails the test. */
const allowed: readonly Allowed[] = [
  {
    place: /^disk\/inbox\/failed\/refused\.json$/,
    words: Object.values(folder),
    why: 'a file that was refused is the till’s own: it stays as the till wrote it, until somebody takes it away',
  },
  {
    place: /^disk\/live-\w+\/exports\/refused-[\w-]+\.json$/,
    words: [typed.mail, typed.note],
    why: 'a person asked for the refused receipt, with what the service said to it',
  },
  { place: /^display of the customers$/, words: [canaries.basket.text], why: 'the customer sees what they buy' },
];

test('a canary sent through any interface is found only in allowed places, during the run and after it', async () => {
  const collector = await startCollector();
  const { testApp } = await openPartnerTestApp({
    answers: partnerAnswers,
    settings: {
      ...{ cashier: { emailReceipts: true }, customer: { prefix: 'cnry-window-' } },
      metrics: { url: collector.url },
    },
    simulator: { switches: { knownExternalIds: [typed.code] } },
  });
  await testApp.poolHas(1);
  const { username, password } = testApp.simulator.account;
  const secrets = [username, password, partnerToken, key, userId];
  const words = [...everyCanary, ...secrets];
  await throughTheApi(testApp);
  await throughTheFolder(testApp);
  const printed = await throughTheCommandLine(testApp);
  await throughCustomerService(testApp);
  const answers = await throughTheWindows(testApp);
  await askForFiles(testApp);
  await untilReceived(testApp, collector);

  const [{ id } = { id: '' }] = testApp.till.listSales({ limit: 1 }).items;
  const shown = { 'the output of send': printed, 'the answers to set-up codes': answers };
  const running = findIn({ ...leakPlacesOf(testApp, collector), ...shown }, words);
  expect(unexpectedFinds(running, allowed)).toEqual([]);
  expect(unusedExceptions(running, allowed)).toEqual([]);
  await endAfterLastSend(testApp, collector);
  expect(unexpectedFinds(findIn(leakPlacesOf(testApp, collector), words), allowed)).toEqual([]);

  // The canaries were really sent: the service has them, and the keychain has the secrets among them.
  const atService = JSON.stringify(testApp.simulator.ledger());
  for (const word of [
    api.member,
    api.mail,
    folder.member,
    folder.note,
    script.member,
    script.mail,
    typed.code,
    typed.email,
  ])
    expect(atService.includes(word), word).toBe(true);
  expect(await testApp.secrets.get('onboarding/account')).toContain(canaries.partner.password);
  // The collector received metrics twice: in a periodic report and at the stop. They name no receipt, store or address.
  expect(collector.bodies).toHaveLength(2);
  const { baseUrl, storeId } = testApp.settings().service;
  for (const word of ['api-1', id, storeId, testApp.simulator.account.clientId, testApp.dataDir, new URL(baseUrl).host])
    for (const body of collector.bodies) expect(body.includes(word), word).toBe(false);
  for (const name of ['receipt_companion.sales', 'receipt_companion.attention.receipts', 'pos-api-refused'])
    expect(collector.bodies[1]?.includes(name), name).toBe(true);
});
