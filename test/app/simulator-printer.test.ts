import { expect, onTestFinished, test } from 'vitest';
import { createSimulator } from '../../src-main/simulator/simulator-server.ts';
import { systemClock, systemRandom } from '../../src-main/system-ports.ts';
import { createTestLog } from '../fakes/test-log.ts';
import { printJob } from '../fakes/till-port.ts';

test('the training service has a printer that stores its jobs and refuses them on command', async () => {
  const parts = { clock: systemClock, random: systemRandom, log: createTestLog() };
  const simulator = createSimulator({ control: true }, parts);
  const { controlUrl } = await simulator.start();
  onTestFinished(simulator.stop);
  const url = `${controlUrl}/printer`;
  const set = (mode: string) =>
    fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ mode }) });
  const printer = async () => (await fetch(url)).json();
  const { address } = await printer();
  expect((await printJob(address, 'receipt')).ended).toBe('closed');
  expect(await printer()).toMatchObject({ mode: 'ready', jobs: [{ job: btoa('receipt'), isWhole: true }] });
  expect((await set('refuse')).status).toBe(204);
  await expect.poll(async () => (await printJob(address, 'refused')).ended).toBe('reset');
  expect((await set('burn')).status).toBe(400);
});
