import { app, protocol } from 'electron';
import { privilegedScheme } from '../../../src-main/shell/protocol.ts';
import { chromiumFetch } from '../../../src-main/shell/system.ts';
import { checkAssumption } from './assumption.ts';
import { networkAssumptions } from './network.ts';
import { type ProxyPlace, proxyAssumptions, ruleAssumptions } from './network-rule.ts';
import { earlyAssumptions, lateAssumptions, stayOpen } from './shell.ts';
import { worldAssumptions } from './worlds.ts';

/** Checks each assumption and prints its result as a line of JSON. Always exits with 0. */

app.on('window-all-closed', stayOpen);
protocol.registerSchemesAsPrivileged([{ scheme: 'probe', privileges: privilegedScheme.privileges }]);
const proxy = process.env.CONTRACT_PROXY;
// Assumptions of the first turn are checked now, because `ready` may come in the next one.
const early = proxy === undefined ? earlyAssumptions.map(checkAssumption) : [];

async function lookAtTheRest(): Promise<void> {
  await Promise.all(early);
  await app.whenReady();
  const late =
    proxy === undefined
      ? [...lateAssumptions, ...worldAssumptions, ...networkAssumptions, ...ruleAssumptions(chromiumFetch())]
      : proxyAssumptions(chromiumFetch(), JSON.parse(proxy) as ProxyPlace);
  for (const assumption of late) await checkAssumption(assumption);
  app.exit(0);
}
// Not awaited, because `ready` waits for the top level of this module.
void lookAtTheRest();
