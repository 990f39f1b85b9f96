import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { createVirtualPrinter } from '../../src-main/simulator/virtual-printer.ts';
import { systemClock } from '../../src-main/system-ports.ts';
import { tempFolder } from '../fakes/temp-folder.ts';
import { openTill, printJob } from '../fakes/till-port.ts';
import { ran, spawnProgram } from './program.ts';

test('the headless program passes prints on, and a till notices when the program is killed during a job', async () => {
  const printer = createVirtualPrinter(systemClock);
  onTestFinished(printer.stop);
  const target = await printer.start();
  const training = ['--data-dir', tempFolder(), '--training', '--pos-port', '0'];
  const program = spawnProgram('src-main/headless.ts', [
    ...training,
    ...['--printer-listen', '127.0.0.1:0', '--printer', target],
  ]);
  const { printer: address = '' } = await program.ready;
  expect(await printJob(address, 'a whole job')).toMatchObject({ ended: 'closed' });
  const till = await openTill(address);
  const ended = Promise.race([once(till.socket, 'end'), till.ended]);
  till.socket.write('half a job');
  await expect.poll(() => printer.jobs()[1]?.bytes.toString()).toBe('half a job');
  await program.end('SIGKILL');
  await ended;
  expect(printer.jobs().map((job) => job.bytes.toString())).toEqual(['a whole job', 'half a job']);
  till.socket.destroy();
});

test('an address for prints without a printer is an error on the command line', async () => {
  const { code, err } = await ran(process.execPath, ['src-main/headless.ts', '--printer-listen', '127.0.0.1:9100']);
  expect(code).toBe(1);
  expect(err).toContain('--printer-listen: found no --printer');
});
