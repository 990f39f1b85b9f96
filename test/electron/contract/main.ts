import { app, protocol } from 'electron';
import { privilegedScheme } from '../../../src-main/shell/protocol.ts';
import type { Assumption, Seen } from './assumption.ts';
import { networkAssumptions } from './network.ts';
import { earlyAssumptions, lateAssumptions, stayOpen } from './shell.ts';
import { worldAssumptions } from './worlds.ts';

/** Looks at every assumption in turn and says on stdout what it saw, one line of JSON each. Ends with 0 in any case. */

const look = async ({ what, expected, see }: Assumption): Promise<void> => {
  const seen = await see().catch((error: unknown) => `threw ${error instanceof Error ? error.message : error}`);
  process.stdout.write(`${JSON.stringify({ what, expected, seen } satisfies Seen)}\n`);
};

app.on('window-all-closed', stayOpen);
protocol.registerSchemesAsPrivileged([{ scheme: 'probe', privileges: privilegedScheme.privileges }]);
// All of it in the turn of the start: what comes later may be after `ready`.
const early = earlyAssumptions.map(look);
await Promise.all(early);
await app.whenReady();
for (const assumption of [...lateAssumptions, ...worldAssumptions, ...networkAssumptions]) await look(assumption);
app.exit(0);
