import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startPrinter } from '../fakes/start-printer.ts';
import { systemLacks } from '../fakes/system-lacks.ts';
import { tempFolder } from '../fakes/temp-folder.ts';
import { connectTill, printJob } from '../fakes/till-port.ts';
import { exec, spawnProgram, training } from './program.ts';

test('the headless program passes prints on, and a till notices when the program is killed during a job', async () => {
  const { printer, target } = await startPrinter();
  const printing = ['--printer-listen', '127.0.0.1:0', '--printer', target];
  const program = spawnProgram('src-main/headless.ts', training(tempFolder(), ...printing));
  const { printer: address = '' } = await program.ready;
  expect(await printJob(address, 'a whole job')).toMatchObject({ ended: 'closed' });
  const till = await connectTill(address);
  const ended = Promise.race([once(till.socket, 'end'), till.ended]);
  till.socket.write('half a job');
  await expect.poll(() => printer.jobs()[1]?.bytes.toString()).toBe('half a job');
  await program.end('SIGKILL');
  await ended;
  expect(printer.jobs().map((job) => job.bytes.toString())).toEqual(['a whole job', 'half a job']);
  till.socket.destroy();
});

test.skipIf(systemLacks('pipes'))(
  'a printer device that takes no more bytes does not delay the end of the program',
  async () => {
    const path = join(tempFolder(), 'printer');
    execFileSync('mkfifo', [path]);
    const device = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const printing = ['--printer-listen', '127.0.0.1:0', '--printer', path];
    const program = spawnProgram('src-main/headless.ts', training(tempFolder(), ...printing));
    const { printer: address = '' } = await program.ready;
    const till = await connectTill(address);
    till.socket.write(Buffer.alloc(1_000_000, 'Kaffee 2,50\n'));
    // The buffer of the device is full soon after its first byte arrived.
    const taken = async (): Promise<number> => (await device.read(Buffer.alloc(1)).catch(() => null))?.bytesRead ?? 0;
    await expect.poll(taken).toBe(1);
    expect(await program.end('SIGTERM')).toBe(0);
    till.socket.destroy();
    await device.close();
  },
);

test('an address for prints without a printer is an error on the command line', async () => {
  const { code, err } = await exec(process.execPath, ['src-main/headless.ts', '--printer-listen', '127.0.0.1:9100']);
  expect(code).toBe(1);
  expect(err).toContain('--printer-listen: found no --printer');
});
